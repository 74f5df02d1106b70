package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns a unary method of an async client that is used as a function into a closure that calls the one of grpc-swift 2.
///
/// As a function it takes the request and optional options, whatever is left out where it is called.
package func asyncMethodValue(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let base = match.nodes["base"], let symbol = match.symbol else { return nil }
  // Inside of a closure with names of its own, those of the closure around it cannot be used; and what makes a client
  // would make one at each call.
  let isTheSame = base.descendants().allSatisfy {
    CallExpr($0) == nil && $0.kind != .optionalChaining && $0.kind != .subscriptCall
  }
  guard isTheSame, !base.text.contains("$") else {
    return .manual(
      "pass a closure that calls '\(methodNameOfGRPC2(symbol.name))' with 'options: options ?? .defaults'"
    )
  }
  let client: Code =
    isOwnMember(base, file) ? Code.word("self").member(base.text) : .kept(base)
  let method = methodNameOfGRPC2(symbol.name)
  let call = Code.quoted("try await \(client).\(method)($0, options: $1 ?? .defaults)")
  return file.replacing(match.node, with: .closure(ClosureCode([call])))
}

/// Whether an expression names a member of the type around it, which a closure has to ask of `self`.
func isOwnMember(_ base: Node, _ file: FileContext) -> Bool {
  base.kind == .declReference && base.text != "self"
    && file.semantics.symbol(of: base)?.parent?.kind.isType == true
}
