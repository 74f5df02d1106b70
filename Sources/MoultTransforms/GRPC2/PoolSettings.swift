import MoultMatching
import MoultSource
import MoultSyntax

extension ClientSettings {
  /// Reads the closure that `GRPCChannelPool.with` lets change its configuration.
  ///
  /// - Throws: `Refusal` for what no transport has, and for a closure that does more than assign.
  mutating func read(poolConfiguration closure: Node) throws(Refusal) {
    let name = closure.parameters.first?.internalName ?? "$0"
    var keepalive = KeepaliveText()
    for statement in closure.items {
      guard statement.kind == .assignment, let target = statement.leftOperand,
        let value = statement.rightOperand, let path = memberPath(target, from: name)
      else {
        throw Refusal(
          "only assign settings of the pool in the closure, one after the other, then run the fix again"
        )
      }
      switch (path.first, path.dropFirst().first) {
      case ("keepalive", nil):
        let made = inlined(value)
        guard made.kind == .functionCall else { throw keepaliveRefusal }
        keepalive = KeepaliveText()
        for argument in made.arguments {
          set(argument.argumentLabel ?? "", argument.argumentValue, &keepalive)
        }
      case ("keepalive", let member?): set(member, value, &keepalive)
      case ("idleTimeout", nil):
        config.assignments.append("connection.maxIdleTime = \(duration(value, file))")
      case ("maximumReceiveMessageLength", nil): limit = text(value)
      case ("http2", "targetWindowSize"?), ("http2", "maxFrameSize"?):
        config.assignments.append("\(path.joined(separator: ".")) = \(text(value))")
      case ("connectionBackoff", nil):
        let made = inlined(value)
        guard made.kind == .functionCall else {
          throw Refusal("set 'config.backoff' of the transport to the same values")
        }
        for argument in made.arguments {
          setBackoff(argument.argumentLabel ?? "", argument.argumentValue)
        }
      case ("connectionBackoff", let member?): setBackoff(member, value)
      case ("connectionPool", _):
        reason("there is no pool any more, so its settings are removed")
      case ("backgroundActivityLogger", nil): reason(Self.noLog)
      case (let first, _):
        throw Refusal(
          "remove '\(first ?? "")', which no transport of grpc-swift 2 has, then run the fix again"
        )
      }
    }
    if let text = keepalive.text { config.assignments.append("connection.keepalive = \(text)") }
  }

  private mutating func setBackoff(_ member: String, _ value: Node) {
    switch member {
    case "initialBackoff": config.assignments.append("backoff.initial = .seconds(\(text(value)))")
    case "maximumBackoff": config.assignments.append("backoff.max = .seconds(\(text(value)))")
    case "multiplier", "jitter":
      config.assignments.append("backoff.\(member) = \(text(value))")
    default: reason("'\(member)' of the backoff is removed without a replacement")
    }
  }

  /// - Parameter member: of `ClientConnectionKeepalive`.
  mutating func set(_ member: String, _ value: Node, _ keepalive: inout KeepaliveText) {
    switch member {
    case "interval": keepalive.time = duration(value, file)
    case "timeout": keepalive.timeout = duration(value, file)
    case "permitWithoutCalls": keepalive.allowsWithoutCalls = text(value)
    default: reason("the number of pings without data can no longer be set")
    }
  }

  private mutating func reason(_ text: String) {
    if !reasons.contains(text) { reasons.append(text) }
  }
}

/// A keepalive in the words of grpc-swift 2, each nil where the code says nothing.
struct KeepaliveText {
  var time: String?
  var timeout: String?
  var allowsWithoutCalls: String?

  /// `.init(time:timeout:allowWithoutCalls:)` with what grpc-swift 1 assumed; nil if nothing is said.
  var text: String? {
    guard time != nil || timeout != nil || allowsWithoutCalls != nil else { return nil }
    let (time, timeout) = (time ?? ".seconds(Int64.max)", timeout ?? ".seconds(20)")
    return
      ".init(time: \(time), timeout: \(timeout), allowWithoutCalls: \(allowsWithoutCalls ?? "false"))"
  }
}

/// The names of a chain of members behind a variable, such as `http2` and `maxFrameSize` of `$0.http2.maxFrameSize`.
private func memberPath(_ node: Node, from name: String) -> [String]? {
  var names: [String] = []
  var next = node
  while next.kind == .memberAccess, let base = next.base {
    names.append(next.name)
    next = base
  }
  guard next.kind == .declReference, next.name == name, !names.isEmpty else { return nil }
  return names.reversed()
}
