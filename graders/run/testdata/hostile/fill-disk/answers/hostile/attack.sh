#!/bin/bash
# Whatever works says so.
got() { "$@" && echo "GOT $*"; }
x=0123456789; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do x=$x$x; done
for i in $(seq 400); do echo "$x" >> big || break; done
echo "GOT as far as $(wc -c < big)" | grep -v 'GOT as far as [0-5]\|GOT as far as 6[0-7]......$'
for i in $(seq 50); do echo "$x" > /tmp/more-$i || break; done
exit 1 # so that the record keeps what was printed
