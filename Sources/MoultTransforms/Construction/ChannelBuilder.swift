import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSyntax

/// The expression that opens a connection of grpc-swift 1 as an initialiser of grpc-swift 0 did.
struct ChannelBuilder {
  private(set) var connection: Code

  /// What was asked of every call of the channel, as arguments of `CallOptions`.
  private(set) var options: [CodeArgument] = []
  private(set) var safety = Safety.safe
  private(set) var reasons: [String] = []
  private(set) var imports: Set<String>

  /// Whether the expression must be marked with `try`.
  private(set) var throwsErrors = false

  /// - Parameter call: `Channel(address:…)` or the initialiser of a generated client with the same labels.
  init(of call: Node, _ file: FileContext) throws(Refusal) {
    let values = try argumentsWithoutComment(of: call, file)
    guard let address = values["address"] else {
      throw Refusal("build the channel with 'ClientConnection' and pass it as 'channel:'")
    }
    let loops = EventLoopsOfGRPC1(file)
    imports = loops.imports
    let security = try ChannelSecurity(values, group: loops.code, file)
    throwsErrors = security.throwsErrors
    imports.formUnion(security.imports)
    connection = security.builder
    if loops == .own {
      safety = .placeholder
      reasons.append(EventLoopsOfGRPC1.lifetime)
    }
    if security.isSecure != false, !security.throwsErrors {
      note(
        "grpc-swift 0 used TLS unless 'secure: false' was given, with its own root certificates; now the platform's root certificates are trusted"
      )
    }
    if let list = values["arguments"] {
      let arguments = try ChannelArguments(list, isSecure: security.isSecure, file)
      connection = connection.calling(arguments.calls)
      options = arguments.options
      for reason in arguments.reasons { note(reason) }
    }
    var (target, isKnown) = ChannelTarget.said(by: address, file)
    if isKnown {
      if target.hasTextAsPort { note(portOfTLS) }
    } else if let parts = partsOfAddress(address, file) {
      target = parts
      note(
        "the address is taken to be 'host' or 'host:port'; an IPv6 address and one with a scheme, 'dns:' or 'unix:', have more colons"
      )
    } else {
      safety = max(safety, .placeholder)
      note("the address is neither a literal nor a name, so its host and port are not known here")
    }
    connection = connection.calling(
      "connect", [CodeArgument("host", target.host), CodeArgument("port", target.port)])
  }

  private mutating func note(_ reason: String) {
    safety = max(safety, .review)
    reasons.append(reason)
  }

  var consequence: Consequence {
    var result = Consequence()
    for reason in reasons { result.lower(to: safety, because: reason) }
    return result
  }
}

/// Why a port that is made of a text needs a look.
let portOfTLS = "where the port of the address is no number, that of TLS is taken"

/// The arguments of a call by their labels.
///
/// - Throws: a `Refusal` where a comment stands in the call, which is made anew.
func argumentsWithoutComment(
  of call: Node, _ file: FileContext
) throws(Refusal) -> [String: Node] {
  guard !file.tree.holdsComment(in: call.range) else {
    throw Refusal("move the comment inside the call, then run the fix again")
  }
  var values: [String: Node] = [:]
  for argument in call.arguments { values[argument.argumentLabel ?? ""] = argument.argumentValue }
  return values
}
