import MoultSemantics
package import MoultSyntax

extension FileContext {
  /// Spells a type of a module for a place: with its module only where a type of the project would be meant without.
  ///
  /// - Parameter name: begins with the module.
  package func spelling(of name: String, at place: Node) -> String {
    guard let dot = name.firstIndex(of: ".") else { return name }
    let short = String(name[name.index(after: dot)...])
    let head = short.prefix { $0 != "." && $0 != "<" }
    return meansOwnType(String(head), at: place) ? name : short
  }

  /// The name of the standard library's `Task`.
  package func nameOfTask(at place: Node) -> String {
    spelling(of: "_Concurrency.Task", at: place)
  }

  /// Whether a name means a type of the project at a place: one outside any other, or one inside of a type around it.
  private func meansOwnType(_ name: String, at place: Node) -> Bool {
    if model.declaresTopLevelType(named: name) { return true }
    return place.ancestors.contains { around in
      guard around.isTypeDeclaration || around.kind == .extensionDecl,
        let named = around.kind == .extensionDecl ? around.subjectType : around,
        let type = semantics.symbol(of: named)
      else { return false }
      return model.members(of: type, named: name).contains { $0.kind.isType }
    }
  }
}
