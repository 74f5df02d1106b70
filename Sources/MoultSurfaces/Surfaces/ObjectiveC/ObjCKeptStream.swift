import MoultFindings
import MoultMatching
import MoultObjC
import MoultSource

/// Turns a stream that a property of the file holds, with the pipe that another one holds, into a streaming call that is written to.
func keptStream(_ match: ObjCMatch, _ message: ObjCMessage, _ call: ObjCNewCall) -> ObjCAction {
  guard let stream = KeptStream(match, message) else { return .advise(nil) }
  var name = "nil"
  var edits: [Edit] = []
  if !stream.settings.isEmpty {
    guard let body = match.body,
      let free = match.freeName(
        of: ["callOptions", "newCallOptions"].filter {
          !match.namesOfHostOptions(in: body).contains($0)
        }, in: body),
      let headers = match.headerLines(
        stream.settings.compactMap(\.element),
        below: stream.settings.compactMap(\.statement).map(match.comments), of: free, in: body)
    else { return .advise(nil) }
    name = free
    let place = stream.making.lowerBound
    let lineBreak = match.lineBreak(before: place)
    let lines =
      ["GRPCMutableCallOptions *\(name) = [[GRPCMutableCallOptions alloc] init];"] + headers
    let text = lines.map { $0 + lineBreak }.joined()
    edits.append(Edit(place..<place, text))
  }
  guard let change = call.edits(options: name) else { return .advise(nil) }
  edits += change + stream.edits(options: name)
  return .edits(
    edits, headers: call.headers.union(["GRPCClient/GRPCCallOptions.h"]))
}

/// A streaming call in a property, with all that the file does to it and to its pipe.
private struct KeptStream {
  /// The statement that makes the call.
  let making: ByteRange

  /// What sets headers before the call starts, in the order of the file.
  private(set) var settings: [ObjCMember] = []
  private var logged: [ByteRange] = []
  private var gone: [ByteRange] = []
  private var writes: [ObjCMessage] = []
  private let typeRange: ByteRange
  private let call: KeptVariable
  private let pipe: KeptVariable
  private let match: ObjCMatch

  init?(_ match: ObjCMatch, _ message: ObjCMessage) {
    guard let target = match.target(ofAssigned: message.range),
      let call = KeptVariable(target, of: "GRPCProtoCall", match),
      let pipe = KeptVariable(message.pieces[0].argument, of: "GRXBufferedPipe", match),
      let statement = match.statement(from: target.lowerBound, endingBehind: message.range)
    else { return nil }
    self.match = match
    self.call = call
    self.pipe = pipe
    making = statement
    typeRange = call.typeName
    guard readCall(target), readPipe(message) else { return nil }
  }

  private mutating func readCall(_ target: ByteRange) -> Bool {
    let file = match.file
    guard let block = file.block(around: target.lowerBound) else { return false }
    var start: ByteOffset?
    for access in call.accesses where access != target {
      if let sent = file.messages.first(where: { $0.receiver == access }) {
        guard sent.selector == "start" || sent.selector == "cancel" else { return false }
        if sent.selector == "start", block.contains(access.lowerBound),
          access.lowerBound > target.upperBound
        {
          start = start ?? access.lowerBound
        }
        continue
      }
      guard let member = file.members.first(where: { $0.base == access }),
        member.name == "requestHeaders", access.lowerBound >= making.upperBound,
        file.block(around: access.lowerBound) == block
      else { return false }
      if let element = member.element, member.statement != nil, isKnown(element.value),
        isKnown(element.key)
      {
        settings.append(member)
      } else if match.types.isArgument(member, of: "NSLog") {
        logged.append(member.range)
      } else {
        return false
      }
    }
    guard let start else { return false }
    startOfCall = start
    let statements = settings.compactMap(\.statement)
    let areSame = settings.compactMap(\.element).flatMap { [$0.key, $0.value] }.allSatisfy {
      match.isSame($0, behind: making, statements)
    }
    return areSame && settings.allSatisfy { $0.range.lowerBound < start }
      && (logged.isEmpty || !settings.isEmpty)
  }

