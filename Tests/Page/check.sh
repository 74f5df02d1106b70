#!/bin/bash
# Opens the HTML page of `moult plan` in a browser without a screen and looks at its tables.
#
# The browser is $CHROMIUM, or the first of the usual names in PATH; where there is none it is installed on Debian
# by root, and elsewhere nothing is tested.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
moult=${MOULT_BINARY:-$root/.build/debug/moult}

browser=${CHROMIUM:-}
find_browser() {
  for name in chromium chromium-browser google-chrome chrome; do
    if [ -z "$browser" ]; then browser=$(command -v "$name" || true); fi
  done
}
find_browser
if [ -z "$browser" ] && [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
  echo "Page: installing chromium with apt"
  apt-get update -q >/dev/null || true
  apt-get install -q -y --no-install-recommends chromium >/dev/null || true
  find_browser
fi
[ -n "$browser" ] || { echo "Page: no Chromium, so the page is not opened"; exit 0; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R "$root/Fixtures/hello-v0/before" "$work/hello-app"
git -C "$work/hello-app" init -q .
git -C "$work/hello-app" add -A
git -C "$work/hello-app" -c user.name=moult -c user.email=moult@example.com commit -q -m 'As it was'
commit=$(git -C "$work/hello-app" rev-parse --short HEAD)
"$moult" plan --format html "$work/hello-app" >"$work/plan.html"
for said in '<title>[^<]*hello-app' '<h1>[^<]*hello-app' "Commit $commit"; do
  grep -q "$said" "$work/plan.html" || { echo "Page: it does not say '$said'"; exit 1; }
done
# The page does its own test: a script behind it sorts a table and writes down what stands there.
cat "$work/plan.html" test.html >"$work/tested.html"
open_page() {
  timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
    --user-data-dir="$work/profile" --virtual-time-budget=3000 "$@" 2>"$work/browser.log"
}
open_page --dump-dom "file://$work/tested.html" >"$work/dom.html"
if ! grep -q 'id="verdict"' "$work/dom.html"; then
  cat "$work/browser.log"
  echo "Page: the browser did not run the page"
  exit 1
fi
grep -o '<pre id="verdict">[^<]*' "$work/dom.html" | sed 's/.*>//'
./overflow.py "$work/plan.html" >"$work/frames.html"
open_page --window-size=1500,1000 --dump-dom "file://$work/frames.html" >"$work/frames-dom.html"
overflow=$(grep -o '<pre id="overflow">[^<]*' "$work/frames-dom.html" | sed 's/.*>//' || true)
echo "390 px, 1300 px and paper: ${overflow:-not measured}"
if [ "$overflow" != 'overflow: none' ]; then exit 1; fi
# A line of the project's code is shown as text, whatever addresses it names.
if sed 's|<code>[^<]*</code>|<code></code>|g' "$work/plan.html" | grep -E '(src|href)=|url\(|@import|https?://'; then
  echo "Page: it asks for something beside itself"
  exit 1
fi
if [ -n "${MOULT_SCREENSHOT:-}" ]; then
  open_page --window-size=1400,1400 --screenshot="$MOULT_SCREENSHOT" "file://$work/plan.html" >/dev/null
fi
grep -q '<pre id="verdict">all is well' "$work/dom.html"
