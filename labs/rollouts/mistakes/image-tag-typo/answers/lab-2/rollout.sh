kubectl set image deployment/web "*=nginx:1.72"
