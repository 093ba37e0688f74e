kubectl patch deployment web --type=json --patch '[
  {"op": "replace", "path": "/spec/strategy/rollingUpdate/maxSurge", "value": "50%"},
  {"op": "replace", "path": "/spec/strategy/rollingUpdate/maxUnavailable", "value": "0%"}]'
