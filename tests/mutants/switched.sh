#!/bin/sh
# Many faults at once: generate.cpp puts some hundred of them into a copy of the sources, each behind a switch, so that one
# build serves all. Then each is switched on for the suites that come by its statement, and where they pass, for the tests
# of its folder. Prints a table and what was counted.
#
#   switched.sh [--check] [--write FILE]
#     --check       only generate, and look whether the explanations (survivors.txt) and does-not-compile.txt fit; nothing is built
#     --write FILE  the table goes there as well
#     --resume      faults that an earlier run in SCRATCH has settled are not run again: a long run in parts
#     --table       nothing is run: the table of what the last run in SCRATCH has settled so far
#     --keep FILE   faults that this run does not come to stand in the table as they do in that earlier one
#   environment: ONE_IN (18: one of so many possible faults), SEED (1), SAMPLE (0: all of them; n: n of them, drawn by DRAW), DRAW
#                (the day), ONLY (names of faults, with blanks between: these alone), SHARD (i/n: every n-th from the i-th on, i from 0), SCRATCH (default build/mutants), JOBS, CASES (30),
#                TESTS (1: the fast tests too)
# Exit status: 0 every fault is caught or named in survivors.txt; 1 one is not, or a suite fails without any; 2 it cannot be built,
# or an explanation does not fit.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
scratch=${SCRATCH:-$root/build/mutants}
jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}
one_in=${ONE_IN:-18}
seed=${SEED:-1}
sample=${SAMPLE:-0}
draw=${DRAW:-$(date +%Y%m%d)}
shard=${SHARD:-0/1}
cases=${CASES:-30}
tests=${TESTS:-1}
say() { printf '%s\n' "$*" >&2; }
check=0
resume=0
table=0
write=
keep=
while [ $# -gt 0 ]; do
  case $1 in
    --check) check=1 ;;
    --resume) resume=1 ;;
    --table) table=1 ;;
    --write) write=$2; shift ;;
    --keep) keep=$2; shift ;;
    *) say "unknown argument '$1'; see the head of $0"; exit 2 ;;
  esac
  shift
done
results=$scratch/results

