package import MoultSource

/// Returns the commands of the recipes of a Makefile, and the words that its variables keep.
///
/// Make's own references (`$(VAR)`, `$@`) are opaque to the shell that reads a recipe, and `$$` is one `$`
/// there. Conditionals are not decided: both branches are read.
///
/// - Returns: sorted by where they start.
package func makefileCommandLines(in source: SourceText) -> [CommandLine] {
  var reader = MakefileReader(text: MappedText(source))
  reader.read()
  return reader.commands.sorted(by: CommandLine.inFileOrder)
}

/// Goes through a Makefile by logical lines: lines that a back-slash at their end joins.
private struct MakefileReader {
  let text: MappedText
  var commands: [CommandLine] = []

  private var position = 0

  /// Whether a rule came before, so that a tab begins a line of its recipe.
  private var isAfterRule = false

  /// How many `define`s are open; their bodies are taken for recipes.
  private var openDefines = 0

  private var bytes: [UInt8] { text.bytes }

  init(text: MappedText) { self.text = text }

  mutating func read() {
    if bytes.hasText("\u{FEFF}", at: 0) { position = 3 }
    while position < bytes.count {
      let line = nextLogicalLine()
      if openDefines > 0 {
        readDefineBody(line)
      } else if bytes.byte(at: line.lowerBound) == "\t", isAfterRule {
        readRecipe(line.lowerBound + 1..<line.upperBound)
      } else {
        readMakeLine(line)
      }
    }
  }

  /// Returns the next logical line without its line break, and moves behind it.
  private mutating func nextLogicalLine() -> Range<Int> {
    let start = position
    while true {
      let end = bytes.endOfLine(from: position)
      position = end + bytes.lineBreakLength(at: end)
      var escapes = 0
      while end - escapes > start, bytes[end - escapes - 1] == "\\" { escapes += 1 }
      if escapes.isMultiple(of: 2) || position >= bytes.count { return start..<end }
    }
  }

  // MARK: Lines of make itself

  private mutating func readMakeLine(_ line: Range<Int>) {
    var start = bytes.skippingBlanks(from: line.lowerBound)
    while let (word, next) = word(at: start, before: line.upperBound),
      word.isText("export") || word.isText("override") || word.isText("private")
    {
      start = next
    }
    let rest = start..<max(start, line.upperBound)
    guard let first = bytes[rest].first, first != "#" else { return }
    if let (word, _) = word(at: start, before: rest.upperBound) {
      if word.isText("define") {
        openDefines = 1
        return
      }
      if Self.directives.contains(String(decoding: word, as: UTF8.self)) { return }
    }
    if let operation = assignment(in: rest) {
      let name = trimmed(rest.lowerBound..<operation.lowerBound)
      readAssignment(name, operation.upperBound..<rest.upperBound)
    } else if let colon = index(of: ":", in: rest) {
      isAfterRule = true
      readRule(colon + 1..<rest.upperBound)
    }
  }

  /// Reads what follows the `:` of a rule: a variable of the target, or prerequisites and a first command.
  private mutating func readRule(_ rest: Range<Int>) {
    if let operation = assignment(in: rest) {
      let semicolon = index(of: ";", in: rest)
      if semicolon.map({ $0 > operation.lowerBound }) ?? true {
        let name = trimmed(rest.lowerBound..<operation.lowerBound)
        return readAssignment(name, operation.upperBound..<rest.upperBound)
      }
    }
    if let semicolon = index(of: ";", in: rest) { readRecipe(semicolon + 1..<rest.upperBound) }
  }

  private mutating func readAssignment(_ name: Range<Int>, _ value: Range<Int>) {
    let end = index(of: "#", in: value) ?? value.upperBound
    let isShellCommand = isShellAssignment(value)
    let decoded = decodeMake(
      value.lowerBound..<end, in: text, as: isShellCommand ? .recipe : .value)
    readFunctions(in: value.lowerBound..<end)
    if isShellCommand {
      commands += shellCommands(in: decoded, surface: .makefile)
    } else if let line = MoultManifests.assignment(
      of: text.text(of: name), decoded, surface: .makefile)
    {
      commands.append(line)
    }
  }

  /// Whether the operator before the value is `!=`, which runs its right side.
  private func isShellAssignment(_ value: Range<Int>) -> Bool {
    bytes.hasText("!=", at: value.lowerBound - 2)
  }

  // MARK: Recipes

