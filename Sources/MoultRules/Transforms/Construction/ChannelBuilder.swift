import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// The expression that opens a connection of grpc-swift 1 as an initialiser of grpc-swift 0 did.
struct ChannelBuilder {
  private(set) var connection = ""

  /// What was asked of every call of the channel, as arguments of `CallOptions`.
  private(set) var options: [String] = []
  private(set) var safety = Safety.safe
  private(set) var reasons: [String] = []
  private(set) var imports: Set<String>

  /// Whether the expression must be marked with `try`.
  private(set) var throwsErrors = false

  /// - Parameter call: `Channel(address:…)` or the initialiser of a generated client with the same labels.
  init(of call: Node, _ file: FileContext) throws(Refusal) {
    guard !file.tree.holdsComment(in: call.range) else {
      throw Refusal("move the comment inside the call, then run the fix again")
    }
    var values: [String: Node] = [:]
    for argument in call.arguments { values[argument.argumentLabel ?? ""] = argument.argumentValue }
    guard let address = values["address"] else {
      throw Refusal("build the channel with 'ClientConnection' and pass it as 'channel:'")
    }
    let loops = EventLoopsOfGRPC1(file)
    imports = loops.imports
    let security = try ChannelSecurity(values, group: loops.text, file)
    throwsErrors = security.throwsErrors
    imports.formUnion(security.imports)
    var chain = security.builder
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
      chain += arguments.calls.joined()
      options = arguments.options
      for reason in arguments.reasons { note(reason) }
    }
    if let target = splitAddress(address, file) {
      connection = "\(chain).connect(host: \(target.host), port: \(target.port))"
      return
    }
    let text = file.source.text(address.range)
    safety = max(safety, .placeholder)
    note("the address is not a literal, so its host and port are not known here")
    connection = "\(chain).connect(host: <#host of \(text)#>, port: <#port of \(text)#>)"
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
