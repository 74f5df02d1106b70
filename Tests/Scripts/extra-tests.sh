#!/bin/bash
# Runs the tests that `swift test` on the root package does not see: every `check.sh` in a folder of Tests
# (scripts that drive the compiler, comparisons with swift-syntax), and every nested package with tests of its
# own, whose dependencies no user of Moult should have to resolve.
#
#   Tests/Scripts/extra-tests.sh [NAME…]     with names, only these folders of Tests
#
# $MOULT_SUITES is a command that runs the package's own tests; they are then the first check, beside the others. Three
# run at a time ($MOULT_JOBS), as each waits for a disk or a browser now and then, those that took longest the last time
# first, and what each says is printed whole when it is done. How long each took is kept in .build/check-times.txt: seconds, seconds of processor time, name.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$(cd .. && pwd)
# What is tested is what is found, and not what was found before.
export MOULT_CACHE=off
times=$root/.build/check-times.txt
mkdir -p "$root/.build"

if [ "${1:-}" = --one ]; then
  name=$2
  said=$MOULT_CHECKS/$name.log
  began=$(date +%s) code=0
  if [ "$name" = suites ]; then
    command=$MOULT_SUITES
  elif [ -x "$name/check.sh" ]; then command="Tests/$name/check.sh"; else command="swift test --package-path Tests/$name"; fi
  check() {
    if [ "$name" = suites ]; then
      # They write tens of thousands of small files that are gone at once, with which a disk is busy for a minute.
      local memory='' code=0
      if [ -w /dev/shm ] && [ "$(df -Pk /dev/shm | awk 'NR == 2 { print $4 }')" -gt 4000000 ]; then
        memory=$(mktemp -d /dev/shm/moult-tests.XXXXXX)
        # shellcheck disable=SC2064
        trap "rm -rf '$memory'" EXIT
      fi
      (cd .. && TMPDIR=${memory:-${TMPDIR:-/tmp}} sh -c "$MOULT_SUITES") || code=$?
      return $code
    fi
    if [ -x "$name/check.sh" ]; then "$name/check.sh" || return; fi
    if [ -d "$name/Tests" ]; then swift test --package-path "$name"; fi
  }
  { TIMEFORMAT='%U %S'; time check >"$said" 2>&1 || code=$?; } 2>"$said.time"
  took=$(($(date +%s) - began))
  # What a script says comes out in one piece, whatever else ends meanwhile.
  printf '\n== %s, %ss\n%s\n%s' "$command" "$took" "$(cat "$said")" \
    "$([ "$code" -eq 0 ] || echo "FAILED: $command: exit code $code")" >"$said.whole"
  [ "$code" -eq 0 ] || echo >>"$said.whole"
  cat "$said.whole"
  [ "$code" -eq 0 ] || echo "$name" >>"$MOULT_CHECKS/failed"
  awk -v took="$took" -v name="$name" '{ printf "%d %d %s\n", took, $1 + $2, name }' "$said.time" >>"$MOULT_CHECKS/times"
  exit 0
fi

names=()
if [ $# -gt 0 ]; then
  for name in "$@"; do
    [ -x "$name/check.sh" ] || [ -d "$name/Tests" ] || { echo "extra-tests: Tests/$name has no check.sh and no tests" >&2; exit 2; }
    names+=("$name")
  done
else
  for script in */check.sh; do if [ -x "$script" ]; then names+=("${script%/check.sh}"); fi; done
  for package in */Package.swift; do
    folder=$(dirname "$package")
    if [ -d "$folder/Tests" ] && [ ! -x "$folder/check.sh" ]; then names+=("$folder"); fi
  done
fi

MOULT_CHECKS=$(mktemp -d)
export MOULT_CHECKS
trap 'rm -rf "$MOULT_CHECKS"' EXIT
touch "$times" "$MOULT_CHECKS/times"
# The package's own tests go first, as they use every core. What has no time yet is next: it may be the longest.
[ -z "${MOULT_SUITES:-}" ] || names=(suites "${names[@]}")
for name in "${names[@]}"; do
  if [ "$name" = suites ]; then echo "999999 suites" && continue; fi
  took=$(awk -v name="$name" '$3 == name { print $1 }' "$times" | tail -n 1)
  # What builds other packages or asks the compiler takes longest; anything else that is not known yet may.
  case $name in Interfaces | Names | Oracle) unknown=99999 ;; *) unknown=90000 ;; esac
  echo "${took:-$unknown} $name"
done | sort -rn | cut -d ' ' -f 2 | xargs -P "${MOULT_JOBS:-3}" -n 1 ./Scripts/extra-tests.sh --one

cat "$MOULT_CHECKS/times" "$times" | awk '!seen[$3]++' | sort -rn >"$MOULT_CHECKS/all"
cp "$MOULT_CHECKS/all" "$times"
echo
echo "seconds  processor  check"
sort -rn "$MOULT_CHECKS/times" | while read -r took processor name; do printf '%7s  %9s  %s\n' "$took" "$processor" "$name"; done
if [ -e "$MOULT_CHECKS/failed" ]; then
  echo "FAILED: $(sort "$MOULT_CHECKS/failed" | tr '\n' ' ')"
  exit 1
fi
