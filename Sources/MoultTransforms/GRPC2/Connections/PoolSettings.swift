import MoultMatching
import MoultRewriting
import MoultSource
import MoultSyntax

extension ClientSettings {
  /// Reads the closure that `GRPCChannelPool.with` lets change its configuration.
  ///
  /// - Throws: `Refusal` for what no transport has, and for a closure that does more than assign.
  mutating func read(poolConfiguration closure: ClosureExpr) throws(Refusal) {
    let name = closure.parameters.first?.name ?? "$0"
    let remarks = RemarksInClosure(closure, file)
    comments += remarks.all
    var settings: [PoolSetting] = []
    for (index, statement) in closure.items.enumerated() {
      guard case .expression(.assignment(let assignment)) = statement,
        let target = assignment.target, let value = assignment.value?.node,
        let path = memberPath(target, from: name)
      else {
        throw Refusal(
          "only assign settings of the pool in the closure, one after the other, then run the fix again"
        )
      }
      settings.append(PoolSetting(path: path, value: value, comments: remarks.of(index)))
    }
    try read(settings)
  }

  /// Reads what the configuration of a pool is told once it is made.
  ///
  /// - Throws: `Refusal` for what no transport has.
  mutating func read(poolSettings assignments: [AssignmentExpr]) throws(Refusal) {
    try read(
      assignments.compactMap { assignment in
        guard let target = assignment.target, let value = assignment.value else { return nil }
        return PoolSetting(path: [target.node.name], value: value.node)
      })
  }

  private mutating func read(_ settings: [PoolSetting]) throws(Refusal) {
    var keepalive = Keepalive()
    var commentsOfKeepalive: [ByteRange] = []
    for setting in settings {
      let (path, value) = (setting.path, setting.value)
      let place = config.assignments.count
      switch (path.first, path.dropFirst().first) {
      case ("keepalive", nil):
        keepalive = try read(keepalive: value)
      case ("keepalive", let member?): set(member, value, &keepalive)
      case ("idleTimeout", nil):
        config.set("connection.maxIdleTime", duration(value))
      case ("maximumReceiveMessageLength", nil): limit = .kept(value)
      case ("http2", "targetWindowSize"?), ("http2", "maxFrameSize"?):
        config.set(path.joined(separator: "."), .kept(value))
      case ("connectionBackoff", nil):
        try read(backoff: value, isOfPool: true)
      case ("connectionBackoff", let member?): setBackoff(member, value, isOfPool: true)
      case ("connectionPool", "maxWaitTime"?):
        longestWait = "at most '\(value.text)'"
      case ("connectionPool", "maxWaitersPerEventLoop"?):
        reason("any number of calls may wait for a connection: 'maxWaitersPerEventLoop' is removed")
      case ("connectionPool", _):
        reason("there is no pool any more, so its settings are removed")
      case ("backgroundActivityLogger", nil): reason(reasonOfLogger)
      case ("errorDelegate", nil): reason(Self.reasonOfErrorDelegate)
      case (let first, _):
        throw refusal(ofSetting: first ?? "")
      }
      if path.first == "keepalive" {
        commentsOfKeepalive += setting.comments
      } else {
        say(setting.comments, at: place)
      }
    }
    let place = config.assignments.count
    set(keepalive)
    say(commentsOfKeepalive, at: place)
  }

  /// Has comments stand before the setting of the transport that was said at a place, if one was.
  private mutating func say(_ comments: [ByteRange], at place: Int) {
    guard config.assignments.count > place else { return }
    let oneLine = comments.filter {
      !file.source.bytes[$0.indices].contains(where: \.isLineBreak)
    }
    config.insert(oneLine.map { .word(file.source.text($0)) }, at: place)
    repeated += oneLine
  }

  /// Reads `ConnectionBackoff(…)`.
  ///
  /// - Parameter isOfPool: calls of a pool wait for the same time however often it tries to connect; those of a single connection fail
  ///   once it tries no more.
  mutating func read(backoff value: Node, isOfPool: Bool) throws(Refusal) {
    guard let made = CallExpr(inlined(value)) else {
      throw Refusal("set 'config.backoff' of the transport to the same values")
    }
    for argument in made.arguments {
      setBackoff(argument.label ?? "", argument.node.argumentValue, isOfPool: isOfPool)
    }
  }

