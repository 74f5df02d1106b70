#!/bin/sh
# Links the product's sources into a nested package, as its `links.txt` says: the name of a target, or of a part of one, and a folder.
#
#   Tests/Scripts/link-sources.sh Tests/Oracle
#
# Compiled as part of the nested package, the sources' `package` declarations are visible there. The links are made
# where they are needed and not committed: not every way of copying a tree keeps them.
set -eu
package=$(cd "${1:?usage: link-sources.sh PACKAGE}" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$package/Sources"
while read -r name folder; do
  [ -d "$root/$folder" ] || { echo "links.txt: there is no folder $folder" >&2; exit 1; }
  mkdir -p "$(dirname "$package/Sources/$name")"
  ln -sfn "$root/$folder" "$package/Sources/$name"
done <"$package/links.txt"
