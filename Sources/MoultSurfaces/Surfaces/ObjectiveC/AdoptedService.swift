import MoultObjC

/// A service that an object is known for by a protocol: the one of the service's name, or the one with the new methods, with a 2 behind it.
struct AdoptedService {
  /// The class of the service.
  let service: String

  /// The protocol with the new methods, where the object is sent an old one and is not known to have them.
  let missing: String?
  private let protocolName: String

  /// - Parameter owner: the class of the library that services inherit from.
  /// - Returns: nil where the object adopts no protocol of a service that has such a method.
  init?(_ receiver: ObjCValue, _ selector: String, of owner: String, _ model: ObjCModel) {
    let isNew = selector.hasSuffix("esponseHandler:callOptions:")
    let isOld = ["WithRequest:", "WithRequestsWriter:"].contains { selector.contains($0) }
    guard case .instance(let type) = receiver, owner == "GRPCProtoService", isNew || isOld else {
      return nil
    }
    let protocols = model.protocols(of: type)
    for name in protocols where model.mayAsk(name, for: selector) {
      let service = isNew ? name.hasSuffix("2") ? String(name.dropLast()) : nil : name
      guard let service, model.inherits(service, from: owner), service != owner else { continue }
      self.service = service
      protocolName = name
      missing = isNew || protocols.contains(service + "2") ? nil : service + "2"
      return
    }
    return nil
  }

  func evidence(_ receiver: String) -> String {
    "'\(receiver)' adopts '\(protocolName)', the protocol of a service"
  }
}
