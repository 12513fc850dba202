#!/bin/sh
# install-packages.sh [LIST]: installs the Debian packages named in LIST (packages.txt) that are missing. Needs root or
# sudo only if something is missing.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
list=$here/${1:-packages.txt}
[ -r "$list" ] || { echo "dpcert: no list of packages $list" >&2; exit 2; }
missing=
for package in $(grep -v '^#' "$list"); do
  status=$(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null || true)
  [ "$status" = "ii " ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
if [ "$(id -u)" = 0 ]; then as_root=
elif command -v sudo >/dev/null 2>&1; then as_root=sudo
else
  echo "dpcert: missing Debian packages:$missing; install them, or run as root or with sudo available" >&2
  exit 2
fi
echo "dpcert: installing$missing" >&2
$as_root apt-get update -qq
# shellcheck disable=SC2086  # the list is meant to be split
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
