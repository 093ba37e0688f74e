kubectl set env deployment ha RELEASE=2
