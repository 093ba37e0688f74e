kubectl label node podium-worker2 podium-worker3 node-role.kubernetes.io/control-plane=
