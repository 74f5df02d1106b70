import MoultFindings
import MoultSemantics
import MoultSource
package import MoultSyntax

/// A condition on the place of a match, so that a row is about some uses of a name alone.
package enum PlaceGuard: Hashable, Sendable {
  /// The module is spelled out before the name.
  case qualified(Bool)
  /// A `!` takes the value by force.
  case forced(Bool)
  /// The value, or a part of it, is assigned or passed as `inout`.
  case assigned(Bool)
  /// A `try` marks it.
  case tried(Bool)
  /// Nothing takes the value.
  case discarded(Bool)
  /// Generic arguments are written behind the name.
  case specialized(Bool)
  /// As many generic arguments are written behind the name.
  case genericArguments(Int)
  /// The name stands where a type is written, and not in an expression.
  case written(Bool)
  /// The name is called.
  case called(Bool)
  /// The name stands in an inheritance clause.
  case inherited(Bool)
  /// The name stands in an inheritance clause, and not in that of a protocol.
  case conforming(Bool)
  /// A type of the project itself, and not only a protocol, descends from what was found.
  case adopted(Bool)
  /// What was found belongs to a type and not to its values.
  case isStatic(Bool)
  /// A member is read of what was found that is not declared by the project itself.
  case read(Bool)
  /// The member of this name is read of what was found.
  case readsMember(String)
  /// Something that the project sees declares the symbol of this qualified name.
  case declares(String)
  /// The type whose conformance was found lacks the member: `cancel()`, or a function with a label, `unary(onMetrics:)`.
  case lacks(MemberName)
  /// The file imports none of the modules; a `*` at the start of one stands for any letters.
  case importsNone([String])
  /// An option of the configuration has the value; `isDefault` says whether that holds where nothing is said.
  case option(String, value: String, isDefault: Bool)
  /// An option of the configuration that is a flag is set, or not.
  case flag(String, Bool)
  /// The release of a package that the file is built with, between two others, the last exclusive; nil for no bound.
  case release(package: String, from: String?, below: String?)
  /// What a metavariable stands for.
  case variable(String, VariableGuard)

  /// The guards that are true or false, by the words of pages.
  package static let flags: [String: @Sendable (Bool) -> PlaceGuard] = [
    "qualified": { .qualified($0) }, "forced": { .forced($0) }, "assigned": { .assigned($0) },
    "tried": { .tried($0) }, "discarded": { .discarded($0) }, "specialized": { .specialized($0) },
    "written": { .written($0) }, "called": { .called($0) }, "inherited": { .inherited($0) },
    "conforming": { .conforming($0) }, "adopted": { .adopted($0) }, "static": { .isStatic($0) },
  ]

  /// Returns whether the condition holds; what is not known does not.
  func holds(for match: Match, in file: FileContext) -> Bool {
    switch self {
    case .qualified(let wanted):
      let module = match.symbol?.module ?? ""
      let isSpelledOut =
        file.source.text(match.range).hasPrefix(module + ".") || match.nodes["base"]?.text == module
      return isSpelledOut == wanted
    case .forced(let wanted):
      return (match.node.parent?.kind == .forceUnwrap) == wanted
    case .assigned(let wanted): return match.node.isAssigned == wanted
    case .tried(let wanted): return (coveringTry(of: match.node) != nil) == wanted
    case .discarded(let wanted): return match.node.isDiscarded == wanted
    case .specialized(true): return match.node.genericArguments != nil
    case .specialized(false):
      return match.node.genericArguments == nil && !match.node.isInItsExtension
    case .genericArguments(let count): return match.node.genericArguments?.children.count == count
    case .written(let wanted): return match.node.kind.isType == wanted
    case .called(let wanted):
      let call = match.node.kind == .functionCall ? match.node : match.node.parent
      return (call == match.node || call?.kind == .functionCall && call?.callee == match.node)
        == wanted
    case .inherited(let wanted): return match.node.isInherited == wanted
    case .conforming(let wanted): return (match.conformer != nil) == wanted
    case .adopted(let wanted):
      guard let type = match.symbol else { return false }
      return file.calls.descendants(of: type).contains { $0.kind != .protocolType } == wanted
    case .isStatic(let wanted): return match.symbol.map { $0.isStatic == wanted } ?? false
    case .read(let wanted): return match.node.isRead(in: file) == wanted
    case .readsMember(let name): return match.node.memberRead == name
    case .declares(let name): return file.model.symbol(named: name) != nil
    case .lacks(let member): return match.node.isConformance(lacking: member)
    case .importsNone(let modules):
      return !file.tree.importedModules.contains { name in modules.contains { fits(name, $0) } }
    case .option(let name, let value, let isDefault):
      return file.options.text(name).map { $0 == value } ?? isDefault
    case .flag(let name, let wanted): return file.options.flag(name) == wanted
    case .release(let package, let from, let below):
      guard from.map({ file.isBuilt(with: package, below: $0) == false }) ?? true else {
        return false
      }
      return below.map { file.isBuilt(with: package, below: $0) == true } ?? true
    case .variable(let name, let variable):
      if let stretch = match.shape?.stretches[name] {
        return variable.holdsForStatements(stretch.items)
      }
      guard let node = name == "variable" ? match.variable : match.nodes[name] else { return false }
      return variable.holds(for: node, of: match, in: file)
    }
  }
}

