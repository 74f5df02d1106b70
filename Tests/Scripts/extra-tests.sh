#!/bin/bash
# Runs the tests that `swift test` on the root package does not see: every `check.sh` in a folder of Tests
# (scripts that drive the compiler, comparisons with swift-syntax), and every nested package with tests of its
# own, whose dependencies no user of Moult should have to resolve.
set -euo pipefail
cd "$(dirname "$0")/.."

status=0
run() {
  echo
  echo "== $1"
  shift
  "$@" || { echo "FAILED: $*"; status=1; }
}

for script in */check.sh; do
  if [ -x "$script" ]; then run "Tests/$script" "$script"; fi
done

for package in */Package.swift; do
  folder=$(dirname "$package")
  if [ -d "$folder/Tests" ]; then
    run "Tests/$folder" swift test --package-path "$folder"
  fi
done

exit $status
