kubectl patch deployment web --patch '{"spec":{"revisionHistoryLimit":0,"strategy":{"rollingUpdate":{"maxSurge":2,"maxUnavailable":0}}}}'
