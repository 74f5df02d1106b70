#!/bin/bash
# The version of a release: `check` says whether it can be made, `notes` prints its part of the changelog, `tag` tags the commit.
#
#   .ci/version.sh check|notes|tag VERSION
set -euo pipefail
cd "${MOULT_ROOT:-$(dirname "$0")/..}"
action=${1:-} version=${2:-}
refuse() { echo "release: $*" >&2; exit 1; }

# Prints what stands between the heading of the version and the next one, without blank lines around it.
notes() {
  awk -v heading="## [$version]" '
    /^## / { inside = index($0, heading) == 1; next }
    inside && (NF || begun) { begun = 1; if (NF) { printf "%s%s\n", blank, $0; blank = "" } else blank = blank "\n" }
  ' CHANGELOG.md
}

check() {
  [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || refuse "'$version' is no version such as 0.1.0"
  grep -qF "let toolVersion = \"$version\"" Sources/moult/Moult.swift \
    || refuse "Sources/moult/Moult.swift has another version: $(grep '^let toolVersion' Sources/moult/Moult.swift)"
  grep -qE "^## \[${version//./\\.}\] - [0-9]{4}-[0-9]{2}-[0-9]{2}$" CHANGELOG.md \
    || refuse "CHANGELOG.md has no '## [$version] - YYYY-MM-DD'; what is unreleased goes under it"
  [ -n "$(notes)" ] || refuse "CHANGELOG.md says nothing of $version"
  [ -z "$(git status --porcelain)" ] || refuse "files are modified or untracked; a tag would not say what was built"
  if git rev-parse -q --verify "refs/tags/$version" >/dev/null; then refuse "the tag $version is there already"; fi
}

case $action in
  check) check ;;
  notes) notes ;;
  tag)
    check
    # Headings begin with what git would take for a comment.
    notes | git tag -a "$version" --cleanup=whitespace -F -
    echo "release: tagged $(git rev-parse --short HEAD) as $version; 'git push origin $version' publishes the tag"
    ;;
  *) refuse "what to do with the version? check, notes or tag" ;;
esac
