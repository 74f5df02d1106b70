import Foundation

/// Lifts what a manifest lists; a Load in a comment stays.
final class Lifting: NSObject {
  private let client: CraneClient
  private var states: [String: HCXCraneState] = [:]
  private(set) var last: HCXLiftReply?

  init(service: HCXCrane) { client = CraneClient(service: service) }

  func lift(_ id: String, packing: HCXLoad_Packing = .packingBulk) -> HCXLiftRequest {
    let load = HCXLoad()
    load.id_p = id
    load.packing = packing
    load.sealsArray.add(HCXLoad_Seal())
    let request = HCXLiftRequest()
    request.load = load
    request.limit = HCXDuration()
    client.load(load) { [weak self] reply, _ in
      guard let reply else { return }
      self?.last = reply
      self?.states[id] = reply.state == .craneStateLifting ? .craneStateLifting : HCXCraneState.craneStateIdle
    }
    return request
  }

  func isValid(_ raw: Int32) -> Bool { HCXCraneState_IsValidValue(raw) }

  static func name(of reply: HCXLiftReply) -> String { "Load of \(HCXLiftReply.descriptor().name)" }
}

/// A type parameter that has a message's name.
struct Stack<Load> {
  private var items: [Load] = []

  mutating func push(_ item: Load) { items.append(item) }
}
