#!/bin/sh
# Edits a generated project of 500,000 lines in a session of `moult lsp`, and fails where its answers are not those of a cold run.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
moult=${MOULT_BINARY:-$(cd "$root" && swift build -c release --show-bin-path)/moult}
exec python3 "$here/editor.py" --moult "$moult" --fixture "$root/Fixtures/hello-v0" "$@"
