import Foundation
import MoultProto
import MoultProtoParser
import MoultSource

/// Checks that the text at every place which Moult gives to a name is that name.
///
///     positions [--files N] ROOT…
///
/// Every `.proto` file below a ROOT is read as it is, and again with tabs and comments of several bytes a
/// character between its words. Prints figures and what is wrong; exits 1 if something is, or if fewer files
/// than asked for were read.
@main
struct Positions {
  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var least = 0
    if let index = arguments.firstIndex(of: "--files"), index + 1 < arguments.count {
      least = Int(arguments[index + 1]) ?? 0
      arguments.removeSubrange(index...index + 1)
    }
    var check = PlaceCheck()
    for root in arguments {
      let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
      for path in paths.sorted() where path.hasSuffix(".proto") {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: root + "/" + path)) else {
          continue
        }
        try check.check(path, [UInt8](data))
      }
    }
    print(
      "positions: \(check.files) files, each as it is and disturbed; \(check.places) places, \(check.faults.count) wrong; \(check.unread) files that protoc's parser does not take"
    )
    for fault in check.faults.prefix(30) { print("  " + fault) }
    if check.files < least { print("too few: at least \(least) files are asked for") }
    if !check.faults.isEmpty || check.files < least { exit(1) }
  }
}

/// Counts files and places, and keeps what is wrong.
private struct PlaceCheck {
  var files = 0
  var unread = 0
  var places = 0
  var faults: [String] = []

  mutating func check(_ path: String, _ bytes: [UInt8]) throws {
    let plain = SourceText(path: path, bytes: bytes)
    let file = parseProto(plain)
    guard file.diagnostics.isEmpty else {
      unread += 1
      return
    }
    files += 1
    var disturbance = Disturbance(seed: UInt64(files))
    let disturbed = SourceText(path: path + " disturbed", bytes: disturbance.disturb(bytes))
    let again = parseProto(disturbed)
    let names = check(file, plain)
    let namesAgain = check(again, disturbed)
    if let problem = again.diagnostics.first {
      faults.append("\(disturbed.path): \(problem.message)")
    }
    if names != namesAgain { faults.append("\(disturbed.path) declares other names") }
  }

  /// Checks all places of a file and returns the names that it declares.
  private mutating func check(_ file: ProtoFile, _ source: SourceText) -> [String] {
    var names: [String] = []
    func expect(_ name: String, _ range: ByteRange?, _ what: String) {
      places += 1
      let text = range.map(source.text)
      if text.map(compact) != compact(name) {
        faults.append("\(source.path): \(what) '\(name)' is at '\(text ?? "no place")'")
      }
    }
    func declare(_ name: String, _ place: ProtoPlace?) {
      names.append(name)
      expect(name, place?.nameRange, "declaration")
      if let place, !place.range.contains(place.nameRange.lowerBound) {
        faults.append("\(source.path): '\(name)' is outside of its declaration")
      }
    }
    func check(_ options: [ProtoOption]) {
      for option in options { expect(option.name, option.nameRange, "option") }
    }
    func check(_ field: ProtoField) {
      if case .group(let name) = field.type {
        // The text has the message's name, and the field's is that in lower case.
        let written = name.split(separator: ".").last.map(String.init) ?? name
        names.append(field.name)
        expect(written, field.nameRange, "group")
      } else {
        declare(field.name, field.place)
      }
      check(field.options)
      if let extendee = field.extendee { expect(extendee, field.extendeeRange, "extendee") }
      switch field.type {
      case .scalar(let scalar): expect(scalar.rawValue, field.typeRange, "type")
      case .named(let name): expect(name, field.typeRange, "type")
      case .group, .map: break
      }
    }
    func check(_ enumeration: ProtoEnum) {
      declare(enumeration.name, enumeration.place)
      check(enumeration.options)
      for value in enumeration.values {
        declare(value.name, value.place)
        check(value.options)
      }
    }
    func check(_ message: ProtoMessage) {
      declare(message.name, message.place)
      check(message.options)
      for field in message.fields + message.extensions { check(field) }
      for oneof in message.oneofs { declare(oneof.name, oneof.place) }
      for inner in message.enums { check(inner) }
      for inner in message.messages { check(inner) }
    }
    check(file.options)
    for message in file.messages { check(message) }
    for enumeration in file.enums { check(enumeration) }
    for field in file.extensions { check(field) }
    for service in file.services {
      declare(service.name, service.place)
      check(service.options)
      for method in service.methods {
        declare(method.name, method.place)
        check(method.options)
        expect(method.inputType, method.inputTypeRange, "request")
        expect(method.outputType, method.outputTypeRange, "response")
      }
    }
    return names
  }

  /// A text without blanks and comments, which may stand between the parts of a name.
  private func compact(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let character = rest.first {
      if rest.hasPrefix("/*") {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.hasPrefix("*/") { rest = rest.dropFirst() }
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("//") {
        rest = rest.drop { $0 != "\n" }
      } else {
        if !character.isWhitespace { result.append(character) }
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
