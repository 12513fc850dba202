#!/bin/sh
# Do the property suites see faults? Puts each fault of faults.txt into a copy of the sources, builds what changes, runs
# `dpcert properties` and prints a table: which suites caught it, or that it survived.
#
#   run.sh [--check] [--list] [--only NAME]...
#     --check       only look whether every fault still applies to the sources; nothing is built
#     --list        the names
#     --only NAME   this fault
#   environment: FAULTS (the list), SCRATCH (folder for the copy and its build; default build/mutants), JOBS, CASES (100), SEEDS ("1"),
#                SUITES (globs of suites to run; default all)
# Exit status: 0 all caught; 1 a fault survived, or a suite fails without any; 2 a fault does not apply or compile.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
list=${FAULTS:-$here/faults.txt}
scratch=${SCRATCH:-$root/build/mutants}
jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}
cases=${CASES:-100}
seeds=${SEEDS:-1}
suites=${SUITES:-}
sources="CMakeLists.txt cmake include src verify properties reports cli"

say() { printf '%s\n' "$*" >&2; }
names() { awk '$1 == "fault" { print $2 }' "$list"; }
about() { awk -v fault="$1" '$1 == "fault" { inside = ($2 == fault) } inside && $1 == "about" { sub(/^about[ \t]+/, ""); print }' "$list"; }
apply() { awk -v fault="$1" -v tree="$2" -v dry="${3:-0}" -f "$here/apply.awk" "$list"; }

only=
check=0
while [ $# -gt 0 ]; do
  case $1 in
    --check) check=1 ;;
    --list) names; exit 0 ;;
    --only) [ $# -ge 2 ] || { say "--only: a fault's name is expected"; exit 2; }
            names | grep -qx -- "$2" || { say "--only: no fault '$2'; see --list"; exit 2; }
            only="$only $2"; shift ;;
    *) say "unknown argument '$1'; see the head of $0"; exit 2 ;;
  esac
  shift
done

[ -n "$(names)" ] || { say "no faults in $list"; exit 2; }
[ -z "$(names | sort | uniq -d)" ] || { say "two faults of one name: $(names | sort | uniq -d)"; exit 2; }
bad=0
for fault in $(names); do apply "$fault" "$root" 1 || bad=1; done
[ $bad = 0 ] || { say "$list no longer fits the sources"; exit 2; }
[ $check = 0 ] || { echo "$(names | wc -l) faults apply"; exit 0; }

# The copy: what differs is written anew, so that its time is later than that of what was built from it.
tree=$scratch/tree
build=$tree/build  # where it would be in the sources: a compiler cache then knows what did not change
mkdir -p "$tree"
refresh() { cmp -s "$root/$1" "$tree/$1" || { mkdir -p "$(dirname "$tree/$1")"; cp "$root/$1" "$tree/$1"; }; }
# shellcheck disable=SC2086
(cd "$root" && find $sources -type f | sort) > "$scratch/files"
(cd "$tree" && find . -path ./build -prune -o -type f -print | sed 's|^\./||' | sort) | comm -13 "$scratch/files" - | while read -r f; do rm "$tree/$f"; done
while read -r f; do refresh "$f"; done < "$scratch/files"
[ -f "$build/build.ninja" ] ||
  cmake -S "$tree" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DDPCERT_TESTS=OFF -DDPCERT_INSTALL=OFF --log-level=WARNING >&2

compile() { cmake --build "$build" -j "$jobs" --target dpcert > "$scratch/log" 2>&1; }
# Names of the suites that fail, for one seed; or why there is no answer. A suite that hangs or crashes has seen it too.
failing() {
  status=0
  # shellcheck disable=SC2086
  (set -f; timeout 1800 "$build/cli/dpcert" properties --quiet --cases "$cases" --seed "$1" $suites) \
    > "$scratch/run" 2> "$scratch/errors" || status=$?
  case $status in
    0) ;;
    1) sed -n 's/^\([a-z][-a-z0-9.]*\) failed after [0-9]* cases.*/\1/p' "$scratch/run" ;;
    2) say "dpcert properties: $(cat "$scratch/errors")"; exit 2 ;;
    *) echo "(ended with status $status)" ;;
  esac
}

say "building without a fault"
compile || { tail -n 30 "$scratch/log" >&2; exit 2; }
for seed in $seeds; do
  wrong=$(failing "$seed")
  [ -z "$wrong" ] || { say "without any fault these fail (seed $seed): $wrong"; exit 1; }
done

survived=0
[ -n "$only" ] || only=$(names)
table=$scratch/table.md
{ echo "| fault | what it is | caught by |"; echo "|---|---|---|"; } | tee "$table"
for fault in $only; do
  changed=$(apply "$fault" "$tree")
  compile || { say "fault $fault does not compile:"; grep -m 5 'error' "$scratch/log" >&2; exit 2; }
  caught=; missed=
  for seed in $seeds; do
    seen=$(failing "$seed")
    [ -n "$seen" ] || missed="$missed $seed"
    caught=$(printf '%s\n%s\n' "$caught" "$seen" | sed '/^$/d' | sort -u)
  done
  [ -z "$missed" ] || survived=1
  verdict=$(printf '%s' "$caught" | tr '\n' ' ')
  [ -z "$missed" ] || verdict="$verdict**survived** (seed$missed)"
  echo "| $fault | $(about "$fault") | $verdict |" | tee -a "$table"
  for f in $changed; do refresh "$f"; done
done
exit $survived
