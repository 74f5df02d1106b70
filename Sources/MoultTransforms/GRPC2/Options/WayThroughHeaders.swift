import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// `for (name, value, _) in headers { … }` and `headers.map { name, value, _ in … }`: a loop over headers, or a closure that is given each.
///
/// `Metadata` gives a key and a value for each, whose text `encoded()` is.
struct WayThroughHeaders {
  /// What takes whether an element may be indexed.
  private var dropped: Node?

  /// `element.name`, and what gives the text of a value.
  private var names: [Node] = []
  private var values: [Node] = []

  /// Whether elements are gone through where headers are used: by what any collection has, and neither headers nor the project; or
  /// values are, split at commas.
  static func isOne(_ use: Node, _ file: FileContext) -> Bool {
    guard let parent = use.parent else { return false }
    if parent.kind == .forStmt { return true }
    if parent.kind == .subscriptCall, parent.children.first == use {
      guard let key = parent.arguments.first, key.argumentLabel == "canonicalForm" else {
        return false
      }
      return splitsValues(parent, under: key.argumentValue)
    }
    if let argument = Argument(parent), let called = argument.call?.called {
      return collectionsOfElements.contains(called.node.text)
    }
    guard let member = MemberAccess(parent), member.base?.node == use,
      file.semantics.symbol(of: member.node)?.isOfProject != true
    else { return false }
    let isAskedByName = member.call?.arguments.first?.label == "name"
    return !isAskedByName && !membersOfHeaders.contains(member.name)
  }

  /// - Returns: nil where more is done with an element than to read its name and its value.
  init?(_ use: Node, _ file: FileContext) {
    if let loop = ForStmt(of: use.parent) {
      guard let pattern = loop.pattern else { return nil }
      let parts = pattern.node.kind == .tuplePattern ? Array(pattern.node.children) : [pattern.node]
      func uses(_ index: Int) -> [Node] {
        let name = ([parts[index]] + parts[index].descendants).first {
          $0.kind == .identifierPattern
        }
        guard let symbol = name.flatMap({ file.semantics.symbol(of: $0) }) else { return [] }
        return file.semantics.references(to: symbol).filter { $0 != name }
      }
      guard take(parts.count, uses) else { return nil }
      if parts.count == 3 { dropped = parts[2] }
      return
    }
    guard let call = MemberAccess(on: use)?.call, let closure = closureOfElements(call) else {
      return nil
    }
    let taken = CompletionClosure(closure.node, file)
    let parameters = Array(closure.parameters)
    guard parameters.allSatisfy({ $0.type == nil }),
      taken.uses(ofParameter: 1).isEmpty || !parameters.isEmpty,
      take(max(parameters.count, 1), { taken.uses(ofParameter: $0) })
    else { return nil }
    if parameters.count == 3 { dropped = parameters[2].node }
    guard call.called?.node.name != "first" || takeFound(by: call, file) else { return nil }
  }

  /// Takes what is done with the element that `first(where:)` finds.
  private mutating func takeFound(by call: CallExpr, _ file: FileContext) -> Bool {
    if let link = call.node.parent, link.withoutUnwrapping == call.node, link != call.node {
      return take(1) { _ in [link] }
    }
    guard
      let found = LocalVariable(bindingInCondition: call.node, file)
        ?? LocalVariable(holding: call.node, file)
    else { return false }
    return take(1) { _ in
      found.uses(file).map { use in
        use.parent.map { $0.withoutUnwrapping == use ? $0 : use } ?? use
      }
    }
  }

  /// - Parameters:
  ///   - count: of the names that take an element.
  ///   - uses: returns where one of them is used.
  private mutating func take(_ count: Int, _ uses: (Int) -> [Node]) -> Bool {
    if count == 3 {
      values = uses(1)
      return uses(2).isEmpty && values.allSatisfy { $0.kind == .declReference }
    }
    guard count == 1 else { return false }
    for use in uses(0) {
      guard let member = MemberAccess(on: use) else { return false }
      switch member.name {
      case "name": names.append(member.node)
      case "value": values.append(member.node)
      default: return false
      }
    }
    return true
  }

  func rewrite(_ editor: inout SyntaxEditor) {
    if let dropped { editor.remove(element: dropped) }
    for name in names { editor.rename(name, to: "key") }
    for value in values {
      editor.replace(value, with: Code.kept(value).calling("encoded", []))
    }
  }
}

/// The closure that each element is given: the last argument, and all that a call has.
private func closureOfElements(_ call: CallExpr) -> ClosureExpr? {
  let name = call.called?.node.name ?? ""
  if let closure = call.trailingClosures.only?.closure {
    return call.arguments.isEmpty && closuresOfElements.contains(name) ? closure : nil
  }
  guard call.trailingClosures.isEmpty, let argument = call.arguments.only,
    argument.label == "where" ? ["contains", "first"].contains(name) : name != "contains",
    closuresOfElements.contains(name)
  else { return nil }
  return ClosureExpr(of: argument.expression?.node)
}

/// What is made of the elements that it is given.
private let collectionsOfElements: Set = ["Array", "ContiguousArray", "Dictionary", "zip"]

private let closuresOfElements: Set = [
  "map", "compactMap", "flatMap", "forEach", "contains", "allSatisfy", "first",
]

/// What headers have themselves, but for what is asked by a name.
private let membersOfHeaders: Set = [
  "add", "replaceOrAdd", "remove", "count", "isEmpty", "capacity", "reserveCapacity", "description",
]
