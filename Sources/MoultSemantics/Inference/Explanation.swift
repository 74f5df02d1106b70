package import MoultSource
import MoultSyntax

/// What is inferred at one place of a file, and why.
package struct Explanation: Sendable {
  /// The place itself first, then what it was concluded from, nearest first.
  package let steps: [ExplanationStep]
}

/// One expression or declaration on the way to a conclusion.
package struct ExplanationStep: Sendable {
  package let path: String
  /// The bytes of the node in the file at `path`.
  package let range: ByteRange
  /// The first line of the node's text.
  package let text: String
  /// The type as Swift writes it, `_` for each part that is not known; nil for a node that has none.
  package let type: String?
  /// The kind and the qualified name of what is referred to; several if overloads stay apart.
  package let symbols: [String]
  /// Where that is declared and what made it visible: phrases that can follow "because of".
  package let evidence: [String]
  /// Why the type or the declaration is not known; nil if both are.
  package let gap: String?
}

extension FileSemantics {
  /// Returns what is known at a byte of the file, or nil if no name, expression or type stands there.
  package func explanation(at offset: ByteOffset) -> Explanation? {
    guard let subject = subject(at: offset) else { return nil }
    var steps: [ExplanationStep] = []
    var open = [subject]
    var seen: Set<NodeID> = []
    // A chain has few links; bad input may have many.
    while let node = open.popLast(), steps.count < 32 {
      guard seen.insert(node.id).inserted else { continue }
      steps.append(step(node))
      open += sources(of: node).reversed()
    }
    return Explanation(steps: steps)
  }

  /// The node that a position means: the innermost with a type or a name of its own.
  private func subject(at offset: ByteOffset) -> Node? {
    let innermost = tree.innermostNode(at: offset)
    if hasAnswer(innermost) { return innermost }
    for ancestor in innermost.ancestors {
      // A position inside a list of statements means none of them.
      switch ancestor.kind {
      case .codeBlock, .memberBlock, .sourceFile: return nil
      default: if hasAnswer(ancestor) { return ancestor }
      }
    }
    return nil
  }

  private func hasAnswer(_ node: Node) -> Bool {
    switch node.kind {
    case .argumentList, .argument, .missingExpr: false
    case .importDecl, .importPathComponent, .attribute: true
    default:
      node.isExpressionNode || node.isTypeNode || node.kind == .identifierPattern
        || declaredSymbol(of: node) != nil
    }
  }

  private func step(_ node: Node) -> ExplanationStep {
    let found = candidates(of: node)
    let type = type(of: node)
    let isTyped = node.isExpressionNode || node.isTypeNode || node.isPatternNode
    let declared = found.first.map { resolver.type(of: $0) } ?? .unknown
    let shown = type.isUnknown && found.count == 1 ? declared : type
    return ExplanationStep(
      path: file.path, range: node.range,
      text: node.text.split(separator: "\n", omittingEmptySubsequences: true).first.map(String.init)
        ?? "",
      type: isTyped || !shown.isUnknown ? describe(shown) : nil,
      symbols: found.prefix(8).map { "\($0.kind.words) '\($0.qualifiedName)'" },
      evidence: evidence(for: node), gap: gap(node, found, shown))
  }

  /// Why something about a node is not known.
  private func gap(_ node: Node, _ found: [Symbol], _ type: SemanticType) -> String? {
    if found.count > 1, resolver.sameDeclaration(found) == nil {
      return "\(found.count) declarations fit what is known of the arguments"
    }
    guard type.isUnknown else {
      return type.containsUnknown ? "parts of the type are not known" : nil
    }
    switch node.kind {
    case .declReference where found.isEmpty:
      return "nothing called '\(node.name)' is in sight: not in the body, in the types around it,"
        + " in module '\(module)' or in a described module that is imported"
    case .memberAccess where found.isEmpty: return memberGap(node)
    case .functionCall where found.isEmpty: return "what is called is not known"
    case .identifierType, .memberType:
      return "no type called '\(node.text)' is declared in the project or in a described module"
    case .closure: return "nothing says which type is wanted here"
    default:
      return found.isEmpty ? nil : "the type of '\(found[0].name)' is not known"
    }
  }

  private func memberGap(_ node: Node) -> String {
    guard let base = node.children.first, base.isExpressionNode else {
      return "nothing says which type '.\(node.name)' is a member of"
    }
    let type = type(of: base)
    if type.isUnknown { return "the type of what stands before the dot is not known" }
    return "'\(describe(type))' has no member '\(node.name)' that is known"
  }

  /// The nodes that a node's type comes from: what stands before the dot, the value that a variable was given.
  private func sources(of node: Node) -> [Node] {
    switch node.kind {
    case .memberAccess, .functionCall, .subscriptCall, .optionalChaining, .forceUnwrap,
      .genericSpecialization, .tryExpr, .awaitExpr:
      return node.children.first.map { $0.isExpressionNode ? [$0] : [] } ?? []
    case .declReference:
      guard let symbol = symbol(of: node), symbol.kind == .local,
        let declaration = symbol.node, declaration.tree === tree
      else { return [] }
      return [initialValue(of: declaration) ?? declaration]
    default: return []
    }
  }

  /// The expression that gives a variable of a body its value.
  func initialValue(of declaration: Node) -> Node? {
    for ancestor in declaration.ancestors {
      switch ancestor.kind {
      case .patternBinding, .optionalBinding, .matchingPattern:
        return ancestor.child(.initializerClause)?.firstExpressionChild
      case .forStmt: return ancestor.children.first { $0.isExpressionNode }
      case .valueBindingPattern, .tuplePattern, .tuplePatternElement: continue
      default: return nil
      }
    }
    return nil
  }
}

extension SymbolKind {
  /// The kind in words.
  package var words: String {
    switch self {
    case .module: "module"
    case .structure: "struct"
    case .classType: "class"
    case .enumeration: "enum"
    case .protocolType: "protocol"
    case .actor: "actor"
    case .typeAlias: "type alias"
    case .associatedType: "associated type"
    case .genericParameter: "generic parameter"
    case .function: "function"
    case .initializer: "initializer"
    case .subscript: "subscript"
    case .property: "property"
    case .enumCase: "case"
    case .operatorFunction: "operator"
    case .local: "local"
    case .macro: "macro"
    }
  }
}
