#!/bin/sh
# Makes the Objective-C that the app uses; nothing of it is checked in.
set -eu
mkdir -p Generated
find Protos -name '*.proto' | sort | xargs protoc -I Protos --objc_out=Generated
