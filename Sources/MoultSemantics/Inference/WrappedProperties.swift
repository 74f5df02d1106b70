import MoultSyntax

extension FileSemantics {
  /// The type of a property that its wrapper reads through a key path: `@Dependency(\.client) var client`.
  ///
  /// It is known of a wrapper whose only generic parameter is the type of its value, and that is made of a key path which leads to such a
  /// value.
  func typeReadThroughKeyPath(of binding: Node) -> SemanticType {
    guard let declaration = binding.parent else { return .unknown }
    for attribute in declaration.children where attribute.kind == .attribute {
      guard let written = attribute.firstTypeChild,
        let path = attribute.child(.argumentList)?.children.first?.firstExpressionChild,
        path.kind == .keyPath,
        let wrapper = resolver.writtenType(written, in: file).nominalSymbol
      else { continue }
      let instance = resolver.selfType(of: wrapper)
      guard case .nominal(_, let parameters) = instance, parameters.count == 1,
        resolver.members("wrappedValue", of: instance, .instance, seenFrom: file).contains(
          where: { resolver.type(of: $0) == parameters[0] })
      else { continue }
      for initializer in resolver.members("init", of: instance, .type, seenFrom: file) {
        guard case .nominal(let kind, let ends)? = resolver.parameterTypes(of: initializer).first,
          kind.name == "KeyPath", ends.count == 2, ends[1] == parameters[0],
          case .nominal(_, let found) = infer(path, .nominal(kind, [ends[0], .unknown])),
          let value = found.last, !value.isUnknown
        else { continue }
        return value
      }
    }
    return .unknown
  }

  /// Whether the initial value of a property is the value of its only wrapper, which gives it back as it is: `@Logged var client = Client()`.
  ///
  /// It is known of a wrapper whose only generic parameter is the type of its value, and that can be made of such a value.
  func wrapsInitialValue(_ binding: Node) -> Bool {
    guard let declaration = binding.parent else { return false }
    var wrappers = 0
    for attribute in declaration.children where attribute.kind == .attribute {
      guard let written = attribute.firstTypeChild, written.child(.genericArgumentClause) == nil,
        let wrapper = resolver.writtenType(written, in: file).nominalSymbol
      else { return false }
      let instance = resolver.selfType(of: wrapper)
      guard case .nominal(_, let parameters) = instance, parameters.count == 1,
        resolver.members("wrappedValue", of: instance, .instance, seenFrom: file).contains(
          where: { resolver.type(of: $0) == parameters[0] }),
        resolver.members("init", of: instance, .type, seenFrom: file).contains(where: { made in
          made.symbol.parameterLabels.first == "wrappedValue"
            && resolver.parameterTypes(of: made).first == parameters[0]
        })
      else { return false }
      wrappers += 1
    }
    return wrappers == 1
  }
}