  private var startOfCall = ByteOffset(0)

  private mutating func readPipe(_ message: ObjCMessage) -> Bool {
    let file = match.file
    let argument = message.pieces[0].argument
    var made: ByteRange?
    for access in pipe.accesses where access != argument {
      if let sent = file.messages.first(where: { $0.receiver == access }) {
        let value = sent.pieces.first.map { match.source.text($0.argument) }
        switch sent.selector {
        case "writeValue:": guard value != "nil" else { return false }
        case "finishWithError:", "writesFinishedWithError:":
          guard value == "nil" else { return false }
        default: return false
        }
        guard sent.isDiscarded else { return false }
        writes.append(sent)
      } else if let value = match.value(assignedTo: access),
        ["[[GRXBufferedPipe alloc] init]", "[GRXBufferedPipe new]", "[GRXBufferedPipe pipe]"]
          .contains(match.source.text(value)),
        let statement = match.statement(from: access.lowerBound, endingBehind: value)
      {
        gone.append(statement)
        if statement.upperBound <= making.lowerBound,
          file.block(around: access.lowerBound) == file.block(around: making.lowerBound),
          file.areInOneBranch(access.lowerBound, making.lowerBound)
        {
          made = statement
        }
      } else {
        return false
      }
    }
    guard let made else { return false }
    // What is written before the call starts waits in the pipe, and has no place in a call.
    return writes.allSatisfy { write in
      let place = write.range.lowerBound
      return place < made.lowerBound || startOfCall < place
    }
  }

  /// Whether a value says the same before the call is made.
  private func isKnown(_ value: ByteRange) -> Bool {
    let file = match.file
    return !call.accesses.contains { value.contains($0.lowerBound) }
      && file.identifiers(in: value).allSatisfy { word in
        let variable = match.types.variable(
          match.source.text(word.range), at: word.range.lowerBound)
        guard let variable, variable.kind == .local else { return true }
        return variable.nameRange.lowerBound < making.lowerBound
          || value.contains(variable.nameRange.lowerBound)
      }
  }

  /// The import of the pipe's header, where the file names no other writer; what stands last stays, as new ones come behind it.
  private var importOfPipe: [ByteRange] {
    let (file, source) = (match.file, match.source)
    let places = gone + [pipe.declaration]
    let writers = ["GRXBufferedPipe", "GRXWriter", "GRXWriteable"].flatMap {
      file.identifiers(named: $0)
    }
    guard
      writers.allSatisfy({ word in places.contains { $0.contains(word.range.lowerBound) } }),
      let header = file.imports.first(where: { $0.path.hasSuffix("GRXBufferedPipe.h") }),
      header.range != file.imports.last?.range, !file.isConditional(header.range),
      source.path.hasSuffix(".m") || source.path.hasSuffix(".mm")
    else { return [] }
    return [header.range]
  }

  func edits(options: String) -> [Edit] {
    let source = match.source
    var edits = [Edit(typeRange, "GRPCStreamingProtoCall")]
    edits += match.removals(ofLines: settings.compactMap(\.statement))
    edits += (gone + [pipe.declaration] + importOfPipe).map { Edit(match.wholeLine($0), "") }
    edits += logged.map { Edit($0, "\(options).initialMetadata") }
    for write in writes {
      let spelled = source.text(write.receiver)
      let receiver = spelled.hasPrefix("self.") ? "self.\(call.name)" : call.spelled
      if write.selector == "writeValue:" {
        edits.append(Edit(write.receiver, receiver))
        edits.append(Edit(write.pieces[0].nameRange, "writeMessage"))
      } else {
        edits.append(Edit(write.range, "[\(receiver) finish]"))
      }
    }
    return edits
  }
}

/// A property that a file of code declares, and where it or its instance variable is named.
private struct KeptVariable {
  let name: String

  /// As it was named at the first place.
  let spelled: String

  /// Where its declaration names its class.
  let typeName: ByteRange

  /// Its semicolon included.
  let declaration: ByteRange

