#!/bin/sh
# Type-checks the Swift targets of a fixture against the stub modules of one era.
#
#   Tests/Interfaces/typecheck-fixture.sh PROJECT ERA [STUBS]
#
# PROJECT is a folder laid out as SwiftPM wants it. Its targets are given to the compiler in the
# order of the file `targets` beside PROJECT (one name in a line, dependencies first), or, if
# there is none, in the order of their names. STUBS is what build-stubs.sh made; without it the
# stubs are built into a temporary folder. Exits 1 if a target has an error.
set -eu

project=${1:?usage: typecheck-fixture.sh PROJECT ERA [STUBS]}
era=${2:?usage: typecheck-fixture.sh PROJECT ERA [STUBS]}
here=$(cd "$(dirname "$0")" && pwd)
swiftc=${SWIFTC:-swiftc}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
stubs=${3:-}
if [ -z "$stubs" ]; then
  stubs=$work/stubs
  "$here/build-stubs.sh" "$stubs" "$era"
fi

project=$(cd "$project" && pwd)
if [ -f "$project/../targets" ]; then
  targets=$(cat "$project/../targets")
else
  targets=$(cd "$project" && ls -d Sources/*/ Tests/*/ 2>/dev/null | xargs -n1 basename)
fi

failed=0
for target in $targets; do
  folder=$project/Sources/$target
  [ -d "$folder" ] || folder=$project/Tests/$target
  find "$folder" -name '*.swift' | LC_ALL=C sort >"$work/$target.files"
  library=-parse-as-library
  if grep -q '/main\.swift$' "$work/$target.files"; then library=; fi
  # A module rather than a mere type-check: the targets after this one import it.
  if "$swiftc" -swift-version 5 -suppress-warnings -enable-testing $library \
    -emit-module -emit-module-path "$work/$target.swiftmodule" -module-name "$target" \
    -I "$stubs/$era" -I "$work" @"$work/$target.files"; then
    echo "$target: ok"
  else
    echo "$target: errors" >&2
    failed=1
  fi
done
exit $failed
