#!/bin/bash
# Makes what a release consists of in the folder `release`: an archive with a binary that needs no Swift runtime
# and no libprotobuf, its man pages and shell completions, and the archive's checksum.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
[ "$(uname -s)" = Linux ] || { echo "release: the static binary is made on Linux"; exit 1; }

# The linker takes a shared library before an archive of the same name, so it gets to see archives alone.
scratch=${MOULT_SCRATCH:-$PWD/.build}
archives=$scratch/archives
rm -rf "$archives"
mkdir -p "$archives"
for library in protobuf z stdc++; do
  found=$(${CC:-cc} -print-file-name="lib$library.a")
  [ -f "$found" ] || { echo "release: there is no lib$library.a; Debian has it in libprotobuf-dev, zlib1g-dev and libstdc++-12-dev"; exit 1; }
  ln -s "$found" "$archives/lib$library.a"
done

# Some 110,000 addresses need no setting at each start where the program has a place of its own: a quarter of it. Nobody loads
# libraries that would look for functions in it, so it lists none. An object file that another build made of the same code is made
# again, with a section for each function.
build() {
  # shellcheck disable=SC2046
  "$swift" build -c release $(cat .ci/swift-flags) -Xswiftc -Xfrontend -Xswiftc -function-sections \
    -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xswiftc -use-ld=lld \
    --scratch-path "$scratch" --product moult --static-swift-stdlib -Xlinker -no-pie -Xlinker --no-export-dynamic \
    -Xlinker "-L$archives" "$@"
}
build
built=$("$swift" build -c release --scratch-path "$scratch" --show-bin-path)/moult
# A start calls one function in thirty, and a program comes into memory in pieces of sixteen pages: what is called lies side by
# side, what a clean file calls first, then what old code does.
order=()
if [ "$(uname -m)" = x86_64 ]; then
  clean=$(mktemp -d)
  trap 'rm -rf "$clean"' EXIT
  echo 'import Foundation' >"$clean/Clean.swift"
  if MOULT_CACHE=off python3 .ci/called.py "$built" "$scratch/called" -- --version -- lint "$clean" -- lint --jobs 1 Fixtures; then
    order=("-Xlinker" "--symbol-ordering-file=$scratch/called" "-Xlinker" --no-warn-symbol-ordering)
  else
    echo "release: what a start calls cannot be seen here, for which the kernel has to allow ptrace; functions lie as the linker lays them" >&2
  fi
fi
build -Xlinker -s "${order[@]}"

version=$("$built" --version)
name=moult-$version-linux-$(uname -m)
out=release/$name
rm -rf release
mkdir -p "$out/bin" "$out/share/man/man1" "$out/share/completions"
cp "$built" "$out/bin/moult"
strip "$out/bin/moult"
cp LICENSE README.md "$out"
"$out/bin/moult" --generate-completion-script bash >"$out/share/completions/moult.bash"
"$out/bin/moult" --generate-completion-script zsh >"$out/share/completions/_moult"
"$out/bin/moult" --generate-completion-script fish >"$out/share/completions/moult.fish"
# The argument parser has a tool that makes man pages of what a program says about itself.
parser=$scratch/checkouts/swift-argument-parser
"$swift" build --package-path "$parser" --scratch-path "$scratch/manual" --product generate-manual
manual=$("$swift" build --package-path "$parser" --scratch-path "$scratch/manual" --show-bin-path)
"$manual/generate-manual" "$out/bin/moult" --multi-page --section 1 \
  --date "$(git log -1 --format=%cs)" --output-directory "$out/share/man/man1"

if ldd "$out/bin/moult" | grep -E 'libswift|libFoundation|libprotobuf|libstdc'; then
  echo "release: the binary needs libraries that not every machine has"
  exit 1
fi
# The same files make the same archive.
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" \
  -C release -c "$name" | gzip -n -9 >"release/$name.tar.gz"
(cd release && sha256sum "$name.tar.gz" >SHA256SUMS)
ls -l "$out/bin/moult" "release/$name.tar.gz"
cat release/SHA256SUMS