  /// `_name` and `self.name`.
  let accesses: [ByteRange]

  init?(_ access: ByteRange, of className: String, _ match: ObjCMatch) {
    let (file, source) = (match.file, match.source)
    let text = source.text(access)
    let name = text.hasPrefix("self.") ? String(text.dropFirst(5)) : String(text.dropFirst())
    guard text.hasPrefix("self.") || text.hasPrefix("_"), !name.isEmpty,
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
      source.path.hasSuffix(".m") || source.path.hasSuffix(".mm"),
      let property = file.properties.first(where: { $0.name == name && $0.type.name == className }),
      file.properties.count(where: { $0.name == name }) == 1,
      let word = file.identifiers(in: property.range).first(where: {
        source.text($0.range) == className
      })
    else { return nil }
    self.name = name
    spelled = text
    typeName = word.range
    guard
      let end = source.bytes[property.range.upperBound.index - 1] == UInt8(ascii: ";")
        ? property.range.upperBound
        : match.statement(from: property.range.lowerBound, endingBehind: property.range)?.upperBound
    else { return nil }
    declaration = property.range.lowerBound..<end
    var accesses = file.identifiers(named: "_" + name).map(\.range)
    let setter = "set" + name.prefix(1).uppercased() + name.dropFirst()
    for word in file.identifiers(named: name) where word.range != property.nameRange {
      switch word.role {
      case .member:
        let start = word.range.lowerBound.index - 5
        guard start >= 0,
          String(decoding: source.bytes[start..<word.range.lowerBound.index], as: UTF8.self)
            == "self."
        else { return nil }
        accesses.append(ByteOffset(start)..<word.range.upperBound)
      case .selector:
        let isOwn = file.messages(named: name).contains { source.text($0.receiver) == "self" }
        guard !isOwn else { return nil }
      default: continue
      }
    }
    guard file.messages(named: setter + ":").allSatisfy({ source.text($0.receiver) != "self" })
    else { return nil }
    self.accesses = accesses.sorted { $0.lowerBound < $1.lowerBound }
  }
}

extension ObjCMatch {
  /// Returns what a value is assigned to, as the first thing on its line: `_call` of `_call = […]`.
  fileprivate func target(ofAssigned value: ByteRange) -> ByteRange? {
    let bytes = source.bytes
    var end = value.lowerBound.index
    while end > 0, isSpace(bytes[end - 1]) { end -= 1 }
    guard end > 0, bytes[end - 1] == UInt8(ascii: "=") else { return nil }
    end -= 1
    while end > 0, isSpace(bytes[end - 1]) { end -= 1 }
    let line = bytes.startOfLine(at: end)
    guard let start = bytes[line..<end].firstIndex(where: { !$0.isBlank }) else { return nil }
    return ByteRange(indices: start..<end)
  }

  /// Returns what is assigned to a variable that begins its line.
  fileprivate func value(assignedTo access: ByteRange) -> ByteRange? {
    let bytes = source.bytes
    let rest = bytes[access.upperBound.index...]
    guard let equal = rest.firstIndex(where: { !isSpace($0) }), bytes[equal] == UInt8(ascii: "="),
      let start = bytes[(equal + 1)...].firstIndex(where: { !isSpace($0) }),
      bytes[start] != UInt8(ascii: "="),
      let end = bytes[start...].firstIndex(of: UInt8(ascii: ";")),
      bytes.blanks(before: access.lowerBound.index) != nil
    else { return nil }
    return ByteRange(indices: start..<end)
  }

  /// Returns a statement with its semicolon, which comes right behind `last`.
  fileprivate func statement(
    from start: ByteOffset, endingBehind last: ByteRange
  ) -> ByteRange? {
    let bytes = source.bytes
    guard let end = bytes[last.upperBound.index...].firstIndex(where: { !isSpace($0) }),
      bytes[end] == UInt8(ascii: ";")
    else { return nil }
    return start..<ByteOffset(end + 1)
  }
}

private func isSpace(_ byte: UInt8) -> Bool { byte.isBlank || byte.isLineBreak }
