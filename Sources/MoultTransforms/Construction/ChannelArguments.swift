import MoultMatching
import MoultRewriting
import MoultSyntax

/// A call of a connection's builder, which gives the builder back.
struct BuilderCall {
  let name: String
  let arguments: [CodeArgument]

  init(_ name: String, _ label: String, _ value: Code) {
    self.name = name
    arguments = [CodeArgument(label, value)]
  }

  init(_ name: String, _ value: Code) {
    self.name = name
    arguments = [.plain(value)]
  }
}

extension Code {
  /// Returns this builder after calls.
  func calling(_ calls: [BuilderCall]) -> Code {
    calls.reduce(self) { $0.calling($1.name, $1.arguments) }
  }
}

/// The settings of a channel, as calls of a connection's builder.
struct ChannelArguments {
  /// In the order in which the settings were given; all that is about keepalive is one call.
  private(set) var calls: [BuilderCall] = []

  /// Arguments of the client's `CallOptions`.
  private(set) var options: [CodeArgument] = []

  /// What is lost or means something else.
  private(set) var reasons: [String] = []

  private var keepalive: [String: Node] = [:]
  private let isSecure: Bool?
  private let file: FileContext

  /// - Parameter list: the value of `arguments:`.
  init(_ list: Node, isSecure: Bool?, _ file: FileContext) throws(Refusal) {
    self.isSecure = isSecure
    self.file = file
    guard list.kind == .arrayLiteral else {
      throw Refusal(
        "turn '\(list.text)' into calls of the builder of 'ClientConnection'; 'moult explain grpc-swift.channel-argument' has the table"
      )
    }
    var place: Int?
    for element in list.children {
      guard element.kind == .functionCall, let callee = element.callee,
        callee.kind == .memberAccess,
        let value = element.arguments.first?.argumentValue
      else {
        throw Refusal("write the arguments as a list of '.name(value)', then run the fix again")
      }
      let isKeepalive = try add(callee.name, value)
      if isKeepalive, place == nil { place = calls.count }
    }
    if let place { calls.insert(try keepaliveCall(), at: place) }
  }

  private static let keepaliveLabels = [
    "keepAliveTime": "interval", "keepAliveTimeout": "timeout",
    "keepAlivePermitWithoutCalls": "permitWithoutCalls",
    "http2MaxPingsWithoutData": "maximumPingsWithoutData",
    "http2MinSentPingInterval": "minimumSentPingIntervalWithoutData",
  ]

  /// Returns whether the setting is about keepalive.
  private mutating func add(_ name: String, _ value: Node) throws(Refusal) -> Bool {
    if let label = Self.keepaliveLabels[name] {
      keepalive[label] = value
      return true
    }
    switch name {
    case "reconnectBackoffInitial":
      calls.append(BuilderCall("withConnectionBackoff", "initial", timeAmount(value)))
    case "reconnectBackoffMax":
      calls.append(BuilderCall("withConnectionBackoff", "maximum", timeAmount(value)))
    case "reconnectBackoffMin":
      calls.append(BuilderCall("withConnectionTimeout", "minimum", timeAmount(value)))
      reasons.append(
        "the minimum time between two connection attempts became the minimum time of one attempt")
    case "maxReceiveMessageLength":
      let limit = value.text == "-1" ? Code.member(nil, "max") : integer(value, as: "Int")
      calls.append(BuilderCall("withMaximumReceiveMessageLength", limit))
    case "maxConnectionIdle":
      calls.append(BuilderCall("withConnectionIdleTimeout", timeAmount(value)))
    case "sslTargetNameOverride", "defaultAuthority":
      guard isSecure == true else {
        throw Refusal("nothing replaces '.\(name)' without TLS: remove it, or connect to that name")
      }
      calls.append(BuilderCall("withTLS", "serverHostnameOverride", .kept(value)))
    case "primaryUserAgent", "secondaryUserAgent":
      guard options.isEmpty else { throw Refusal("combine both user agents in one string") }
      let header = EntryCode(.string("user-agent"), .kept(value))
      options.append(CodeArgument("customMetadata", .form(.dictionary([header]))))
      reasons.append("the header 'user-agent' replaces the library's own value")
    case "http2EnableTrueBinary", "enableCensus", "enableLoadReporting", "enableMinimalStack",
      "enableDeadlineChecks", "maxConcurrentStreams":
      reasons.append("'.\(name)' was a setting of the C core; nothing replaces it")
    default:
      throw Refusal(
        "nothing on the builder of 'ClientConnection' replaces '.\(name)': remove it, then run the fix again"
      )
    }
    return false
  }

  private func keepaliveCall() throws(Refusal) -> BuilderCall {
    if let interval = keepalive["interval"].flatMap(wholeSeconds),
      interval <= keepalive["timeout"].flatMap(wholeSeconds) ?? 20
    {
      throw Refusal(
        "make the keepalive's timeout (20 seconds by default) shorter than its interval, as grpc-swift 1 requires, then run the fix again"
      )
    }
    let values: [(label: String, code: (Node) -> Code)] = [
      ("interval", timeAmount), ("timeout", timeAmount), ("permitWithoutCalls", { .kept($0) }),
      ("maximumPingsWithoutData", { integer($0, as: "UInt") }),
      ("minimumSentPingIntervalWithoutData", timeAmount),
    ]
    let arguments = values.compactMap { label, code in
      keepalive[label].map { CodeArgument(label, code($0)) }
    }
    return BuilderCall(
      "withKeepalive", .call(.library("GRPC.ClientConnectionKeepalive"), arguments))
  }
}

/// A literal as it is, anything else converted.
private func integer(_ value: Node, as type: String) -> Code {
  value.kind == .integerLiteral ? .kept(value) : .call(type, [.plain(.kept(value))])
}

/// Returns how many seconds an expression is, if it says so and they are whole.
private func wholeSeconds(_ seconds: Node) -> Int? {
  let digits = seconds.text.replacing("_", with: "")
  if seconds.kind == .integerLiteral { return Int(digits) }
  guard seconds.kind == .floatLiteral, let value = Double(digits) else { return nil }
  return Int(exactly: value)
}

/// Returns seconds as a `TimeAmount`; of a value that nobody can see, at most a thousand million: more, such as
/// `.greatestFiniteMagnitude` for no limit, is no number of nanoseconds.
func timeAmount(_ seconds: Node) -> Code {
  func amount(_ unit: String, _ value: Code) -> Code { .call(.member(nil, unit), [.plain(value)]) }
  if let whole = wholeSeconds(seconds) { return amount("seconds", .word("\(whole)")) }
  if seconds.kind == .floatLiteral, let value = Double(seconds.text.replacing("_", with: "")),
    value >= 0, value < 1e9, let milliseconds = Int(exactly: value * 1000)
  {
    return amount("milliseconds", .word("\(milliseconds)"))
  }
  let most = Code.word("1_000_000_000")
  let nanoseconds = Code.infix(
    .call("min", [.plain(.kept(seconds)), .plain(most)]), "*", most)
  return amount("nanoseconds", .call("Int64", [.plain(nanoseconds)]))
}
