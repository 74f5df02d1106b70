import MoultFindings
package import MoultMatching
import MoultSemantics
import MoultSyntax

/// The rule that takes streams of grpc-swift 0 straight to grpc-swift 2.
private let ruleOfStraightStreams = RuleID("grpc-swift.straight-stream")

/// Turns a streaming call of grpc-swift 0, with all that is done with it, into one call of grpc-swift 2 with closures.
///
/// Each of its places is found, and has the same fix. A stream that is not understood is none of this rule's.
package func straightStream(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let call = streamingCall(behind: match.node, file) else { return nil }
  return (try? straightened(call, file)).map(placeOfMany)
}

/// An outcome that other places share, in whole or in part.
func placeOfMany(_ consequence: Consequence) -> TransformOutcome {
  var outcome = TransformOutcome(consequence)
  outcome.isPlaceOfMany = true
  return outcome
}

/// Whether the stream that `node` makes, sends to or reads goes straight to grpc-swift 2 instead.
func goesStraightToGRPC2(_ node: Node, _ file: FileContext) -> Bool {
  guard file.runs(ruleOfStraightStreams), let call = streamingCall(behind: node, file) else {
    return false
  }
  return (try? straightened(call, file)) != nil
}

/// Why something of grpc-swift 0 stays that is done with a call: nothing takes the calls of grpc-swift 1 on to grpc-swift 2, but one that a local of its function holds.
///
/// - Parameter call: an expression whose value is a call.
/// - Returns: nil for such a local, and where grpc-swift 1 is the target.
func refusalOfKeptCall(_ call: Node, _ file: FileContext) -> Refusal? {
  keepsMetadata(file) && HeldCall(call.withoutUnwrapping, file) == nil ? refusalOfKeptCall : nil
}

/// What a person does with a call that is kept.
let refusalOfKeptCall = Refusal(
  "grpc-swift 2 has no call objects: make the call, send and read in one task, '.method(request) { response in … }', and cancel that task"
)

/// The call that makes a stream, from itself or from something that is asked of the local which holds it.
private func streamingCall(behind node: Node, _ file: FileContext) -> Node? {
  if let symbol = file.semantics.symbol(of: node), symbol.isGenerated,
    let style = callStyle(of: symbol, in: file.model), style.streams
  {
    return node
  }
  guard let held = node.callee?.base.flatMap({ HeldCall($0, file) }),
    callStyle(of: held.method, in: file.model)?.streams == true
  else { return nil }
  return held.call
}

extension CallStyle {
  fileprivate var streams: Bool {
    switch self {
    case .serverStreaming, .clientStreaming, .bidirectionalStreaming: true
    default: false
    }
  }
}

private func straightened(_ call: Node, _ file: FileContext) throws(Refusal) -> Consequence {
  guard let symbol = file.semantics.symbol(of: call),
    let style = callStyle(of: symbol, in: file.model), let site = try CallSite(call, file)
  else { throw Refusal("write the call for grpc-swift 2") }
  let life: CallLife
  do throws(Refusal) {
    life = try CallLife(blocking: site, of: style, file)
  } catch {
    guard style == .serverStreaming else { throw error }
    let stream = try StreamReadElsewhere(site, file)
    var consequence = stream.consequence
    for variable in stream.variables { consequence.merge(try storing(in: variable, file)) }
    return consequence
  }
  return try CallInClosures.consequence(of: life, file)
}
