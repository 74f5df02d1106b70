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

  /// Whether elements are gone through where headers are used.
  static func isOne(_ use: Node) -> Bool {
    guard let parent = use.parent else { return false }
    if parent.kind == .forStmt { return true }
    guard let member = MemberAccess(parent), member.base?.node == use, let call = member.call
    else { return false }
    return !call.trailingClosures.isEmpty || ["map", "flatMap"].contains(member.name)
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
    guard let call = MemberAccess(on: use)?.call, call.arguments.isEmpty,
      let closure = call.trailingClosures.only?.closure,
      closuresOfElements.contains(call.called?.node.name ?? "")
    else { return nil }
    let taken = CompletionClosure(closure.node, file)
    let parameters = Array(closure.parameters)
    guard parameters.allSatisfy({ $0.type == nil }),
      taken.uses(ofParameter: 1).isEmpty || !parameters.isEmpty,
      take(max(parameters.count, 1), { taken.uses(ofParameter: $0) })
    else { return nil }
    if parameters.count == 3 { dropped = parameters[2].node }
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

private let closuresOfElements: Set = [
  "map", "compactMap", "flatMap", "forEach", "contains", "allSatisfy",
]
