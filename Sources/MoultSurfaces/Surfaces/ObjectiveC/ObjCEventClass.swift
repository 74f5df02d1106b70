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
    let path = match.source.path
    guard let dot = path.lastIndex(of: "."), path[dot...] != ".h" else { return nil }
    let names = namesOfEventClass(ofFile: path, in: match.project)
    let own = names.first { name in
      // Another class of that name takes something else.
      file.containers.contains { $0.name == name && $0.protocols == ["GRPCProtoResponseHandler"] }
    }
    if let own {
      name = own
      edit = nil
      return
    }
    guard let free = names.first(where: { !match.project.model.declaresClass($0) }) else {
      return nil
    }
    name = free
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

/// Returns the names that the class of a file can have, the best first: after the file, and after its folder where another file of the
/// project has the same name.
private func namesOfEventClass(ofFile path: String, in project: ObjCProject) -> [String] {
  let parts = path.split(separator: "/").map(String.init)
  let stem = className(of: parts.last ?? "")
  let isAlone = project.codeFilesByClassName[stem, default: 0] < 2
  let folder = parts.dropLast().last.map { className(of: $0) } ?? ""
  let stems =
    isAlone
    ? [stem, stem + "Call", stem + "Stream"] : [folder + stem, folder + stem + "Call"]
  return stems.map { $0.first?.isNumber == true ? "Call" + $0 : $0 }.map { $0 + "EventHandler" }
}

/// A file's or folder's name without its extension, as a name begins in Objective-C: `trip-client.m` is `TripClient`.
func className(of name: String) -> String {
  let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
  return stem.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
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
