#!/bin/sh
# check-pages.sh [FILE...]: the lines of prose of the pages, by default all in the repository, fit a window of 150
# characters. Fenced blocks and rows of tables, which cannot be broken, are left out. Names each longer line and fails.
set -eu
[ $# -gt 0 ] || { git ls-files -z '*.md' | xargs -0 sh "$0"; exit; }
LC_ALL=C awk -v most=150 '
  FNR == 1 { inside = 0 }
  /^```/ { inside = !inside; next }
  inside || /^\|.*\|$/ { next }
  {
    # Characters, not bytes: the later bytes of a character in UTF-8 do not count.
    gsub(/[\200-\277]/, "")
    if (length($0) > most) { print FILENAME ":" FNR ": " length($0) " characters, more than " most; longer = 1 }
  }
  END { exit longer }' "$@"