/// A member of a type by its name, and by the label of a parameter where several functions have the name.
package struct MemberName: Hashable, Sendable {
  package let name: String
  package let label: String?

  /// - Parameter text: `cancel()`, or `unary(onMetrics:)` for a function one of whose parameters has the label.
  package init?(_ text: String) {
    let parts = text.split(separator: "(", maxSplits: 1)
    guard parts.count == 2, let name = parts.first, let list = parts.last, list.hasSuffix(")")
    else { return nil }
    let label = list.dropLast()
    guard label.isEmpty || (label.hasSuffix(":") && label.count { $0 == ":" } == 1) else {
      return nil
    }
    self.name = String(name)
    self.label = label.isEmpty ? nil : String(label.dropLast())
  }

  /// Returns whether a declaration is a function of the name.
  func names(_ declaration: Node) -> Bool {
    guard declaration.kind == .functionDecl, declaration.name == name else { return false }
    guard let label else { return true }
    return declaration.parameters.contains { $0.externalName == label }
  }
}

/// Whether a module is called so; a `*` at the start of the pattern stands for any letters.
private func fits(_ module: String, _ pattern: String) -> Bool {
  pattern.first == "*" ? module.hasSuffix(pattern.dropFirst()) : module == pattern
}

/// A condition on what a metavariable stands for; what is nil is not asked for.
package struct VariableGuard: Hashable, Sendable {
  /// The qualified names of types: of its own or of one that it descends from, optional or not; empty for any.
  package var types: [String] = []

  /// Whether Moult knows its type.
  package var isKnown: Bool?

  /// Whether it is a type by its name, and no value.
  package var isType: Bool?
  package var isOptional: Bool?

  /// Whether it is a variable, whose value can be changed.
  package var isMutable: Bool?
  package var isLiteral: Bool?

  /// Whether it is written as a member of the type that is wanted there: `.empty`, `.init(x)`.
  package var isImplicit: Bool?

  /// Whether every use of it stands in what was found.
  package var isUsedOnlyHere: Bool?

  /// Whether a closure or a function that was declared later uses it.
  package var isCaptured: Bool?

  /// Whether it calls, assigns and awaits nothing, so that it can be evaluated twice or not at all.
  package var isPure: Bool?

  /// Whether an error can leave it: it has a `try` or a `throw` that nothing in it catches.
  package var isThrowing: Bool?

  /// Whether it waits for something.
  package var isAsync: Bool?

  package init() {}

  /// Whether the conditions hold for statements, of which only effects can be asked.
  fileprivate func holdsForStatements(_ items: [Node]) -> Bool {
    let isAboutValue =
      !types.isEmpty
      || [
        isKnown, isType, isOptional, isMutable, isLiteral, isImplicit, isUsedOnlyHere, isCaptured,
      ]
      .contains { $0 != nil }
    return !isAboutValue && hasEffects(items)
  }

  private func hasEffects(_ items: [Node]) -> Bool {
    if let isPure, items.allSatisfy(\.isPure) != isPure { return false }
    if let isThrowing, items.contains(where: \.letsErrorsOut) != isThrowing { return false }
    if let isAsync, items.contains(where: \.suspends) != isAsync { return false }
    return true
  }

  fileprivate func holds(for node: Node, of match: Match, in file: FileContext) -> Bool {
    if let isUsedOnlyHere, match.holdsEveryUse(of: node, in: file) != isUsedOnlyHere {
      return false
    }
    guard hasEffects([node]) else { return false }
    if let isCaptured, file.isCaptured(node) != isCaptured { return false }
    let found = file.semantics.type(of: node)
    if !types.isEmpty {
      guard let symbol = found.fullyUnwrapped.nominalSymbol,
        types.contains(where: {
          symbol.qualifiedName == $0 || file.model.isSubtype(symbol, of: $0)
        })
      else { return false }
    }
    if let isKnown, found.isUnknown == isKnown { return false }
    if let isType, file.semantics.symbol(of: node)?.kind.isType ?? false != isType { return false }
    if let isOptional {
      guard !found.isUnknown else { return false }
      var isFound = false
      if case .optional = found { isFound = true }
      guard isFound == isOptional else { return false }
    }
    if let isMutable {
      guard let symbol = file.semantics.symbol(of: node), symbol.isMutable == isMutable else {
        return false
      }
    }
    if let isLiteral, node.isLiteralValue != isLiteral { return false }
    if let isImplicit, node.text.hasPrefix(".") != isImplicit { return false }
    return true
  }
}

