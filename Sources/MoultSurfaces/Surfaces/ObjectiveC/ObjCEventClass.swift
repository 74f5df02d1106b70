import MoultFindings
import MoultMatching
import MoultObjC
import MoultSource

/// The class of a file that hands the messages and the end of a call to a block, as the event handlers of old calls got them.
struct ObjCEventClass {
  /// Classes are known to the whole program, so it is named for its file.
  let name: String

  /// What writes the class before all code of the file; nil if it has the class.
  let edit: Edit?

  init?(_ match: ObjCMatch) {
    let file = match.file
    guard let fileName = match.source.path.split(separator: "/").last,
      let dot = fileName.lastIndex(of: "."), fileName[dot...] != ".h"
    else { return nil }
    let stem = fileName[..<dot].map { $0.isLetter || $0.isNumber ? $0 : "_" }
    name = String(stem) + "EventHandler"
    let namesakes = file.containers.filter { [name] in $0.name == name }
    guard namesakes.isEmpty else {
      // Another class of that name takes something else.
      guard namesakes.contains(where: { $0.protocols == ["GRPCProtoResponseHandler"] }) else {
        return nil
      }
      edit = nil
      return
    }
    let code =
      file.containers.map(\.range.lowerBound) + file.methods.map(\.range.lowerBound)
      + file.functions.map(\.range.lowerBound)
    let first = code.min() ?? ByteOffset(match.source.bytes.count)
    // What stands within '#if' is not there in every build.
    guard let last = file.imports.last(where: { $0.range.upperBound <= first }),
      !file.isConditional(last.range)
    else { return nil }
    let behind = last.range.upperBound
    let lineBreak = match.source.bytes.lineEnding
    let place = ByteOffset(match.source.bytes.endOfLine(from: behind.index))
    edit = Edit(
      place..<place, ([""] + lines(ofClass: name)).map { lineBreak + $0 }.joined())
  }
}

private func lines(ofClass name: String) -> [String] {
  let block = "void (^)(BOOL done, id response, NSError *error)"
  return [
    "/// Hands each message of a call, and its end, to a block with whether the call is done.",
    "@interface \(name) : NSObject <GRPCProtoResponseHandler>",
    "- (instancetype)initWithHandler:(\(block))handler",
    "                  dispatchQueue:(dispatch_queue_t)dispatchQueue;",
    "@end",
    "",
    "@implementation \(name) {",
    "  void (^_handler)(BOOL done, id response, NSError *error);",
    "  dispatch_queue_t _dispatchQueue;",
    "}",
    "",
    "- (instancetype)initWithHandler:(\(block))handler",
    "                  dispatchQueue:(dispatch_queue_t)dispatchQueue {",
    "  self = [super init];",
    "  if (self) {",
    "    _handler = [handler copy];",
    "    _dispatchQueue = dispatchQueue;",
    "  }",
    "  return self;",
    "}",
    "",
    "- (dispatch_queue_t)dispatchQueue {",
    "  return _dispatchQueue;",
    "}",
    "",
    "- (void)didReceiveProtoMessage:(GPBMessage *)message {",
    "  if (_handler) _handler(NO, message, nil);",
    "}",
    "",
    "- (void)didCloseWithTrailingMetadata:(NSDictionary *)trailingMetadata error:(NSError *)error {",
    "  if (_handler) _handler(YES, nil, error);",
    "}",
    "",
    "@end",
  ]
}
