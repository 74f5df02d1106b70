#!/bin/sh
set -e
carthage bootstrap --platform iOS
make protos
