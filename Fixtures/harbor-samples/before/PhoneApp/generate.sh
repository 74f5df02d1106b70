#!/bin/sh
# Makes what is in PhoneApp/Generated.
set -e
cd "$(dirname "$0")"
protoc ../Protos/harbor.proto -I../Protos --swift_out=PhoneApp/Generated --swiftgrpc_out=Client=true,Server=false:PhoneApp/Generated
