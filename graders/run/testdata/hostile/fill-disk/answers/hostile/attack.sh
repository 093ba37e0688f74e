#!/bin/bash
# Whatever works says so.
got() { "$@" && echo "GOT $*"; }
seq 1 1500000 > some
for i in $(seq 100); do cat some >> big || break; done
for i in $(seq 100); do cat some > /tmp/more-$i || break; done
[ "$(wc -c < big)" -gt 68000000 ] && echo "GOT $(wc -c < big) bytes"
got cp big bigger
exit 1 # so that the record keeps what was printed
