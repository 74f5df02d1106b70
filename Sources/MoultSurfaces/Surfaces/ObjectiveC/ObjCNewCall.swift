import MoultFindings
import MoultMatching
import MoultObjC
import MoultSource

/// What makes the new call of a message to a service: its edits, and what they need.
struct ObjCNewCall {
  private let match: ObjCMatch
  private let message: ObjCMessage

  /// The class that hands events to a block, where the call has a stream of responses.
  private let events: ObjCEventClass?
  private let streamsRequests: Bool

  /// - Returns: nil where there is no handler, or no place for the class of events.
  init?(_ match: ObjCMatch) {
    guard let message = match.message, message.pieces.count == 2,
      !["nil", "NULL"].contains(match.source.text(message.pieces[1].argument))
        || message.selector.hasSuffix(":handler:")
    else { return nil }
    self.match = match
    self.message = message
    streamsRequests =
      message.selector.hasSuffix("RequestsWriter:handler:")
      || message.selector.hasSuffix("RequestsWriter:eventHandler:")
    guard message.selector.hasSuffix(":eventHandler:") else {
      events = nil
      return
    }
    guard let events = ObjCEventClass(match) else { return nil }
    self.events = events
  }

  let headers: Set = ["ProtoRPC/ProtoRPC.h"]

  /// The class of the call object.
  var callClass: String { streamsRequests ? "GRPCStreamingProtoCall" : "GRPCUnaryProtoCall" }

  /// - Parameters:
  ///   - options: the call's options, as they are named.
  ///   - queue: what the responses come on; nil for the main queue.
  func edits(options: String, queue: String? = nil, isStarted: Bool = false) -> [Edit]? {
    let handler =
      events.map {
        "[[\($0.name) alloc] initWithHandler:$2 dispatchQueue:\(queue ?? "dispatch_get_main_queue()")]"
      }
      ?? "[[GRPCUnaryResponseHandler alloc] initWithResponseHandler:$2 responseDispatchQueue:\(queue ?? "nil")]"
    let selector = streamsRequests ? "WithResponseHandler:" : "WithMessage:$1 responseHandler:"
    var text = "[$receiver ${method}\(selector)\(handler) callOptions:\(options)]"
    if isStarted { text = "[\(text) start]" }
    let edits = Template(text).edits(
      replacing: message.range, match.bindings, in: match.source)
    return edits.map { $0 + (events?.edit.map { [$0] } ?? []) }
  }
}

/// Turns a call with an event handler, and what sends a pipe, into calls of the new API.
///
/// A stream of responses is handed to the block by a class that is written once into the file. A stream of requests is
/// rewritten where the call and its pipe are kept in properties that the file declares.
let streamingCall: @Sendable (ObjCMatch) -> ObjCAction = { match in
  guard let message = match.message, let call = ObjCNewCall(match) else { return .advise(nil) }
  if message.selector.contains("RequestsWriter:") { return keptStream(match, message, call) }
  guard message.selector.hasPrefix("RPCTo") else {
    guard message.isDiscarded, let edits = call.edits(options: "nil", isStarted: true) else {
      return .advise(nil)
    }
    return .edits(edits, headers: call.headers)
  }
  return callObject(match, message, call)
}
