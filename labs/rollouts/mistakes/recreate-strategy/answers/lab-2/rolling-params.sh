kubectl patch deployment web --patch '{"spec":{"strategy":{"type":"Recreate","rollingUpdate":null}}}'
