import MoultSemantics
import MoultSource
package import MoultSyntax

/// Returns what a module declares for others, as the text of an interface: declarations without bodies, in the order of
/// the files.
///
/// What `@available` warns of or refuses keeps its body, where it is short, as that says what to write instead, and so does what
/// stands in for such a requirement of a protocol; a comment
/// above it (`//@ path:line`, one-based) says where it stands. Left out are what is `internal` or less, `package`, or of an SPI.
///
/// - Parameters:
///   - files: of one module, with the paths that comments name.
///   - keepsBodies: whether bodies of what is retired are kept; a compiler cannot read those that use what is hidden.
/// - Complexity: O(*n*) in the bytes of the files.
package func publicInterface(of files: [SyntaxTree], keepingBodies keepsBodies: Bool = true)
  -> [UInt8]
{
  var writer = InterfaceWriter(
    hidden: hiddenTypes(in: files), requirements: retiredRequirements(in: files),
    keepsBodies: keepsBodies)
  for file in files { writer.add(file) }
  return writer.text
}

/// The comment that says where a declaration of an interface comes from.
let placeMark = "//@ "

/// How many bytes of a body are kept.
private let longestBody = 6000

/// The types that nobody else sees, of the top level and with those around them: `Buffer`, `Message.Storage`.
private func hiddenTypes(in files: [SyntaxTree]) -> Set<String> {
  var hidden: Set<String> = []
  var open: Set<String> = []
  func add(_ items: [Node], _ path: String, _ place: Surrounding) {
    for item in items where item.kind.isTypeDeclaration || item.kind == .extensionDecl {
      if item.kind == .extensionDecl {
        guard path.isEmpty, let type = item.subjectType else { continue }
        let isPublic = item.modifierNames.contains { $0 == "public" }
        add(item.memberNodes, type.text + ".", isPublic ? .publicExtension : .other)
        continue
      }
      let name = path + item.name
      if item.isPublished(in: place) { open.insert(name) } else { hidden.insert(name) }
      add(item.memberNodes, name + ".", .other)
    }
  }
  for file in files { add(file.root.itemNodes, "", .other) }
  return hidden.subtracting(open)
}

/// The retired members of protocols of the top level, as `Protocol.name`: what stands in for them says what replaces them.
private func retiredRequirements(in files: [SyntaxTree]) -> Set<String> {
  var found: Set<String> = []
  for file in files {
    for item in file.root.itemNodes where item.kind == .protocolDecl {
      for member in item.memberNodes where member.ownAvailability != nil {
        found.insert("\(item.name).\(member.name)")
      }
    }
  }
  return found
}

/// What stands around a declaration, as far as its access level depends on it.
private enum Surrounding {
  case publicExtension
  /// Requirements are as visible as their protocol.
  case protocolBody
  case other
}

private struct InterfaceWriter {
  private(set) var text: [UInt8] = []
  private let hidden: Set<String>
  private let requirements: Set<String>
  private let keepsBodies: Bool
  private var imports: Set<String> = []

  /// Whether the extension around is retired, and so all that is in it.
  private var isInRetired = false

  /// The type that the extension around is of.
  private var extended = ""

  init(hidden: Set<String>, requirements: Set<String>, keepsBodies: Bool) {
    self.hidden = hidden
    self.requirements = requirements
    self.keepsBodies = keepsBodies
  }

  mutating func add(_ file: SyntaxTree) {
    add(Array(file.root.children), in: .other, LinesOfFile(file))
  }

  private mutating func add(_ items: [Node], in place: Surrounding, _ lines: LinesOfFile) {
    for item in items {
      switch item.kind {
      case .importDecl: addImport(item)
      case .ifConfig: addBranches(item, in: place, lines)
      case .extensionDecl: addExtension(item, lines)
      case .operatorDecl, .precedenceGroupDecl: write(item)
      default:
        if item.isPublished(in: place) { addDeclaration(item, in: place, lines) }
      }
    }
  }

  private mutating func addImport(_ item: Node) {
    let words = Set(item.modifierNames)
    guard words.isDisjoint(with: ["internal", "private", "fileprivate", "package"]),
      !item.attributes.contains(where: { $0.name == "_implementationOnly" }),
      imports.insert(item.text).inserted
    else { return }
    write(item)
  }

