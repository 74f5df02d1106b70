import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSyntax

/// Returns the names of types, values and functions that nothing the file sees declares.
///
/// A name that a module declares which the file does not import counts, whatever else is imported. Any other
/// only where all that the file imports is known as a whole; elsewhere it counts as one that a fix may have written.
func unknownNames(in subject: Subject) -> [DefiniteError] {
  let values = subject.semantics.lookupFailures().compactMap { node, failure -> Node? in
    if case .name = failure { return node }
    return nil
  }
  let places = subject.nodes.filter { node in
    (node.kind == .identifierType && !node.isNameOfAttribute) || node.kind == .declReference
  }
  return values.compactMap { unknownName($0, in: subject) }
    + places.compactMap { node in
      if subject.semantics.isSeenElsewhereOnly(node) { return notImported(node, in: subject) }
      guard node.kind == .identifierType else { return nil }
      let candidates = subject.semantics.candidates(of: node)
      if candidates.count > 1 { return ambiguousName(node, candidates, in: subject) }
      return candidates.isEmpty ? unknownName(node, in: subject) : nil
    }
}

/// A type that a module of the project and another one declare, both of which the file imports.
private func ambiguousName(
  _ node: Node, _ candidates: [Symbol], in subject: Subject
) -> DefiniteError? {
  let modules = Set(candidates.map(\.module))
  guard modules.count > 1, !node.isInMacro,
    candidates.allSatisfy({ $0.kind.isType && $0.parent?.kind == .module }),
    modules.contains(where: subject.model.projectModules.contains),
    modules.allSatisfy({ module in
      subject.semantics.visibleModules.contains(module) && !isPlatformModule(module)
    })
  else { return nil }
  let names = modules.sorted().map { "'\($0)'" }.joined(separator: " and in ")
  return subject.error(.ambiguousName, at: node, "'\(node.name)' is declared in \(names)")
}

/// A name that an interface declares which only other files of the module import.
private func notImported(_ node: Node, in subject: Subject) -> DefiniteError? {
  guard let symbol = subject.semantics.candidates(of: node).first, !node.isInMacro,
    !standardNames.contains(node.name)
  else { return nil }
  return notImported(node, from: symbol.module, in: subject)
}

private func notImported(
  _ node: Node, from module: String, in subject: Subject
) -> DefiniteError? {
  if subject.left.contains(module)
    || subject.model.modulesBehindBridges(of: subject.semantics.module).contains(module)
  {
    return nil
  }
  if !subject.openModules.isEmpty, node.name != module, !isDistinctive(node.name) { return nil }
  if !subject.foreignModules.isEmpty, !isOfMigratedLibrary(module, in: subject) { return nil }
  if !subject.openModules.isEmpty {
    if foundationNames.contains(node.name) { return nil }
    // Generated code that is not at hand may declare the name a second time, in this module.
    if node.name.contains("_"), subject.model.projectModules.contains(module),
      !subject.model.module(subject.semantics.module, imports: module)
    {
      return nil
    }
  }
  return subject.error(
    .unknownName, at: node, "'\(node.name)' is declared in '\(module)', which is not imported",
    missingImport: subject.model.library(ofModule: module) == nil ? nil : module)
}

/// Whether a module's names come from nowhere else: others pass on SwiftNIO or SwiftProtobuf, and
/// Objective-C may come through a bridging header.
private func isOfMigratedLibrary(_ module: String, in subject: Subject) -> Bool {
  subject.model.library(ofModule: module).map {
    ["grpc-swift", "connect-swift"].contains($0.library)
  } ?? false
}

private func unknownName(_ node: Node, in subject: Subject) -> DefiniteError? {
  let name = node.name
  guard let first = name.unicodeScalars.first, first.properties.isAlphabetic,
    !standardNames.contains(name), !unlistedNames.contains(name), !node.isInMacro,
    !node.isNameOfModule(seenBy: subject)
  else { return nil }
  if let module = moduleDeclaring(name, in: subject) {
    return notImported(node, from: module, in: subject)
  }
  // With an underscore it may be a name of generated code that is not at hand.
  // With the prefix of a class it may come from Objective-C.
  guard !name.contains("_"), !hasClassPrefix(name) else { return nil }
  guard subject.openModules.isEmpty, !subject.isOnTheWay, knowsScopes(around: node, name, subject)
  else {
    // In one word the C library's functions are called, and a function is what a page says that a module has.
    guard node.kind == .declReference, first.properties.isLowercase, isDistinctive(name),
      !foundationNames.contains(name), node.parent?.calledExpression != node
    else { return nil }
    return subject.error(.danglingName, at: node, "nothing declares '\(name)'")
  }
  return subject.error(.unknownName, at: node, "nothing that is imported declares '\(name)'")
}

/// The module that declares a name for others and is not seen.
private func moduleDeclaring(_ name: String, in subject: Subject) -> String? {
  let visible = subject.semantics.visibleModules
  return subject.model.modules.first { module in
    guard !visible.contains(module), module != subject.semantics.module,
      !isPlatformModule(module), !subject.model.published(name, by: module).isEmpty
    else { return false }
    let library = subject.model.library(ofModule: module)?.library
    return subject.model.projectModules.contains(module) || library != nil && library != "grpc-objc"
  }
}

/// Whether every type around a node is known with all that it inherits, so that none can have the name.
private func knowsScopes(around node: Node, _ name: String, _ subject: Subject) -> Bool {
  node.ancestors.filter { $0.kind.isNominalType || $0.kind == .extensionDecl }.allSatisfy {
    guard let symbol = subject.semantics.symbol(of: $0) else { return false }
    return subject.knowsMembers(of: .nominal(symbol, []), named: name)
  }
}

/// Whether Apple's frameworks are unlikely to declare the name too: it has two words at least.
func isDistinctive(_ name: String) -> Bool {
  if name.contains("_") { return true }
  let capitals = name.unicodeScalars.dropFirst().count { $0.properties.isUppercase }
  return capitals > 0
}

extension Node {
  fileprivate var isNameOfAttribute: Bool { parent?.kind == .attribute }

  /// Whether the node is the module in front of a dot, which nobody described.
  fileprivate func isNameOfModule(seenBy subject: Subject) -> Bool {
    guard let parent, parent.kind == .memberAccess || parent.kind == .memberType,
      parent.children.first == self
    else { return false }
    return name == subject.semantics.module
      || subject.semantics.visibleModules.contains {
        $0 == name || $0.hasPrefix(name + ".")
      }
  }
}

/// Whether a name begins as classes of Objective-C do: with two capitals or more, and a word.
private func hasClassPrefix(_ name: String) -> Bool {
  let capitals = name.utf8.prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  return capitals.count > 2 && capitals.count < name.utf8.count
}
