import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A property that an interceptor of grpc-swift 1 has for each call: a local of `intercept(request:context:next:)`, as a structure of
/// grpc-swift 2 is for all calls.
///
/// What changes, and what closures on other threads could not be sent, is in a box with a lock.
struct ValueOfACall {
  let name: String

  /// What declares it, and what gives it a value in the initialiser: both go.
  let places: [Node]

  /// What stands beside these.
  let comments: [ByteRange]
  private let type: Node?
  private let value: Node?
  private let uses: [Node]

  let isBoxed: Bool

  /// - Parameters:
  ///   - initializer: the only one of the class.
  ///   - kept: the statements and conditions that go to the method.
  /// - Returns: nil if anything else asks for it, or what it begins with cannot be told in the method.
  init?(
    _ member: Node, _ initializer: InitializerDecl?, kept: [Node], of parameters: [Node],
    _ file: FileContext
  ) {
    guard let variable = VariableDecl(member), let binding = variable.bindings.only,
      case .identifier(let pattern)? = binding.pattern, member.attributes.isEmpty,
      member.modifierNames.allSatisfy({ ["private", "fileprivate"].contains($0) }),
      let symbol = file.semantics.symbol(of: pattern), let type = member.parent,
      !namesOfInterception.contains(symbol.name)
    else { return nil }
    let given = initializer.flatMap { assignment(of: symbol.name, in: $0) }
    guard given == nil || binding.value == nil && variable.introducer == .let,
      given?.value.map({ isToldByProperties($0.node, initializer) }) != false,
      Self.isWritten(binding.type, of: parameters)
    else { return nil }
    let shorthands = type.descendants.filter {
      $0.kind == .optionalBinding && $0.initialValue == nil
        && $0.pattern?.name == symbol.name
    }
    let uses = file.calls.uses(of: symbol).filter { use in
      !use.isInside(member) && use.kind != .optionalBinding
        && given.map { use.isInside($0.node) } != true
    }
    let inMethod = Set(uses.filter { $0.kind == .declReference || $0.kind == .memberAccess })
    guard inMethod.count == uses.count,
      (uses + shorthands).allSatisfy({ use in kept.contains { use.isInside($0) } }),
      !file.tree.holdsComment(in: binding.node.range)
    else { return nil }
    name = symbol.name
    self.type = binding.type
    value = binding.value?.node ?? given?.value?.node
    let places = [member, given?.node].compactMap(\.self)
    self.places = places
    comments = places.flatMap { place in
      ItemRun([place]).map { file.tree.commentRanges(in: $0.range) } ?? []
    }
    self.uses = uses + shorthands
    isBoxed = variable.introducer == .var || !isKnownAsValue(value, type: binding.type)
    guard value != nil || binding.type?.kind == .optionalType,
      variable.introducer == .var || value != nil,
      !isBoxed || uses.allSatisfy(Self.isUnderstood),
      comments.allSatisfy({ file.source.text($0).hasPrefix("//") })
    else { return nil }
  }

  /// Whether a use is one that stays alone behind a lock, and a statement in which no closure's arguments are named.
  private static func isUnderstood(_ use: Node) -> Bool {
    let change = ChangeOfAVariable(at: use)
    guard case .mutated(let whole)? = change else { return true }
    return change.isAlone(at: use) && whole.parent?.kind != .argument
      && !whole.descendants.contains { $0.name.hasPrefix("$") }
  }

  /// Whether a type means the same in the method, whose parameters are other ones than those of the class.
  private static func isWritten(_ type: Node?, of parameters: [Node]) -> Bool {
    guard let type else { return true }
    return !parameters.contains { parameter in
      parameter.children.contains(where: \.kind.isType)
        && type.descendants.contains { $0.kind == .identifierType && $0.name == parameter.name }
    }
  }

