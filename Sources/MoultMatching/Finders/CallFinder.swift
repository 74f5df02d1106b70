package import MoultSemantics
import MoultSource
package import MoultSyntax

/// Finds calls of a function, an initialiser or a subscript; binds `$base`, and the arguments as `$1`, `$2`, ….
package struct CallFinder: PageFinder {
  private let name: String

  /// Whether an initialiser is looked for, which is called by other names than its own.
  private let isInitializer: Bool

  /// What says that a type out of sight is one that has this initialiser; nil where nothing does.
  private let marks: Set<String>?

  /// The type that a project declares which has a method of the name itself; nil if others have such methods as well, so that a
  /// receiver must be known.
  private let otherOwner: String?

  /// What the call looks like; nil where it may look like anything.
  let shape: StatementPattern?

  package static let terms = FinderTerms.named("call", such: "Module.Type.function(_:label:)") {
    let own = $0.shape.flatMap { try? StatementPattern($0) }?.metavariables ?? []
    return Metavariables(Set(["base"] + own), arguments: argumentCount(ofName: $0.subject))
  }

  package init(_ spec: FinderSpec) throws(FinderProblem) {
    name = spec.subject
    otherOwner = spec.options["unless"]
    isInitializer = lastComponent(of: name) == "init"
    marks = isInitializer ? marksOfGeneratedTypes(withMember: name) : nil
    guard let text = spec.shape else {
      shape = nil
      return
    }
    do {
      shape = try StatementPattern(text)
    } catch {
      throw FinderProblem("the shape is not Swift")
    }
    guard shape?.only?.kind == .functionCall else {
      throw FinderProblem("the shape is not one call")
    }
  }

  package var subject: String? { name }
  package var ownSymbol: String? { name }
  package var isAboutDeclaration: Bool { true }
  package var ownsItsParts: Bool { true }
  package var replacement: ReplacedPart { .expression }
  package var wantsCall: Bool? { true }

  package func names(in names: NamesInModel) -> [String] { names.callNames(name) }

  package func isAboutInitializer(in model: ProjectModel) -> Bool {
    isInitializer
  }

  package func valueType(in model: ProjectModel) -> Symbol? { model.symbol(named: name)?.parent }

  package func coveredSymbols(in model: ProjectModel) -> [String] { [name] }

  package func match(
    _ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex
  ) -> Match? {
    if let found = matchCall(rule, node, file) { return found }
    if let found = matchValue(rule, node, file) { return found }
    if let otherOwner,
      let found = matchCallOnUnseenType(rule, name, unlessOf: otherOwner, node, file)
    {
      return found
    }
    guard shape == nil, isInitializer else { return nil }
    return matchConstrainedInit(rule, name, node, file)
      ?? marks.flatMap { matchInitOfUnseenType(rule, name, $0, node, file) }
  }

  /// The function as a value: `values.map(Code.fromName)`.
  private func matchValue(_ rule: SwiftRule, _ node: Node, _ file: FileContext) -> Match? {
    guard shape == nil, node.kind == .memberAccess, !node.isCalled,
      let used = file.semantics.symbol(of: node), used.kind.isCallable,
      let symbol = used.qualifiedName == name
        ? used : libraryDeclaration(named: name, behind: used, in: file.model)
    else { return nil }
    var nodes: [String: Node] = [:]
    if let base = node.base { nodes["base"] = base }
    return Match(
      rule: rule, node: node, range: node.mainToken.range, replaced: node.range, nodes: nodes,
      symbol: symbol)
  }

  private func matchCall(_ rule: SwiftRule, _ node: Node, _ file: FileContext) -> Match? {
    guard node.kind == .functionCall || node.kind == .subscriptCall, let callee = node.callee,
      let used = file.semantics.symbol(of: node),
      let symbol = used.qualifiedName == name
        ? used : libraryDeclaration(named: name, behind: used, in: file.model)
    else { return nil }
    var nodes = callBindings(node)
    if node.kind == .subscriptCall { nodes["base"] = node.children.first }
    var found: StatementMatch?
    if let shape {
      guard let match = shape.match(node) else { return nil }
      nodes.merge(match.nodes) { $1 }
      found = match
    }
    let range = callee.kind == .memberAccess ? callee.mainToken.range : callee.range
    return Match(
      rule: rule, node: node, range: range, replaced: node.range, nodes: nodes,
      texts: found?.texts ?? [:], symbol: symbol, shape: found)
  }
}
