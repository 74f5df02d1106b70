import MoultFindings
import MoultMatching
import MoultObjC
import MoultSource

/// Turns `RPCToFooWithRequest:handler:` into `fooWithMessage:responseHandler:callOptions:`.
///
/// What is set on the call object before it starts becomes call options, made before the call. That is done only
/// where all that is set stands in statements of their own at the level of the variable's declaration.
let unaryCall: @Sendable (ObjCMatch) -> ObjCAction = { match in
  guard let message = match.message, let call = ObjCNewCall(match) else { return .advise(nil) }
  return callObject(match, message, call)
}

/// Makes the call object of a new call, with options for what is set on it.
func callObject(_ match: ObjCMatch, _ message: ObjCMessage, _ call: ObjCNewCall) -> ObjCAction {
  let variable = match.file.variables.first {
    $0.initializer == message.range && $0.kind == .local
  }
  guard let variable else {
    // Kept elsewhere, as in a property, the call object's settings are out of sight.
    guard isReceiverOfStart(match, message), let edits = call.edits(options: "nil") else {
      guard !message.isDiscarded else {
        return .advise(
          "nothing starts this call, so nothing is sent: call '\(match.newSelector)' and send 'start' to the '\(call.callClass)'"
        )
      }
      return .advise(
        "give the property or variable the type '\(call.callClass) *', call '\(match.newSelector)', and pass call options instead of setting properties of the call"
      )
    }
    return .edits(edits, headers: call.headers)
  }
  let settings = CallSettings(of: variable, match)
  let returned = settings.returns.map { ObjCReturnedCall(at: $0, match, call.callClass) }
  guard !settings.isHandedOn, !returned.contains(where: { $0 == nil }) else {
    return .advise(
      "call '\(match.newSelector)' with call options here: '\(variable.name)' is handed on, and what is set on it there must be known before the call is made"
    )
  }
  let elsewhere = returned.compactMap { $0?.adoption }.first.map { [$0] } ?? []
  guard settings.areUnderstood else {
    return .advise(
      "call '\(match.newSelector)' with call options instead of setting properties of '\(variable.name)'"
    )
  }
  let type = "\(call.callClass) *"
  var edits = settings.queueStatements.map { Edit(match.wholeLine($0), "") }
  edits += match.removals(ofLines: settings.members.compactMap(\.statement))
  let typeRange = match.place(ofType: variable)
  guard !settings.members.isEmpty else {
    guard let change = call.edits(options: "nil", queue: settings.queue) else {
      return .advise(nil)
    }
    return .edits(
      edits + [Edit(typeRange, type)] + change, headers: call.headers,
      elsewhere: elsewhere)
  }
  guard let body = match.body,
    let name = match.nameOfOptions(forCallIn: variable, body),
    let change = call.edits(options: name, queue: settings.queue),
    let headers = match.headerLines(
      settings.headers.map(\.element),
      below: settings.headers.map { match.comments(around: $0.statement) }, of: name, in: body)
  else { return .advise(nil) }
  let lineBreak = match.lineBreak(before: variable.typeRange.lowerBound)
  var text = "GRPCMutableCallOptions *\(name) = [[GRPCMutableCallOptions alloc] init];" + lineBreak
  for line in headers + settings.optionLines(name, match) { text += line + lineBreak }
  edits.append(Edit(typeRange, text + type))
  edits += settings.reads.map { Edit($0, "\(name).initialMetadata") }
  return .edits(
    edits + change, headers: call.headers.union(["GRPCClient/GRPCCallOptions.h"]),
    elsewhere: elsewhere)
}

private func isReceiverOfStart(_ match: ObjCMatch, _ message: ObjCMessage) -> Bool {
  match.file.messages(named: "start").contains { $0.receiver == message.range }
}

/// What is set on a call object between its making and its start.
private struct CallSettings {
  /// What is set, in the order of the file.
  let members: [ObjCMember]

  /// Where the headers that were set are logged.
  let reads: [ByteRange]

  /// What sets the queue of the responses.
  private let queues: [ObjCMessage]

  /// Where the call is returned.
  let returns: [ByteRange]

  /// Whether anything else but a member or a message of the call names it, so that more may be done to it.
  let isHandedOn: Bool

  /// False if something is set or asked that call options cannot say.
  let areUnderstood: Bool
  private let source: SourceText

  /// The names of options by the names of what was set on the call.
  private static let options = [
    "timeout": "timeout", "serverName": "serverAuthority", "oauth2AccessToken": "oauth2AccessToken",
    "tokenProvider": "authTokenProvider",
  ]

