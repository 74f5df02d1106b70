package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A code that is made of its number and only compared: `switch GRPCStatus.Code(rawValue: n)! { … }`.
///
/// `Status.Code` has the same numbers and names, and the same initialiser; an `RPCError.Code` is made of one of these alone.
struct CodeOfNumber {
  /// What is called: `GRPCStatus.Code`, or its `init`.
  let called: Node

  /// - Parameter value: what is compared, or the call itself.
  /// - Returns: nil if it is no such call, or if anything but constants by their names takes what it makes.
  init?(_ value: Node, _ file: FileContext) {
    var made = value
    while made.kind == .forceUnwrap, let inner = made.children.first { made = inner }
    guard let call = CallExpr(made), let called = call.called?.node,
      file.semantics.symbol(of: made)?.qualifiedName == "GRPC.GRPCStatus.Code.init(rawValue:)"
    else { return nil }
    guard ComparedStatus(made.with(.forceUnwrap))?.isByName == true else { return nil }
    self.called = called
  }
}

/// Makes a code of its number a `Status.Code`, where it is only compared.
package func statusCodeOfNumber(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let made = CodeOfNumber(match.node, file) else { return .manual() }
  return file.replacing(made.called, with: .member(.library("GRPCCore.Status"), "Code"))
}

/// Whether a type is what a code is made of by its number.
func isMadeOfNumber(_ type: Node) -> Bool {
  var called = type
  if let member = MemberAccess(on: type), member.name == "init" { called = member.node }
  guard let call = called.parent.flatMap({ CallExpr($0) }), call.called?.node == called
  else { return false }
  return call.arguments.first?.label == "rawValue"
}
