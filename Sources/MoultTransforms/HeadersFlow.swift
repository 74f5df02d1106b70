import MoultMatching
import MoultSemantics
import MoultSyntax

/// Whether a `Metadata` becomes `HPACKHeaders` in grpc-swift 1, wherever it comes from and goes.
///
/// What a client sends are `CallOptions` there, what was received and what a server sends are headers.
///
/// - Parameter mention: the type as it is written, or an expression that reads or makes it.
func becomesHeaders(_ mention: Node, _ file: FileContext) -> Bool {
  let flow = ValueFlow(of: mention, along: .init(types: ["SwiftGRPC.Metadata"]), file)
  let places = flow.values.compactMap(placeRead) + flow.wholes.compactMap(placeTaken)
  return places.contains(.server) && !places.contains(.call)
}

/// Where the runtime keeps headers, or takes them.
private enum PlaceOfHeaders {
  case call
  case server

  init?(_ name: String?) {
    switch name {
    case "requestMetadata", "initialMetadata", "trailingMetadata": self = .server
    case "metadata": self = .call
    default: return nil
    }
  }
}

/// The property of the runtime that an expression reads.
private func placeRead(_ value: Node, _ file: FileContext) -> PlaceOfHeaders? {
  guard let symbol = file.semantics.symbol(of: value), symbol.module == "SwiftGRPC" else {
    return nil
  }
  return PlaceOfHeaders(symbol.name)
}

/// The argument of a generated method, or of the runtime, that an expression is.
private func placeTaken(_ value: Node, _ file: FileContext) -> PlaceOfHeaders? {
  guard let argument = Argument(of: value.parent), let call = argument.call,
    let function = file.semantics.symbol(of: call.node),
    function.isGenerated || function.module == "SwiftGRPC"
  else { return nil }
  return PlaceOfHeaders(argument.label)
}
