#!/bin/bash
# Runs the command plugins of this package on a fixture, as `swift package moult` does in a package that depends on it.
set -euo pipefail
cd "$(dirname "$0")/../.."
output=$(mktemp)
trap 'rm -f "$output"' EXIT
status=0
check() {
  local name=$1 wanted=$2 said=$3 code=0
  shift 3
  swift package --disable-automatic-resolution "$@" >"$output" 2>&1 || code=$?
  if [ "$code" -eq "$wanted" ] && grep -qF -- "$said" "$output"; then
    echo "ok: $name"
  else
    echo "FAILED: $name: exit code $code, where $wanted and '$said' are wanted"
    tail -20 "$output"
    status=1
  fi
}
fixture=Fixtures/hello-v0/before
before=$(cat "$fixture"/Sources/HelloClient/*.swift | cksum)
check 'the plugin reports, and fails as moult does' 1 \
  "$fixture/Sources/HelloClient/Announcer.swift:2:8: error: module 'SwiftGRPC'" \
  moult lint --format xcode "$fixture"
check 'the plugin takes any command that writes nothing' 0 'Print the page of a rule' moult --help
check 'the plugin that may not write sends to the one that may' 1 'moult-fix' moult fix "$fixture"
check 'the fixing plugin shows what it would write' 1 '+import GRPC' \
  --allow-writing-to-package-directory moult-fix --diff --review "$fixture"
if [ "$(cat "$fixture"/Sources/HelloClient/*.swift | cksum)" != "$before" ]; then
  echo 'FAILED: --diff has written'
  status=1
fi
exit $status