  /// Has its uses ask for what is in the box.
  ///
  /// - Returns: the statements that declare it in the method, below its comments.
  func rewrite(_ editor: inout SyntaxEditor, of parameters: [Node]) -> [Code] {
    let names = ["Input", "Output"]
    for node in type.map({ Array($0.descendants) }) ?? [] where node.kind == .identifierType {
      if let place = parameters.firstIndex(where: { $0.name == node.name }) {
        editor.rename(node, to: names[place])
      } else if node.name == "HPACKHeaders" {
        editor.replace(node, with: .library("GRPCCore.Metadata"))
      }
    }
    let box = Code.word(lockedName)
    let first = value.map { Code.kept($0) } ?? .word("nil")
    let made =
      isBoxed
      ? Code.call(type.map { .generic(box, [.kept($0)]) } ?? box, [.plain(first)]) : first
    for use in uses {
      if use.kind == .optionalBinding {
        guard isBoxed, let pattern = use.pattern else { continue }
        editor.replace(pattern, with: .infix(.word(name), "=", .word(name).member("value")))
      } else if isBoxed {
        editor.unbox(use)
      } else if use.kind == .memberAccess {
        editor.replace(use, with: .word(name))
      }
    }
    editor.drop(comments: comments)
    return comments.map { .word(editor.tree.source.text($0)) }
      + [.variable(.let, name, type: isBoxed ? nil : type.map { .kept($0) }, value: made)]
  }
}

/// Takes items away, those that follow one another together with the blanks between them.
///
/// - Parameter items: of the blocks of a type, in source order.
func removeTogether(_ items: [Node], _ editor: inout SyntaxEditor) {
  var run: [Node] = []
  for item in items {
    let all = run.last?.parent?.items ?? []
    if let last = run.last, all.drop(while: { $0 != last }).dropFirst().first != item {
      ItemRun(run).map { editor.remove($0) }
      run = []
    }
    run.append(item)
  }
  ItemRun(run).map { editor.remove($0) }
}

/// What the box is called.
let lockedName = "Locked"

/// The properties that are of one call, by what declares them.
///
/// - Parameter members: those of a class of interceptors.
func membersOfOneCall(_ members: [Node], _ file: FileContext) -> [Node] {
  let initializers = members.compactMap { InitializerDecl($0) }
  return members.filter { member in
    guard let variable = VariableDecl(member), !member.modifierNames.contains("static"),
      let binding = variable.bindings.only, binding.node.accessorBlock == nil
    else { return false }
    if variable.introducer == .var { return true }
    if let value = binding.value { return !isValueOfAllCalls(value.node, file) }
    guard case .identifier(let name)? = binding.pattern else { return false }
    return initializers.contains { initializer in
      guard let value = assignment(of: name.name, in: initializer)?.value?.node else {
        return false
      }
      return NameExpr(value) == nil && !isValueOfAllCalls(value, file)
    }
  }
}

/// `self.name = value`, a statement of an initialiser.
func assignment(of name: String, in initializer: InitializerDecl) -> AssignmentExpr? {
  initializer.body?.items.lazy.compactMap { AssignmentExpr($0.node) }.first {
    $0.target?.nameWithoutSelf == name
  }
}

/// Whether what an expression of an initialiser names of its parameters is kept in properties of the same names.
private func isToldByProperties(_ value: Node, _ initializer: InitializerDecl?) -> Bool {
  guard let initializer else { return false }
  return initializer.parameters.allSatisfy { parameter in
    let isNamed = value.descendants.contains {
      $0.kind == .declReference && $0.name == parameter.name
    }
    return !isNamed
      || NameExpr(of: assignment(of: parameter.name, in: initializer)?.value?.node)?.name
        == parameter.name
  }
}

/// Whether a constant is surely one that any thread can be told.
private func isKnownAsValue(_ value: Node?, type: Node?) -> Bool {
  if let type { return typesOfValues.contains(type.text) }
  var root = value
  while let member = root.flatMap({ MemberAccess($0) }) { root = member.base?.node }
  guard let made = CallExpr(of: root)?.called?.node else { return false }
  return made.kind == .declReference && typesOfValues.contains(made.name)
}
