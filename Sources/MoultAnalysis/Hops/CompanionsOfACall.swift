import MoultSemantics
import MoultSource
import MoultSyntax

extension Project {
  /// Returns the places of a file that are rewritten together with the call which a range names: the statement that makes it, with
  /// its closures and what these tell functions, and what is asked of the variable that holds what it returns.
  ///
  /// - Returns: nothing for a type and for what makes a value of one, which stands for itself.
  /// - Complexity: O(*depth* × log *children*), plus the inference of the file.
  func companions(of range: ByteRange, inFile path: String) -> [ByteRange] {
    guard let model = swift?.model, let semantics = model.borrowedSemantics(forFile: path)
    else { return [] }
    defer { model.giveBack(semantics) }
    guard !semantics.tree.isNestedWithoutEnd, !range.isEmpty else { return [] }
    let name = semantics.tree.innermostNode(at: range.lowerBound)
    guard let member = ([name] + name.ancestors).first(where: { $0.kind == .memberAccess }),
      semantics.symbol(of: member)?.kind != .initializer
    else { return [] }
    let whole = statement(around: member)
    var places = [whole.range]
    for binding in whole.bindings {
      guard let pattern = binding.pattern, let variable = semantics.symbol(of: pattern),
        variable.kind == .local
      else { continue }
      places += semantics.references(to: variable).map { expression(asking: $0).range }
    }
    return places + placesTold(by: whole, semantics)
  }

  /// The parameters of functions that closures in a call give what they are told themselves, with what is asked of them.
  private func placesTold(by call: Node, _ semantics: FileSemantics) -> [ByteRange] {
    call.descendants.flatMap { node -> [ByteRange] in
      guard node.kind == .functionCall, let function = semantics.symbol(of: node),
        !function.isGenerated
      else { return [] }
      return zip(node.arguments, function.parameters).flatMap { argument, parameter in
        guard let value = semantics.symbol(of: argument.argumentValue), value.kind == .local,
          let declared = value.declaration, declared.tree === semantics.tree,
          declared.ancestors.prefix(3).contains(where: { $0.kind == .closureParameter })
            || declared.kind == .closureParameter, call.range.contains(declared.range.lowerBound),
          let told = parameter.declaration, told.tree === semantics.tree,
          let symbol = semantics.symbol(of: told)
        else { return [] as [ByteRange] }
        return [told.range] + semantics.references(to: symbol).map { expression(asking: $0).range }
      }
    }
  }
}

/// What stands in a block of its own around an expression, or is a condition of what has one.
private func statement(around expression: Node) -> Node {
  var node = expression
  while let parent = node.parent, !parent.kind.holdsStatements,
    !parent.children.contains(where: { $0.kind == .codeBlock })
  {
    node = parent
  }
  return node
}

/// `call.send(message)` of `call`.
private func expression(asking name: Node) -> Node {
  var node = name
  while let parent = node.parent {
    guard
      parent.kind == .optionalChaining || parent.kind == .forceUnwrap
        || parent.kind == .memberAccess && parent.base == node
        || parent.kind == .functionCall && parent.children.first == node
    else { break }
    node = parent
  }
  return node
}
