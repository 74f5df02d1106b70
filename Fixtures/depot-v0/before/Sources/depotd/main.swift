import DepotServer
import Foundation

let environment = ProcessInfo.processInfo.environment
let gate = Gatekeeper(
  tokens: ["Bearer 1": "ann", "Bearer 2": "bob"], clerks: ["ann"])
let service = DepotService(stock: Stock(), gate: gate)

var security = DepotService.Security.none
if let folder = environment["DEPOT_CERTIFICATES"] {
  let url = URL(fileURLWithPath: folder)
  security = .files(
    certificate: url.appendingPathComponent("depot.pem"),
    key: url.appendingPathComponent("depot.key"))
}

do {
  try service.start(port: Int(environment["DEPOT_PORT"] ?? "") ?? 50051, security: security)
  service.wait()
} catch {
  print("depotd: \(error)")
  exit(1)
}
