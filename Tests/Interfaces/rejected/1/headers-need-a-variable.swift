import GRPC
func options() -> CallOptions {
  let options = CallOptions()
  options.customMetadata.add(name: "user-id", value: "ada")
  return options
}
