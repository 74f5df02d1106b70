#!/bin/sh
# Measures the whole check of some 250 public `.proto` files, of which each is consumed as Objective-C: reading,
# linking, names, prefixes and what adding them would rename. Prints the best of five runs; fails above half a second.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# Each run finds anew: what earlier ones have kept would be timed otherwise.
export MOULT_CACHE=off
root=$(cd "$here/../.." && pwd)
moult=${MOULT_BINARY:-$(cd "$root" && swift build -c release --show-bin-path)/moult}
cache=${MOULT_BENCH_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/moult-bench}
"$root/Tests/Scripts/test-tools.sh"
"$root/Tests/Names/protos.sh" "$cache/protos" all
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for package in googleapis-common-protos grpc-google-iam-v1 qdrant-client grpcio-tools temporalio onnx; do
  [ -d "$cache/protos/$package" ] && cp -R "$cache/protos/$package" "$work/$package"
done
printf 'protoc *.proto --objc_out=Gen --swift_out=Gen\n' >"$work/generate.sh"
python3 - "$moult" "$work" <<'PY'
import subprocess, sys, time
moult, work = sys.argv[1:]
count = int(subprocess.run(f"find {work} -name '*.proto' | wc -l", shell=True, capture_output=True, text=True).stdout)
best = 1e9
for _ in range(5):
    start = time.monotonic()
    run = subprocess.run([moult, "lint", work], capture_output=True, text=True)
    best = min(best, time.monotonic() - start)
print(f"proto check: {count} files in {best:.3f} s (best of 5), exit code {run.returncode}, {run.stdout.count('[proto.')} findings")
sys.exit(1 if best > 0.5 else 0)
PY