  private mutating func addBranches(_ item: Node, in place: Surrounding, _ lines: LinesOfFile) {
    let start = text.count
    var isEmpty = true
    for clause in item.ifConfigClauses {
      let children = Array(clause.children)
      let hasCondition = clause.name != "#else"
      // The condition is never split over lines with what it guards.
      let end = (hasCondition ? children.first?.range.upperBound : nil) ?? clause.mainToken.end
      write(bytes: item.tree.source.bytes[clause.mainToken.start.index..<end.index])
      let before = text.count
      add(hasCondition ? Array(children.dropFirst()) : children, in: place, lines)
      if text.count > before { isEmpty = false }
    }
    if isEmpty { text.removeLast(text.count - start) } else { write("#endif") }
  }

  private mutating func addExtension(_ item: Node, _ lines: LinesOfFile) {
    guard let type = item.subjectType, let block = item.child(.memberBlock),
      !isHidden(type),
      !item.modifierNames.contains(where: hidingWords.contains)
    else { return }
    let isPublic = item.modifierNames.contains { $0 == "public" }
    let start = text.count
    noteRetired(item, lines)
    writeHead(of: item, block)
    write("{")
    let before = text.count
    isInRetired = item.ownAvailability != nil
    extended = type.text
    defer { (isInRetired, extended) = (false, "") }
    add(Array(block.children), in: isPublic ? .publicExtension : .other, lines)
    guard text.count > before || item.child(.inheritanceClause) != nil else {
      return text.removeLast(text.count - start)
    }
    write("}")
  }

  /// Whether a type, or one around it, is seen in its module alone.
  private func isHidden(_ type: Node) -> Bool {
    let parts = type.text.prefix { $0 != "<" }.split(separator: ".")
    return parts.indices.contains { hidden.contains(parts[...$0].joined(separator: ".")) }
  }

  /// Writes what stands before the members, without what nobody else sees that it conforms to.
  private mutating func writeHead(of item: Node, _ block: Node) {
    guard let clause = item.child(.inheritanceClause), item.inheritedTypes.contains(where: isHidden)
    else { return write(bytes: item.bytes(upTo: block)) }
    let kept = item.inheritedTypes.filter { !isHidden($0) }.map(\.text)
    write(bytes: item.bytes(upTo: clause))
    if !kept.isEmpty { write(": " + kept.joined(separator: ", ")) }
    if let condition = item.child(.genericWhereClause) { write(condition) }
  }

  private mutating func addDeclaration(
    _ item: Node, in place: Surrounding, _ lines: LinesOfFile
  ) {
    let isRetired =
      keepsBodies
      && (isInRetired || item.ownAvailability != nil
        || !extended.isEmpty && requirements.contains("\(extended).\(item.name)"))
    noteRetired(item, lines)
    if let block = item.child(.memberBlock) {
      writeHead(of: item, block)
      write("{")
      add(
        Array(block.children), in: item.kind == .protocolDecl ? .protocolBody : .other, lines)
      return write("}")
    }
    switch item.kind {
    case .functionDecl, .initializerDecl:
      guard let body = item.body, !isRetired || body.range.utf8Count > longestBody else {
        return write(item)
      }
      write(bytes: item.bytes(upTo: body))
    case .subscriptDecl: writeAccessors(of: item, in: item, isRetired: isRetired)
    case .variableDecl: addVariable(item, isRetired: isRetired)
    default: write(item)
    }
  }

  private mutating func addVariable(_ item: Node, isRetired: Bool) {
    guard item.bindings.count == 1, let binding = item.bindings.first else { return write(item) }
    guard binding.accessorBlock == nil else {
      return writeAccessors(of: binding, in: item, isRetired: isRetired)
    }
    // A value says no more than a type that is written, and can be as long as the file.
    if binding.annotatedType != nil, let value = binding.child(.initializerClause) {
      if item.modifiers.contains(where: { $0.name == "lazy" }) {
        writeLazy(item, upTo: value)
      } else {
        write(bytes: item.bytes(upTo: value))
      }
    } else {
      write(item)
    }
  }

