kubectl patch deployment web --patch '{"spec":{"template":{"spec":{"containers":[{"name":"nginx","image":"nginx:1.27","readinessProbe":{"tcpSocket":{"port":8080}}}]}}}}'
