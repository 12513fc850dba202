#!/bin/sh
# The generator on a small file: it offers what its page promises, the switched file compiles, without a fault it computes
# what the plain one does, with each fault what the list says, and the same seed gives the same faults.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
scratch=${SCRATCH:-$root/build/mutants_generator}
rm -rf "$scratch"
mkdir -p "$scratch/tree/src"
cat > "$scratch/tree/src/small.cpp" <<'SMALL'
#include <cmath>
#include <cstdio>
double f(double a, double b) {
  if (!(a > 0)) return 7;
  const double less = -a;
  return less * b + 2;
}
int main() { std::printf("%g %g\n", f(3, 5), f(-1, 5)); }
SMALL
: > "$scratch/left-out"
fail() { echo "$*" >&2; exit 1; }
${CXX:-c++} -std=c++20 -O1 -o "$scratch/generate" "$here/generate.cpp"
cp "$scratch/tree/src/small.cpp" "$scratch/plain.cpp"
"$scratch/generate" "$scratch/tree" 1 1 "$scratch/left-out" src/small.cpp > "$scratch/list"
cp "$scratch/tree/src/small.cpp" "$scratch/switched.cpp"
cp "$scratch/plain.cpp" "$scratch/tree/src/small.cpp"
"$scratch/generate" "$scratch/tree" 1 1 "$scratch/left-out" src/small.cpp | cmp -s - "$scratch/list" || fail "the same seed gives other faults"
[ "$(wc -l < "$scratch/list")" = 5 ] || fail "at most two faults of each of three statements are expected: $(cat "$scratch/list")"
${CXX:-c++} -std=c++20 -I"$root" -o "$scratch/switched" "$scratch/switched.cpp"
[ "$("$scratch/switched")" = "-13 7" ] || fail "without a fault the file computes something else"
while IFS="$(printf '\t')" read -r number name file first last kind before after; do
  # The same fault by hand: the line for its replacement.
  awk -v line="$first" -v text="$after" 'NR == line { print text; next } { print }' "$scratch/plain.cpp" > "$scratch/by_hand.cpp"
  [ "$first" = "$last" ] && [ "$file" = src/small.cpp ] || fail "$name: the place is wrong"
  sed -n "${first}p" "$scratch/plain.cpp" | grep -qF -- "$before" || fail "$name: the line is not '$before'"
  ${CXX:-c++} -std=c++20 -w -o "$scratch/by_hand" "$scratch/by_hand.cpp"
  [ "$(DPCERT_FAULT=$number "$scratch/switched")" = "$("$scratch/by_hand")" ] || fail "$name ($kind): switched on it is another fault"
done < "$scratch/list"
# A fault that is left out stays out.
cut -f2 "$scratch/list" | head -n 1 > "$scratch/left-out"
cp "$scratch/plain.cpp" "$scratch/tree/src/small.cpp"
! "$scratch/generate" "$scratch/tree" 1 1 "$scratch/left-out" src/small.cpp | cut -f2 | grep -qxF -f "$scratch/left-out" || fail "a fault that is left out is there"
