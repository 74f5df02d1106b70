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
    guard let last = match.source.path.split(separator: "/").last,
      let dot = last.lastIndex(of: "."), last[dot...] != ".h"
    else { return nil }
    let stem = last[..<dot].map { $0.isLetter || $0.isNumber ? $0 : "_" }
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
    guard let behind = file.imports.last(where: { $0.range.upperBound <= first })?.range.upperBound
    else { return nil }
    // What stands within '#if' is not there in every build.
    guard !isWithinCondition(behind, in: match.source) else { return nil }
    let lineBreak = match.source.bytes.lineEnding
    let place = ByteOffset(match.source.bytes.endOfLine(from: behind.index))
    edit = Edit(
      place..<place, ([""] + lines(ofClass: name)).map { lineBreak + $0 }.joined())
  }
}

/// Whether a place lies between `#if` and its `#endif`; the guard of a header counts as well.
private func isWithinCondition(_ place: ByteOffset, in source: SourceText) -> Bool {
  let before = String(decoding: source.bytes[..<place.index], as: UTF8.self)
  var depth = 0
  for line in before.split(whereSeparator: \.isNewline) {
    let words = line.drop { $0 == " " || $0 == "\t" }
    guard words.first == "#" else { continue }
    let directive = words.dropFirst().drop { $0 == " " || $0 == "\t" }
    if directive.hasPrefix("if") { depth += 1 } else if directive.hasPrefix("endif") { depth -= 1 }
  }
  return depth > 0
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
