#!/bin/bash
# Installs what building Moult needs beside a Swift toolchain: the headers of libprotobuf and pkg-config.
set -euo pipefail

say() { echo "setup: $*"; }

# Prints "yes" if a program that includes the parser's header links.
can_build_with_protobuf() {
  local folder compiler=""
  folder=$(mktemp -d)
  for candidate in clang++ c++ g++; do
    if command -v "$candidate" >/dev/null; then compiler=$candidate; break; fi
  done
  [ -n "$compiler" ] || { rm -rf "$folder"; return 1; }
  cat >"$folder/check.cpp" <<'CPP'
#include <google/protobuf/compiler/parser.h>
int main() { google::protobuf::compiler::Parser parser; return 0; }
CPP
  local flags=""
  if command -v pkg-config >/dev/null; then
    flags=$(pkg-config --cflags --libs protobuf 2>/dev/null || true)
  fi
  # shellcheck disable=SC2086
  "$compiler" -std=c++17 "$folder/check.cpp" -o "$folder/check" ${flags:--lprotobuf} \
    >/dev/null 2>&1
  local result=$?
  rm -rf "$folder"
  return $result
}

install_with_apt() {
  local missing=()
  for package in libprotobuf-dev libprotoc-dev pkg-config; do
    if ! dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$'; then
      missing+=("$package")
    fi
  done
  if [ ${#missing[@]} -eq 0 ]; then
    say "libprotobuf-dev, libprotoc-dev and pkg-config are installed already"
    return
  fi
  local root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { say "cannot install ${missing[*]}: not root, and no sudo"; exit 1; }
    root=(sudo)
  fi
  say "installing ${missing[*]} with apt"
  # The list of packages may be absent or old; some sources may be out of reach without harm.
  "${root[@]}" apt-get update -q || say "apt-get update reported errors; going on"
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
    "${missing[@]}"
  say "installed ${missing[*]}"
}

install_with_brew() {
  local missing=()
  for formula in protobuf pkgconf; do
    brew list --formula "$formula" >/dev/null 2>&1 || missing+=("$formula")
  done
  if [ ${#missing[@]} -eq 0 ]; then
    say "protobuf and pkgconf are installed already"
    return
  fi
  say "installing ${missing[*]} with Homebrew"
  brew install "${missing[@]}"
  say "installed ${missing[*]}"
}

command -v swift >/dev/null || { say "there is no 'swift' in PATH; see https://swift.org/install"; exit 1; }

if [ "$(uname -s)" = Darwin ]; then
  command -v brew >/dev/null || { say "Homebrew is needed to install protobuf; see https://brew.sh"; exit 1; }
  install_with_brew
elif command -v apt-get >/dev/null; then
  install_with_apt
elif can_build_with_protobuf; then
  say "libprotobuf is there already"
else
  say "install the development files of libprotobuf and libprotoc, and pkg-config, by hand"
  exit 1
fi
