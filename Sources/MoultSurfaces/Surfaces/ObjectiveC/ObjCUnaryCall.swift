import MoultFindings
import MoultMatching
import MoultObjC
import MoultSource

/// Turns `RPCToFooWithRequest:handler:` into `fooWithMessage:responseHandler:callOptions:`.
///
/// What is set on the call object before it starts becomes call options, made before the call. That is done only
/// where all that is set stands in statements of their own at the level of the variable's declaration.
let unaryCall: @Sendable (ObjCMatch) -> ObjCAction = { match in
  guard let message = match.message, message.pieces.count == 2 else { return .advise(nil) }
  let handler =
    "[[GRPCUnaryResponseHandler alloc] initWithResponseHandler:$2 responseDispatchQueue:nil]"
  func call(_ options: String) -> [Edit]? {
    Template(
      "[$receiver ${method}WithMessage:$1 responseHandler:\(handler) callOptions:\(options)]"
    )
    .edits(replacing: message.range, match.bindings, in: match.source)
  }
  let headers: Set = ["ProtoRPC/ProtoRPC.h"]
  let variable = match.file.variables.first {
    $0.initializer == message.range && $0.kind == .local
  }
  guard let variable else {
    // Kept elsewhere, as in a property, the call object's settings are out of sight.
    guard isReceiverOfStart(match, message), let edits = call("nil") else {
      return .advise(
        "give the property or variable the type 'GRPCUnaryProtoCall *', call '\(match.newSelector)', and pass call options instead of setting properties of the call"
      )
    }
    return .edits(edits, headers: headers)
  }
  let settings = CallSettings(of: variable, match)
  guard settings.areUnderstood else {
    return .advise(
      "call '\(match.newSelector)' with call options instead of setting properties of '\(variable.name)'"
    )
  }
  var edits = [Edit(variable.typeRange, "GRPCUnaryProtoCall *")]
  guard !settings.members.isEmpty else {
    guard let change = call("nil") else { return .advise(nil) }
    return .edits(edits + change, headers: headers)
  }
  guard let body = match.body,
    let name = match.freeName(of: ["callOptions", "\(variable.name)Options"], in: body),
    let change = call(name)
  else { return .advise(nil) }
  let lineBreak = match.lineBreak(before: variable.typeRange.lowerBound)
  var text = "GRPCMutableCallOptions *\(name) = [[GRPCMutableCallOptions alloc] init];" + lineBreak
  for line in settings.optionLines(name) { text += line + lineBreak }
  edits = [Edit(variable.typeRange, text + "GRPCUnaryProtoCall *")]
  edits += settings.members.compactMap(\.statement).map {
    Edit(match.wholeLine($0), "")
  }
  return .edits(
    edits + change, headers: headers.union(["GRPCClient/GRPCCallOptions.h"]))
}

private func isReceiverOfStart(_ match: ObjCMatch, _ message: ObjCMessage) -> Bool {
  match.file.messages(named: "start").contains { $0.receiver == message.range }
}

/// What is set on a call object between its making and its start.
private struct CallSettings {
  /// In the order of the file.
  let members: [ObjCMember]

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
    members = file.members.filter { isMeant($0.base) }
    let messages = file.messages.filter { isMeant($0.receiver) }
    let start = messages.first { $0.selector == "start" }?.range.lowerBound
    let sent = messages.allSatisfy { $0.selector == "start" || $0.selector == "cancel" }
    let set = members.allSatisfy { member in
      guard let statement = member.statement, start.map({ statement.upperBound <= $0 }) ?? false,
        match.types.isBesideDeclaration(member, of: variable)
      else { return false }
      // What is read of the call before it starts has no place before it is made.
      let value = member.element?.value ?? member.assigned
      guard let value, !match.source.text(value).contains(variable.name) else { return false }
      if member.name == "requestHeaders" { return member.element != nil }
      return Self.options[member.name] != nil && member.assigned != nil
    }
    areUnderstood = sent && set
  }

  func optionLines(_ name: String) -> [String] {
    let headers = members.compactMap { member in
      member.element.map { "\(source.text($0.key)) : \(source.text($0.value))" }
    }
    var lines: [String] = []
    if !headers.isEmpty {
      lines.append("\(name).initialMetadata = @{\(headers.joined(separator: ", "))};")
    }
    for member in members {
      if let option = Self.options[member.name], let value = member.assigned {
        lines.append("\(name).\(option) = \(source.text(value));")
      }
    }
    return lines
  }
}

extension ObjCMatch {
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
