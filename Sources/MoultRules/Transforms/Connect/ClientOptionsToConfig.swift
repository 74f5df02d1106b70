import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns the options of a client of connect-swift 0.2 into a `ProtocolClientConfig`.
///
/// `ProtocolClient(target: h, httpClient: c, ConnectClientOption(), ProtoClientOption())` becomes
/// `ProtocolClient(httpClient: c, config: ProtocolClientConfig(host: h, networkProtocol: .connect, codec: ProtoCodec()))`.
func clientOptionsToConfig(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let list = match.node.child(.argumentList) else { return nil }
  var configuration = ClientConfiguration()
  var client: String?
  for argument in match.node.arguments {
    let value = argument.argumentValue
    switch argument.argumentLabel {
    case "target", "host": configuration.host = value.text
    case "httpClient": client = value.text
    case "options":
      guard value.kind == .arrayLiteral else { return .manual(bySteps) }
      for option in value.children { configuration.add(option) }
    case nil: configuration.add(value)
    default: return .manual(bySteps)
    }
  }
  if let unknown = configuration.unknown {
    return .manual(
      "repeat the settings of '\(unknown)' in a 'ProtocolClientConfig': 'networkProtocol', 'codec', 'requestCompression', 'responseCompressionPools' and 'interceptors'"
    )
  }
  guard let host = configuration.host else { return nil }
  guard configuration.networkProtocol != nil else {
    return .manual(
      "pass 'config: ProtocolClientConfig(host: \(host), …)'; without an option for a protocol the client used none, and as of 0.3 there is always a 'networkProtocol'"
    )
  }
  guard !file.tree.holdsComment(in: list.range) else {
    return .manual("\(bySteps), and keep the comments between the options")
  }
  var consequence = Consequence()
  let arguments = configuration.arguments
  let layout = Layout(of: match.node, file)
  consequence.edits.append(
    Edit(
      list.range,
      layout.list(
        [client.map { "httpClient: \($0)" }].compactMap { $0 }
          + ["config: ProtocolClientConfig" + layout.nested(arguments)])))
  if configuration.hasInterceptors {
    consequence.lower(
      to: .review,
      because:
        "for a request, interceptors ran after the protocol's own, and run before it as of 0.3"
    )
  }
  return TransformOutcome(consequence)
}

private let bySteps =
  "write the options into a 'ProtocolClientConfig' that is passed as 'config'"

/// What a client's options said, as arguments of `ProtocolClientConfig`.
private struct ClientConfiguration {
  var host: String?
  private(set) var networkProtocol: String?
  private var codec: String?
  private var requestCompression: String?
  private var interceptors: [String] = []

  /// The first option that is not spelled out or has no successor.
  private(set) var unknown: String?

  var hasInterceptors: Bool { !interceptors.isEmpty }

  mutating func add(_ option: Node) {
    guard option.kind == .functionCall, let name = option.callee?.name else {
      unknown = unknown ?? option.text
      return
    }
    let value = option.arguments.first?.argumentValue
    switch name {
    case "ConnectClientOption": networkProtocol = ".connect"
    case "GRPCWebClientOption": networkProtocol = ".grpcWeb"
    case "JSONClientOption": codec = "JSONCodec()"
    case "ProtoClientOption": codec = "ProtoCodec()"
    // Both are what holds without a word.
    case "GzipCompressionOption", "IdentityCompressionOption": break
    case "GzipRequestOption":
      guard let value else {
        unknown = unknown ?? option.text
        return
      }
      requestCompression = ".init(minBytes: \(value.text), pool: GzipCompressionPool())"
    case "InterceptorsOption":
      guard let value else {
        unknown = unknown ?? option.text
        return
      }
      interceptors.append(value.text)
    default: unknown = unknown ?? option.text
    }
  }

  /// In the order in which the initialiser has them.
  var arguments: [String] {
    [
      ("host", host), ("networkProtocol", networkProtocol), ("codec", codec),
      ("requestCompression", requestCompression),
      ("interceptors", interceptors.isEmpty ? nil : interceptors.joined(separator: " + ")),
    ].compactMap { label, value in value.map { "\(label): \($0)" } }
  }
}

/// How the arguments of a call are laid out: on its line, or on lines of their own.
private struct Layout {
  private let lineEnding: String
  private let indentation: String
  private let step: String
  private let breaksLines: Bool

  init(of call: Node, _ file: FileContext) {
    lineEnding = file.lineEnding
    indentation = file.indentation(of: call)
    let first = call.arguments.first.map(file.indentation) ?? ""
    breaksLines =
      call.arguments.first.map { argument in
        file.hasLineBreak(in: call.range.lowerBound..<argument.range.lowerBound)
      } ?? false
    step =
      first.hasPrefix(indentation) && first.count > indentation.count
      ? String(first.dropFirst(indentation.count)) : "  "
  }

  func list(_ arguments: [String]) -> String { written(arguments, indentation) }

  func nested(_ arguments: [String]) -> String { written(arguments, indentation + step) }

  private func written(_ arguments: [String], _ outer: String) -> String {
    guard breaksLines else { return "(" + arguments.joined(separator: ", ") + ")" }
    let inner = outer + step
    let lines = arguments.map { inner + $0 }.joined(separator: "," + lineEnding)
    return "(" + lineEnding + lines + lineEnding + outer + ")"
  }
}