  private mutating func setBackoff(_ member: String, _ value: Node, isOfPool: Bool) {
    switch member {
    case "initialBackoff": config.set("backoff.initial", seconds(value))
    case "maximumBackoff": config.set("backoff.max", seconds(value))
    case "multiplier", "jitter": config.set("backoff.\(member)", .kept(value))
    case "retries":
      switch MemberAccess(value)?.name {
      case "unlimited": break
      case "none" where !isOfPool: waits = false
      default:
        reason(
          "attempts to connect are not limited any more, and calls wait for a connection as long as their own timeout: give them one"
        )
      }
    default: reason("'\(member)' of the backoff is removed without a replacement")
    }
  }

  private func seconds(_ value: Node) -> Code {
    .call(.member(nil, "seconds"), [.plain(.kept(value))])
  }

  /// Reads `ClientConnectionKeepalive(…)`.
  mutating func read(keepalive value: Node) throws(Refusal) -> Keepalive {
    guard let made = CallExpr(inlined(value)),
      ["ClientConnectionKeepalive", "init"].contains(made.called?.node.name)
    else {
      throw Refusal("set 'config.connection.keepalive' of the transport to the same values")
    }
    var keepalive = Keepalive()
    for argument in made.arguments {
      set(argument.label ?? "", argument.node.argumentValue, &keepalive)
    }
    return keepalive
  }

  mutating func set(_ keepalive: Keepalive) {
    if let code = keepalive.code { config.set("connection.keepalive", code) }
  }

  /// - Parameter member: of `ClientConnectionKeepalive`.
  private mutating func set(_ member: String, _ value: Node, _ keepalive: inout Keepalive) {
    switch member {
    case "interval": keepalive.time = duration(value)
    case "timeout": keepalive.timeout = duration(value)
    case "permitWithoutCalls": keepalive.allowsWithoutCalls = .kept(value)
    default: reason("the number of pings without data can no longer be set")
    }
  }

  private mutating func reason(_ text: String) {
    if !reasons.contains(text) { reasons.append(text) }
  }
}

/// What the configuration of a pool is told.
private struct PoolSetting {
  let path: [String]
  let value: Node
  var comments: [ByteRange] = []
}

/// The comments of a closure that stand between its statements, each with the one that it is about.
private struct RemarksInClosure {
  private var byStatement: [[ByteRange]]

  /// Those behind the last statement as well.
  private(set) var all: [ByteRange] = []

  init(_ closure: ClosureExpr, _ file: FileContext) {
    let statements = closure.items.map(\.node)
    byStatement = statements.map { _ in [] }
    for (index, statement) in statements.enumerated() {
      for comment in file.tree.commentRanges(in: statement.leadingTrivia) {
        // Behind a statement it is about that one.
        let isBehind = index > 0 && !file.layout.startsLine(comment.lowerBound)
        byStatement[isBehind ? index - 1 : index].append(comment)
        all.append(comment)
      }
    }
    guard let last = statements.last else { return }
    let rest = file.tree.commentRanges(in: last.range.upperBound..<closure.range.upperBound)
    byStatement[statements.count - 1] += rest.filter { !file.layout.startsLine($0.lowerBound) }
    all += rest
  }

  func of(_ index: Int) -> [ByteRange] { byStatement[index] }
}

/// A keepalive in the words of grpc-swift 2, each nil where the code says nothing.
struct Keepalive {
  var time: Code?
  var timeout: Code?
  var allowsWithoutCalls: Code?

  /// `.init(time:timeout:allowWithoutCalls:)` with what grpc-swift 1 assumed; nil if nothing is said.
  var code: Code? {
    guard time != nil || timeout != nil || allowsWithoutCalls != nil else { return nil }
    let (never, soon) = (Code.quoted(".seconds(Int64.max)"), Code.quoted(".seconds(20)"))
    return .quoted(
      ".init(time: \(time ?? never), timeout: \(timeout ?? soon), "
        + "allowWithoutCalls: \(allowsWithoutCalls ?? .word("false")))")
  }
}

/// The names of a chain of members behind a variable, such as `http2` and `maxFrameSize` of `$0.http2.maxFrameSize`.
private func memberPath(_ target: Expr, from name: String) -> [String]? {
  var names: [String] = []
  var next = target
  while case .member(let member) = next, let base = member.base {
    names.append(member.name)
    next = base
  }
  guard case .name(let variable) = next, variable.name == name, !names.isEmpty else { return nil }
  return names.reversed()
}
