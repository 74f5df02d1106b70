#!/bin/bash
# Runs setup.sh on machines that do not exist: every program it calls is a stand-in that writes down its call.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# Makes a machine with the given programs; each argument is NAME=BODY.
machine() {
  rm -rf "$work/bin"
  mkdir "$work/bin"
  for program in bash cat grep env mktemp rm; do
    ln -s "$(command -v "$program")" "$work/bin/$program"
  done
  for definition in 'swift=:' "$@"; do
    printf '#!/bin/bash\n%s\n' "${definition#*=}" >"$work/bin/${definition%%=*}"
    chmod +x "$work/bin/${definition%%=*}"
  done
  : >"$work/calls"
}

# Runs setup.sh there and compares the exit code and the calls.
expect() {
  local name=$1 code=$2 calls=$3 got=0
  CALLS="$work/calls" PATH="$work/bin" bash "$here/setup.sh" >"$work/output" 2>&1 || got=$?
  if [ "$got" -ne "$code" ] || [ "$(cat "$work/calls")" != "$calls" ]; then
    echo "FAILED: $name: exit code $got, calls:"
    cat "$work/calls" "$work/output"
    status=1
  elif ! grep -q '^setup: ' "$work/output"; then
    echo "FAILED: $name: it did not say what it did"
    status=1
  else
    echo "ok: $name"
  fi
}

apt='apt-get=echo "apt-get $*" >>"$CALLS"'
sudo='sudo=echo "sudo $*" >>"$CALLS"; exec "$@"'
absent='dpkg-query=exit 1'
present='dpkg-query=echo install ok installed'
install='install -q -y --no-install-recommends libprotobuf-dev libprotoc-dev pkg-config'

machine 'uname=echo Linux' 'id=echo 0' "$apt" "$absent"
expect 'root gets what is missing' 0 "apt-get update -q
apt-get $install"

machine 'uname=echo Linux' 'id=echo 0' "$apt" "$present"
expect 'nothing is installed twice' 0 ''

machine 'uname=echo Linux' 'id=echo 0' "$apt" \
  'dpkg-query=case "$*" in *libprotoc-dev) exit 1;; *) echo install ok installed;; esac'
expect 'only what is missing is installed' 0 "apt-get update -q
apt-get install -q -y --no-install-recommends libprotoc-dev"

machine 'uname=echo Linux' 'id=echo 1000' "$apt" "$sudo" "$absent"
expect 'others ask sudo' 0 "sudo apt-get update -q
apt-get update -q
sudo env DEBIAN_FRONTEND=noninteractive apt-get $install
apt-get $install"

machine 'uname=echo Linux' 'id=echo 1000' "$apt" "$absent"
expect 'without root and sudo it fails' 1 ''

machine 'uname=echo Linux' 'id=echo 0' "$absent" \
  'apt-get=echo "apt-get $*" >>"$CALLS"; [ "$1" = update ]'
expect 'a failing installation fails' 1 "apt-get update -q
apt-get $install"

machine 'uname=echo Darwin' 'brew=echo "brew $*" >>"$CALLS"; [ "$1" = install ]'
expect 'macOS gets protobuf from Homebrew' 0 'brew list --formula protobuf
brew list --formula pkgconf
brew install protobuf pkgconf'

machine 'uname=echo Darwin'
expect 'macOS without Homebrew fails' 1 ''

machine 'uname=echo Linux'
rm "$work/bin/swift"
expect 'without Swift it fails' 1 ''

exit $status
