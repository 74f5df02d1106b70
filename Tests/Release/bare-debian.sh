#!/bin/bash
# Runs the released binary in a bare Debian without Swift and libprotobuf, and measures how long it takes to
# start: `make release-test`. Wants root, debootstrap and hyperfine, and a release made by `make release`.
set -euo pipefail
cd "$(dirname "$0")/../.."
limit=${MOULT_START_LIMIT:-15}
[ "$(id -u)" -eq 0 ] || { echo "bare-debian: wants root, for chroot"; exit 1; }
missing=()
for tool in debootstrap hyperfine; do command -v "$tool" >/dev/null || missing+=("$tool"); done
if [ ${#missing[@]} -gt 0 ]; then
  apt-get install -q -y --no-install-recommends "${missing[@]}"
fi
archive=$(ls release/*.tar.gz)
(cd release && sha256sum -c SHA256SUMS)

root=$(mktemp -d)
mounted=
clean() {
  if [ -n "$mounted" ]; then umount "$root/proc" || return; fi
  rm -rf "$root"
}
trap clean EXIT
debootstrap --variant=minbase --include=libc6 bookworm "$root" >"$root.log" 2>&1 || { tail "$root.log"; exit 1; }
# A Swift program reads its arguments from /proc.
mount -t proc proc "$root/proc"
mounted=yes
tar -C "$root/opt" -xzf "$archive"
mv "$root"/opt/moult-* "$root/opt/moult"
cp -R Fixtures/hello-v0/before "$root/opt/hello"
mkdir "$root/opt/one"
printf 'import SwiftGRPC\n' >"$root/opt/one/A.swift"
for absent in swift protoc; do
  if chroot "$root" sh -c "command -v $absent"; then echo "bare-debian: $absent is there"; exit 1; fi
done
if find "$root/usr" "$root/lib" -name 'libprotobuf*' -o -name 'libswift*' | grep .; then exit 1; fi

inside() { chroot "$root" sh -c "cd $1 && $2"; }
expect() {
  local code=0
  inside "$1" "$2" >"$root/output" 2>&1 || code=$?
  [ "$code" -eq "$3" ] || { cat "$root/output"; echo "bare-debian: '$2' ended with $code, not $3"; exit 1; }
}
expect /opt/one '/opt/moult/bin/moult --version' 0
expect /opt/one '/opt/moult/bin/moult lint' 1
expect /opt/one '/opt/moult/bin/moult explain grpc-swift.import-swiftgrpc' 0
expect /opt/one '/opt/moult/bin/moult fix' 0
expect /opt/one 'grep -x "import GRPC" A.swift' 0
printf 'import SwiftGRPC\n' >"$root/opt/one/A.swift"
expect /opt/hello '/opt/moult/bin/moult lint' 1
expect /opt/hello '/opt/moult/bin/moult fix --diff --review' 1
expect /opt/hello '/opt/moult/bin/moult fix --review' 1

hyperfine -N -w 5 -r 100 -i --export-json "$root/start.json" \
  "$PWD/release/$(basename "$archive" .tar.gz)/bin/moult lint $root/opt/one" >/dev/null 2>&1
python3 - "$root/start.json" "$limit" <<'PYTHON'
import json, sys
result = json.load(open(sys.argv[1]))["results"][0]
median = result["median"] * 1000
print(f"bare-debian: starts and looks at one file in {median:.1f} ms (median of {len(result['times'])}, "
      f"least {result['min'] * 1000:.1f}; the limit is {sys.argv[2]})")
sys.exit(median > float(sys.argv[2]))
PYTHON
echo "bare-debian: all is well"
