#!/bin/bash
# Moult in Xcode: findings in the issue navigator, by a run script phase that keeps to the sandbox for scripts.
#
# In the phase, under "Input File Lists", name a list with a path on each line: the sources of the target, its Package.swift,
# Podfile and .proto files, and .moult.yml with .moult-baseline.yml if there are such; the sandbox shows nothing else. Under
# "Output Files" name $(DERIVED_FILE_DIR)/moult.stamp, so that the phase runs only if one of them has changed. MOULT names
# the program where it is in none of the places below.
set -uo pipefail

PATH="$PATH:/opt/homebrew/bin:/usr/local/bin:$HOME/.local/bin"
moult=${MOULT:-$(command -v moult)} || {
  echo "warning: moult is not installed, so nothing is linted"
  exit 0
}

files=()
for ((list = 0; list < ${SCRIPT_INPUT_FILE_LIST_COUNT:-0}; list++)); do
  name=SCRIPT_INPUT_FILE_LIST_$list
  while IFS= read -r file || [[ -n $file ]]; do
    case $file in
      # What moult reads by itself, beside what it lints.
      '' | *.moult.yml | *.moult-baseline.yml) ;;
      *) files+=("$file") ;;
    esac
  done <"${!name}"
done
if ((${#files[@]} == 0)); then
  echo "warning: the run script phase of moult names no input file list, or an empty one"
  exit 0
fi

# What `fail_on` of .moult.yml calls a failure fails the build.
"$moult" lint --quiet --format xcode "${files[@]}" || exit
if [[ -n ${SCRIPT_OUTPUT_FILE_0:-} ]]; then : >"$SCRIPT_OUTPUT_FILE_0"; fi
