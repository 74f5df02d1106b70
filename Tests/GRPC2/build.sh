#!/bin/sh
# Takes a fixture from grpc-swift 1 to 2 with `moult fix --review`, then builds and tests it with the real packages.
#
#   Tests/GRPC2/build.sh
#
# What a person does after the fix is done here: the generated code is made anew by the generators of grpc-swift 2, and the
# files of `Forecast/` take the place of those that the fixture's `expected.md` leaves to a person. The tests of the
# project call its service over HTTP/2 on the loopback interface. The first run builds the packages, which takes minutes.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
moult=${MOULT_BINARY:-$(cd "$root" && swift build --show-bin-path)/moult}
work=${MOULT_GRPC2_WORK:-$root/.build/grpc2}
project=$work/forecast

"$root/Tests/Scripts/test-tools.sh"
for product in protoc-gen-swift protoc-gen-grpc-swift-2; do
  swift build --package-path "$here/Generators" --scratch-path "$work/generators" --product "$product"
done
tools=$(swift build --package-path "$here/Generators" --scratch-path "$work/generators" --show-bin-path)

mkdir -p "$project"
find "$project" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf {} +
cp -R "$root/Fixtures/weather-async/before/." "$project/"
code=0
(cd "$project" && "$moult" fix --review --allow-dirty . >"$work/fix.txt") || code=$?
[ "$code" -eq 1 ] || { cat "$work/fix.txt" >&2; echo "error: 'moult fix' ended with $code" >&2; exit 1; }
tail -n 2 "$work/fix.txt"

cp -R "$here/Forecast/." "$project/"
generated=$project/Sources/ForecastAPI
rm -f "$generated"/*.swift
protoc -I "$project/Protos" forecast.proto \
  --plugin=protoc-gen-swift="$tools/protoc-gen-swift" \
  --swift_out="$generated" --swift_opt=Visibility=Public \
  --plugin=protoc-gen-grpc-swift-2="$tools/protoc-gen-grpc-swift-2" \
  --grpc-swift-2_out="$generated" --grpc-swift-2_opt=Visibility=Public
swift build --package-path "$project" --build-tests
swift test --package-path "$project" --skip-build
