import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A call of a protocol's initialiser on a type that no module in sight declares.
///
/// Messages often stand in a package of their own, of which a project has no source. `try Shop_V1_Order(serializedData: data)` can
/// then only be known by its use: the type is nobody else's, and its name, or what else is done with it in the same function, is
/// that of generated code. Where the label is nobody's everyday word, it is enough that the file makes values of the type elsewhere as
/// only generated code can, or imports a module which is known to declare such types. So this is likely and never certain.
///
/// - Parameter marks: as `marksOfGeneratedTypes` has them.
func matchInitOfUnseenType(
  _ rule: SwiftRule, _ name: String, _ marks: Set<String>, _ node: Node, _ file: FileContext
) -> Match? {
  guard node.kind == .functionCall, node.arguments.first?.argumentLabel != nil, isMarked(node),
    let type = unseenType(calledBy: node, file), let symbol = file.model.symbol(named: name),
    symbol.kind == .initializer, let owner = symbol.parent, owner.kind == .protocolType,
    fits(node, symbol), file.semantics.reaches(owner.module),
    hasGeneratedName(type.name) || isUsed(type, as: marks, around: node, file)
      || labelsOfGeneratedTypes.contains(symbol.parameters.first?.label ?? "")
        && (isAliasOfMessage(type.name, file) || isMadeByClosure(type, file))
  else { return nil }
  return Match(
    rule: rule, node: node, range: type.range, replaced: node.range,
    nodes: callBindings(node), symbol: symbol,
    doubt:
      "'\(type.text)' is declared outside of this project; it is used as a type of '\(owner.name)' is"
  )
}

/// A call of a method whose name no other library has, on a value of a type that is not known.
///
/// `eraseToEffect()` ends chains of publishers, of which nothing here knows the types. So this is likely and never certain.
///
/// - Parameter owner: the type that a project declares which has a method of the name itself.
func matchCallOnUnseenType(
  _ rule: SwiftRule, _ name: String, unlessOf owner: String, _ node: Node, _ file: FileContext
) -> Match? {
  guard node.kind == .functionCall,
    !file.model.declaresTopLevelType(named: owner), let callee = node.callee,
    callee.kind == .memberAccess, let base = callee.base,
    let symbol = file.model.symbol(named: name), callee.name == symbol.name,
    hasNeededArguments(node, symbol),
    file.semantics.sees(symbol.module), file.semantics.candidates(of: node).isEmpty,
    file.semantics.type(of: base).fullyUnwrapped.isUnknown
  else { return nil }
  return Match(
    rule: rule, node: node, range: callee.mainToken.range, replaced: node.range,
    nodes: callBindings(node), symbol: symbol,
    doubt: "the type of '\(base.text.prefix { !$0.isNewline })' is not known")
}

/// Whether a call gives a function what has no default, and nothing else.
private func hasNeededArguments(_ call: Node, _ symbol: Symbol) -> Bool {
  let needed = symbol.parameters.filter { !$0.hasDefault }.map(\.label)
  let given = call.arguments.map(\.argumentLabel)
  return given.count + call.trailingClosures.count == needed.count
    && zip(given, needed).allSatisfy { $0 == $1 }
}

/// The name of the type that a call makes a value of, if nothing in the project or in what it imports is known by it.
func unseenType(calledBy call: Node, _ file: FileContext) -> Node? {
  guard var callee = call.callee else { return nil }
  if callee.kind == .memberAccess, callee.name == "init", let base = callee.base { callee = base }
  guard callee.kind == .declReference || callee.kind == .memberAccess,
    callee.name.first?.isUppercase == true
  else { return nil }
  var part: Node? = callee
  while let current = part {
    // What the project only extends is declared elsewhere, too.
    guard file.semantics.candidates(of: current).allSatisfy(\.isExternal),
      current.name.first?.isUppercase == true
    else { return nil }
    part = current.kind == .memberAccess ? current.base : nil
  }
  return callee
}

/// The type that the project's alias stands for by which a call makes a value, if nothing in sight declares that type.
func unseenType(behindAliasCalledBy call: Node, _ file: FileContext) -> Node? {
  guard let callee = call.callee, callee.kind == .declReference,
    let alias = file.semantics.symbol(of: callee)?.declaration, alias.kind == .typealiasDecl,
    let type = alias.children.last(where: { $0.kind.isType }), type.kind == .identifierType,
    let home = file.context(of: alias), home.semantics.symbol(of: type) == nil
  else { return nil }
  return type
}

/// Whether a `try` covers a call, as it must where an initialiser throws.
private func isMarked(_ call: Node) -> Bool {
  for ancestor in call.ancestors {
    switch ancestor.kind {
    case .tryExpr: return true
    case .codeBlock, .closure, .accessorBlock, .sourceFile: return false
    default: continue
    }
  }
  return false
}

/// Whether a name is put together of a prefix and a name with `_`, as generators do: `Shop_V1_Order`.
func hasGeneratedName(_ name: String) -> Bool {
  // Most names are one word.
  guard name.utf8.contains(UInt8(ascii: "_")) else { return false }
  let parts = name.split(separator: "_", omittingEmptySubsequences: false)
  return parts.count > 1 && parts.allSatisfy { $0.first?.isUppercase == true }
}

/// Whether a file makes a value of a type as messages are made: `Order.with { $0.id = 1 }`.
///
/// That others are made so tells nothing: many libraries have such functions, and some have types that hold messages.
///
/// - Complexity: O(*n*) in the nodes of the file.
private func isMadeByClosure(_ type: Node, _ file: FileContext) -> Bool {
  let written = type.text
  return file.tree.root.descendants.contains { node in
    guard node.kind == .functionCall, node.arguments.isEmpty, node.trailingClosures.count == 1,
      let callee = node.callee, callee.kind == .memberAccess, callee.name == "with"
    else { return false }
    return callee.base?.text == written
  }
}

/// Whether the function around a call does something with the type, or with a value of it, that only such a type has.
///
/// - Complexity: O(*n*) in the nodes of that function.
private func isUsed(
  _ type: Node, as members: Set<String>, around call: Node, _ file: FileContext
) -> Bool {
  let written = type.text
  let function = file.tree.function(around: call)
  var values: Set<String> = []
  var receivers: [String] = []
  for node in function.descendants {
    switch node.kind {
    case .patternBinding:
      let made = node.initialValue?.descendants.contains {
        $0.kind == .functionCall && $0.callee?.text == written
      }
      if made == true || node.annotatedType?.text == written, let name = node.children.first?.name {
        values.insert(name)
      }
    case .memberAccess:
      guard let base = node.base else { continue }
      if base.text == written, members.contains(node.name) { return true }
      let isOfField =
        ["has", "clear"].contains { prefix in
          node.name.hasPrefix(prefix)
            && node.name.dropFirst(prefix.count).first?.isUppercase == true
        }
      if base.kind == .declReference, members.contains(node.name) || isOfField {
        receivers.append(base.name)
      }
    default: continue
    }
  }
  return receivers.contains(where: values.contains)
}
