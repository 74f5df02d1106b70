import SwiftGRPC
func metadata() -> Metadata {
  return Metadata(["user-id": "ada"])
}
