#!/bin/bash
# Holds Plugins/bazel: its text by a reader of Starlark, its script on a tree of links, and all of it in Bazel where there is one.
set -euo pipefail
cd "$(dirname "$0")/../.."
environment=.build/bazel
if [ ! -f "$environment/complete-1" ]; then
  rm -rf "$environment"
  python3 -m venv "$environment"
  "$environment/bin/pip" install -q --disable-pip-version-check 'starlark-pyo3==2026.*'
  touch "$environment/complete-1"
fi
moult=${MOULT_BINARY:-$(pwd)/.build/debug/moult}
[ -x "$moult" ] || swift build --product moult
exec "$environment/bin/python" Tests/Bazel/check.py "$moult"
