#!/bin/bash
# Compiles what the pages of grpc-swift 1 → 2 and 0 → 2 make of their cases with the real packages.
#
#   Tests/GRPC2/cases.sh [FOLDER…]
#
# `moult test --type-check` asks the `swiftc` of PATH, which here is `swiftc.sh`: it gives code of grpc-swift 2 the modules that
# `build.sh` has built, and what the real generators make of `sample/hello.proto`, and lets code of other eras be. It goes
# further than a type-check, to the errors that the compiler finds in the flow of a function. What is wrong is listed in
# `known-errors.txt`, and the list must be right.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
moult=${MOULT_BINARY:-$(cd "$root" && swift build --show-bin-path)/moult}
work=${MOULT_GRPC2_WORK:-$root/.build/grpc2}
scratch=${MOULT_GRPC2_PACKAGES:-$work/packages}
[ $# -gt 0 ] || set -- Rules/grpc-swift/1-2 Rules/grpc-swift/0-2

products=$(cd "$scratch/debug" && pwd -P)
out=$work/cases
rm -rf "$out"
mkdir -p "$out/bin" "$out/sample" "$out/log"
PATH=$products:$PATH protoc -I "$here/sample" hello.proto --swift_out="$out/sample" --grpc-swift-2_out="$out/sample"

# The C modules that the Swift ones are made with. Those of tools are the same once more.
for map in "$products"/*.build/module.modulemap "$scratch"/checkouts/*/Sources/*/include/module.modulemap; do
  case $map in *-tool.build/*) continue ;; esac
  printf -- '-Xcc\n-fmodule-map-file=%s\n' "$map"
done >"$out/modules.txt"

cat >"$out/bin/swiftc" <<END
#!/bin/bash
exec "$here/swiftc.sh" "$(command -v "${SWIFTC:-swiftc}")" "$products" "$out" "$root/Rules/grpc-swift/2/Generated.swift" "\$@"
END
chmod +x "$out/bin/swiftc"
code=0
(cd "$root" && PATH="$out/bin:$PATH" "$moult" test --type-check ${MOULT_OPTIONS:-} "$@") >"$out/cases.txt" || code=$?
[ "$code" -le 1 ] || { cat "$out/cases.txt" >&2; exit 1; }

sed -n 's/^error: \([^:]*:[0-9]*\): .* does not type-check: \(.*\)$/\1 \2/p' "$out/cases.txt" |
  sed 's/:[0-9]* / /' | sort >"$out/found.txt"
{ grep -v '^#' "$here/known-errors.txt" || true; } | sort >"$out/known.txt"
failed=0
diff "$out/known.txt" "$out/found.txt" || { echo "error: other cases than the known ones" >&2; failed=1; }
grep -q ' texts type-check; ' "$out/cases.txt" || { tail -n 3 "$out/cases.txt" >&2; failed=1; }

all=$(find "$out/log" -name '*.ok' -o -name '*.errors' | wc -l)
whole=$(find "$out/log" -name '*.ok' | wc -l)
wrong=$(sed -n "s/^error: \([^:]*:[0-9]*: [^']*\): 'after' does not.*/\1/p" "$out/cases.txt" | sed 's/:[0-9]*:/:/' | sort -u | wc -l)
echo "$all texts of grpc-swift 2: $whole compile with the real packages, $((all - whole - wrong)) but for lines left to a person, $wrong do not"
[ "$all" -gt 30 ] || { echo "error: too few texts were compiled" >&2; failed=1; }
exit $failed
