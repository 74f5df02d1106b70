#!/bin/bash
# Lints the packages of grpc-swift 2 (sources, tests, examples) with grpc-swift 2 as the target, and finds nothing.
#
#   Tests/GRPC2/silence.sh
#
# Twice: each package alone, and all of them in one folder with a project of grpc-swift 1, where every finding must lie in
# that project, or be listed in `true-findings.txt`. The packages are those that `build.sh` has checked out.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
moult=${MOULT_BINARY:-$(cd "$root" && swift build --show-bin-path)/moult}
work=${MOULT_GRPC2_WORK:-$root/.build/grpc2}
scratch=${MOULT_GRPC2_PACKAGES:-$work/packages}
packages="grpc-swift-2 grpc-swift-nio-transport grpc-swift-protobuf"
out=$work/silence
rm -rf "$out"
mkdir -p "$out/alone" "$out/together"
failed=0

# Lints a folder with grpc-swift 2 as the target, into a file beside it.
lint() {
  printf 'targets:\n  grpc-swift: 2\n' >"$1/.moult.yml"
  local code=0
  (cd "$1" && "$moult" lint --format xcode ${MOULT_OPTIONS:-} .) >"$1.txt" 2>"$1.err" || code=$?
  [ "$code" -le 1 ] || { cat "$1.err" >&2; exit 1; }
  sed -i "s|^$(cd "$1" && pwd -P)/||" "$1.txt"
}

for name in $packages; do
  for folder in alone together; do
    mkdir "$out/$folder/$name"
    (cd "$scratch/checkouts/$name" && tar cf - --exclude .git .) | tar xf - -C "$out/$folder/$name"
  done
  lint "$out/alone/$name"
  count=$(grep -cE '^[^ ]+:[0-9]+:[0-9]+: ' "$out/alone/$name.txt" || true)
  echo "$name: $(find "$out/alone/$name" -name '*.swift' | wc -l) Swift files, $count findings"
  [ "$count" -eq 0 ] || { head "$out/alone/$name.txt" >&2; failed=1; }
done

cp -R "$root/Fixtures/beacon-tls/before" "$out/together/beacon"
lint "$out/together"
here=$(grep -cE '^beacon/[^ ]+:[0-9]+:[0-9]+: ' "$out/together.txt" || true)
grep -oE '^[^ ]+:[0-9]+:[0-9]+: ' "$out/together.txt" | sed 's/:.*//' | { grep -v '^beacon/' || true; } | sort | uniq -c |
  awk '{ print $2, $1 }' >"$out/elsewhere.txt"
grep -v '^#' "$root/Tests/GRPC2/true-findings.txt" | diff - "$out/elsewhere.txt" || failed=1
echo "together with a project of grpc-swift 1: $here findings in it, in Swift elsewhere $(grep -c '\.swift ' "$out/elsewhere.txt" || true), in scripts:"
cat "$out/elsewhere.txt"
[ "$here" -ge 40 ] || failed=1
exit $failed
