#!/bin/bash
# The steps of action.yml: `get` puts moult into $RUNNER_TEMP/moult, `run` runs it with $ARGUMENTS.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
folder=${RUNNER_TEMP:?}/moult
mkdir -p "$folder"

get() {
  if [ -n "${ARCHIVE:-}" ]; then
    [ -n "${CHECKSUM:-}" ] || { echo "::error::an archive wants its checksum"; exit 2; }
    curl -fsSL --retry 3 -o "$folder/moult.tar.gz" "$ARCHIVE"
    echo "$CHECKSUM  $folder/moult.tar.gz" | sha256sum -c - >/dev/null \
      || { echo "::error::the archive is not the one that the checksum names"; exit 2; }
    tar -xzf "$folder/moult.tar.gz" -C "$folder" --strip-components 1
    return
  fi
  "$here/Tests/Scripts/setup.sh"
  # shellcheck disable=SC2046
  (cd "$here" && swift build -c release $(cat .ci/swift-flags) --product moult)
  mkdir -p "$folder/bin"
  cp "$(cd "$here" && swift build -c release --show-bin-path)/moult" "$folder/bin/"
}

run() {
  local arguments code=0
  read -r -a arguments <<<"${ARGUMENTS:-lint}"
  "$folder/bin/moult" "${arguments[@]}" || code=$?
  echo "exit-code=$code" >>"${GITHUB_OUTPUT:-/dev/null}"
  return $code
}

"$1"