/// Where a rule finds and does not rewrite: a person does what its next step says.
package struct PlaceRefusal: Sendable {
  /// All of them hold.
  package let guards: [PlaceGuard]

  /// What is wrong there, instead of the rule's own.
  let message: Template?
  let nextStep: Template

  package init(guards: [PlaceGuard], message: Template? = nil, nextStep: Template) {
    self.guards = guards
    self.message = message
    self.nextStep = nextStep
  }

  /// Returns whether a next step can be that of the refusal, whatever its metavariables stand for.
  package func canSay(_ text: String) -> Bool {
    var rest = Substring(text)
    for piece in nextStep.pieces {
      guard case .text(let words) = piece else { continue }
      guard let place = rest.firstRange(of: words) else { return false }
      rest = rest[place.upperBound...]
    }
    return true
  }

  /// The next step as the page writes it.
  package var writtenStep: String {
    nextStep.pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .variable(let name): "${\(name)}"
      }
    }.joined()
  }

  func holds(for match: Match, in file: FileContext) -> Bool {
    guards.allSatisfy { $0.holds(for: match, in: file) }
  }
}

extension Match {
  /// Whether every use of a variable stands in what was found; false for what is no variable.
  ///
  /// - Complexity: O(*n*) in the uses of the variable, plus the inference of the file.
  func holdsEveryUse(of node: Node, in file: FileContext) -> Bool {
    guard let symbol = file.semantics.symbol(of: node), symbol.kind == .local else { return false }
    let parts = parts.isEmpty ? [self.node.range] : parts.joined().map(\.range)
    return file.semantics.references(to: symbol).allSatisfy { use in
      parts.contains {
        $0.lowerBound <= use.range.lowerBound && use.range.upperBound <= $0.upperBound
      }
    }
  }

