#!/bin/bash
set -e
kubectl get configmap answers > /dev/null 2>&1 || kubectl create configmap answers
kubectl patch configmap answers --patch '{"data": {"honest-middle": "done"}}'
