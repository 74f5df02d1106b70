import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A use of a declaration that has a new name.
struct RenamedUse {
  let match: Match
  let file: FileContext
  let old: Symbol
  let name: NewName
  let successor: Successor?

  init?(_ match: Match, _ file: FileContext, _ name: NewName) {
    guard let old = match.symbol else { return nil }
    self.match = match
    self.file = file
    self.old = old
    successor = SuccessorSearch(model: file.model).successor(of: old, name)
    self.name = successor?.name ?? name
  }

  /// Returns what becomes of the use, or nil if the new name does not say it.
  func outcome() -> TransformOutcome? {
    guard var consequence = rewritten() else { return nil }
    judge(&consequence)
    var imports: Set<String> = []
    if let module = successor?.symbol.module, module != old.module, !file.semantics.sees(module),
      module != file.semantics.module, module != "Swift"
    {
      imports.insert(module)
    }
    return TransformOutcome(consequence, imports: imports)
  }

  // MARK: Edits

  private func rewritten() -> Consequence? {
    if old.kind.isType { return typeName() }
    if old.kind == .operatorFunction || name.isOperator { return operatorName() }
    // A member does not become a type.
    if successor == nil, old.kind != .initializer,
      file.model.topLevelSymbols(named: name.base, in: old.module).contains(where: \.kind.isType)
    {
      return nil
    }
    if name.selfIndex != nil { return memberOfArgument() }
    switch match.node.kind {
    case .functionCall: return call()
    case .subscriptCall: return subscriptCall()
    case .memberAccess, .declReference: return reference()
    default: return nil
    }
  }

  /// Another operator in the place of one.
  private func operatorName() -> Consequence? {
    guard name.isOperator, name.context.isEmpty, let new = successor?.symbol,
      new.kind == .operatorFunction, new.parameters.count == old.parameters.count
    else { return nil }
    switch match.node.kind {
    case .binaryOperator, .prefixOperator, .postfixOperator: break
    default: return nil
    }
    var editor = file.editor
    editor.rename(match.node.mainToken.range, to: name.base)
    var consequence = Consequence(editor)
    if match.node.kind == .binaryOperator {
      consequence.lower(to: .review, because: "another operator can bind its operands otherwise")
    }
    return consequence
  }

  private func typeName() -> Consequence? {
    guard name.labels == nil, name.accessor == nil else { return nil }
    var editor = file.editor
    if name.context.isEmpty, match.node.kind == .memberType || match.node.kind == .memberAccess,
      match.replaced != match.node.mainToken.range
    {
      editor.rename(match.node, to: name.base)
    } else {
      let path = name.context + [name.base]
      editor.rename(match.replaced, to: spelled(path[0], behind: path.dropFirst()))
    }
    return Consequence(editor)
  }

  private func call() -> Consequence? {
    guard let callee = match.node.callee, let map = ArgumentMap(match.node, old.parameters) else {
      return nil
    }
    if let setter = assignment(map) { return setter }
    let labels = name.labels ?? old.parameterLabels
    if name.base == "subscript" { return asSubscript(callee, map, labels) }
    if isProperty {
      guard match.node.arguments.isEmpty, match.node.trailingClosures.isEmpty,
        let list = match.node.child(.argumentList), let renaming = renamed(callee)
      else { return nil }
      var consequence = renaming
      consequence.delete(list.range)
      return consequence
    }
    guard labels.count == old.parameters.count, var consequence = renamed(callee),
      let edits = relabelled(map, to: labels)
    else { return nil }
    consequence.edits += edits
    return consequence
  }

  private func subscriptCall() -> Consequence? {
    guard let map = ArgumentMap(match.node, old.parameters) else { return nil }
    let labels = name.labels ?? old.parameterLabels
    guard labels.count == old.parameters.count else { return nil }
    if name.base == "subscript" {
      return relabelled(map, to: labels).map { edits in
        var consequence = Consequence()
        consequence.edits = edits
        return consequence
      }
    }
    guard name.context.isEmpty, let base = match.node.children.first, !isAssigned(match.node)
    else { return nil }
    var editor = file.editor
    editor.replace(
      match.node, with: .call(.member(.kept(base), name.base), arguments(map, labels)))
    return Consequence(editor)
  }

