import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// A parameter of the project whose case path can become a key path, together with all that passes one to it.
///
/// Everything is one change: the parameter's type, what the body asks of it, the argument of every call in every
/// file, and the enumerations that need key paths to their cases.
struct CasePathParameter {
  private let edits: ProjectEdits

  /// Works out the change.
  ///
  /// - Parameter parameter: the `parameter` node of a function.
  /// - Returns: nil if some use of the parameter or of the function would not be a key path's.
  init?(_ parameter: Node, _ file: FileContext) {
    guard let function = parameter.ancestors.first(where: { $0.kind == .functionDecl }),
      parameter.parent?.parent?.parent == function, !function.isOfProtocolOrOverride,
      let home = file.model.semantics(forFile: function.tree.source.path),
      let type = parameter.parameterType, type.kind == .identifierType,
      type.name == "CasePath", let clause = type.child(.genericArgumentClause),
      clause.children.count == 2, let root = home.symbol(of: clause.children[0]),
      root.kind == .enumeration, let body = function.body,
      let symbol = home.symbol(of: function), !file.isWitness(symbol)
    else { return nil }
    let path = function.tree.source.path
    var edits = ProjectEdits()
    edits.annotate([root], file)
    let name = parameter.internalName
    var isSendable = false
    for use in body.descendants where use.kind == .declReference && use.name == name {
      guard let change = CasePathAsked(use) else { return nil }
      for edit in change.edits { edits.add(edit, to: path) }
      isSendable = isSendable || use.isInSendableClosure(within: body)
    }
    let word = type.mainToken.range
    edits.add(Edit(word, "CaseKeyPath"), to: path)
    if isSendable {
      let end = type.range.upperBound
      edits.add(Edit(end..<end, " & Sendable"), to: path)
    }
    if let value = parameter.defaultValue {
      guard let written = WrittenCasePath(at: value.withoutParentheses, file), written.isKnown
      else { return nil }
      edits.add(Edit(value.range, written.keyPath), to: path)
    }
    guard let label = parameter.externalName else { return nil }
    let unknown = file.calls.unknownUses(of: function.name)
    guard !unknown.contains(where: { $0.isCalled(withLabel: label) }) else { return nil }
    for use in file.calls.uses(of: function, named: function.name) {
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
      edits.annotate(written.enumerations, context)
      edits.add(Edit(value.range, written.keyPath), to: use.tree.source.path)
    }
    guard edits.obstacle == nil else { return nil }
    self.edits = edits
  }

  /// Returns the change as that of a finding which stands at `place`.
  func consequence(in file: FileContext, at place: ByteRange) -> Consequence {
    edits.consequence(in: file, at: place)
  }
}

/// What a body asks of a case path, as a key path says it.
struct CasePathAsked {
  let edits: [Edit]

  /// - Parameter path: the expression that is the path.
  /// - Returns: nil if it is asked for nothing that a key path can say.
  init?(_ path: Node) {
    guard let member = path.parent, member.kind == .memberAccess, member.base == path,
      let call = member.parent, call.kind == .functionCall, call.callee == member,
      call.trailingClosures.isEmpty, call.arguments.count == 1
    else { return nil }
    let value = call.arguments[0].argumentValue
    let head = call.range.lowerBound..<value.range.lowerBound
    let tail = value.range.upperBound..<call.range.upperBound
    switch (member.name, call.arguments[0].argumentLabel) {
    case ("extract", "from"):
      let isSimple = value.bindsTightly
      edits = [
        Edit(head, isSimple ? "" : "("),
        Edit(tail, (isSimple ? "" : ")") + "[case: \(path.text)]"),
      ].filter { !$0.range.isEmpty || !$0.replacement.isEmpty }
    case ("embed", nil): edits = [Edit(member.range, path.text)]
    default: return nil
    }
  }
}

extension Node {
  /// Whether `[…]` behind the expression asks all of it.
  var bindsTightly: Bool {
    switch kind {
    case .declReference, .memberAccess, .functionCall, .subscriptCall, .tuple, .optionalChaining,
      .forceUnwrap:
      true
    default: false
    }
  }

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
