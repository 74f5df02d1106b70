import MoultFindings
import MoultMatching
import MoultObjC
import MoultSource

/// Turns `[GRPCCall useInsecureConnectionsForHost:host]` into an option of the services that are made for
/// that host in the same body.
///
/// The first setting of a host in a body makes the options and hands them to the services; the others only set
/// theirs. Where no service of the host is made in the body, a person finds the right place.
func hostSettingAction(_ match: ObjCMatch, _ put: PutSpec) -> ObjCAction {
  guard let message = match.message, message.isDiscarded,
    let number = match.options["host"].flatMap({ Int($0) }), number <= message.pieces.count,
    let body = match.body
  else { return .advise(nil) }
  let host = match.source.text(message.pieces[number - 1].argument)
  let services = match.file.messages.filter { candidate in
    body.contains(candidate.range.lowerBound)
      && message.range.upperBound <= candidate.range.lowerBound
      && (candidate.selector == "initWithHost:" || candidate.selector == "serviceWithHost:")
      && match.source.text(candidate.pieces[0].argument) == host
      && match.types.receiver(of: candidate).className.map {
        match.project.model.inherits($0, from: "GRPCProtoService")
      } ?? false
  }
  guard !services.isEmpty, let name = match.freeName(of: ["callOptions", "hostOptions"], in: body)
  else { return .advise(nil) }
  var bindings = match.bindings
  bindings["options"] = .text(name)
  guard let setting = Template(put.text).text(bindings, in: match.source) else {
    return .advise(nil)
  }
  // The statement's semicolon stays.
  var text = setting
  var edits: [Edit] = []
  if isFirstSetting(message, of: host, match, body) {
    text =
      "GRPCMutableCallOptions *\(name) = [[GRPCMutableCallOptions alloc] init];"
      + match.lineBreak(before: message.range.lowerBound) + setting
    edits = services.map { service in
      // The bracket is claimed, so that no other fix gives this message a second argument.
      let end = service.range.upperBound
      let bracket = ByteOffset(end.index - 1)..<end
      return Edit(bracket, " callOptions:\(name)]")
    }
  }
  return .edits([Edit(message.range, text)] + edits, headers: Set(put.imports))
}

/// True if no setting of the same host stands before this one in the body.
private func isFirstSetting(
  _ message: ObjCMessage, of host: String, _ match: ObjCMatch, _ body: ByteRange
) -> Bool {
  !match.file.messages.contains { other in
    body.contains(other.range.lowerBound)
      && other.range.lowerBound < message.range.lowerBound && other.isDiscarded
      && other.pieces.contains { piece in
        let name = match.source.text(piece.nameRange)
        return (name.hasSuffix("orHost") || name.hasSuffix("orhost"))
          && match.source.text(piece.argument) == host
      }
      && match.types.receiver(of: other) == .classObject("GRPCCall")
  }
}

extension ObjCMatch {
  /// The body of the method or function around the match.
  var body: ByteRange? {
    let bodies = file.methods.compactMap(\.body) + file.functions.compactMap(\.body)
    return bodies.first { $0.contains(range.lowerBound) }
  }

  /// Returns the first of the names that no word in the range has.
  func freeName(of names: [String], in range: ByteRange) -> String? {
    let taken = Set(
      file.identifiers.filter { range.contains($0.range.lowerBound) && $0.role != .selector }
        .map { source.text($0.range) })
    return names.first { !taken.contains($0) }
  }

  /// Returns a line break, as the file ends its lines, and the white space that begins the line of the offset.
  func lineBreak(before offset: ByteOffset) -> String {
    source.bytes.lineEnding + source.bytes.indentation(ofLineAt: offset.index)
  }
}
