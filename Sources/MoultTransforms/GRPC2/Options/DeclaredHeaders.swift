import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What is declared with the type of headers: a variable, a property, a parameter, or a function that gives some.
struct DeclaredHeaders {
  private let declaration: Node

  /// - Parameter type: `HPACKHeaders`, or what is optional of it, behind a colon or an arrow.
  init?(_ type: Node) {
    guard let place = type.with(.optionalType).parent, let declaration = place.parent else {
      return nil
    }
    switch place.kind {
    case .typeAnnotation where declaration.kind == .patternBinding: self.declaration = declaration
    case .parameter: self.declaration = place
    case .returnClause:
      guard let function = declaration.parent, function.kind == .functionDecl else { return nil }
      self.declaration = function
    default: return nil
    }
  }

  /// The loops and closures that go through its elements, which have other names in `Metadata`.
  ///
  /// - Returns: nil where one of them does more with an element than to read its name and its value.
  /// - Complexity: O(*n*) in its uses.
  func ways(_ file: FileContext) -> [WayThroughHeaders]? {
    let named: Node? =
      if let binding = PatternBinding(declaration) { binding.pattern?.node } else { declaration }
    guard let symbol = named.flatMap({ file.semantics.symbol(of: $0) }) else { return [] }
    let uses =
      symbol.kind == .local
      ? file.semantics.references(to: symbol) : callers(of: symbol, in: file) ?? []
    return Self.ways(of: uses, file)
  }

  /// The loops and closures that go through headers, also through those of a local that they are given to.
  ///
  /// - Parameter uses: what names or makes headers.
  /// - Returns: nil where one of them does more with an element than to read its name and its value.
  static func ways(of uses: [Node], _ file: FileContext) -> [WayThroughHeaders]? {
    var ways: [WayThroughHeaders] = []
    var waiting = uses[...]
    var known: Set<Node> = []
    while let use = waiting.popFirst() {
      let headers = use.parent.map { $0.withoutUnwrapping == use ? $0 : use } ?? use
      guard known.insert(headers).inserted, let place = file.context(of: headers) else { continue }
      if WayThroughHeaders.isOne(headers, place) {
        guard headers.tree === file.tree, let way = WayThroughHeaders(headers, file) else {
          return nil
        }
        ways.append(way)
      } else if let copy = LocalVariable(holding: headers, place)
        ?? LocalVariable(bindingInCondition: headers, place), copy.binding.annotatedType == nil
      {
        waiting += copy.uses(place)
      }
    }
    return ways
  }
}

/// What a person does where text is read under a key that ends in `-bin`.
let stepOfBytes =
  "read the bytes, '[binaryValues: key]' of 'Metadata', and do without the base64: what is under a key that ends in '-bin' is decoded there"

/// Whether a key is written that ends in `-bin`: what is under it are bytes, which `Metadata` does not give as text.
func isKeyOfBytes(_ key: Node?) -> Bool { key?.literalText?.hasSuffix("-bin") ?? false }

/// Says of the values of a literal that they are strings, where they are no literals themselves.
func wrapValues(of literal: Node, _ editor: inout SyntaxEditor) {
  for pair in literal.children {
    let parts = Array(pair.children)
    guard parts.count == 2, !parts[1].isValueOfMetadata else { continue }
    editor.replace(parts[1], with: .call(.member(nil, "string"), [.plain(.kept(parts[1]))]))
  }
}
