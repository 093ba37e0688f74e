kubectl drain podium-worker2 --ignore-daemonsets --force
