import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// `GRPCStatus.Code.unavailable`, or `StatusCode.unavailable` of grpc-swift 0, beside a code that it is compared with.
///
/// The code may become that of a `Status` or of an `RPCError`, which is decided where it comes from; `.unavailable` is both.
struct CodeByName {
  private let constant: MemberAccess

  /// - Parameter type: as it is written.
  /// - Returns: nil for `ok`, which an `RPCError` does not have, and where nothing else says which type it is.
  init?(of type: Node, _ file: FileContext) {
    guard let constant = MemberAccess(on: type), constant.call == nil, constant.name != "ok",
      let other = comparedValue(of: constant.node), Self.isCode(other, file)
    else { return nil }
    if let comparison = InfixExpr(of: constant.node.parent),
      !["==", "!="].contains(comparison.name)
    {
      return nil
    }
    self.constant = constant
  }

  func outcome(_ file: FileContext) -> TransformOutcome {
    file.replacing(constant.node, with: .member(nil, constant.name))
  }

  private static func isCode(_ value: Node, _ file: FileContext) -> Bool {
    let type = file.semantics.type(of: value).fullyUnwrapped.nominalSymbol?.qualifiedName
    return codes.contains(type ?? "")
  }

  private static let codes: Set = [
    "SwiftGRPC.StatusCode", "GRPC.GRPCStatus.Code", "GRPCCore.Status.Code",
    "GRPCCore.RPCError.Code",
  ]
}

/// Spells constants of codes by their names alone, beside a code that becomes another type.
///
/// - Parameter compared: the constants, or the cases of a `switch` that they are the patterns of.
func spellByName(_ compared: [Node], _ editor: inout SyntaxEditor) {
  for node in compared {
    let constant = node.descendants().lazy.compactMap { MemberAccess($0) }.first
    guard let constant, constant.base != nil else { continue }
    editor.replace(constant.node, with: .member(nil, constant.name))
  }
}
