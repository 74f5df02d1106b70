#!/bin/bash
# Runs targets of the Makefile one after the other, goes on behind one that fails, and prints how long each took:
#
#   Tests/Scripts/long-tests.sh TARGET…
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || { echo "long-tests: name a target" >&2; exit 2; }
status=0
rows=()
for target in "$@"; do
  echo
  echo "== make $target"
  began=$SECONDS result=passed
  make --no-print-directory "$target" || { result=FAILED; status=1; }
  rows+=("$(printf '%6s  %-7s %s' "$((SECONDS - began))" "$result" "$target")")
done
echo
echo "seconds"
printf '%s\n' "${rows[@]}"
exit $status