  init(of variable: ObjCVariable, _ match: ObjCMatch) {
    source = match.source
    let file = match.file
    func isMeant(_ range: ByteRange) -> Bool {
      variable.scope.contains(range.lowerBound) && match.source.text(range) == variable.name
        && match.types.variable(variable.name, at: range.lowerBound)?.nameRange
          == variable.nameRange
    }
    let uses = file.members.filter { isMeant($0.base) }
    let logged = uses.filter { member in
      member.name == "requestHeaders" && member.assigned == nil && member.element == nil
        && match.types.isArgument(member, of: "NSLog")
    }
    members = uses.filter { !logged.contains($0) }
    reads = logged.map(\.range)
    let messages = file.messages.filter { isMeant($0.receiver) }
    queues = messages.filter { $0.selector == "setResponseDispatchQueue:" }
    let known = Set(uses.map(\.base) + messages.map(\.receiver))
    let others = file.identifiers(named: variable.name).filter { word in
      word.role != .selector && word.role != .member && isMeant(word.range)
        && !known.contains(word.range)
    }.map(\.range)
    returns = others.filter { isReturned($0, in: match.source) }
    isHandedOn = others.count > returns.count
    let start = messages.first { $0.selector == "start" }?.range.lowerBound
    let sent = messages.allSatisfy {
      ["start", "cancel", "setResponseDispatchQueue:"].contains($0.selector)
    }
    // What is read of the call before it starts, or declared behind it, has no place before it is made.
    func isKnown(_ value: ByteRange) -> Bool {
      file.identifiers(in: value).allSatisfy { word in
        let name = match.source.text(word.range)
        guard name != variable.name else { return false }
        guard let other = match.types.variable(name, at: word.range.lowerBound) else { return true }
        return other.kind != .local || value.contains(other.nameRange.lowerBound)
          || other.nameRange.lowerBound < variable.nameRange.lowerBound
      }
    }
    func isBeforeStart(_ statement: ByteRange) -> Bool {
      start.map { statement.upperBound <= $0 } ?? false
    }
    let statements = members.compactMap(\.statement) + queues.map(\.range)
    func isSame(_ value: ByteRange) -> Bool {
      isKnown(value)
        && match.isSame(value, behind: variable.initializer ?? variable.nameRange, statements)
    }
    let queued =
      queues.count < 2
      && queues.allSatisfy { message in
        message.isDiscarded && isBeforeStart(message.range) && isSame(message.pieces[0].argument)
          && match.types.isBesideDeclaration(message, of: variable)
      }
    let set = members.allSatisfy { member in
      guard let statement = member.statement, isBeforeStart(statement),
        match.types.isBesideDeclaration(member, of: variable)
      else { return false }
      guard let value = member.element?.value ?? member.assigned, isSame(value) else {
        return false
      }
      if member.name == "requestHeaders" { return member.element.map { isSame($0.key) } ?? false }
      return Self.options[member.name] != nil && member.assigned != nil
    }
    let isSetBeforeLogged = logged.isEmpty || members.contains { $0.element != nil }
    areUnderstood = sent && set && queued && isSetBeforeLogged
  }

  /// The queue that the responses come on.
  var queue: String? { queues.first.map { source.text($0.pieces[0].argument) } }

  /// What sets the queue, semicolons included.
  var queueStatements: [ByteRange] {
    queues.map { message in
      let bytes = source.bytes
      let end = bytes[message.range.upperBound.index...].firstIndex(of: UInt8(ascii: ";"))
      return message.range.lowerBound..<ByteOffset(end.map { $0 + 1 } ?? bytes.count)
    }
  }

  /// The headers that are set, with their statements, in the order of the file.
  var headers: [(element: ObjCElement, statement: ByteRange)] {
    members.compactMap { member in
      guard let element = member.element, let statement = member.statement else { return nil }
      return (element, statement)
    }
  }

  /// The lines that set options of this name, but for headers, each below the comments of what it replaces.
  func optionLines(_ name: String, _ match: ObjCMatch) -> [String] {
    var lines: [String] = []
    for member in members {
      if let option = Self.options[member.name], let value = member.assigned {
        if let statement = member.statement { lines += match.comments(around: statement) }
        lines.append("\(name).\(option) = \(source.text(value));")
      }
    }
    return lines
  }
}

extension ObjCMatch {
  /// The name of a call's options, which neither those of a host nor those of a call before it in the same block have.
  fileprivate func nameOfOptions(forCallIn variable: ObjCVariable, _ body: ByteRange) -> String? {
    let isFirst = !file.variables.contains { other in
      other.kind == .local && other.scope.upperBound == variable.scope.upperBound
        && other.nameRange.lowerBound < variable.nameRange.lowerBound
        && source.text(other.typeRange).contains("GRPCProtoCall")
    }
    let own = variable.name + "Options"
    let names = (isFirst ? ["callOptions", own] : [own].filter { $0 != "callOptions" })
    let taken = namesOfHostOptions(in: body)
    return freeName(of: (names + ["newCallOptions"]).filter { !taken.contains($0) }, in: body)
  }

  /// Where the type of a variable stands, with the blanks behind it: a star stands at the name.
  fileprivate func place(ofType variable: ObjCVariable) -> ByteRange {
    let end = variable.typeRange.upperBound
    guard end < variable.nameRange.lowerBound,
      source.bytes[end.index..<variable.nameRange.lowerBound.index].allSatisfy(\.isBlank)
    else { return variable.typeRange }
    return variable.typeRange.lowerBound..<variable.nameRange.lowerBound
  }

  /// The selector of the new form of the RPC.
  var newSelector: String {
    guard case .text(let method)? = bindings["method"] else { return "" }
    return "\(method)WithMessage:responseHandler:callOptions:"
  }

  /// Returns the range with the rest of its line, if nothing else stands there.
  func wholeLine(_ range: ByteRange) -> ByteRange {
    let bytes = source.bytes
    var start = range.lowerBound.index
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    var end = range.upperBound.index
    guard start == 0 || bytes[start - 1] == 0x0A || bytes[start - 1] == 0x0D else { return range }
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    guard end == bytes.count || bytes[end] == 0x0A || bytes[end] == 0x0D else { return range }
    if end < bytes.count {
      end += bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A ? 2 : 1
    }
    return ByteRange(indices: start..<end)
  }
}
