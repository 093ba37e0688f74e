#!/bin/bash
kubectl get pods --watch
