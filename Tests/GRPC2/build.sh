#!/bin/sh
# Takes fixtures to grpc-swift 2 with `moult fix --review`, then builds and tests them with the real packages.
#
#   Tests/GRPC2/build.sh [FIXTURE…]
#
# What a person does after the fix is done here: the project's own Makefile makes the generated code anew with the generators
# of grpc-swift 2, and what the fix leaves to a person comes from the files of `<FIXTURE>/` or from `<FIXTURE>.patch`.
# `relay-tool` starts at grpc-swift 0. The tests of a project call its service over HTTP/2 on the loopback interface. The packages are built once, which takes
# minutes, and kept for all fixtures.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
moult=${MOULT_BINARY:-$(cd "$root" && swift build --show-bin-path)/moult}
work=${MOULT_GRPC2_WORK:-$root/.build/grpc2}
scratch=${MOULT_GRPC2_PACKAGES:-$work/packages}
[ $# -gt 0 ] || set -- weather-async parcel-futures beacon-tls relay-tool

# What is built of a project: its tests, and what they do not reach. `--build-tests` would build protoc as well.
products() {
  case $1 in
    weather-async) echo forecast ForecastPackageTests ;;
    parcel-futures) echo ParcelsPackageTests ;;
    beacon-tls) echo beacon BeaconPackageTests ;;
    relay-tool) echo relay ;;
  esac
}

build() {
  swift build --package-path "$project" --scratch-path "$scratch" --product "$1"
}

"$root/Tests/Scripts/test-tools.sh"
mkdir -p "$work"
for fixture; do
  project=$work/$fixture
  rm -rf "$project"
  cp -R "$root/Fixtures/$fixture/before" "$project"
  code=0
  # Where no system is named, era 1 is the target.
  printf 'targets: { grpc-swift: 2 }\n' >"$project/.moult.yml"
  (cd "$project" && "$moult" fix --review --allow-dirty ${MOULT_OPTIONS:-} . >"$work/$fixture.txt") || code=$?
  [ "$code" -eq 1 ] || { cat "$work/$fixture.txt" >&2; echo "error: 'moult fix' ended with $code" >&2; exit 1; }
  echo "$fixture: $(tail -n 2 "$work/$fixture.txt")"

  for product in protoc-gen-swift protoc-gen-grpc-swift-2; do
    build "$product"
  done
  PATH=$(swift build --package-path "$project" --scratch-path "$scratch" --show-bin-path):$PATH make -C "$project"
  [ ! -d "$here/$fixture" ] || cp -R "$here/$fixture/." "$project/"
  [ ! -f "$here/$fixture.patch" ] || patch --strip=1 --no-backup-if-mismatch --directory="$project" <"$here/$fixture.patch"
  for product in $(products "$fixture"); do
    build "$product"
  done
  [ ! -d "$project/Tests" ] || swift test --package-path "$project" --scratch-path "$scratch" --skip-build
done
