#!/bin/bash
echo PASS
exit 0
kubectl create configmap never-reached
