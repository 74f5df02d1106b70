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
  if let message = match.message,
    let advice = match.project.hosts.advice(onSetting: message, path: match.source.path)
  {
    return .advise(advice)
  }
  return movedHostSetting(match, put)
}

/// What is done about a setting of a host that nothing else holds back.
func movedHostSetting(_ match: ObjCMatch, _ put: PutSpec) -> ObjCAction {
  guard let message = match.message, message.isDiscarded,
    let number = match.options["host"].flatMap({ Int($0) }), number <= message.pieces.count,
    let body = match.body
  else { return .advise(nil) }
  let host = match.source.text(message.pieces[number - 1].argument)
  let services = match.services(ofHost: host, behind: message.range, in: body)
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
    guard let statement = match.file.startOfStatement(around: message, besides: services),
      let start = match.place(before: statement, seenBy: services)
    else { return .advise(nil) }
    let making =
      "GRPCMutableCallOptions *\(name) = [[GRPCMutableCallOptions alloc] init];"
      + match.lineBreak(before: start)
    if start == message.range.lowerBound {
      edits = [Edit(message.range, making + setting)]
    } else {
      // A directive often begins its line, whatever stands around it.
      let indentation = match.source.bytes.indentation(ofLineAt: statement.index)
      let own = match.source.bytes.indentation(ofLineAt: start.index)
      let text =
        (indentation.hasPrefix(own) ? String(indentation.dropFirst(own.count)) : "") + making
      edits.append(Edit(start..<start, text))
    }
    edits += services.map { service in
      // The bracket is claimed, so that no other fix gives this message a second argument.
      let end = service.range.upperBound
      let options = service.pieces.dropFirst().first?.argument
      let place = (options?.lowerBound ?? ByteOffset(end.index - 1))..<end
      return Edit(place, options == nil ? " callOptions:\(name)]" : "\(name)]")
    }
  }
  return .edits(edits, headers: Set(put.imports))
}

extension ObjCMatch {
  /// Returns where a statement begins, or the outermost `#if` around it in whose branch one of the services does not stand.
  ///
  /// - Returns: nil where no statement ends before the `#if`.
  fileprivate func place(before start: ByteOffset, seenBy services: [ObjCMessage]) -> ByteOffset? {
    let condition = file.conditions.last { condition in
      guard let branch = condition.branches.first(where: { $0.contains(start) }) else {
        return false
      }
      return services.contains { !branch.contains($0.range.lowerBound) }
    }
    guard let place = condition?.range.lowerBound else { return start }
    guard file.block(around: place) == file.block(around: start) else { return nil }
    let bytes = source.bytes
    var end = place.index
    while end > 0 {
      if bytes[end - 1].isBlank || bytes[end - 1].isLineBreak {
        end -= 1
      } else if let comment = file.comments.last(where: { $0.upperBound.index == end }) {
        end = comment.lowerBound.index
      } else {
        break
      }
    }
    let last = end > 0 ? bytes[end - 1] : 0
    let ends: [UInt8] = [UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}")]
    return ends.contains(last) ? place : nil
  }
}

/// Returns the hosts that are set before the message in the body, each once, as they are written.
private func hosts(
  setBefore message: ObjCMessage, _ match: ObjCMatch, _ body: ByteRange
) -> [String] {
  var hosts: [String] = []
  for (host, other) in match.hostSettings(in: body)
  where other.range.lowerBound < message.range.lowerBound && !hosts.contains(host) {
    hosts.append(host)
  }
  return hosts
}

extension ObjCMatch {
  /// What is set for hosts in a body, with the hosts as they are written, in the order of the file.
  fileprivate func hostSettings(in body: ByteRange) -> [(host: String, message: ObjCMessage)] {
    file.messages(in: body).compactMap { message in
      types.hostOfSetting(message).map { (source.text($0), message) }
    }
  }

  /// What makes services for a host behind a place in a body, without options or with nil.
  fileprivate func services(
    ofHost host: String, behind place: ByteRange, in body: ByteRange
  ) -> [ObjCMessage] {
    file.messages(in: body).filter { message in
      place.upperBound <= message.range.lowerBound
        && types.serviceWithoutOptions(by: message, project.model) != nil
        && source.text(message.pieces[0].argument) == host
    }
  }
}

extension ObjCMatch {
  /// The names of the options that are made in a body for the hosts that something is set for there.
  func namesOfHostOptions(in body: ByteRange) -> Set<String> {
    var hosts: [String] = []
    for (host, _) in hostSettings(in: body) where !hosts.contains(host) { hosts.append(host) }
    return Set(hosts.indices.compactMap { freeName(of: optionNames(from: $0), in: body) })
  }

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
