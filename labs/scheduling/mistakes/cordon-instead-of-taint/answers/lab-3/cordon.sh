kubectl cordon podium-worker2
