/// A declaration: which of the alternatives of the grammar it is.
package enum Declaration: SyntaxView {
  case imported(Node)
  /// `struct`, `class`, `enum`, `actor`, `protocol`
  case type(TypeDecl)
  case extended(ExtensionDecl)
  case function(FunctionDecl)
  case initializer(InitializerDecl)
  case variable(VariableDecl)
  case enumCase(Node)
  /// `typealias`, `associatedtype`, `subscript`, `deinit`, operators, macros, and accessors.
  case other(Node)

  package init?(_ node: Node) {
    guard node.kind.isDeclaration else { return nil }
    self = Declaration.alternative(node) ?? .other(node)
  }

  private static func alternative(_ node: Node) -> Declaration? {
    switch node.kind {
    case .importDecl: .imported(node)
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl:
      TypeDecl(node).map(Declaration.type)
    case .extensionDecl: ExtensionDecl(node).map(Declaration.extended)
    case .functionDecl: FunctionDecl(node).map(Declaration.function)
    case .initializerDecl: InitializerDecl(node).map(Declaration.initializer)
    case .variableDecl: VariableDecl(node).map(Declaration.variable)
    case .enumCaseDecl: .enumCase(node)
    default: nil
    }
  }

  package var node: Node {
    switch self {
    case .type(let view): view.node
    case .extended(let view): view.node
    case .function(let view): view.node
    case .initializer(let view): view.node
    case .variable(let view): view.node
    case .imported(let node), .enumCase(let node), .other(let node): node
    }
  }
}

/// A struct, class, enum, actor or protocol.
package struct TypeDecl: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind.isNominalType else { return nil }
    self.node = node
  }

  package var name: String { node.name }

  package var modifiers: Modifiers { Modifiers(of: node) }

  package var members: MemberBlock? { node.first(MemberBlock.self) }
}

/// `extension T: P { … }`.
package struct ExtensionDecl: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .extensionDecl else { return nil }
    self.node = node
  }

  /// What is extended.
  package var type: Node? { node.subjectType }

  package var modifiers: Modifiers { Modifiers(of: node) }

  package var members: MemberBlock? { node.first(MemberBlock.self) }
}

/// `{ … }` of a type or an extension.
package struct MemberBlock: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .memberBlock else { return nil }
    self.node = node
  }

  package var items: ChildViews<BlockItem> { ChildViews(of: node) }
}

/// `func f(…) async throws -> R { … }`.
package struct FunctionDecl: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .functionDecl else { return nil }
    self.node = node
  }

  package var name: String { node.name }

  package var modifiers: Modifiers { Modifiers(of: node) }

  package var parameters: ChildViews<Parameter> {
    ChildViews(of: node.signature?.child(.parameterClause))
  }

  package var isAsync: Bool { node.isAsync }

  package var isThrowing: Bool { node.isThrowing }

  package var returnType: Node? { node.returnType }

  /// Nil for a requirement of a protocol.
  package var body: StatementBlock? { node.first(StatementBlock.self) }
}

/// `init(…) { … }`.
package struct InitializerDecl: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .initializerDecl else { return nil }
    self.node = node
  }

  package var isFailable: Bool {
    node.flags.contains(.question) || node.flags.contains(.exclamation)
  }

  package var modifiers: Modifiers { Modifiers(of: node) }

  package var parameters: ChildViews<Parameter> {
    ChildViews(of: node.signature?.child(.parameterClause))
  }

  package var body: StatementBlock? { node.first(StatementBlock.self) }
}

/// A parameter of a function, an initialiser, a subscript or an enum case.
package struct Parameter: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .parameter else { return nil }
    self.node = node
  }

  /// What callers write; nil for `_` and where there is none.
  package var label: String? { node.externalName }

  /// What the body writes; empty if there is none.
  package var name: String { node.internalName }

  package var type: Node? { node.parameterType }

  package var defaultValue: Expr? { Expr(of: node.defaultValue) }
}

/// `let a = b, c: D`, or a property with accessors.
package struct VariableDecl: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .variableDecl else { return nil }
    self.node = node
  }

  package var introducer: Introducer { Introducer(of: node) }

  package var modifiers: Modifiers { Modifiers(of: node) }

  package var bindings: ChildViews<PatternBinding> { ChildViews(of: node) }

  /// The declaration that binds a name.
  package init?(binding pattern: Node) {
    for ancestor in pattern.ancestors {
      if ancestor.kind == .variableDecl {
        node = ancestor
        return
      }
      if ancestor.kind.holdsItems || ancestor.kind == .initializerClause { return nil }
    }
    return nil
  }
}

/// One `pattern: type = value` of a variable's declaration.
package struct PatternBinding: SyntaxView {
  package let node: Node

  package init?(_ node: Node) {
    guard node.kind == .patternBinding else { return nil }
    self.node = node
  }

  package var pattern: PatternSyntax? { node.first(PatternSyntax.self) }

  package var type: Node? { node.annotatedType }

  package var value: Expr? { Expr(of: node.initialValue) }

  /// The declaration that it is a part of.
  package var declaration: VariableDecl? { VariableDecl(of: node.parent) }
}

/// The word before what a declaration or a pattern binds.
package enum Introducer: Hashable, Sendable, CaseIterable {
  case `let`
  case `var`
  /// `inout`, `borrow` and others that a version of Swift has tried.
  case other

  init(of node: Node) {
    switch node.mainToken.keyword {
    case .let: self = .let
    case .var: self = .var
    default: self = .other
    }
  }
}

/// The modifiers of a declaration.
package struct Modifiers: Sendable {
  private let declaration: Node

  fileprivate init(of declaration: Node) { self.declaration = declaration }

  /// - Parameter name: the word without details such as `(set)`.
  package func contains(_ name: String) -> Bool {
    declaration.children.contains { $0.kind == .modifier && $0.name == name }
  }
}
