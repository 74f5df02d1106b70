#!/bin/bash
# Drives `moult lsp` with the client of pytest-lsp, and with bytes that no client would send.
#
# Installs what it needs into a cache folder: $MOULT_TEST_CACHE, or moult-test in the user's cache.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
cache=${MOULT_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/moult-test}
export MOULT_BINARY=${MOULT_BINARY:-$root/.build/debug/moult}

command -v python3 >/dev/null || { echo "Server: no python3, so nothing is tested here"; exit 0; }
if ! "$cache/server/bin/pip" freeze 2>/dev/null | grep -qxF -f requirements.txt; then
  mkdir -p "$cache"
  python3 -m venv "$cache/server"
  "$cache/server/bin/pip" install -q --disable-pip-version-check -r requirements.txt
fi
exec "$cache/server/bin/python" -m pytest -q -p no:cacheprovider "$@" .
