#!/bin/bash
kubectl get configmap answers > /dev/null 2>&1 || kubectl create configmap answers
kubectl create configmap attack -o json --dry-run=client | jq '.metadata = {"name": "answers"} | .data = {"text-attack": "done \u001b[2J\u001b]0;owned\u0007 =HYPERLINK(\"http://x\") <script>alert(1)</script> ::error::x"}' > patch.json
kubectl patch configmap answers --type=merge --patch-file patch.json
printf '\033[2J\033]0;owned\007\r\b<script>alert(1)</script>\n=HYPERLINK("http://x")\n::error::owned\n\0\xff\xfe\n'
exit 1
