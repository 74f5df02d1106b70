import MoultFindings
import MoultMatching
import MoultObjC
import MoultSource

/// Turns `[GRPCCall useInsecureConnectionsForHost:host]` into an option of the services that are made for
/// that host in the same body.
///
/// The first setting of a host in a body makes the options and hands them to the services; the others only set
/// theirs. Where no service of the host is made in the body, a person finds the right place.
@Sendable func hostSettingAction(_ match: ObjCMatch, _ put: PutSpec) -> ObjCAction {
  guard let message = match.message, message.isDiscarded,
    let number = match.options["host"].flatMap({ Int($0) }), number <= message.pieces.count,
    let body = match.body
  else { return .advise(nil) }
  let host = match.source.text(message.pieces[number - 1].argument)
  let makings = ["initWithHost:", "serviceWithHost:"].flatMap { match.file.messages(named: $0) }
  let services = makings.filter { candidate in
    body.contains(candidate.range.lowerBound)
      && message.range.upperBound <= candidate.range.lowerBound
      && match.source.text(candidate.pieces[0].argument) == host
      && match.types.receiver(of: candidate).className.map {
        match.project.model.inherits($0, from: "GRPCProtoService")
      } ?? false
  }
  guard !services.isEmpty else { return .advise(nil) }
  let order = hosts(setBefore: message, match, body)
  let names = optionNames(from: order.firstIndex(of: host) ?? order.count)
  guard let name = match.freeName(of: names, in: body) else { return .advise(nil) }
  var bindings = match.bindings
  bindings["options"] = .text(name)
  guard let setting = Template(put.text).text(bindings, in: match.source) else {
    return .advise(nil)
  }
  // The statement's semicolon stays.
  var edits = [Edit(message.range, setting)]
  if !order.contains(host) {
    // The options are seen where the services are made.
    guard let start = match.file.startOfStatement(around: message, besides: services) else {
      return .advise(nil)
    }
    let making =
      "GRPCMutableCallOptions *\(name) = [[GRPCMutableCallOptions alloc] init];"
      + match.lineBreak(before: start)
    if start == message.range.lowerBound {
      edits = [Edit(message.range, making + setting)]
    } else {
      edits.append(Edit(start..<start, making))
    }
    edits += services.map { service in
      // The bracket is claimed, so that no other fix gives this message a second argument.
      let end = service.range.upperBound
      let bracket = ByteOffset(end.index - 1)..<end
      return Edit(bracket, " callOptions:\(name)]")
    }
  }
  return .edits(edits, headers: Set(put.imports))
}

/// Returns the hosts that are set before the message in the body, each once, as they are written.
private func hosts(
  setBefore message: ObjCMessage, _ match: ObjCMatch, _ body: ByteRange
) -> [String] {
  var hosts: [String] = []
  for other in match.file.messages where body.contains(other.range.lowerBound) {
    guard other.range.lowerBound < message.range.lowerBound, other.isDiscarded,
      let host = other.pieces.first(where: { piece in
        let name = match.source.text(piece.nameRange)
        return name.hasSuffix("orHost") || name.hasSuffix("orhost")
      })?.argument,
      match.types.receiver(of: other) == .classObject("GRPCCall")
    else { continue }
    let text = match.source.text(host)
    if !hosts.contains(text) { hosts.append(text) }
  }
  return hosts
}

extension ObjCMatch {
  /// The body of the method or function around the match.
  var body: ByteRange? { file.body(around: range.lowerBound) }

  /// Returns the first of the names that no word in the range has.
  func freeName(of names: [String], in range: ByteRange) -> String? {
    let taken = Set(
      file.identifiers(in: range).filter { $0.role != .selector }.map { source.text($0.range) })
    return names.first { !taken.contains($0) }
  }

  /// Returns a line break, as the file ends its lines, and the white space that begins the line of the offset.
  func lineBreak(before offset: ByteOffset) -> String {
    source.bytes.lineEnding + source.bytes.indentation(ofLineAt: offset.index)
  }
}
