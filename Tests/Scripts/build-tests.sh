#!/bin/sh
# Builds the program and its tests for release, and nothing where both stand from the same sources.
#
# SwiftPM plans anew whenever another product is asked for than the last time, and then makes the tool that compiles the
# rules, and with it all of `MoultRules`, once more: a minute and a half for which nothing is different.
set -eu
cd "$(dirname "$0")/../.."
swift=${SWIFT:-swift}
flags=$(cat .ci/swift-flags)
built=.build/tests-built
state="$("$swift" --version 2>/dev/null) $(uname -m) $flags"
folder=$("$swift" build -c release --show-bin-path)
if [ -x "$folder/moult" ] && [ -x "$folder/moultPackageTests.xctest" ] && [ "$(cat $built 2>/dev/null)" = "$state" ]; then
  # Folders are looked at as well, so that a file that is gone counts. What is changed during a build is newer than the mark.
  changed=$(find Package.swift Package.resolved Sources Plugins Rules Tests/*Tests -newer $built -print -quit 2>/dev/null || true)
  if [ -z "$changed" ]; then
    echo 'the program and its tests are built'
    exit 0
  fi
fi
# What a first build finds out about versions is no change behind it.
[ -e Package.resolved ] || "$swift" package resolve
began=$(mktemp)
trap 'rm -f "$began"' EXIT
# shellcheck disable=SC2086
"$swift" build -c release $flags --product moult
# All tests of the package are one product; `--build-tests` would build the tools of dependencies as well, and a protoc
# made of C++ takes longer than all of Moult.
# shellcheck disable=SC2086
"$swift" build -c release $flags --product moultPackageTests
mkdir -p .build
printf '%s\n' "$state" >$built
touch -r "$began" $built
