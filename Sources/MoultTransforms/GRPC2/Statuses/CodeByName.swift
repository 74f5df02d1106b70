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
      let other = comparedValue(of: constant.node), Self.tellsType(other, file)
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

  /// Whether a value is a code, and none that is spelled with its type itself.
  private static func tellsType(_ value: Node, _ file: FileContext) -> Bool {
    let type = file.semantics.type(of: value).fullyUnwrapped.nominalSymbol?.qualifiedName
    return typesOfCodes.contains(type ?? "") && !isSpelled(MemberAccess(value), file)
  }

  /// Whether a member is one of the type of a code: `GRPCStatus.Code.unavailable`.
  static func isSpelled(_ member: MemberAccess?, _ file: FileContext) -> Bool {
    guard let type = member?.base?.node, let symbol = file.semantics.symbol(of: type) else {
      return false
    }
    return symbol.kind.isType && typesOfCodes.contains(symbol.qualifiedName)
  }
}

/// The types of codes, of all eras.
let typesOfCodes: Set = [
  "SwiftGRPC.StatusCode", "GRPC.GRPCStatus.Code", "GRPCCore.Status.Code",
  "GRPCCore.RPCError.Code",
]

/// Spells constants of codes by their names alone, beside a code that becomes another type.
///
/// - Parameter compared: what the code is compared with: constants, cases of a `switch` that they are the patterns of, or any other values,
///   which stay.
func spellByName(_ compared: [Node], _ editor: inout SyntaxEditor, _ file: FileContext) {
  for node in compared {
    let constant = node.descendants().lazy.compactMap { MemberAccess($0) }
      .first { CodeByName.isSpelled($0, file) }
    guard let constant else { continue }
    editor.replace(constant.node, with: .member(nil, constant.name))
  }
}
