#!/bin/bash
# Measures Moult over real packages beside other tools, in one run: `make bench`.
#
# Clones the packages and installs ast-grep into a cache folder: $MOULT_BENCH_CACHE, or moult-bench in the user's
# cache.
# A tool that is not there is left out, and the table says so.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# Each run finds anew: what earlier ones have kept would be timed otherwise.
export MOULT_CACHE=off
root=$(cd "$here/../.." && pwd)
cache=${MOULT_BENCH_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/moult-bench}
moult=${MOULT_BINARY:-$(cd "$root" && swift build -c release --show-bin-path)/moult}
mkdir -p "$cache/corpus"

while read -r repository version; do
  name=${repository##*/}
  [ -d "$cache/corpus/$name" ] && continue
  echo "bench: cloning $repository $version"
  git clone -q -c advice.detachedHead=false --depth 1 --branch "$version" \
    "https://github.com/$repository" "$cache/clone" 2>/dev/null
  rm -rf "$cache/clone/.git"
  mv "$cache/clone" "$cache/corpus/$name"
done <"$here/packages.txt"

ast_grep=""
if command -v ast-grep >/dev/null && ast-grep --version 2>/dev/null | grep -q '^ast-grep'; then
  ast_grep=$(command -v ast-grep)
elif python3 -m venv "$cache/venv" 2>/dev/null \
  && "$cache/venv/bin/pip" install -q --disable-pip-version-check ast-grep-cli==0.51.1; then
  ast_grep=$cache/venv/bin/ast-grep
fi

exec python3 "$here/bench.py" --moult "$moult" --corpus "$cache/corpus" \
  --ast-grep "$ast_grep" --rules "$here/ast-grep"
