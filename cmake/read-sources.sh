#!/bin/sh
# read-sources.sh BUILD JOBS SAMPLE: has the compiler of a configured folder read the C++ sources in its
# compile_commands.json and make nothing of them; SAMPLE of them if that is not 0, drawn by DRAW (the day). What the
# build makes, as precompiled headers, is left out, but not the files that name several sources.
set -eu
build=$1
jobs=$2
sample=$3
sed -n 's/^ *"command": "\(.*\)",$/\1/p' "$build/compile_commands.json" | sed 's/\\"/"/g; s/\\\\/\\/g' |
  grep ' -c [^ ]*\.\(cpp\|cxx\)$' | grep -v '/cmake_pch\.hxx\|/engine_version\.cpp$' | sed 's/ -o [^ ]* -c / -fsyntax-only /' |
  awk -v sample="$sample" -v seed="${DRAW:-$(date +%Y%m%d)}" 'BEGIN { srand(seed) } { print (sample ? rand() : NR) "\t" $0 }' |
  if [ "$sample" = 0 ]; then cat; else sort -g | head -n "$sample"; fi | cut -f2- | tr '\n' '\0' | xargs -0 -n 1 -P "$jobs" sh -c
