#!/bin/sh
# Runs `dpcert prove` on every .claim file of a folder and compares the verdict with the file's first line
# (`# expect proved` or `# expect refuted`). Prints what differs, slow ones, and a summary; exits with 1 if anything
# differs.
#   run_battery.sh [-t SECONDS] [-l LIST] DPCERT FOLDER...      LIST: names (without .claim), one a line
# A wrong verdict (proved for refuted or the reverse) is printed as WRONG; a proof that the checker rejected on the way
# counts as a difference.
seconds=20 list=
while getopts t:l: o; do
  case $o in t) seconds=$OPTARG ;; l) list=$OPTARG ;; *) exit 2 ;; esac
done
shift $((OPTIND - 1))
[ $# -ge 2 ] || { sed -n '2,7p' "$0"; exit 2; }
dpcert=$1
shift
total=0 good=0 wrong=0
for folder; do
  for file in "$folder"/*.claim; do
    name=$(basename "$file" .claim)
    [ -n "$list" ] && ! grep -qx "$name" "$list" && continue
    expected=$(sed -n 's/^# expect //p;1q' "$file")
    out=$("$dpcert" prove --json --quiet --timeout "$seconds" "$file")
    verdict=$(printf '%s' "$out" | sed -n 's/.*"verdict": *"\([a-z-]*\)".*/\1/p' | head -1)
    took=$(printf '%s' "$out" | sed -n 's/.*"seconds": *\([0-9.e-]*\).*/\1/p' | head -1)
    total=$((total + 1))
    case $out in *'"rejected"'*) verdict="$verdict-with-rejections" ;; esac  # a defect, whatever came of it
    if [ "$verdict" = "$expected" ]; then
      good=$((good + 1))
      printf 'ok    %-28s %-8s %s s\n' "$name" "$verdict" "$took"
    else
      case $expected-$verdict in proved-refuted | refuted-proved) mark=WRONG wrong=$((wrong + 1)) ;; *) mark=MISS ;; esac
      reason=$(printf '%s' "$out" | sed -n 's/.*"reason": *"\(.*\)",*$/\1/p' | head -1 | cut -c1-150)
      printf '%-5s %-28s %s instead of %s, %s s: %s\n' "$mark" "$name" "$verdict" "$expected" "$took" "$reason"
    fi
  done
done
echo "$good of $total as expected, $wrong wrong"
[ "$good" = "$total" ]
