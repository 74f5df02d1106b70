import Foundation

/// Lifts what a manifest lists; a Load in a comment stays.
final class Lifting: NSObject {
  private let client: CraneClient
  private var states: [String: CraneState] = [:]
  private(set) var last: LiftReply?

  init(service: Crane) { client = CraneClient(service: service) }

  func lift(_ id: String, packing: Load_Packing = .packingBulk) -> LiftRequest {
    let load = Load()
    load.id_p = id
    load.packing = packing
    load.sealsArray.add(Load_Seal())
    let request = LiftRequest()
    request.load = load
    request.limit = Duration_Class()
    client.load(load) { [weak self] reply, _ in
      guard let reply else { return }
      self?.last = reply
      self?.states[id] = reply.state == .craneStateLifting ? .craneStateLifting : CraneState.craneStateIdle
    }
    return request
  }

  func isValid(_ raw: Int32) -> Bool { CraneState_IsValidValue(raw) }

  static func name(of reply: LiftReply) -> String { "Load of \(LiftReply.descriptor().name)" }
}

/// A type parameter that has a message's name.
struct Stack<Load> {
  private var items: [Load] = []

  mutating func push(_ item: Load) { items.append(item) }
}
