package import MoultSemantics
import MoultSource
package import MoultSyntax

/// Returns the calls and reads of a declaration of the project, in the order of files and offsets.
///
/// - Returns: nil if generated code uses it, or if a function is used as a value.
package func callers(of symbol: Symbol, in file: FileContext) -> [Node]? {
  guard let declaration = symbol.declaration else { return nil }
  let nodes: [Node]
  if symbol.parent == nil, symbol.kind == .function,
    declaration.parent?.kind != .sourceFile, declaration.parent?.kind != .ifConfigClause
  {
    nodes = file.semantics.references(to: symbol)
  } else {
    nodes = file.calls.uses(of: symbol)
  }
  var result: [Node] = []
  var known: Set<Node> = []
  for node in nodes where node.kind != .identifierPattern && !known.contains(node) {
    guard !file.model.isGenerated(path: node.tree.source.path) else { return nil }
    switch symbol.kind {
    case .function, .initializer, .operatorFunction:
      guard let call = call(of: node) else { return nil }
      if known.insert(call).inserted { result.append(call) }
    default:
      known.insert(node)
      result.append(node)
    }
  }
  return result
}

/// The call whose callee `node` is; `node` itself if it is a call.
package func call(of node: Node) -> Node? {
  if node.kind == .functionCall || node.kind == .binaryOperator || node.kind == .prefixOperator {
    return node
  }
  var callee = node
  for parent in node.ancestors {
    switch parent.kind {
    case .optionalChaining, .forceUnwrap, .genericSpecialization: callee = parent
    case .functionCall: return parent.children.first == callee ? parent : nil
    default: return nil
    }
  }
  return nil
}

/// A declaration with all that must have the same type: requirements, witnesses, overrides.
package struct DeclarationFamily {
  package private(set) var members: [Symbol] = []

  /// Why it cannot change, as a phrase; nil if it can.
  package private(set) var obstacle: String?

  /// Why a person should look at a change: sentences without a final period.
  package private(set) var doubts: [String] = []

  /// - Complexity: O(*n*) in the types of the project.
  package init(of symbol: Symbol, in file: FileContext) {
    members = [symbol] + declarationsSharingTypes(with: symbol, in: file).filter(\.isOfProject)
    for member in members where obstacle == nil {
      let upwards = EffectFamily(of: member, [.async, .throwing], in: file.model, file.calls)
      obstacle = upwards.obstacle
      doubts += upwards.doubts.filter { !doubts.contains($0) }
    }
  }
}

extension FileContext {
  /// Returns what a rule sees of the file that `node` stands in; nil if it is none of the project's.
  package func context(of node: Node) -> FileContext? { context(ofFile: node.tree.source.path) }

  /// Returns what a rule sees of another file of the project; nil for a path that is none of its.
  package func context(ofFile path: String) -> FileContext? {
    if path == source.path { return self }
    guard let semantics = others.semantics(ofFile: path, in: model) else { return nil }
    return FileContext(
      tree: semantics.tree, semantics: semantics, model: model, calls: calls, options: options,
      layouts: layouts, others: others, releases: releases, products: products,
      language: language, hostsInObjectiveC: hostsInObjectiveC, activity: activity)
  }
}

/// Returns the name that the value of a call gets where it is asked for in a statement before.
///
/// The second call of the same name in a function gets a number, so that no two names meet.
package func nameOfHoisted(_ call: Node) -> String {
  let name = call.callee?.name ?? "value"
  let region = call.ancestors.first { $0.kind == .functionDecl || $0.kind == .initializerDecl }
  let earlier = (region ?? call.tree.root).descendants.filter { node in
    node.kind == .functionCall && node.callee?.name == name
      && node.range.lowerBound < call.range.lowerBound
  }.count
  return name + "Reply" + (earlier == 0 ? "" : "\(earlier + 1)")
}

/// Whether a call stands in the initial value of a property or a global, a default argument, or where else nothing suspends.
func isOfConstant(_ call: Node, _ file: FileContext) -> Bool {
  file.context(of: call).map { surroundings(of: call, in: $0).scope.isOfConstant } ?? false
}

/// Returns the calls of `super.setUp()` of XCTest in a method that overrides it: they mean the form that suspends and throws from now on.
func callsOfInherited(_ member: Symbol, in file: FileContext) -> [Node] {
  guard let declaration = member.declaration, let home = file.context(of: declaration) else {
    return []
  }
  return declaration.descendants.filter { node in
    guard node.kind == .functionCall, let callee = node.callee, callee.name == member.name,
      callee.base?.name == "super"
    else { return false }
    return home.semantics.symbol(of: node)?.isOfProject != true
  }
}

extension Node {
  /// Whether a member of a receiver of unknown type could mean a symbol of its name, by the labels of its call.
  func couldMean(_ symbol: Symbol) -> Bool {
    guard symbol.kind == .function else { return symbol.kind == .property && call(of: self) == nil }
    guard let call = call(of: self) else { return false }
    let required = symbol.parameters.filter { !$0.hasDefault }.map(\.label)
    let labels = call.arguments.map(\.argumentLabel)
    return labels.allSatisfy { symbol.parameterLabels.contains($0) }
      && call.arguments.count + call.trailingClosures.count >= required.count
  }
}
