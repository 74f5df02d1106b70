import MoultManifests
import MoultSource
import MoultSyntax

/// A product that a constant of a manifest stands for, which is named as an element of lists and nowhere else.
///
/// `let grpc: Target.Dependency = .product(…)` at the top of the file, or `static let grpc: Self = .product(…)` in an extension of
/// `Target.Dependency`. Where several products take its place, each has a constant beside it, and each list names all of them.
struct NamedProduct {
  private let declaration: Node
  private let pattern: Node
  private let value: Node

  /// The elements that name it.
  private let elements: [Node]
  private let tree: SyntaxTree

  /// - Parameter product: the call that makes it.
  /// - Returns: nil where no constant alone has it as its value, and where something else names that.
  /// - Complexity: O(*n*) in the nodes of the manifest.
  init?(_ product: TargetDependency, in tree: SyntaxTree) {
    let nodes = tree.root.descendants
    guard product.kind == .product,
      let value = nodes.first(where: { $0.range == product.range && $0.kind == .functionCall }),
      let clause = value.parent, clause.kind == .initializerClause,
      let pattern = clause.parent?.pattern, pattern.kind == .identifierPattern,
      let declaration = clause.parent?.parent, declaration.kind == .variableDecl,
      VariableDecl(declaration)?.introducer == .let, declaration.bindings.count == 1,
      declaration.attributes.isEmpty, Self.isSeen(declaration)
    else { return nil }
    let name = pattern.name
    let isMember = declaration.parent?.kind == .memberBlock
    let names = nodes.filter { $0.name == name && Self.kindsOfNames.contains($0.kind) }
    var elements: [Node] = []
    for node in names where node != pattern {
      guard node.kind == (isMember ? .memberAccess : .declReference),
        node.parent?.kind == .arrayLiteral,
        !isMember || node.base.map({ $0.text == "Target.Dependency" }) ?? true
      else { return nil }
      elements.append(node)
    }
    (self.declaration, self.pattern, self.value) = (declaration, pattern, value)
    (self.elements, self.tree) = (elements, tree)
  }

  private static let kindsOfNames: Set<NodeKind> = [
    .declReference, .memberAccess, .identifierPattern, .parameter, .closureParameter,
    .functionDecl,
  ]

  /// Whether every list of the file can name it: it stands at the top, or in an extension of what lists are of.
  private static func isSeen(_ declaration: Node) -> Bool {
    switch declaration.parent?.kind {
    case .sourceFile: true
    case .memberBlock:
      declaration.modifierNames.contains("static")
        && declaration.parent?.parent?.subjectType?.text == "Target.Dependency"
    default: false
    }
  }

  /// - Parameters:
  ///   - products: the names of what takes its place.
  ///   - calls: what makes them.
  /// - Returns: nil where one of the new names is one of the manifest's.
  func edits(_ products: [String], _ calls: [String]) -> [Edit]? {
    guard let own = products.first, products.count == calls.count else { return nil }
    let name = pattern.name
    // What the names of all products begin with, the constant's own name says.
    let common = products.map { zip(own, $0).prefix { $0 == $1 }.count }.min() ?? 0
    let others = products.dropFirst().map { name + $0.dropFirst(common) }
    let taken = tree.root.descendants.map(\.name)
    guard Set(others).count == others.count, others.allSatisfy({ !taken.contains($0) }) else {
      return nil
    }
    let source = tree.source
    let indent = source.bytes.blanks(before: declaration.range.lowerBound.index) ?? ""
    let end = declaration.range.upperBound
    let declared = zip(others, calls.dropFirst()).map { other, call in
      source.bytes.lineEnding + indent
        + source.text(declaration.range.lowerBound..<pattern.range.lowerBound) + other
        + source.text(pattern.range.upperBound..<value.range.lowerBound) + call
    }
    var edits = [Edit(value.range, calls[0]), Edit(end..<end, declared.joined())]
    for element in elements {
      let written = element.text.dropLast(name.count)
      let separator =
        source.bytes.blanks(before: element.range.lowerBound.index).map {
          source.bytes.lineEnding + $0
        } ?? " "
      let place = element.range.upperBound
      edits.append(Edit(place..<place, others.map { ",\(separator)\(written)\($0)" }.joined()))
    }
    return edits
  }
}
