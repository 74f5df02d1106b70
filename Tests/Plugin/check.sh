#!/bin/bash
# Runs the command plugins of this package on a fixture, as `swift package moult` does in a package that depends on it.
#
# A plugin has SwiftPM build `moult`, for the debugger and without what tests need: a third build of everything, of minutes.
# So they run in a package that stands in for this one, with these plugins and a `moult` that calls $MOULT_BINARY.
# MOULT_PLUGIN=built (`make plugin`) runs them in this package, as they are.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
moult=${MOULT_BINARY:-$root/.build/debug/moult}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
output=$work/output.txt
status=0
package=$root
if [ "${MOULT_PLUGIN:-}" != built ]; then
  package=$work/package
  mkdir "$package"
  # The manifest is read somewhere else: a build may be holding this package's folder.
  mkdir "$work/manifest"
  cp Package.swift "$work/manifest"
  swift package --package-path "$work/manifest" dump-package >"$work/package.json"
  Tests/Plugin/standin.py "$moult" "$package" <"$work/package.json"
  mkdir -p "$package/Fixtures/hello-v0"
  cp -R Fixtures/hello-v0/before "$package/Fixtures/hello-v0"
fi
check() {
  local name=$1 wanted=$2 said=$3 code=0
  shift 3
  swift package --package-path "$package" --disable-automatic-resolution "$@" >"$output" 2>&1 || code=$?
  if [ "$code" -eq "$wanted" ] && grep -qF -- "$said" "$output"; then
    echo "ok: $name"
  else
    echo "FAILED: $name: exit code $code, where $wanted and '$said' are wanted"
    tail -20 "$output"
    status=1
  fi
}
fixture=Fixtures/hello-v0/before
before=$(cat "$package/$fixture"/Sources/HelloClient/*.swift | cksum)
check 'the plugin reports, and fails as moult does' 1 \
  "$fixture/Sources/HelloClient/Announcer.swift:2:8: error: module 'SwiftGRPC'" \
  moult lint --format xcode "$fixture"
check 'the plugin takes any command that writes nothing' 0 'Print the page of a rule' moult --help
check 'the plugin that may not write sends to the one that may' 1 'moult-fix' moult fix "$fixture"
check 'the fixing plugin shows what it would write' 1 '+import GRPC' \
  --allow-writing-to-package-directory moult-fix --diff --review "$fixture"
if [ "$(cat "$package/$fixture"/Sources/HelloClient/*.swift | cksum)" != "$before" ]; then
  echo 'FAILED: --diff has written'
  status=1
fi
# What SwiftPM lets a plugin write is the manifest's business: without the right to write, it is not even called.
check 'the fixing plugin wants to be allowed to write' 1 'write to the package directory' \
  moult-fix --diff --review "$fixture" </dev/null
exit $status