if [ $table = 0 ]; then
fresh=$scratch/fresh  # the copy with its faults, before what differs goes to the tree that is built
tree=$scratch/many
build=$tree/b
mkdir -p "$scratch"
${CXX:-c++} -std=c++20 -O1 -o "$scratch/generate" "$here/generate.cpp"
cp "$here/does-not-compile.txt" "$scratch/left-out"
generate() {
  rm -rf "$fresh"
  mkdir -p "$fresh"
  for d in CMakeLists.txt cmake include src verify properties reports cli tests; do cp -R -p "$root/$d" "$fresh/"; done
  # shellcheck disable=SC2046
  (cd "$fresh" && for d in divergence privacy mechanisms langevin families special solve calibration; do
    ls include/dpcert/$d/*.hpp src/$d/*.hpp src/$d/*.cpp 2>/dev/null || :
  done) | LC_ALL=C sort > "$scratch/files"
  # shellcheck disable=SC2046
  "$scratch/generate" "$fresh" "$one_in" "$seed" "$scratch/left-out" $(cat "$scratch/files") > "$scratch/list"
}
generate
if [ "$one_in" = 18 ] && [ "$seed" = 1 ]; then
  stale=$(grep -v '^#' "$here/survivors.txt" | cut -f1 | while read -r name; do cut -f2 "$scratch/list" | grep -qxF -- "$name" || echo "$name"; done)
  [ -z "$stale" ] || { say "explained in survivors.txt, but not among the faults any more: $stale"; exit 2; }
fi
[ $check = 0 ] || { echo "$(wc -l < "$scratch/list") faults are generated"; exit 0; }

# Only what differs is written, so that only that is built.
carry() {
  mkdir -p "$tree"
  (cd "$fresh" && find . -type f) | while read -r f; do
    cmp -s "$fresh/$f" "$tree/$f" || { mkdir -p "$(dirname "$tree/$f")"; cp "$fresh/$f" "$tree/$f"; }
  done
}
carry
[ -f "$build/build.ninja" ] ||
  cmake -S "$tree" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG -D_GLIBCXX_ASSERTIONS" -DDPCERT_TESTS=ON \
    -DDPCERT_INSTALL=OFF --log-level=WARNING >&2
programs="divergence privacy mechanisms langevin families calibration scalar"
targets=mutant_suites
[ "$tests" = 0 ] || for p in $programs; do targets="$targets test_$p"; done
round=0
# shellcheck disable=SC2086
until ninja -C "$build" -j "$jobs" -k 0 $targets > "$scratch/log" 2>&1; do
  round=$((round + 1))
  # Faults of the lines that the compiler names do not compile; a line of several gives them all up.
  # In a template the line may stand in a note only.
  errors=': error: '
  [ $((round % 3)) != 0 ] || errors='error|note|required from'
  grep -E "$errors" "$scratch/log" | grep -oE '(include|src)/[a-z_/0-9]+\.[ch]pp:[0-9]+' | sort -u |
    awk -F '[:\t]' 'FNR == NR { bad[$1 ":" $2]; next } { for (l = $4; l <= $5; ++l) if ($3 ":" l in bad) { print $2; break } }' \
      - "$scratch/list" > "$scratch/bad"
  if [ $round -gt 12 ] || { [ ! -s "$scratch/bad" ] && [ $((round % 3)) = 0 ]; }; then
    grep -m 10 -E 'error|FAILED' "$scratch/log" >&2
    exit 2
  fi
  say "$(wc -l < "$scratch/bad") faults do not compile"
  cat "$scratch/bad" >> "$scratch/left-out"
  generate
  carry
done

say "the suites without a fault, and what they come by"
status=0
DPCERT_FAULT=0 "$build/tests/mutant_suites" --reach --cases "$cases" > "$scratch/reach" 2> "$scratch/errors" || status=$?
[ $status = 0 ] || { say "without any fault: $(tail -n 1 "$scratch/reach") $(cat "$scratch/errors")"; exit 1; }
if [ "$tests" != 0 ]; then
  : > "$scratch/tested"
  for p in $programs; do
    # Tests that read files of the source tree's pages see the copy; slow ones are left to the whole run.
    if timeout 300 "$build/tests/test_$p" --gtest_brief=1 > "$scratch/run" 2>&1; then echo "$p" >> "$scratch/tested"; else say "test_$p fails without any fault and is left out"; fi
  done
fi

# shellcheck disable=SC2086
awk -F '\t' -v only="${ONLY:-}" 'BEGIN { n = split(only, names, " "); for (i = 1; i <= n; ++i) wanted[names[i]] } n == 0 || $2 in wanted { print $1 }' \
  "$scratch/list" > "$scratch/chosen"
[ "$sample" = 0 ] || awk -v seed="$draw" 'BEGIN { srand(seed) } { print rand() "\t" $1 }' "$scratch/chosen" | sort | head -n "$sample" | cut -f2 | sort -n > "$scratch/chosen.part"
[ "$sample" = 0 ] || mv "$scratch/chosen.part" "$scratch/chosen"
awk -v i="${shard%/*}" -v n="${shard#*/}" 'NR % n == i % n' "$scratch/chosen" > "$scratch/chosen.part"
mv "$scratch/chosen.part" "$scratch/chosen"

verdict() { # number, file
  suites=$(awk -v n="$1" '$2 == n { print $3, $1 }' "$scratch/reach" | sort -n | cut -d' ' -f2)
  if [ -n "$suites" ]; then
    status=0
    # shellcheck disable=SC2086
    DPCERT_FAULT=$1 timeout 120 "$build/tests/mutant_suites" --cases "$cases" $suites > "$scratch/run" 2> "$scratch/errors" || status=$?
    case $status in
      0) ;;
      1) echo "suite $(sed -n 's/^failed //p' "$scratch/run")"; return ;;
      124) echo "suite (does not end)"; return ;;
      *) echo "suite (crash, status $status)"; return ;;
    esac
  fi
  if [ "$tests" != 0 ]; then
    module=$(echo "$2" | sed -E 's#^(include/dpcert|src)/([a-z]+)/.*#\2#; s/^(solve|special)$/scalar/')
    for p in $module $(grep -vx "$module" "$scratch/tested"); do
      grep -qx "$p" "$scratch/tested" || continue
      status=0
      DPCERT_FAULT=$1 timeout 120 "$build/tests/test_$p" --gtest_brief=1 --gtest_fail_fast > "$scratch/run" 2>&1 || status=$?
      case $status in
        0) ;;
        1) echo "test $(sed -n 's/^\[  FAILED  \] \([^ ,]*\).*/\1/p' "$scratch/run" | head -n 1)"; return ;;
        *) echo "test test_$p (status $status)"; return ;;
      esac
    done
  fi
  [ -n "$suites" ] && echo "survived" || echo "survived, no suite comes by"
}

