import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// The settings of a channel, as calls of a connection's builder.
struct ChannelArguments {
  /// In the order in which the settings were given; all that is about keepalive is one call.
  private(set) var calls: [String] = []

  /// Arguments of the client's `CallOptions`.
  private(set) var options: [String] = []

  /// What is lost or means something else.
  private(set) var reasons: [String] = []

  private var keepalive: [String: String] = [:]
  private let isSecure: Bool?
  private let file: FileContext

  /// - Parameter list: the value of `arguments:`.
  init(_ list: Node, isSecure: Bool?, _ file: FileContext) throws(Refusal) {
    self.isSecure = isSecure
    self.file = file
    guard list.kind == .arrayLiteral else {
      throw Refusal(
        "turn '\(file.source.text(list.range))' into calls of the builder of 'ClientConnection'; 'moult explain grpc-swift.channel-argument' has the table"
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
    let text = file.source.text(value.range)
    if let label = Self.keepaliveLabels[name] {
      switch name {
      case "keepAlivePermitWithoutCalls": keepalive[label] = text
      case "http2MaxPingsWithoutData":
        keepalive[label] = value.kind == .integerLiteral ? text : "UInt(\(text))"
      default: keepalive[label] = timeAmount(value, file)
      }
      return true
    }
    switch name {
    case "reconnectBackoffInitial":
      calls.append(".withConnectionBackoff(initial: \(timeAmount(value, file)))")
    case "reconnectBackoffMax":
      calls.append(".withConnectionBackoff(maximum: \(timeAmount(value, file)))")
    case "reconnectBackoffMin":
      calls.append(".withConnectionTimeout(minimum: \(timeAmount(value, file)))")
      reasons.append(
        "the minimum time between two connection attempts became the minimum time of one attempt")
    case "maxReceiveMessageLength":
      let limit = value.kind == .integerLiteral ? text : text == "-1" ? ".max" : "Int(\(text))"
      calls.append(".withMaximumReceiveMessageLength(\(limit))")
    case "maxConnectionIdle":
      calls.append(".withConnectionIdleTimeout(\(timeAmount(value, file)))")
    case "sslTargetNameOverride", "defaultAuthority":
      guard isSecure == true else {
        throw Refusal("nothing replaces '.\(name)' without TLS: remove it, or connect to that name")
      }
      calls.append(".withTLS(serverHostnameOverride: \(text))")
    case "primaryUserAgent", "secondaryUserAgent":
      guard options.isEmpty else { throw Refusal("combine both user agents in one string") }
      options.append("customMetadata: [\"user-agent\": \(text)]")
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

  private func keepaliveCall() throws(Refusal) -> String {
    let order = [
      "interval", "timeout", "permitWithoutCalls", "maximumPingsWithoutData",
      "minimumSentPingIntervalWithoutData",
    ]
    if let interval = seconds(keepalive["interval"]),
      interval <= seconds(keepalive["timeout"]) ?? 20
    {
      throw Refusal(
        "make the keepalive's timeout (20 seconds by default) shorter than its interval, as grpc-swift 1 requires, then run the fix again"
      )
    }
    let arguments = order.compactMap { label in keepalive[label].map { "\(label): \($0)" } }
    return ".withKeepalive(ClientConnectionKeepalive(\(arguments.joined(separator: ", "))))"
  }

  /// The number in `.seconds(30)`.
  private func seconds(_ amount: String?) -> Int? {
    guard let amount, amount.hasPrefix(".seconds("), amount.hasSuffix(")") else { return nil }
    return Int(amount.dropFirst(".seconds(".count).dropLast())
  }
}

/// Returns seconds as a `TimeAmount`.
func timeAmount(_ seconds: Node, _ file: FileContext) -> String {
  let text = file.source.text(seconds.range)
  let digits = text.replacing("_", with: "")
  if seconds.kind == .integerLiteral, let whole = Int(digits) { return ".seconds(\(whole))" }
  if seconds.kind == .floatLiteral, let value = Double(digits), value >= 0, value < 1e9 {
    let milliseconds = (value * 1000).rounded()
    if milliseconds.truncatingRemainder(dividingBy: 1000) == 0 {
      return ".seconds(\(Int(milliseconds / 1000)))"
    }
    if milliseconds == value * 1000 { return ".milliseconds(\(Int(milliseconds)))" }
  }
  let isPlain =
    seconds.kind == .declReference || seconds.kind == .memberAccess || seconds.kind == .functionCall
  return ".nanoseconds(Int64(\(isPlain ? text : "(\(text))") * 1_000_000_000))"
}
