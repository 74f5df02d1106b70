#!/bin/bash
# Leads fixtures to grpc-swift 2 with `moult migrate`, and builds what comes out with the real packages.
#
#   Tests/Migration/real.sh [FIXTURE…]
#
# A commit before the hop is type-checked with stubs of its era, as there are no packages of grpc-swift 0 and 1 to build it with;
# each other commit is built and tested by SwiftPM. Generated code is made by the generators of the packages, called by the
# project's own Makefile, as --generate says. What the step leaves to a person is what Tests/GRPC2/build.sh does by hand as well.
# The packages are built once and kept; Tests/GRPC2 uses the same.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
moult=${MOULT_BINARY:-$(cd "$root" && swift build --show-bin-path)/moult}
kept=${MOULT_GRPC2_WORK:-$root/.build/grpc2}
scratch=${MOULT_GRPC2_PACKAGES:-$kept/packages}
[ $# -gt 0 ] || set -- weather-async relay-tool
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$here/lead.sh"
mkdir -p "$kept"
"$root/Tests/Interfaces/build-stubs.sh" "$work/stubs"

# The targets of a fixture, each behind those that it depends on, and the products that hold all of them.
targets() {
  case $1 in
    weather-async) printf '%s\n' ForecastAPI ForecastKit forecast ForecastKitTests ;;
    *) cat "$root/Fixtures/$1/targets" ;;
  esac
}
products() {
  case $1 in
    weather-async) echo forecast ForecastPackageTests ;;
    relay-tool) echo relay ;;
  esac
}

# The generators come with the packages, and are built once the step has written the manifest that names them.
cat >"$work/generate.sh" <<EOF
set -e
for product in protoc-gen-swift protoc-gen-grpc-swift-2; do
  swift build --scratch-path '$scratch' --product \$product
done
PATH=\$(swift build --scratch-path '$scratch' --show-bin-path):\$PATH make
EOF
generate="sh $work/generate.sh"

# What a step leaves to a person; a patch that is in already stays.
person() {
  [ ! -d "$root/Tests/GRPC2/$fixture" ] || cp -R "$root/Tests/GRPC2/$fixture/." .
  local patch=$root/Tests/GRPC2/$fixture.patch
  if [ -f "$patch" ] && git apply --check "$patch" 2>/dev/null; then git apply "$patch"; fi
}

# Prints what is refused of the project in the working directory, and nothing if it builds and its tests pass.
errors() {
  local era=0 product
  if grep -q grpc-swift-2 Package.swift; then
    for product in $(products "$fixture"); do
      swift build --scratch-path "$scratch" --product "$product" >"$work/build.txt" 2>&1 ||
        { grep 'error:' "$work/build.txt" || tail -n 20 "$work/build.txt"; return; }
    done
    [ ! -d Tests ] || swift test --scratch-path "$scratch" --skip-build >"$work/build.txt" 2>&1 || tail -n 20 "$work/build.txt"
    return
  fi
  if grep -rqE '^ *(public )?import GRPC$' Sources; then era=1; fi
  "$root/Tests/Hops/typecheck.sh" . "$work/stubs/$era"
}

failed=0
for fixture; do
  targets "$fixture" >"$work/targets"
  prepare "$fixture" 'targets: { grpc-swift: "2" }'
  lead
  cat "$work/said.txt"
  end=$(git rev-parse HEAD)
  for commit in $(git rev-list --reverse HEAD); do
    git checkout -q "$commit"
    title=$(git log -1 --format=%s)
    with='stubs of its era'
    if grep -q grpc-swift-2 Package.swift; then with='the real packages'; fi
    found=$(errors)
    if [ -z "$found" ]; then
      echo "$fixture: builds with $with: $title"
    else
      echo "$fixture: does not build with $with: $title"
      echo "$found"
      failed=1
    fi
  done
  git checkout -q "$end"
  echo "$fixture: $("$moult" lint --format concise 2>/dev/null | wc -l) places left"
done
exit $failed
