kubectl taint node podium-worker2 maintenance-
