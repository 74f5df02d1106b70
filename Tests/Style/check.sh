#!/bin/sh
# The style of the sources, beside the other checks: it takes half a minute, on one core.
set -eu
cd "$(dirname "$0")/../.."
exec "${MAKE:-make}" --no-print-directory style