  private func reference() -> Consequence? {
    guard var consequence = renamed(match.node) else { return nil }
    if old.kind == .property || old.kind == .enumCase, name.accessor == nil, becomesCall {
      guard !isAssigned(match.node) else { return nil }
      let end = match.node.range.upperBound
      consequence.edits.append(Edit(end..<end, "()"))
    }
    // `f(a:b:)` names its labels.
    if let labels = name.labels, let written = match.node.compoundLabels {
      guard labels.count == written.count else { return nil }
      let first = Int(match.node.record.mainToken) + 1
      var edits: [Edit] = []
      var position = 0
      for index in first..<Int(match.node.record.endToken) where position < labels.count {
        let token = match.node.tree.tokens[index]
        guard token.kind == .identifier || token.kind == .wildcard || token.kind == .keyword else {
          continue
        }
        edits.append(Edit(token.range, labels[position] ?? "_"))
        position += 1
      }
      consequence.edits += edits
    }
    return consequence
  }

  /// Returns what gives the thing that a node names its new name.
  private func renamed(_ node: Node) -> Consequence? {
    var editor = file.editor
    let isInit = old.kind == .initializer
    let base = node.kind == .memberAccess ? node.base : nil
    let writesInit = isInit && node.kind == .memberAccess && node.name == "init"
    let toMove = movedContext()
    if name.base == "init" { return madeBy(node, base) }
    guard isInit else {
      if old.parent?.kind == .module || old.isStatic || old.kind == .enumCase, let toMove {
        editor.rename(node.range, to: toMove + "." + name.base)
      } else if toMove != nil {
        return nil
      } else if successor?.symbol.parent?.kind == .module, old.parent?.kind != .module {
        // From a type to the top level.
        guard old.isStatic else { return nil }
        editor.rename(node.range, to: spelled(name.base))
      } else {
        editor.rename(node, to: base == nil ? besides(node) : name.base)
      }
      return Consequence(editor)
    }
    // An initialiser that became a function.
    if let base, isSelfOrSuper(base) { return nil }
    guard let new = successor?.symbol else { return nil }
    if new.parent == old.parent {
      guard writesInit else {
        let end = node.mainToken.range.upperBound
        return inserting("." + name.base, at: end)
      }
      editor.rename(node, to: name.base)
    } else if let toMove {
      editor.rename(node.range, to: toMove + "." + name.base)
    } else if !writesInit, new.parent == old.parent?.parent {
      if node.kind == .memberAccess || new.parent?.kind == .module {
        editor.rename(node, to: name.base)
      } else {
        // `Self`, or a name that stands for the type, says nothing of where the function is.
        guard let parent = new.parent, let path = path(of: parent) else { return nil }
        editor.rename(node.range, to: path + "." + name.base)
      }
    } else {
      return nil
    }
    return Consequence(editor)
  }

  /// Returns what makes a node name an initialiser.
  private func madeBy(_ node: Node, _ base: Node?) -> Consequence? {
    var editor = file.editor
    let toMove = movedContext()
    if old.kind == .initializer {
      guard let toMove else { return Consequence() }
      guard node.name != "init" || base.map({ !isSelfOrSuper($0) }) ?? true else { return nil }
      editor.rename(node.range, to: toMove)
    } else if let toMove {
      editor.rename(node.range, to: toMove)
    } else if let base {
      editor.delete(base.range.upperBound..<node.range.upperBound)
    } else if node.kind == .memberAccess {
      editor.rename(node, to: "init")
    } else {
      return nil
    }
    return Consequence(editor)
  }

