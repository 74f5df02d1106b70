import MoultMatching
import MoultSemantics
import MoultSyntax

/// What a person does with options whose deadline is that of several calls.
let refusalOfSharedDeadline = Refusal(
  "make options for each call, with the time that is left as 'timeout': several calls share the deadline of these, and a time limit counts from each call"
)

/// Whether options are kept where several calls take them.
///
/// - Parameter made: `CallOptions(…)`.
func areOfSeveralCalls(_ made: Node, _ file: FileContext) -> Bool {
  if Argument(of: made.parent)?.label == "defaultCallOptions" { return true }
  guard case .identifier(let name)? = PatternBinding(giving: made)?.pattern else { return false }
  return goToSeveralCalls(name, file)
}

/// Whether what holds options gives them to more than one call, or to one that is made again.
///
/// - Parameter options: what names a local or a property, or declares it.
/// - Complexity: O(*n*) in the uses of a local.
func goToSeveralCalls(_ options: Node, _ file: FileContext) -> Bool {
  guard let symbol = file.semantics.symbol(of: options) else { return false }
  guard symbol.kind == .local, let declaration = symbol.declaration else { return true }
  let given = file.semantics.references(to: symbol).filter { use in
    use.kind == .declReference && MemberAccess(of: use.parent)?.base?.node != use
      && AssignmentExpr(to: use) == nil
  }
  return given.count > 1
    || given.contains { use in
      let block = declaration.ancestors.first(where: \.isBlockOfStatements)
      return use.ancestors.prefix { $0 != block }.contains {
        $0.kind.isLoop || $0.kind == .closure || $0.kind == .functionDecl
      }
    }
}
