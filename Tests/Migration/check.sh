#!/bin/bash
# Leads fixtures through `moult migrate` without a terminal, and type-checks every commit with stubs of the era that it is on.
#
#   Tests/Migration/check.sh [FIXTURE…]
#
# Generated code comes from the scripts that stand for the generators; what a step leaves to a person is done here, between a run
# with --leave and one with --continue: relay-tool's last function goes, weather-async gets the interceptor of Tests/GRPC2. There are
# no stubs of what quiz-client imports, so its commits are parsed. MOULT_BINARY names another moult than the built one.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
moult=${MOULT_BINARY:-$root/.build/debug/moult}
swiftc=${SWIFTC:-swiftc}
[ $# -gt 0 ] || set -- hello-v0 relay-tool weather-async quiz-client
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$root/Tests/Interfaces/build-stubs.sh" "$work/stubs"

# What makes generated code anew, in the folder of the project; $1 is the era.
cat >"$work/generate.sh" <<EOF
find . -name '*.grpc.swift' | while read -r file; do
  python3 "\$(echo '$root/Tests/Hops/generated_v1.py $root/Tests/Trust/generated_v2.py' | cut -d' ' -f"\$1")" "\$file" >"$work/new.swift"
  mv "$work/new.swift" "\$file"
done
EOF

# Prints what the compiler refuses of the project in the working directory.
errors() {
  if [ "$fixture" = quiz-client ]; then
    find . -name '*.swift' -print0 | xargs -0 "$swiftc" -frontend -parse 2>&1 | grep 'error:' || true
    return
  fi
  local era=0
  if grep -rqE '^ *(public )?import GRPC$' Sources; then era=1; fi
  if grep -rqE '^ *(public )?import GRPCCore$' Sources; then era=2; fi
  "$root/Tests/Hops/typecheck.sh" . "$work/stubs/$era"
}

run() {
  "$moult" migrate "$@" >"$work/said.txt" 2>"$work/errors.txt" && code=0 || code=$?
  [ "$code" -lt 2 ] || { cat "$work/errors.txt"; exit 1; }
}

failed=0
for fixture; do
  rm -rf "$work/project" "$work/targets"
  cp -R "$root/Fixtures/$fixture/before" "$work/project"
  if [ -f "$root/Fixtures/$fixture/targets" ]; then
    cp "$root/Fixtures/$fixture/targets" "$work/targets"
  else
    printf 'ForecastAPI\nForecastKit\nforecast\nForecastKitTests\n' >"$work/targets"
  fi
  cd "$work/project"
  git init -q .
  git config user.name moult && git config user.email moult@example.com
  git add -A && git commit -q -m 'As it was'
  era=1
  if [ "$fixture" = weather-async ]; then era=2; fi
  run --leave --generate "sh $work/generate.sh $era"
  if [ -n "$(git status --porcelain --untracked-files=no)" ]; then
    case $fixture in
      relay-tool) sed -i '/^\/\/\/ Answers each item/,$d' Sources/relay/Sync.swift ;;
      weather-async) cp -R "$root/Tests/GRPC2/weather-async/." . ;;
    esac
    run --continue
  fi
  said=$(cat "$work/said.txt")
  for commit in $(git rev-list --reverse HEAD); do
    git checkout -q "$commit"
    title=$(git log -1 --format=%s)
    found=$(errors)
    if [ -z "$found" ]; then
      echo "$fixture: builds: $title"
    else
      echo "$fixture: does not build: $title"
      echo "$found"
      failed=1
    fi
  done
  # All that is still found, and nothing else, is in the list at the end.
  # A target that a deployment target decides is said first.
  "$moult" lint --format concise 2>/dev/null | grep -v 'platform-floor\]$' | cut -d' ' -f1 >"$work/left.txt" || true
  while read -r place; do
    case $said in
      *"  $place "*) ;;
      *) echo "$fixture: $place is left and not listed"; failed=1 ;;
    esac
  done <"$work/left.txt"
  echo "$fixture: $(wc -l <"$work/left.txt") places left, all listed; $(git status --porcelain | wc -l) files modified"
done
exit $failed