[ $resume = 1 ] && [ -f "$results" ] && cp "$results" "$scratch/earlier" || : > "$scratch/earlier"
: > "$results"
while read -r number; do
  row=$(awk -F '\t' -v n="$number" '$1 == n' "$scratch/list")
  file=$(printf '%s' "$row" | cut -f3)
  name=$(printf '%s' "$row" | cut -f2)
  result=$(awk -F '\t' -v name="$name" '$3 == name { sub(/;.*/, "", $1); print $1; exit }' "$scratch/earlier")
  [ -n "$result" ] || result=$(verdict "$number" "$file")
  printf '%s\t%s\n' "$result" "$row" >> "$results"
  say "$number $name: $result"
done < "$scratch/chosen"
fi

# What an earlier table says of faults that are still there.
if [ -n "$keep" ]; then
  awk -F '\t' -v OFS='\t' 'FILENAME == ARGV[1] { ran[$3]; next }
    FILENAME == ARGV[2] { if (split($0, part, / \| /) >= 5 && $0 ~ /^\| /) { name = substr(part[1], 3); verdict = part[length(part)]; sub(/ \|$/, "", verdict); sub(/;.*/, "", verdict); said[name] = verdict } next }
    !($2 in ran) && $2 in said && said[$2] != "not run" { print said[$2], $0 }' "$results" "$keep" "$scratch/list" > "$scratch/kept"
  cat "$scratch/kept" >> "$results"
fi

# Survivors with their explanations; and those that this run left out.
awk -F '\t' -v OFS='\t' 'FNR == NR { why[$1] = $2 ": " $3; next } $1 ~ /^survived/ && $3 in why { $1 = "survived; " why[$3] } { print }' \
  "$here/survivors.txt" "$results" > "$scratch/told"
{ cat "$scratch/told"; awk -F '\t' 'FNR == NR { ran[$3]; next } !($2 in ran) { print "not run\t" $0 }' "$scratch/told" "$scratch/list"; } > "$scratch/rows"
LC_ALL=C sort -t "$(printf '\t')" -k 3,3 "$scratch/rows" | awk -F '\t' '
  function cell(t) { gsub(/\|/, "\\|", t); return "`" t "`" }
  BEGIN { print "| fault | where | before | after | caught by |"; print "|---|---|---|---|---|" }
  { print "| " $3 " | " $4 ":" $5 " | " cell($8) " | " cell($9) " | " $1 " |" }' > "$scratch/generated.md"
count() { grep -c "$1" "$scratch/told" || :; }
{
  echo "| faults | how many |"
  echo "|---|---|"
  echo "| generated, and the compiler takes them | $(wc -l < "$scratch/list") |"
  echo "| run | $(wc -l < "$scratch/told") |"
  echo "| caught by a suite | $(count '^suite') |"
  echo "| caught by a fast test alone | $(count '^test') |"
  for kind in equivalent small test open unrun; do echo "| survived, explained as $kind | $(count "^survived; $kind") |"; done
  echo "| survived, in no list | $(grep -v '^survived;' "$scratch/told" | grep -c '^survived' || :) |"
} > "$scratch/summary.md"
[ -z "$write" ] || { cat "$here/table-head.txt" "$scratch/summary.md"; echo; cat "$scratch/generated.md"; } > "$write"
grep -v '| not run |$' "$scratch/generated.md" || :
cat "$scratch/summary.md"
! grep -v '^survived;' "$scratch/told" | grep -q '^survived'
