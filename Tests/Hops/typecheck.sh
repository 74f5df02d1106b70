#!/bin/sh
# Type-checks every target of a project, those that depend on a broken one too, and prints the errors.
#
#   Tests/Hops/typecheck.sh PROJECT STUBS
#
# PROJECT has its sources as SwiftPM wants them, and beside it a file `targets` (one name in a line, dependencies first).
# STUBS is one era's folder of what Tests/Interfaces/build-stubs.sh made. Exits 0 whatever the compiler says.
set -eu

project=$(cd "$1" && pwd -P)
stubs=$2
swiftc=${SWIFTC:-swiftc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

while read -r target; do
  folder=$project/Sources/$target
  [ -d "$folder" ] || folder=$project/Tests/$target
  find "$folder" -name '*.swift' | LC_ALL=C sort >"$work/files"
  library=-parse-as-library
  if grep -q '/main\.swift$' "$work/files"; then library=; fi
  # Whatever is wrong in a module, those that import it are looked at.
  "$swiftc" -frontend -emit-module -o "$work/$target.swiftmodule" -module-name "$target" $library \
    -swift-version 5 -suppress-warnings -enable-testing -diagnostic-style llvm \
    -experimental-allow-module-with-compiler-errors -I "$stubs" -I "$work" @"$work/files" 2>&1 |
    grep 'error:' || true
done <"$project/../targets"