  private mutating func readDefineBody(_ line: Range<Int>) {
    let start = bytes.skippingBlanks(from: line.lowerBound)
    if let (word, _) = word(at: start, before: line.upperBound) {
      if word.isText("endef") {
        openDefines -= 1
        return
      }
      if word.isText("define") {
        openDefines += 1
        return
      }
    }
    readRecipe(start..<max(start, line.upperBound))
  }

  private mutating func readRecipe(_ line: Range<Int>) {
    var start = line.lowerBound
    while start < line.upperBound,
      bytes[start].isBlank || bytes[start] == "@" || bytes[start] == "-" || bytes[start] == "+"
    {
      start += 1
    }
    let recipe = decodeMake(start..<line.upperBound, in: text, as: .recipe)
    commands += shellCommands(in: recipe, surface: .makefile)
    readFunctions(in: start..<line.upperBound)
  }

  /// Reads the commands in `$(shell …)` and `$(foreach v,list,…)`.
  private mutating func readFunctions(in part: Range<Int>) {
    var index = part.lowerBound
    while index < part.upperBound {
      guard bytes[index] == "$",
        let end = makeReferenceEnd(from: index, in: bytes, limit: part.upperBound)
      else {
        index += bytes[index] == "$" ? 2 : 1
        continue
      }
      let inside = index + 2..<max(index + 2, end - 1)
      if let body = functionBody("shell ", in: inside) {
        readFunctionBody(body)
      } else if let rest = functionBody("foreach ", in: inside),
        let first = self.index(of: ",", in: rest),
        let second = self.index(of: ",", in: first + 1..<rest.upperBound)
      {
        readFunctionBody(second + 1..<rest.upperBound)
      }
      index = end
    }
  }

  /// Returns what follows the name of a function, or nil if another function or a variable stands here.
  private func functionBody(_ name: StaticString, in inside: Range<Int>) -> Range<Int>? {
    let start = inside.lowerBound + name.utf8CodeUnitCount
    guard start < inside.upperBound, bytes.hasText(name, at: inside.lowerBound) else { return nil }
    return start..<inside.upperBound
  }

  private mutating func readFunctionBody(_ body: Range<Int>) {
    let decoded = decodeMake(body, in: text, as: .recipe)
    commands += shellCommands(in: decoded, surface: .makefile)
  }

  // MARK: Looking into a line

  private func word(at start: Int, before end: Int) -> (ArraySlice<UInt8>, next: Int)? {
    var index = start
    while index < end, bytes[index].isNamePart || bytes[index] == "-" { index += 1 }
    guard index > start, index == end || bytes[index].isBlank || bytes[index] == "(" else {
      return nil
    }
    return (bytes[start..<index], min(end, bytes.skippingBlanks(from: index)))
  }

  /// Returns the place of `=`, `:=`, `::=`, `?=`, `+=` or `!=` if the line assigns.
  private func assignment(in part: Range<Int>) -> Range<Int>? {
    guard let equals = index(of: "=", in: part) else { return nil }
    var start = equals
    while start > part.lowerBound, ":?+!".utf8.contains(bytes[start - 1]) { start -= 1 }
    let name = part.lowerBound..<start
    // A rule whose prerequisites hold a `=`, or a name with a space: nothing is assigned.
    if index(of: ":", in: name) != nil || bytes[trimmed(name)].contains(where: \.isBlank) {
      return nil
    }
    return trimmed(name).isEmpty ? nil : start..<equals + 1
  }

  /// Returns the first index of a character outside references, comments and escapes.
  private func index(of character: Unicode.Scalar, in part: Range<Int>) -> Int? {
    var index = part.lowerBound
    while index < part.upperBound {
      let byte = bytes[index]
      if byte == character { return index }
      switch byte {
      case "#": return nil
      case "\\": index += 2
      case "$":
        index = makeReferenceEnd(from: index, in: bytes, limit: part.upperBound) ?? index + 2
      default: index += 1
      }
    }
    return nil
  }

  private func trimmed(_ part: Range<Int>) -> Range<Int> {
    var (start, end) = (part.lowerBound, part.upperBound)
    while start < end, bytes[start].isBlank { start += 1 }
    while end > start, bytes[end - 1].isBlank { end -= 1 }
    return start..<end
  }

  private static let directives: Set<String> = [
    "ifeq", "ifneq", "ifdef", "ifndef", "else", "endif", "include", "-include", "sinclude", "vpath",
    "unexport", "undefine", "load",
  ]
}
