import MoultSemantics
import MoultSyntax

extension Symbol {
  /// Whether a member of a protocol stands in its own braces.
  var isRequirement: Bool {
    let around = declaration?.ancestors.first { $0.child(.memberBlock) != nil }
    return around?.kind == .protocolDecl
  }
}

extension ProjectModel {
  /// The member of an extension that stands in for a protocol's requirement in types that have none of their own.
  ///
  /// - Returns: nil for what is no requirement, and where there are none or several.
  func defaultImplementation(of symbol: Symbol) -> Symbol? {
    guard let parent = symbol.parent, parent.kind == .protocolType, symbol.isRequirement,
      let declaration = symbol.declaration
    else { return nil }
    let wanted = writtenParameters(declaration)
    let found = declaredMembers(of: parent, named: symbol.name).filter { other in
      !other.isRequirement && other.kind == symbol.kind && other.isStatic == symbol.isStatic
        && other.parameterLabels == symbol.parameterLabels
        && other.declaration.map(writtenParameters) == wanted
    }
    return found.count == 1 ? found.first : nil
  }
}
