kubectl get deployment web -o yaml | sed 's#docker.io/library/nginx:1.26#docker.io/library/nginx:1.27#' | kubectl replace -f -
