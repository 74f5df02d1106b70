import MoultMatching
import MoultSemantics
import MoultSyntax

/// What of the project gives options: a function, or a property that is computed.
struct OptionsMaker {
  /// The function, or the property's declaration.
  let node: Node
  let name: String
  let parameters: [Parameter]

  /// What the symbol is asked of.
  let named: Node

  /// The block of statements that makes them.
  let body: Node

  /// - Parameter declaration: of a function, or the binding of a property.
  /// - Returns: nil for anything else, and where another of its kind cannot stand beside it.
  init?(_ declaration: Node) {
    if let function = FunctionDecl(declaration) {
      guard let body = function.body, !function.isAsync, !function.isThrowing,
        function.node.genericParameters.isEmpty, function.returnType?.name == "CallOptions"
      else { return nil }
      (node, named, name) = (function.node, function.node, function.name)
      (parameters, self.body) = (Array(function.parameters), body.node)
    } else {
      guard let binding = PatternBinding(declaration), let variable = binding.declaration,
        variable.bindings.only != nil, case .identifier(let pattern)? = binding.pattern,
        let body = binding.node.accessorBlock, binding.type?.name == "CallOptions",
        !body.children.contains(where: { $0.kind == .accessorDecl || $0.kind == .ifConfig })
      else { return nil }
      (node, named, name) = (variable.node, pattern, pattern.name)
      (parameters, self.body) = ([], body)
    }
    let kept: Set<String> = [
      "public", "package", "internal", "fileprivate", "private", "static", "nonisolated",
    ]
    guard node.attributes.isEmpty, node.modifierNames.allSatisfy({ kept.contains($0) }) else {
      return nil
    }
  }

  /// The innermost one around a node.
  init?(around node: Node) {
    guard let maker = node.ancestors.lazy.compactMap({ Self($0) }).first else { return nil }
    self = maker
  }

  var isFunction: Bool { node.kind == .functionDecl }

  /// Whether a name is that of a parameter or is given in the body.
  func binds(_ name: String) -> Bool { node.binds(name) }
}

/// `CallOptions(…)` that is what a function or a property gives, at once or as a local, with its headers.
struct OptionsMade {
  let call: CallExpr

  /// The headers, by name; nil where they are no pairs that can be read.
  let headers: [(name: Node, value: Node)]?

  /// The literal that the options are made with; nil where headers are added behind that, or not at all.
  let literal: Node?

  /// The statements that add headers to a local that is made without any.
  let steps: [Node]

  /// Whether nothing but these changes the local.
  let isOtherwiseConstant: Bool

  init?(by maker: OptionsMaker, _ file: FileContext) {
    let parts = maker.body.descendants
    let made = parts.filter { node in
      node.kind == .functionCall
        && file.semantics.symbol(of: node)?.parent?.qualifiedName == "GRPC.CallOptions"
    }
    guard made.count == 1, let call = CallExpr(made[0]) else { return nil }
    self.call = call
    literal = call.argument(labeled: "customMetadata")?.expression?.node
    let members = parts.filter { MemberAccess($0)?.name == "customMetadata" }
    let items = Array(maker.body.items)
    if items.count == 1, let item = items.first {
      guard item == call.node || ReturnStmt(item)?.value?.node == call.node, members.isEmpty else {
        return nil
      }
      (headers, steps, isOtherwiseConstant) = (nil, [], true)
      return
    }
    let returned = maker.body.ownDescendants.compactMap { ReturnStmt($0) }
    guard let binding = PatternBinding(of: call.node.parent?.parent),
      let declaration = binding.declaration, declaration.bindings.only != nil,
      declaration.node.parent == maker.body,
      case .identifier(let name)? = binding.pattern,
      let options = file.semantics.symbol(of: name),
      let last = items.last, ReturnStmt(last) != nil,
      returned.allSatisfy({ NameExpr(of: $0.value?.node)?.name == options.name })
    else { return nil }
    let added = members.compactMap { HeaderAdded(to: $0, of: options.name) }
    let steps = added.map(\.statement)
    guard added.count == members.count, steps.allSatisfy({ items.contains($0) }),
      members.isEmpty || literal == nil && returned.count == 1
    else { return nil }
    var isConstant = true
    for use in file.semantics.references(to: options) where use.kind == .declReference {
      guard let parent = use.parent else { return nil }
      if returned.contains(where: { $0.value?.node == use }) { continue }
      guard MemberAccess(parent)?.base?.node == use else { return nil }
      if !steps.contains(where: { use.isInside($0) }) { isConstant = false }
    }
    headers = added.isEmpty ? nil : added.map { ($0.name, $0.value) }
    (self.steps, isOtherwiseConstant) = (steps, isConstant)
  }
}

/// `options.customMetadata.add(name: n, value: v)`, a statement.
private struct HeaderAdded {
  let statement: Node
  let name: Node
  let value: Node

  init?(to headers: Node, of options: String) {
    guard NameExpr(of: MemberAccess(headers)?.base?.node)?.name == options,
      let member = MemberAccess(on: headers),
      member.name == "add", let call = member.call, call.trailingClosures.isEmpty,
      call.arguments.map(\.label) == ["name", "value"],
      let name = call.argument(labeled: "name")?.expression?.node,
      let value = call.argument(labeled: "value")?.expression?.node
    else { return nil }
    (statement, self.name, self.value) = (call.node, name, value)
  }
}
