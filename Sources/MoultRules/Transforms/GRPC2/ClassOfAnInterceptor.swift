import MoultMatching
import MoultSemantics
import MoultSyntax

/// Finds a class of grpc-swift 1 whose file imports grpc-swift 2 already, where the name is that of a protocol.
///
/// The protocol takes no generic arguments, and the class of grpc-swift 1 always has some.
func classOfAnInterceptor(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard match.node.child(.genericArgumentClause) != nil else { return nil }
  let isClient = match.symbol?.name == "ClientInterceptor"
  return .manual(
    isClient
      ? "conform a struct to 'ClientInterceptor' of 'GRPCCore': in 'intercept(request:context:next:)' change 'request.metadata' or wrap 'request.producer' instead of overriding 'send', call 'next', and inspect the response instead of overriding 'receive'; a failure is in 'response.accepted'"
      : "conform a struct to 'ServerInterceptor' of 'GRPCCore': in 'intercept(request:context:next:)' inspect 'request.metadata' and 'request.messages' instead of overriding 'receive', call 'next', and change the response instead of overriding 'send'"
  )
}
