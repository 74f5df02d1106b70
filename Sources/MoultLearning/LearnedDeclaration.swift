package import MoultSemantics
import MoultSource
import MoultSyntax

/// A declaration that a library has retired, and what it says to write instead.
package struct LearnedDeclaration: Sendable {
  /// What a use is rewritten from, the most certain first.
  package enum Lesson: Sendable {
    /// `renamed:` names something that is declared.
    case newName(String)
    /// `renamed:` names something that nothing at hand declares.
    case unknownName(String)
    /// The body is one expression, which can stand in the place of a use.
    case body(String)
    /// There are words for a person.
    case advice(String)
    /// Nothing at all is said.
    case nothing
    /// Only some platforms warn of it, so that nothing is found.
    case platforms
    /// No code names it: a conformance that is taken back.
    case conformance
    /// Something current has the same name and labels and other types, so that uses are not told apart.
    case overload
  }

  /// `NIOCore.ByteBuffer.getSlice(at:length:)`.
  package let name: String
  package let kind: Availability.Kind
  package let lesson: Lesson

  /// Where it stands: a path in the library, and a one-based line behind a colon.
  package let place: String

  /// As it is written in the library, its body included.
  package let text: String

  /// The heads of the declarations around it, the outermost first: `extension Array where Element: Sendable`.
  package let around: [String]

  /// Whether a use can be rewritten.
  package var hasFix: Bool {
    switch lesson {
    case .newName, .unknownName, .body: true
    case .advice, .nothing, .platforms, .conformance, .overload: false
    }
  }
}

/// Returns everything that modules have retired, in the order of their names and places.
///
/// - Complexity: O(*n*) in the declarations of the modules, with a look for each new name.
package func learnedDeclarations(
  of modules: Set<String>, in model: ProjectModel
) -> [LearnedDeclaration] {
  let search = SuccessorSearch(model: model)
  var found = model.retiredSymbols(in: modules).map { symbol, said in
    LearnedDeclaration(
      name: symbol.qualifiedName, kind: said.kind, lesson: lesson(of: symbol, said, search),
      place: place(of: said.holder), text: text(of: symbol, said),
      around: heads(around: symbol.declaration ?? said.holder))
  }
  found += model.retiredOverloads(in: modules).map { symbol, said in
    LearnedDeclaration(
      name: symbol.qualifiedName, kind: said.kind, lesson: .overload, place: place(of: said.holder),
      text: said.holder.text, around: heads(around: said.holder))
  }
  for tree in model.interfaceTrees(of: modules) {
    for item in tree.root.itemNodes where item.kind == .extensionDecl {
      guard item.memberNodes.isEmpty, let said = item.ownAvailability else { continue }
      found.append(
        LearnedDeclaration(
          name: item.subjectType?.text ?? "", kind: said.kind, lesson: .conformance,
          place: place(of: item), text: item.text, around: []))
    }
  }
  return found.sorted { ($0.name, $0.place, $0.text) < ($1.name, $1.place, $1.text) }
}

private func lesson(
  of symbol: Symbol, _ said: Availability, _ search: SuccessorSearch
) -> LearnedDeclaration.Lesson {
  if said.kind == .onSomePlatforms { return .platforms }
  if let text = said.renamed, let name = NewName(text) {
    return search.successor(of: symbol, name) == nil ? .unknownName(text) : .newName(text)
  }
  if let body = bodyExpression(of: symbol), isSeenByCallers(body, of: symbol, search) {
    return .body(body.text)
  }
  return said.message.map { .advice($0) } ?? .nothing
}

/// Whether a body is made of names that callers see, and of nothing that is not moved.
private func isSeenByCallers(
  _ body: Node, of symbol: Symbol, _ search: SuccessorSearch
) -> Bool {
  if let name = NewName(forwardedBy: symbol) {
    return search.successor(of: symbol, name) != nil
  }
  guard let library = search.model.semantics(forFile: body.tree.source.path),
    library.tree === body.tree, !body.isBareLiteral
  else { return false }
  let parameters = symbol.parameters.compactMap { $0.name ?? $0.label }
  return body.descendants.allSatisfy { node in
    switch node.kind {
    case .declReference:
      ["self", "Self"].contains(node.name) || parameters.contains(node.name)
        || !library.candidates(of: node).isEmpty
        || node.parent.map { !library.candidates(of: $0).isEmpty } ?? false
    case .memberAccess:
      node.name == "init" || !library.candidates(of: node).isEmpty
        || node.parent.map { !library.candidates(of: $0).isEmpty } ?? false
    case .functionCall, .subscriptCall, .argumentList, .argument, .integerLiteral, .floatLiteral,
      .booleanLiteral, .nilLiteral, .stringLiteral, .arrayLiteral, .tuple, .binaryOperator,
      .assignment, .inOut, .awaitExpr:
      true
    case .tryExpr: node.flags.isDisjoint(with: [.question, .exclamation])
    default: false
    }
  }
}

/// An element of a declaration is shown with what is said of the whole.
private func text(of symbol: Symbol, _ said: Availability) -> String {
  guard let declaration = symbol.declaration, said.holder.kind == .extensionDecl,
    declaration.tree === said.holder.tree
  else { return said.holder.text }
  let isPart = declaration.kind == .patternBinding || declaration.kind == .identifierPattern
  let whole = isPart ? declaration.ancestors.first { $0.kind == .variableDecl } : declaration
  return (whole ?? declaration).text
}

/// What the comment above a declaration of an interface says.
private func place(of node: Node) -> String {
  let tree = node.tree
  for comment in tree.commentRanges(in: node.leadingTrivia).reversed() {
    let text = tree.source.text(comment)
    if text.hasPrefix(placeMark) { return String(text.dropFirst(placeMark.count)) }
  }
  return "\(tree.source.path):\(tree.source.lines.line(of: node.range.lowerBound))"
}

private func heads(around node: Node) -> [String] {
  node.ancestors.compactMap { ancestor -> String? in
    guard let block = ancestor.child(.memberBlock) else { return nil }
    let head = ancestor.range.lowerBound..<block.range.lowerBound
    return ancestor.tree.source.text(head).trimmingPrefix { $0.isWhitespace }
      .split(whereSeparator: \.isNewline).joined(separator: " ")
  }.reversed()
}
