import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Renames the type of case paths: to that of key paths where a parameter and all that goes with it can change,
/// and to the name that type-erased paths have elsewhere.
package func casePathType(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if let parameter = match.node.parameterWithThisType,
    let change = CasePathParameter(parameter, file)
  {
    var outcome = TransformOutcome(change.consequence(in: file, at: match.node))
    outcome.consequence.lower(
      to: .review, because: "every call and the enum change together with the parameter")
    return outcome
  }
  var editor = file.editor
  editor.rename(match.node, to: file.spelling(of: "CasePaths.AnyCasePath", at: match.node))
  return TransformOutcome(
    editor,
    review: match.node.kind == .declReference || match.node.kind == .memberAccess
      ? "closures of an 'AnyCasePath' are '@Sendable' as of CasePaths 1.5" : nil)
}

/// Asks the root for the value where the path is a parameter that becomes a key path; elsewhere a path of the
/// renamed type is asked as before, and there is nothing to say.
package func casePathQuestion(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let base = match.nodes["base"], base.kind == .declReference,
    let declaration = file.semantics.symbol(of: base)?.declaration,
    declaration.kind == .parameter, let change = CasePathParameter(declaration, file)
  else { return nil }
  return TransformOutcome(change.consequence(in: file, at: match.node))
}

/// Writes `AnyCasePath(\Root.Cases.name)` for `CasePath(Root.name)` and `CasePath.case(Root.name)`.
package func casePathOfCase(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let argument = match.nodes["1"], let base = argument.base,
    let named = NamedCase(argument, file)
  else {
    return .manual("write 'AnyCasePath(\\Root.Cases.name)', or 'AnyCasePath(embed:extract:)'")
  }
  var project = ProjectEditor()
  project.annotate([named.enumeration], file)
  if let obstacle = project.obstacle {
    return .manual("write 'AnyCasePath(embed:extract:)': \(obstacle)")
  }
  let path = Code.word("\\\(base.text).Cases.\(named.name)")
  project.change(file) {
    $0.replace(match.node, with: .call(.library("CasePaths.AnyCasePath"), [.plain(path)]))
  }
  return TransformOutcome(project.consequence(in: file))
}

/// Asks the root for the value: `extract(case: Root.name, from: root)` becomes `root[case: \.name]`.
package func extractOfCase(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let argument = match.nodes["1"], let named = NamedCase(argument, file) else {
    return .manual("write 'root[case: \\.name]'")
  }
  var project = ProjectEditor()
  project.annotate([named.enumeration], file)
  if let obstacle = project.obstacle { return .manual("match it with 'if case': \(obstacle)") }
  let keyPath = Code.word("\\.\(named.name)")
  let root = match.nodes["2"]
  if argument.base == nil, root?.isImplicit == true {
    return .manual(
      "write the enumeration before the value, and ask it with '[case: \\.\(named.name)]'")
  }
  let code = root.map { Code.kept($0).asked(for: keyPath) } ?? .extraction(of: keyPath)
  project.change(file) { editor in
    if let root, let base = argument.base { editor.root(root, at: base.text) }
    editor.replace(match.node, with: code)
  }
  return TransformOutcome(project.consequence(in: file))
}

extension Node {
  /// The parameter whose whole type this node is.
  fileprivate var parameterWithThisType: Node? {
    guard let parameter = parent, parameter.kind == .parameter, parameter.parameterType == self
    else { return nil }
    return parameter
  }
}
