package hostile // every check passes