  /// A type with those around it; nil if one of them is generic.
  private func path(of type: Symbol) -> String? {
    guard type.type == .metatype(.nominal(type, [])) else { return nil }
    guard let parent = type.parent, parent.kind != .module else { return spelled(type.name) }
    return path(of: parent).map { $0 + "." + type.name }
  }

  /// The type that the new name is a member of, as code spells it, if that is another one than it was.
  private func movedContext() -> String? {
    guard !name.context.isEmpty else { return nil }
    if let parent = old.parent, parent.kind.isNominalType {
      if let new = successor?.symbol.parent, new == parent { return nil }
      if successor == nil, name.context.last == parent.name { return nil }
    }
    return spelled(name.context[0], behind: name.context.dropFirst())
  }

  private func inserting(_ text: String, at place: ByteOffset) -> Consequence {
    var consequence = Consequence()
    consequence.edits = [Edit(place..<place, text)]
    return consequence
  }

  // MARK: Members of an argument

  /// `old(x, to: y)` becomes `x.new(to: y)`.
  private func memberOfArgument() -> Consequence? {
    guard match.node.kind == .functionCall, let index = name.selfIndex,
      let map = ArgumentMap(match.node, old.parameters), index < old.parameters.count,
      let receiver = map.arguments.first(where: { $0.parameter == index })?.node.argumentValue
    else { return nil }
    let value = receiver.kind == .inOut ? receiver.operand ?? receiver : receiver
    // A member of a type that only its place tells, or an array's, has no such member where it stands alone.
    guard value.kind != .memberAccess || value.base != nil, value.kind != .closure,
      value.kind != .nilLiteral
    else { return nil }
    let member = Code.kept(value).member(name.base)
    var editor = file.editor
    if name.accessor == .getter || isProperty && old.parameters.count == 1 {
      guard old.parameters.count == 1 else { return nil }
      editor.replace(match.node, with: member)
      return Consequence(editor)
    }
    if name.accessor == .setter {
      guard let other = map.arguments.first(where: { $0.parameter != index })?.node.argumentValue,
        old.parameters.count == 2
      else { return nil }
      editor.replace(match.node, with: .infix(member, "=", .kept(other)))
      return Consequence(editor)
    }
    guard var labels = name.labels, labels.count == old.parameters.count - 1 else { return nil }
    labels.insert(nil, at: index)
    guard index == 0 || isEasilyMoved(receiver) else { return nil }
    let rest = arguments(map, labels, without: index)
    editor.replace(match.node, with: .call(member, rest.0, trailing: []))
    guard rest.closures.isEmpty else { return nil }
    return Consequence(editor)
  }

  /// `x.setValue(v)` becomes `x.value = v`.
  private func assignment(_ map: ArgumentMap) -> Consequence? {
    guard name.accessor == .setter, old.parameters.count == 1, let callee = match.node.callee,
      let value = map.arguments.first?.node.argumentValue, map.closures.isEmpty
    else { return nil }
    let target: Code
    switch callee.kind {
    case .memberAccess:
      guard let base = callee.base else { return nil }
      target = Code.kept(base).member(name.base)
    default: target = .word(name.base)
    }
    var editor = file.editor
    editor.replace(match.node, with: .infix(target, "=", .kept(value)))
    return Consequence(editor)
  }

  private func asSubscript(_ callee: Node, _ map: ArgumentMap, _ labels: [String?]) -> Consequence?
  {
    guard labels.count == old.parameters.count, map.closures.isEmpty, name.context.isEmpty else {
      return nil
    }
    let base: Code
    switch callee.kind {
    case .memberAccess:
      guard let node = callee.base else { return nil }
      base = .kept(node)
    default: base = .word("self")
    }
    var editor = file.editor
    editor.replace(match.node, with: .subscripted(base, arguments(map, labels)))
    return Consequence(editor)
  }

  private func arguments(_ map: ArgumentMap, _ labels: [String?]) -> [CodeArgument] {
    arguments(map, labels, without: nil).0
  }

