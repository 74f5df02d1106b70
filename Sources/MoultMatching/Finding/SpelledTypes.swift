import MoultRewriting
import MoultSemantics
import MoultSource
package import MoultSyntax

extension FileContext {
  /// Spells a type of a module for a place: with its module only where a type of the project would be meant without.
  ///
  /// - Parameter name: begins with the module.
  package func spelling(of name: String, at place: Node) -> String {
    let short = nameWithoutModule(name)
    let head = short.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return meansOwnType(String(head), at: place) ? name : short
  }

  /// Spells a type of the new era as the old one was spelled: with its module only where the old one had
  /// it, or where a type of the project would be meant without.
  ///
  /// - Parameter name: begins with the module.
  package func spelling(of name: String, replacing match: Match) -> String {
    if let symbol = match.symbol, source.text(match.replaced).hasPrefix(symbol.module + ".") {
      return name
    }
    return spelling(of: name, at: match.node)
  }

  /// The name of the standard library's `Task`.
  package func nameOfTask(at place: Node) -> String {
    spelling(of: "_Concurrency.Task", at: place)
  }

  /// Whether a name means a type of the project at a place: one outside any other, one inside of a type around it, or one that
  /// a generic declaration around it is given.
  private func meansOwnType(_ name: String, at place: Node) -> Bool {
    if model.declaresTopLevelType(named: name) { return true }
    return place.ancestors.contains { around in
      if around.genericParameters.contains(where: { $0.name == name }) { return true }
      guard around.isTypeDeclaration || around.kind == .extensionDecl,
        let named = around.kind == .extensionDecl ? around.subjectType : around,
        let type = semantics.symbol(of: named)
      else { return false }
      return model.members(of: type, named: name).contains { $0.kind.isType }
    }
  }
}
