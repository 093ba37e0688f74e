kubectl delete deployment train
