import MoultMatching
import MoultRewriting
import MoultSyntax

extension ClientSettings {
  /// Reads the configuration of a connection.
  ///
  /// - Throws: `Refusal` for what no transport has, and for a configuration that is made elsewhere.
  mutating func read(_ configuration: MadeConfiguration) throws(Refusal) {
    discard(configuration.gone)
    remarks += configuration.remarks
    for (name, value) in configuration.settings { try read(name, value, saidBy: name) }
    for choice in configuration.choices {
      try read(configuration: choice.value, where: choice.condition)
    }
    if let places = configuration.places { try read(places) }
  }

  mutating func read(_ name: String, _ value: Node, saidBy word: String) throws(Refusal) {
    switch name {
    case "target": target = try targetCode(inlined(value), file)
    case "connectionBackoff": try read(backoff: value, isOfPool: false)
    case "connectionKeepalive": set(try read(keepalive: value))
    case "callStartBehavior": waits = value.name != "fastFailure"
    case "maximumReceiveMessageLength": limit = .kept(value)
    case "connectivityStateDelegate" where value.kind == .nilLiteral: break
    case "errorDelegate" where value.kind != .nilLiteral: reasons.append(Self.reasonOfErrorDelegate)
    default: try readShared(name, value, saidBy: word)
    }
  }

  /// What becomes of a delegate that is told of errors.
  static let reasonOfErrorDelegate =
    "the error delegate is removed, as no transport of grpc-swift 2 has one: a call throws its own errors, and nothing is told of the others"
}
