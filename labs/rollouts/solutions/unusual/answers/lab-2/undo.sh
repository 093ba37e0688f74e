kubectl rollout undo deploy web --to-revision=1