  private func arguments(
    _ map: ArgumentMap, _ labels: [String?], without left: Int?
  ) -> ([CodeArgument], closures: [Node]) {
    let kept = map.arguments.filter { $0.parameter != left }.map { argument, parameter in
      CodeArgument(
        argument.argumentLabel == nil && labels[parameter] == nil ? nil : labels[parameter],
        .kept(argument.argumentValue))
    }
    return (kept, map.closures.map(\.closure))
  }

  // MARK: Names

  /// Whether the new name is that of a property.
  private var isProperty: Bool {
    if name.accessor == .getter { return true }
    if let successor { return successor.symbol.kind == .property }
    return false
  }

  /// Whether what was named by itself is a function that takes nothing.
  private var becomesCall: Bool {
    guard old.parameters.isEmpty, !isProperty else { return false }
    guard let new = successor?.symbol else { return name.labels?.isEmpty == true }
    return new.kind == .function && new.parameters.allSatisfy { $0.hasDefault || $0.isVariadic }
  }

  /// A name of the top level, with its module where the file means something else by it.
  private func spelled(_ first: String, behind rest: ArraySlice<String> = []) -> String {
    let path = ([first] + rest).joined(separator: ".")
    guard let module = successor?.symbol.module, module != file.semantics.module,
      first != module, file.isShadowed(first, at: match.node)
    else { return path }
    return module + "." + path
  }

  /// The new name where nothing stands before it, with `self` where a variable has taken it.
  private func besides(_ node: Node) -> String {
    let isMember = old.parent?.kind.isNominalType ?? false
    guard node.kind == .declReference, isMember, old.kind != .enumCase,
      file.declaresLocally(name.base, around: node)
    else { return escaped(name.base, node) }
    return (old.isStatic ? "Self." : "self.") + name.base
  }

  private func escaped(_ name: String, _ node: Node) -> String {
    guard node.kind != .memberAccess, reservedWords.contains(name) else { return name }
    return "`\(name)`"
  }
}

/// Words that cannot be a name by themselves without back-ticks.
private let reservedWords: Set<String> = [
  "as", "break", "case", "catch", "class", "continue", "default", "defer", "do", "else", "enum",
  "extension", "fallthrough", "false", "for", "func", "guard", "if", "import", "in", "init",
  "inout", "internal", "is", "let", "nil", "operator", "private", "protocol", "public", "repeat",
  "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
  "throws", "true", "try", "typealias", "var", "where", "while",
]

private func isSelfOrSuper(_ node: Node) -> Bool {
  node.kind == .declReference && (node.name == "self" || node.name == "super")
}

/// Whether an expression can be evaluated before or after others without anybody noticing.
func isEasilyMoved(_ node: Node) -> Bool {
  switch node.kind {
  case .declReference, .integerLiteral, .floatLiteral, .booleanLiteral, .nilLiteral, .closure:
    true
  case .stringLiteral: node.children.isEmpty
  case .memberAccess: node.base.map(isEasilyMoved) ?? true
  case .inOut, .prefixOperator: node.operand.map(isEasilyMoved) ?? true
  case .tuple: node.children.allSatisfy { $0.children.first.map(isEasilyMoved) ?? true }
  default: false
  }
}

/// Whether something is put into the place that an expression names.
func isAssigned(_ node: Node) -> Bool {
  var child = node
  for ancestor in node.ancestors {
    switch ancestor.kind {
    case .memberAccess, .subscriptCall, .optionalChaining, .forceUnwrap:
      guard ancestor.children.first == child else { return false }
      child = ancestor
    case .tuple:
      guard ancestor.children.count == 1 else { return false }
      child = ancestor
    case .assignment: return ancestor.leftOperand == child
    case .inOut: return true
    case .binaryOperator:
      return ancestor.leftOperand == child && ancestor.name.hasSuffix("=")
        && !["==", "!=", "<=", ">=", "===", "!=="].contains(ancestor.name)
    default: return false
    }
  }
  return false
}
