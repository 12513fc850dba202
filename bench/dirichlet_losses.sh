#!/bin/sh
# The table of docs/dirichlet-mechanisms.md: bench/dirichlet_losses.sh PATH/TO/dpcert
set -eu
dpcert=${1:-dpcert}
loss() {
  "$dpcert" eval privacy_loss "$@" --digits 5 | sed -n 's/^privacy_loss \(in\|=\) //p; s/^which is *//p' | tr '\n' ' '
}
for eps in 1/10 1 4; do
  for prior in 1,1 1/10,1/10 1e-60,1e-60 1e-60,1 1/10,1/10,1/10; do
    for n in 1 2 5 20 60; do
      if [ $n = 60 ] && [ $prior = 1/10,1/10,1/10 ]; then continue; fi
      for mechanism in lszhang lsdim lshist ehd ehdl 'ehds gamma=1' 'ehds gamma=1/100'; do
        for neighbours in replace counts; do
          # shellcheck disable=SC2086
          printf '| %s | %s | %s | %s | %s | %s|\n' "$mechanism" "$prior" "$n" "$eps" "$neighbours" \
            "$(loss mechanism=$mechanism prior=$prior n=$n eps=$eps neighbours=$neighbours)"
        done
      done
    done
  done
done
