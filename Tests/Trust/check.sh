#!/bin/sh
# A sample of `make trust`: what the compiler refuses of one fixture after each way of fixing, `lint` speaks of.
#
#   Tests/Trust/check.sh
#
# First, the script that stands for the generator of grpc-swift 2 must get the declarations of its sample from those of
# older eras. MOULT_BINARY names another moult than the built one.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
rules=$(cd "$here/../.." && pwd)/Rules/grpc-swift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

for era in 0 1; do
  python3 "$here/generated_v2.py" "$rules/$era/Generated.swift" >"$work/sample.swift"
  python3 "$here/generated_v2.py" --compare "$rules/2/Generated.swift" "$work/sample.swift" || failed=1
done
"$here/fixtures.sh" hello-v0:1 || failed=1
exit $failed
