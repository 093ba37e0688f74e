#!/bin/bash
awk 'BEGIN { while (1) {} }'
