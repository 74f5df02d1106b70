import Foundation

/// Makes `.proto` files with names that generators treat in some special way.
///
/// The same seed makes the same files.
struct OddNames {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private static let words = [
    "http", "HTTP", "https", "url", "URL", "id", "ID", "x", "X", "foo", "Foo", "bar", "Bar", "data",
    "Data", "class", "Class", "Method", "Protocol", "Duration", "Point", "Style", "type", "Type",
    "self", "Any", "Error", "Int", "Bool", "Extensions", "String", "init", "default", "array",
    "Array", "list", "2", "42", "v1", "New", "copy", "mutable", "alloc", "clear", "has", "Count",
    "size", "description", "hash", "Message", "Enum", "Oneof", "import", "in", "for", "while",
    "Acme", "ACM", "oauth2", "OAuth2", "unknown_fields", "is_initialized", "count", "Set",
    "Optional",
  ]

  /// Returns the text of one file; `number` makes its package its own.
  mutating func file(_ number: Int) -> String {
    let package = pick(["odd", "odd_ones.x2", "acme.odd.v1"]) + ".p\(number)"
    var text = "syntax = \"proto3\";\npackage \(package);\n"
    switch next(4) {
    case 0: text += "option objc_class_prefix = \"\(pick(["ACM", "XY", "OddX"]))\";\n"
    case 1: text += "option swift_prefix = \"\(pick(["Odd", "ODD_", "o"]))\";\n"
    default: break
    }
    var used: Set<String> = []
    var messages: [String] = []
    for _ in 0..<8 {
      let name = unique(&used)
      messages.append(name)
      text += message(name, depth: 0)
    }
    for _ in 0..<3 { text += enumeration(unique(&used)) }
    for _ in 0..<4 {
      let name = unique(&used)
      text += "service \(name) {\n"
      var methods: Set<String> = []
      for _ in 0..<3 {
        let method = unique(&methods)
        // A bare name would mean the method of that name, if there is one.
        let (request, response) = (pick(messages), pick(messages))
        text += "  rpc \(method)(.\(package).\(request)) returns (.\(package).\(response));\n"
      }
      text += "}\n"
    }
    return text
  }

  private mutating func message(_ name: String, depth: Int) -> String {
    let margin = String(repeating: "  ", count: depth)
    var text = "\(margin)message \(name) {\n"
    // Fields, oneofs and types of a message share its scope.
    var used: Set<String> = [normal(name)]
    var number = 0
    func field() -> Int {
      number += 1
      return number
    }
    for _ in 0..<next(5) {
      let label = pick(["", "repeated ", "optional "])
      text += "\(margin)  \(label)string \(unique(&used)) = \(field());\n"
    }
    if next(2) == 0 {
      text += "\(margin)  oneof \(unique(&used)) {\n"
      for _ in 0..<2 { text += "\(margin)    int32 \(unique(&used)) = \(field());\n" }
      text += "\(margin)  }\n"
    }
    if next(3) == 0 {
      text += "\(margin)  map<string, int32> \(unique(&used)) = \(field());\n"
    }
    if depth < 2, next(2) == 0 { text += message(unique(&used), depth: depth + 1) }
    if next(3) == 0 { text += enumeration(unique(&used), margin: margin + "  ") }
    return text + "\(margin)}\n"
  }

  private mutating func enumeration(_ name: String, margin: String = "") -> String {
    var used: Set<String> = []
    var text = "\(margin)enum \(name) {\n"
    for number in 0..<(1 + next(4)) {
      let prefix = next(2) == 0 ? snake(name) + "_" : ""
      let value = (prefix + unique(&used)).uppercased()
      // Values share the scope around the enum, so each gets the enum's name in.
      text += "\(margin)  \(value)_OF_\(snake(name))_\(number) = \(number);\n"
    }
    return text + "\(margin)}\n"
  }

  private func snake(_ name: String) -> String { name.uppercased() }

  /// A name whose like, blind to case and underscores, is not there yet.
  private mutating func unique(_ used: inout Set<String>) -> String {
    while true {
      var name = ""
      for _ in 0..<(1 + next(3)) {
        let word = pick(Self.words)
        if name.isEmpty, word.first?.isNumber == true { continue }
        name += (name.isEmpty || next(2) == 0 ? "" : "_") + word
      }
      guard !name.isEmpty, used.insert(normal(name)).inserted else { continue }
      return name
    }
  }

  private func normal(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }

  private mutating func pick<T>(_ items: [T]) -> T { items[next(items.count)] }

  private mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
