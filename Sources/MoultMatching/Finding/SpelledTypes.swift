import MoultRewriting
import MoultSemantics
import MoultSource
package import MoultSyntax

/// Modules of other libraries that declare a public type at their top level whose name is one of the standard library's, as
/// their sources say: `Task.swift` of Moya, SwiftCLI and Bolts, `Graph.Task.swift` of Shopify's Buy, and Airship before 16.9.1.
private let modulesDeclaring: [String: Set<String>] = [
  "Task": ["AirshipCore", "BoltsSwift", "Buy", "Moya", "SwiftCLI"]
]

extension FileContext {
  /// Spells a type of a module for a place: with its module only where a type of the project would be meant without.
  ///
  /// - Parameter name: begins with the module.
  package func spelling(of name: String, at place: Node) -> String {
    let short = nameWithoutModule(name)
    let head = short.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let isHidden = meansOwnType(String(head), at: place) || isHiddenByImport(String(head))
    return isHidden ? name : short
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

  /// Spells a new function or value without a receiver: with its module only where a member of a type around the place would
  /// be meant without.
  func spelling(ofValue text: String, for rule: SwiftRule, at place: Node) -> String {
    let name = String(text.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    guard name.first?.isLowercase == true, meansMember(name, at: place),
      let module = rule.moduleDeclaring(name)
    else { return text }
    return "\(module).\(text)"
  }

  private func meansMember(_ name: String, at place: Node) -> Bool {
    place.ancestors.contains { around in
      guard let type = typeDeclared(by: around) else { return false }
      return !semantics.members(named: name, of: .nominal(type, [])).isEmpty
    }
  }

  private func typeDeclared(by node: Node) -> Symbol? {
    guard node.isTypeDeclaration || node.kind == .extensionDecl,
      let named = node.kind == .extensionDecl ? node.subjectType : node
    else { return nil }
    return semantics.symbol(of: named)
  }

  /// Whether a module that the file sees declares a type of the name, so that without its module it would be that, or either.
  private func isHiddenByImport(_ name: String) -> Bool {
    guard let modules = modulesDeclaring[name] else { return false }
    return !modules.isDisjoint(with: semantics.visibleModules)
  }

  /// Whether a name means a type of the project at a place: one outside any other, one inside of a type around it, or one that
  /// a generic declaration around it is given.
  private func meansOwnType(_ name: String, at place: Node) -> Bool {
    if model.declaresTopLevelType(named: name) { return true }
    return place.ancestors.contains { around in
      if around.genericParameters.contains(where: { $0.name == name }) { return true }
      guard let type = typeDeclared(by: around) else { return false }
      return model.members(of: type, named: name).contains { $0.kind.isType }
    }
  }
}
