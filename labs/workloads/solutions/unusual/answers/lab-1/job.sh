# OnFailure, three completions side by side; no restartPolicy means Always; a dry run is refused all the same
cat <<YAML | kubectl create -f -
apiVersion: v1
kind: List
items:
  - apiVersion: batch/v1
    kind: Job
    metadata: {name: migrate}
    spec:
      completions: 3
      parallelism: 3
      completionMode: Indexed
      template: {spec: {restartPolicy: OnFailure, containers: [{name: m, image: "busybox:1.36", command: ["true"]}]}}
  - apiVersion: batch/v1
    kind: Job
    metadata: {name: flaky}
    spec:
      backoffLimit: 2
      template: {spec: {restartPolicy: OnFailure, containers: [{name: f, image: "alpine:3.21", command: ["false"]}]}}
YAML
cat > always.yaml <<YAML
apiVersion: batch/v1
kind: Job
metadata: {generateName: any-}
spec: {template: {spec: {containers: [{name: a, image: "busybox:1.36"}]}}}
YAML
kubectl create --dry-run=server -f always.yaml
kubectl get configmap answers -o json | jq '.data.job = "restartPolicyにはNeverかOnFailureしか使えない"' | kubectl replace -f -
