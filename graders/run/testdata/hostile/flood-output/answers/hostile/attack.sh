#!/bin/bash
# Whatever works says so.
got() { "$@" && echo "GOT $*"; }
seq 1 500000
exit 1 # so that the record keeps what was printed
