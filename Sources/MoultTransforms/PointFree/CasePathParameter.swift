import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A parameter of the project whose case path can become a key path, together with all that passes one to it.
///
/// Everything is one change: the parameter's type, what the body asks of it, the argument of every call in every
/// file, and the enumerations that need key paths to their cases.
struct CasePathParameter {
  private let project: ProjectEditor

  /// Works out the change.
  ///
  /// - Parameter parameter: the `parameter` node of a function.
  /// - Returns: nil if some use of the parameter or of the function would not be a key path's.
  init?(_ parameter: Node, _ file: FileContext) {
    guard let function = parameter.ancestors.first(where: { $0.kind == .functionDecl }),
      parameter.parent?.parent?.parent == function, !function.isOfProtocolOrOverride,
      let home = file.context(of: function),
      let type = parameter.parameterType, type.kind == .identifierType,
      type.name == "CasePath", let clause = type.child(.genericArgumentClause),
      clause.children.count == 2, let root = home.semantics.symbol(of: clause.children[0]),
      root.kind == .enumeration, let body = function.body,
      let symbol = home.semantics.symbol(of: function), !file.isWitness(symbol)
    else { return nil }
    var project = ProjectEditor()
    project.annotate([root], file)
    let name = parameter.internalName
    var isSendable = false
    for use in body.descendants where use.kind == .declReference && use.name == name {
      guard let change = CasePathAsked(use) else { return nil }
      project.change(home) { $0.replace(change.place, with: change.code) }
      isSendable = isSendable || use.isInSendableClosure(within: body)
    }
    project.change(home) { editor in
      editor.rename(type, to: file.spelling(of: "CasePaths.CaseKeyPath", at: type))
      if isSendable { editor.replace(type, with: .infix(.kept(type), "&", .word("Sendable"))) }
    }
    if let value = parameter.defaultValue {
      guard let written = WrittenCasePath(at: value.withoutParentheses, file), written.isKnown
      else { return nil }
      project.change(home) { $0.replace(value, with: .word(written.keyPath)) }
    }
    guard let label = parameter.externalName else { return nil }
    let unknown = file.calls.unknownUses(of: function.name)
    guard !unknown.contains(where: { $0.isCalled(withLabel: label) }) else { return nil }
    for use in file.calls.uses(of: symbol) {
      guard let call = use.parent, call.kind == .functionCall, call.callee == use,
        let context = file.context(of: use)
      else { return nil }
      guard let argument = call.arguments.first(where: { $0.argumentLabel == label }) else {
        if parameter.defaultValue == nil { return nil }
        continue
      }
      let value = argument.argumentValue
      if value.kind == .keyPath { continue }
      guard let written = WrittenCasePath(at: value.withoutParentheses, context), written.isKnown,
        written.node == value,
        !written.leadsToLabels || clause.children[1].kind != .tupleType
      else { return nil }
      project.annotate(written.enumerations, context)
      project.change(context) { $0.replace(value, with: .word(written.keyPath)) }
    }
    guard project.obstacle == nil else { return nil }
    self.project = project
  }

  /// Returns the change as that of a finding which stands at `place`.
  func consequence(in file: FileContext, at place: Node) -> Consequence {
    project.consequence(in: file, at: place)
  }
}

/// What a body asks of a case path, as a key path says it.
private struct CasePathAsked {
  /// What is replaced.
  let place: Node
  let code: Code

  /// - Parameter path: the expression that is the path.
  /// - Returns: nil if it is asked for nothing that a key path can say.
  init?(_ path: Node) {
    guard let member = MemberAccess(on: path)?.node,
      let call = CallExpr(of: member.parent), call.called?.node == member,
      let argument = call.onlyArgument, let value = argument.expression
    else { return nil }
    switch (member.name, argument.label) {
    case ("extract", "from"): (place, code) = (call.node, Code.kept(value).asked(for: .kept(path)))
    case ("embed", nil): (place, code) = (member, .kept(path))
    default: return nil
    }
  }
}

extension Node {
  fileprivate var isOfProtocolOrOverride: Bool {
    if modifierNames.contains("override") { return true }
    return ancestors.first { $0.kind == .protocolDecl } != nil
  }

  /// Whether a closure around the node is marked `@Sendable`.
  fileprivate func isInSendableClosure(within body: Node) -> Bool {
    ancestors.prefix { $0 != body }.contains { ancestor in
      ancestor.kind == .closure
        && (ancestor.signature?.attributes.contains { $0.name == "Sendable" } ?? false)
    }
  }

  fileprivate func isCalled(withLabel label: String) -> Bool {
    guard let call = parent, call.kind == .functionCall, call.callee == self else { return false }
    return call.arguments.contains { $0.argumentLabel == label }
  }
}

extension FileContext {
  /// Whether a type that the owner inherits has a member of this name, so that both would have to change.
  fileprivate func isWitness(_ function: Symbol) -> Bool {
    guard let owner = function.parent, owner.kind.isNominalType else { return false }
    return model.inheritedTypes(of: owner).contains { type in
      guard case .nominal(let symbol, _) = type else { return false }
      return model.members(of: symbol, named: function.name).contains {
        $0.kind == .function && $0.parameterLabels == function.parameterLabels
      }
    }
  }
}
