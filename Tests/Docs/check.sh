#!/bin/bash
# Builds the book and looks at it: every rule has a page, every link leads somewhere, Markdown is what markdown-it
# makes of it, and Chromium shows every page at the width of a phone and of a desk without an error or an overflow.
#
# Installs what it needs into a cache folder: $MOULT_TEST_CACHE, or moult-test in the user's cache. The browser is
# $CHROMIUM, or the first of the usual names in PATH; where there is none root gets Debian's, and elsewhere only the
# browser's part is left out, which it says.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
cache=${MOULT_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/moult-test}
moult=${MOULT_BINARY:-$root/.build/debug/moult}
command -v python3 >/dev/null || { echo "Docs: no python3, so nothing is tested here"; exit 0; }

wanted=$(cat "$root/Book/requirements.txt" requirements.txt)
if [ "$(cat "$cache/docs/wanted" 2>/dev/null)" != "$wanted" ]; then
  mkdir -p "$cache"
  python3 -m venv "$cache/docs"
  "$cache/docs/bin/pip" install -q --disable-pip-version-check -r "$root/Book/requirements.txt" -r requirements.txt
  echo "$wanted" >"$cache/docs/wanted"
fi
python=$cache/docs/bin/python

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
PYTHONDONTWRITEBYTECODE=1 "$python" "$root/Book/build.py" "$moult" "$work/site"
"$moult" rules --format json >"$work/rules.json"
"$moult" explain --all --format json >"$work/pages.json"
"$python" links.py "$work/site" "$work/rules.json" || status=1
"$python" markdown.py "$work/pages.json" || status=1
PYTHONDONTWRITEBYTECODE=1 "$python" "$root/Book/cast.py" "$moult" --check || status=1

browser=${CHROMIUM:-}
find_browser() {
  for name in chromium chromium-browser google-chrome chrome; do
    if [ -z "$browser" ]; then browser=$(command -v "$name" || true); fi
  done
}
find_browser
if [ -z "$browser" ] && [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
  echo "Docs: installing chromium with apt"
  apt-get update -q >/dev/null || true
  apt-get install -q -y --no-install-recommends chromium >/dev/null || true
  find_browser
fi
if [ -n "$browser" ]; then
  "$python" browser.py "$work/site" "$browser" || status=1
else
  echo "Docs: no Chromium, so the pages are not opened"
fi
exit $status
