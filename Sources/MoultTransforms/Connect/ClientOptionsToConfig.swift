import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSyntax

/// Turns the options of a client of connect-swift 0.2 into a `ProtocolClientConfig`.
///
/// `ProtocolClient(target: h, httpClient: c, ConnectClientOption(), ProtoClientOption())` becomes
/// `ProtocolClient(httpClient: c, config: ProtocolClientConfig(host: h, networkProtocol: .connect, codec: ProtoCodec()))`.
package func clientOptionsToConfig(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let call = CallExpr(match.node), let called = call.called, let list = call.argumentList
  else { return nil }
  // Other arguments than before stand beside one another, so that a comment belongs to none of them.
  var configuration = ClientConfiguration(moves: file.tree.holdsComment(in: list.range))
  var client: Node?
  for argument in call.arguments {
    guard let value = argument.expression?.node else { return .manual(bySteps) }
    switch argument.label {
    case "target", "host": configuration.host = value
    case "httpClient": client = value
    case "options":
      guard value.kind == .arrayLiteral else { return .manual(bySteps) }
      for option in value.children { configuration.add(option, file) }
    case nil: configuration.add(value, file)
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
      "pass 'config: ProtocolClientConfig(host: \(host.text), …)'; without an option for a protocol the client used none, and as of 0.3 there is always a 'networkProtocol'"
    )
  }
  var arguments =
    client.map { [CodeArgument("httpClient", configuration.kept($0))] } ?? []
  arguments.append(
    CodeArgument("config", .call(.library("Connect.ProtocolClientConfig"), configuration.arguments))
  )
  let made = configuration.kept(called.node)
  var project = ProjectEditor()
  project.change(file) { $0.replace(match.node, with: .call(made, arguments)) }
  for parameter in configuration.parameters { parameter.change(&project) }
  var consequence = project.consequence(in: file, at: match.node)
  if configuration.parameters.contains(where: \.isPublic) {
    consequence.lower(
      to: .review, because: "who calls the public function from elsewhere still gives an option")
  }
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
  /// Whether what is kept is written elsewhere, so that the comments of the call come to stand above its statement.
  private let moves: Bool
  var host: Node?
  private(set) var networkProtocol: Code?
  private var codec: Code?
  private var requestCompression: Code?
  private var interceptors: Code?

  /// The first option that is not spelled out or has no successor.
  private(set) var unknown: String?

  /// Those that hand an option on.
  private(set) var parameters: [OptionParameter] = []

  var hasInterceptors: Bool { interceptors != nil }

  init(moves: Bool) { self.moves = moves }

  func kept(_ node: Node) -> Code { moves ? .form(.moved(.kept(node))) : .kept(node) }

  mutating func add(_ option: Node, _ file: FileContext) {
    if let parameter = OptionParameter(option, file) {
      parameters.append(parameter)
      set(parameter.kind, kept(option))
      return
    }
    guard option.kind == .functionCall, let name = option.callee?.name else {
      unknown = unknown ?? option.text
      return
    }
    if let setting = ClientSetting(option, file) {
      set(setting.kind, setting.code)
      return
    }
    let value = option.arguments.first?.argumentValue
    switch name {
    // Both are what holds without a word.
    case "GzipCompressionOption", "IdentityCompressionOption": break
    case "GzipRequestOption":
      guard let value else {
        unknown = unknown ?? option.text
        return
      }
      requestCompression = .quoted(
        ".init(minBytes: \(kept(value)), pool: Connect::GzipCompressionPool())")
    case "InterceptorsOption":
      guard let value else {
        unknown = unknown ?? option.text
        return
      }
      interceptors = interceptors.map { .infix($0, "+", kept(value)) } ?? kept(value)
    default: unknown = unknown ?? option.text
    }
  }

  private mutating func set(_ kind: ClientSetting.Kind, _ code: Code) {
    switch kind {
    case .networkProtocol: networkProtocol = code
    case .codec: codec = code
    }
  }

  /// In the order in which the initialiser has them.
  var arguments: [CodeArgument] {
    [
      ("host", host.map(kept)), ("networkProtocol", networkProtocol), ("codec", codec),
      ("requestCompression", requestCompression), ("interceptors", interceptors),
    ].compactMap { label, value in value.map { CodeArgument(label, $0) } }
  }
}