  /// Writes a lazy property as callers see it; without its value it could not be `lazy`.
  private mutating func writeLazy(_ item: Node, upTo value: Node) {
    let isPrivate = item.modifiers.contains { $0.text.hasSuffix("(set)") }
    var rest = item.bytes(upTo: value)
    for word in item.modifiers where word.name == "lazy" || word.text.hasSuffix("(set)") {
      text += rest[..<word.range.lowerBound.index]
      rest = rest[word.range.upperBound.index...].drop { $0.isBlank }
    }
    write(bytes: rest)
    let isValue = item.ancestors.first { $0.child(.memberBlock) != nil }?.kind == .structDecl
    write("{ \(isValue ? "mutating get" : "get")\(isPrivate ? "" : " set") }")
  }

  /// Writes a property or a subscript with the kinds of its accessors, or with these themselves if they are to be kept.
  private mutating func writeAccessors(of holder: Node, in item: Node, isRetired: Bool) {
    guard let block = holder.accessorBlock,
      !isRetired || block.range.utf8Count > longestBody
    else { return write(item) }
    let value = holder.child(.initializerClause)
    let isTyped = holder.kind == .subscriptDecl || holder.annotatedType != nil
    write(bytes: item.bytes(upTo: isTyped ? value ?? block : block))
    // Behind a value, braces would be a closure.
    guard isTyped else { return }
    var words: [String] = []
    for accessor in block.accessors {
      switch accessor.name {
      case "get", "_read", "read", "unsafeAddress":
        words.append(accessor.effects.map { "get " + $0.text } ?? "get")
      case "set", "_modify", "modify", "unsafeMutableAddress", "willSet", "didSet":
        if !words.contains("set") { words.append("set") }
      default: continue
      }
    }
    if !words.contains(where: { $0.hasPrefix("get") }) { words.insert("get", at: 0) }
    let isPrivate = item.modifiers.contains { $0.text.hasSuffix("(set)") }
    write("{ \((isPrivate ? words.filter { $0 != "set" } : words).joined(separator: " ")) }")
  }

  // MARK: Text

  private mutating func noteRetired(_ item: Node, _ lines: LinesOfFile) {
    guard item.ownAvailability != nil else { return }
    write("\(placeMark)\(item.tree.source.path):\(lines.line(of: item))")
  }

  private mutating func write(_ item: Node) {
    write(bytes: item.tree.source.bytes[item.range.indices])
  }

  private mutating func write(_ line: String) { write(bytes: Array(line.utf8)[...]) }

  private mutating func write(bytes: ArraySlice<UInt8>) {
    text += bytes
    text.append(UInt8(ascii: "\n"))
  }
}

/// Lines of declarations, counted once for each file that has one to note.
private final class LinesOfFile {
  private let tree: SyntaxTree
  private lazy var index = tree.source.lines

  init(_ tree: SyntaxTree) { self.tree = tree }

  func line(of node: Node) -> Int { index.line(of: node.range.lowerBound) }
}

let hidingWords: Set<String> = ["private", "fileprivate", "package", "internal"]

extension NodeKind {
  fileprivate var isTypeDeclaration: Bool {
    switch self {
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl: true
    default: false
    }
  }
}

extension Node {
  /// Whether a declaration is seen outside its module.
  fileprivate func isPublished(in place: Surrounding) -> Bool {
    if attributes.contains(where: { $0.name == "_spi" || $0.name == "_spi_available" }) {
      return false
    }
    // `private(set)` leaves the getter as visible as it was.
    let words = modifiers.filter { $0.tokenIDs.count == 1 }.map(\.name)
    if words.contains("public") || words.contains("open") { return true }
    if words.contains(where: hidingWords.contains) { return false }
    if kind == .enumCaseDecl { return true }
    switch place {
    case .publicExtension, .protocolBody: return kind != .deinitializerDecl
    case .other: return false
    }
  }

  /// The bytes from the node's first token to a part of it, without the blanks before that.
  fileprivate func bytes(upTo part: Node) -> ArraySlice<UInt8> {
    let bytes = tree.source.bytes[range.lowerBound.index..<part.range.lowerBound.index]
    let end = bytes.lastIndex { !$0.isBlank && !$0.isLineBreak } ?? bytes.startIndex
    return bytes[...end]
  }
}
