/// The names that a generated text declares, as far as its lines tell.
///
/// Knows how generators lay out their lines, and nothing of the languages.
struct GeneratedText {
  let lines: [Substring]

  init(_ text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The words of Objective-C, comments left out.
  static func words(_ line: Substring) -> [String] {
    line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
  }
}

/// What an Objective-C header of protoc declares.
struct ObjectiveCHeader {
  var types: Set<String> = []
  var enums: Set<String> = []
  var constants: Set<String> = []
  var functions: Set<String> = []

  /// By class.
  var properties: [String: Set<String>] = [:]

  /// By class, that of the root included.
  var extensions: [String: Set<String>] = [:]

  init(_ text: String) {
    var container = ""
    var isInEnum = false
    var isInComment = false
    for line in GeneratedText(text).lines {
      let trimmed = line.drop { $0 == " " }
      if isInComment || trimmed.hasPrefix("/*") {
        isInComment = !trimmed.hasSuffix("*/")
        continue
      }
      if trimmed.hasPrefix("//") { continue }
      let words = GeneratedText.words(line)
      if line.hasPrefix("typedef GPB_ENUM("), words.count > 2 {
        enums.insert(words[2])
        isInEnum = true
      } else if isInEnum, line.hasPrefix("}") {
        isInEnum = false
      } else if isInEnum, line.contains(" = "), let name = words.first {
        constants.insert(name)
      } else if let index = words.firstIndex(of: "interface"), line.contains("@interface") {
        container = words[index + 1]
        // The second interface of a class holds its extensions.
        if line.contains(" : ") { types.insert(container) }
      } else if line.hasPrefix("@property"), let name = words.dropLast(0).last {
        let attributes = ["DEPRECATED", "NS_RETURNS_NOT_RETAINED", "deprecated"]
        let hasAttribute = attributes.contains { line.contains($0) }
        properties[container, default: []].insert(hasAttribute ? propertyName(line) : name)
      } else if line.hasPrefix("+ (GPBExtensionDescriptor") {
        extensions[container, default: []].insert(words[1])
      } else if line.hasSuffix(");") || line.contains(") GPB"), line.contains("("),
        !line.hasPrefix(" "), !line.hasPrefix("-"), !line.hasPrefix("+"), !line.hasPrefix("@"),
        let open = line.firstIndex(of: "("),
        let name = GeneratedText.words(line[..<open]).last, name != "GPB_ENUM_FWD_DECLARE"
      {
        functions.insert(name)
      }
    }
  }

  /// The name before an attribute at the end of the line.
  private func propertyName(_ line: Substring) -> String {
    let attributes = [" DEPRECATED", " GPB_DEPRECATED", " NS_RETURNS_NOT_RETAINED"]
    let end = attributes.compactMap { line.firstRange(of: $0)?.lowerBound }.min()
    return GeneratedText.words(line[..<(end ?? line.endIndex)]).last ?? ""
  }
}

/// What a Swift file of protoc-gen-swift or of grpc-swift's generator declares.
struct SwiftGenerated {
  /// Types with the types around them: `A.B`.
  var types: Set<String> = []

  /// Cases, and constants for aliases, by enum.
  var cases: [String: Set<String>] = [:]

  /// Properties by type, those of extensions by the extended type.
  var properties: [String: Set<String>] = [:]

  /// Functions by type.
  var functions: [String: Set<String>] = [:]
  var constants: Set<String> = []

  init(_ text: String) {
    var stack: [(indent: Int, name: String)] = []
    // Two columns for messages, four for services.
    var margin = 0
    for line in GeneratedText(text).lines {
      let indent = line.prefix { $0 == " " }.count
      var words = line.dropFirst(indent).split(separator: " ").map(String.init)
      if words.isEmpty || words[0].hasPrefix("//") { continue }
      while let top = stack.last, top.indent >= indent, !line.hasPrefix("#") { stack.removeLast() }
      let modifiers: Set = [
        "public", "internal", "package", "fileprivate", "private", "final", "nonisolated", "static",
        "mutating", "indirect", "@available(*,",
      ]
      let isStatic = words.contains("static")
      words = words.drop { modifiers.contains($0) }.map { $0 }
      // What stands deeper than a member is inside of a function's body.
      guard words.count > 1, stack.last.map({ indent - $0.indent <= 4 }) ?? (indent == 0) else {
        continue
      }
      let step = stack.last.map { indent - $0.indent } ?? 0
      guard step == 0 || step == margin || margin == 0 else { continue }
      if margin == 0 { margin = step }
      let scope = stack.map(\.name).joined(separator: ".")
      let name = declaredName(words[1])
      switch words[0] {
      case "struct", "enum", "class", "protocol", "actor":
        let whole = scope.isEmpty ? name : scope + "." + name
        types.insert(whole)
        if line.hasSuffix("{") { stack.append((indent, name)) }
      case "extension":
        if line.hasSuffix("{") { stack.append((indent, name)) }
      case "case" where !line.contains(":"):
        cases[scope, default: []].insert(caseName(words[1]))
      case "let" where isStatic && line.contains(" = ") && !name.hasPrefix("_"):
        cases[scope, default: []].insert(name)
      case "let" where scope.isEmpty: constants.insert(name)
      case "var": properties[scope, default: []].insert(name)
      case "func": functions[scope, default: []].insert(name)
      default: continue
      }
    }
  }

  /// A name without what may follow it directly: `A:`, `f(x`, `G<T>`.
  private func declaredName(_ word: String) -> String {
    String(word.prefix { !":(<{=".contains($0) })
  }

  private func caseName(_ word: String) -> String { String(word.prefix { $0 != "(" }) }
}
