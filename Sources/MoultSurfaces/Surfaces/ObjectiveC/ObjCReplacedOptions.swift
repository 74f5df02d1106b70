import MoultFindings
import MoultMatching
import MoultObjC
import MoultSource

/// The options of one call, made from nothing, that take the place of those that its service has.
struct ReplacedOptions {
  /// What makes the options of the call: `[[GRPCMutableCallOptions alloc] init]`.
  let making: ByteRange

  /// The options that the service is made with, as a word at `making` can say them; nil where none can.
  let ofService: String?
  let evidence: Evidence

  /// - Parameter message: one whose last argument is the call's options.
  /// - Returns: nil unless the options are made from nothing, and every place that may have made the service hands
  ///   options to it.
  init?(ofCall message: ObjCMessage, _ types: ObjCTypes, _ project: ObjCProject) {
    guard let argument = message.pieces.last?.argument,
      let options = OwnOptions(argument, types),
      let service = types.receiver(of: message).className
    else { return nil }
    let makings = serviceMakings(ofReceiver: message.receiver, service, types, project)
    guard let first = makings.first, makings.allSatisfy(\.hasOptions),
      !makings.contains(where: { $0.hands(options, in: types) })
    else { return nil }
    making = options.making
    ofService = makings.count == 1 ? first.options(saidAt: options.making, in: types) : nil
    evidence = Evidence(
      "'\(service)' is made with '\(first.options)' in \(first.types.file.source.path)")
  }
}

/// Options that begin empty, and that one call is given.
private struct OwnOptions {
  let making: ByteRange

  /// Nil where the argument is what makes them.
  let variable: ObjCVariable?

  init?(_ argument: ByteRange, _ types: ObjCTypes) {
    let source = types.file.source
    if isMadeFromNothing(argument, source) {
      making = argument
      variable = nil
      return
    }
    let name = source.text(argument)
    guard let variable = types.variable(name, at: argument.lowerBound), variable.kind == .local,
      let value = variable.initializer, isMadeFromNothing(value, source)
    else { return nil }
    // What is assigned later may be a copy of the service's options.
    for word in types.file.identifiers(named: name) {
      guard variable.scope.contains(word.range.lowerBound) else { continue }
      let rest = source.bytes[word.range.upperBound.index...].drop(while: \.isBlank).prefix(2)
      let equals = UInt8(ascii: "=")
      if rest.first == equals, rest.dropFirst().first != equals { return nil }
    }
    making = value
    self.variable = variable
  }
}

private func isMadeFromNothing(_ range: ByteRange, _ source: SourceText) -> Bool {
  let text = source.text(range).filter { !$0.isWhitespace }
  return [
    "[[GRPCMutableCallOptionsalloc]init]", "[GRPCMutableCallOptionsnew]",
    "[[GRPCCallOptionsalloc]init]", "[GRPCCallOptionsnew]",
  ].contains(text)
}

/// A message that makes a service with call options, with nil in their place, or without any.
private struct ServiceMaking {
  let message: ObjCMessage
  let types: ObjCTypes

  private var argument: ByteRange? { message.pieces.dropFirst().first?.argument }
  var options: String { argument.map { types.file.source.text($0) } ?? "nil" }

  var hasOptions: Bool {
    guard let argument, !["nil", "NULL", "Nil"].contains(options) else { return false }
    return !isMadeFromNothing(argument, types.file.source)
  }

  /// Whether the service is given the very options that the call is given.
  func hands(_ own: OwnOptions, in callTypes: ObjCTypes) -> Bool {
    guard let argument, let variable = own.variable,
      types.file.source.path == callTypes.file.source.path
    else { return false }
    return types.variable(options, at: argument.lowerBound)?.nameRange == variable.nameRange
  }

  /// Returns the service's options in words that mean the same at `place`, or nil.
  func options(saidAt place: ByteRange, in callTypes: ObjCTypes) -> String? {
    guard let argument, types.file.source.path == callTypes.file.source.path else { return nil }
    let offset = place.lowerBound
    if let variable = types.variable(options, at: argument.lowerBound) {
      return callTypes.variable(options, at: offset)?.nameRange == variable.nameRange
        ? options : nil
    }
    let member = options.hasPrefix("self.") ? options.dropFirst("self.".count) : options[...]
    let isMember = options.hasPrefix("self.") || options.hasPrefix("_")
    let isWord = member.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
    guard isMember, isWord, callTypes.variable(options, at: offset) == nil,
      let owner = types.enclosingClass(at: argument.lowerBound),
      callTypes.enclosingClass(at: offset) == owner
    else { return nil }
    return options
  }
}

/// Returns the messages that may have made the receiver of a call: that of its variable, or all in the project that
/// make a service of its class.
private func serviceMakings(
  ofReceiver receiver: ByteRange, _ service: String, _ types: ObjCTypes, _ project: ObjCProject
) -> [ServiceMaking] {
  func makings(in types: ObjCTypes) -> [ServiceMaking] {
    // What is generated hands on what it is given.
    guard !types.file.source.path.hasSuffix(".pbrpc.m") else { return [] }
    let selectors = [
      "initWithHost:callOptions:", "serviceWithHost:callOptions:", "initWithHost:",
      "serviceWithHost:",
    ]
    let messages = selectors.flatMap { types.file.messages(named: $0) }
      .filter { types.receiver(of: $0).className == service }
    return messages.sorted { $0.range.lowerBound < $1.range.lowerBound }
      .map { ServiceMaking(message: $0, types: types) }
  }
  let name = types.file.source.text(receiver)
  if let value = types.variable(name, at: receiver.lowerBound)?.initializer {
    let own = makings(in: types).filter { $0.message.range == value }
    if !own.isEmpty { return own }
  }
  return project.types.sorted { $0.key < $1.key }.flatMap { makings(in: $0.value) }
}

/// Makes a call's options from a copy of the service's.
let copiedOptions: @Sendable (ObjCMatch) -> ObjCAction = { match in
  guard let message = match.message,
    let replaced = ReplacedOptions(ofCall: message, match.types, match.project),
    let options = replaced.ofService,
    match.source.text(replaced.making).contains("GRPCMutableCallOptions")
  else { return .advise(nil) }
  return .edits(
    [Edit(replaced.making, "[\(options) mutableCopy]")],
    headers: ["GRPCClient/GRPCCallOptions.h"])
}
