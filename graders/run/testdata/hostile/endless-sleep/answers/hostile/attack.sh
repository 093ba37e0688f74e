#!/bin/bash
sleep infinity