  /// The type that takes on the protocol or class whose name was found, as it is written; nil in a protocol's clause.
  var conformer: String? {
    guard node.isInherited, let owner = typeDeclaration(conformingAt: node),
      owner.kind != .protocolDecl
    else { return nil }
    return owner.kind == .extensionDecl ? owner.subjectType?.text : owner.name
  }
}

/// Returns the declaration in whose inheritance clause a name stands.
package func typeDeclaration(conformingAt node: Node) -> Node? {
  for ancestor in node.ancestors {
    switch ancestor.kind {
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .extensionDecl, .protocolDecl:
      return ancestor
    case .codeBlock, .memberBlock, .sourceFile: return nil
    default: continue
    }
  }
  return nil
}

extension Node {
  /// Whether it is one of the types in an inheritance clause, `A & B` as both.
  package var isInherited: Bool {
    let item = parent?.kind == .compositionType ? parent?.parent : parent
    return item?.kind == .inheritedType
  }

  /// The generic arguments that are written behind a name, in a type or in an expression.
  fileprivate var genericArguments: Node? {
    if let clause = child(.genericArgumentClause) { return clause }
    guard let parent, parent.kind == .genericSpecialization else { return nil }
    return parent.child(.genericArgumentClause)
  }

  /// Whether a type is named where it needs no generic arguments: as what an extension extends, or within that.
  fileprivate var isInItsExtension: Bool {
    ancestors.contains { ancestor in
      guard ancestor.kind == .extensionDecl, let extended = ancestor.subjectType else {
        return false
      }
      let name = extended.text.prefix { $0 != "<" }
      return name.split(separator: ".").last == text.split(separator: ".").last
    }
  }

  /// The name of the member that is read of an expression.
  fileprivate var memberRead: String? { access?.name }

  /// Whether a member is read of an expression that a library declares: what the project adds to a type stays with it.
  fileprivate func isRead(in file: FileContext) -> Bool {
    guard let access else { return false }
    return file.semantics.symbol(of: access)?.isOfProject != true
  }

  private var access: Node? {
    guard let parent, parent.kind == .memberAccess, parent.base == self else { return nil }
    return parent
  }

  /// Whether a name in an inheritance clause promises a member that the declaration does not have.
  ///
  /// What an extension declares may lie elsewhere, and a protocol declares nothing.
  fileprivate func isConformance(lacking member: MemberName) -> Bool {
    guard let declaration = typeDeclaration(conformingAt: self),
      declaration.kind != .extensionDecl, declaration.kind != .protocolDecl
    else { return false }
    return !declaration.members.contains { member.names($0) }
  }

  /// Whether a value or a part of it stands on the left of an assignment, or is passed as `inout`.
  fileprivate var isAssigned: Bool {
    var node = self
    while let parent = node.parent {
      switch parent.kind {
      case .memberAccess, .subscriptCall, .optionalChaining, .forceUnwrap:
        guard parent.children.first == node else { return false }
        node = parent
      case .assignment: return parent.children.first == node
      case .inOut: return true
      default: return false
      }
    }
    return false
  }

  /// Whether an expression is a statement, or is assigned to `_`, with its `try` and `await`.
  fileprivate var isDiscarded: Bool {
    var node = self
    while let parent = node.parent {
      switch parent.kind {
      case .tryExpr, .awaitExpr, .optionalChaining: node = parent
      case .assignment:
        return parent.children.last == node && parent.children.first?.kind == .discardAssignment
      case .codeBlock, .sourceFile, .switchCase, .ifConfigClause: return true
      // One statement is what a closure returns.
      case .closure: return parent.children.count { $0.kind.isStatement } > 1
      default: return false
      }
    }
    return false
  }

  fileprivate var isLiteralValue: Bool {
    switch kind {
    case .integerLiteral, .floatLiteral, .booleanLiteral, .stringLiteral, .nilLiteral,
      .arrayLiteral, .dictionaryLiteral, .regexLiteral:
      true
    default: false
    }
  }
}
