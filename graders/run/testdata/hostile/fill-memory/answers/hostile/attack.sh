#!/bin/bash
x=0123456789
while :; do x="$x$x"; done
