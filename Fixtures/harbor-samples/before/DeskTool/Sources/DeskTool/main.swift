var metadata = Metadata(token: "")
metadata.add(key: "authorization", value: "secret")
let store = try BerthStore(host: "harbor.example.org", metadata: metadata)
do {
  let berth = try await store.berth(of: CommandLine.arguments.dropFirst().first ?? "")
  print("\(berth.quay) \(berth.number)")
} catch Failure.unknownShip(let code) {
  print("nobody knows this ship: \(code.rawValue)")
} catch let error as RPCError {
  print(error.callResult ?? "no result")
}
try await store.close()
