package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a connection of grpc-swift 1, with its builder, into a `GRPCClient` over HTTP/2 that a task runs.
package func connectionToClient(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  try connection(match.node, file)
}

/// Whether the connection that a generated client is made with takes what the client says for all its calls.
///
/// - Parameter trust: of the client's factory of interceptors.
func connectionTakesOptions(
  of client: Node, _ file: FileContext, _ trust: FactoryTrust = .judged
) -> Bool {
  connectionTaking(optionsOf: client, file, trust) != nil
}

/// What becomes of the connection that a generated client is made with, with what the client says for all its calls.
///
/// - Returns: nil where the connection does not take it, or the client says nothing.
func connectionTaking(
  optionsOf client: Node, _ file: FileContext, _ trust: FactoryTrust = .judged
) -> TransformOutcome? {
  guard let made = ClientOverConnection(of: client, file),
    OptionsOfAClient(ofClientOver: made.connection, file, trust) != nil
  else { return nil }
  return (try? connectionOpened(for: made, file, trust)) ?? nil
}

/// What becomes of the connection that a client is made with.
///
/// - Returns: nil for a connection that is made elsewhere.
func connectionOpened(
  for made: ClientOverConnection, _ file: FileContext, _ trust: FactoryTrust = .judged
) throws(Refusal) -> TransformOutcome? {
  let call = callUnderMarks(made.connection)
  switch file.semantics.symbol(of: call)?.qualifiedName {
  case "GRPC.ClientConnection.Builder.connect(host:port:)",
    "GRPC.ClientConnection.Builder.Secure.connect(host:)":
    return try connection(call, file, trust)
  case "GRPC.GRPCChannelPool.with(target:transportSecurity:eventLoopGroup:_:)":
    return try pool(made: call, replacing: call, file, trust)
  case "GRPC.ClientConnection.init(configuration:)":
    return try configuredConnection(call, file, trust)
  default: return nil
  }
}

private func connection(
  _ call: Node, _ file: FileContext, _ trust: FactoryTrust = .judged
) throws(Refusal) -> TransformOutcome {
  var settings = ClientSettings(file)
  settings.trust = trust
  let builder = try ChosenBuilder(endingIn: call, file)
  settings.remarks = builder.remarks + (try remarks(inChain: call, file))
  try settings.read(builder)
  guard let host = call.argument("host") else {
    throw Refusal("create an 'HTTP2ClientTransport.WrappedChannel' from the socket's channel")
  }
  settings.target = TargetOfAConnection.host(host, port: call.argument("port")).code
  return try client(settings, replacing: call, file)
}

/// Turns `ClientConnection(configuration:)` into a `GRPCClient` whose transport has the same settings.
package func configuredConnectionToClient(
  _ match: Match, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  try configuredConnection(match.node, file)
}

private func configuredConnection(
  _ call: Node, _ file: FileContext, _ trust: FactoryTrust = .judged
) throws(Refusal) -> TransformOutcome {
  guard let configuration = call.argument("configuration") else { return .manual() }
  if let parameter = TransportParameter(configuration, openedBy: call, file) {
    return try parameter.outcome(names: namesOfClient(replacing: call, file))
  }
  var settings = ClientSettings(file)
  settings.trust = trust
  try settings.read(
    MadeConfiguration(configuration, choosing: ClientSettings.namesOfSecurity, file))
  return try client(settings, replacing: call, file)
}

/// Turns `GRPCChannelPool.with(target:transportSecurity:eventLoopGroup:)`, or a pool with a configuration that is made from the
/// same, into a `GRPCClient`.
package func channelPoolToClient(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  guard let configuration = match.node.argument("configuration") else {
    return try pool(made: match.node, replacing: match.node, file)
  }
  let made = try MadeConfiguration(configuration, filledBy: "with", file)
  guard made.remarks.isEmpty else { throw refusalOfRemarks }
  return try pool(
    made: made.call.node, told: made.assignments, discarding: made.gone, replacing: match.node,
    file)
}

/// - Parameters:
///   - call: makes the pool, or its configuration: both take the same.
///   - assignments: what else the configuration is told.
///   - gone: the statements of the configuration.
///   - whole: what the client takes the place of.
private func pool(
  made call: Node, told assignments: [AssignmentExpr] = [], discarding gone: [Node] = [],
  replacing whole: Node, _ file: FileContext, _ trust: FactoryTrust = .judged
) throws(Refusal) -> TransformOutcome {
  guard let target = call.argument("target"), let security = call.argument("transportSecurity"),
    let closure = poolConfiguration(of: call)
  else {
    throw Refusal(
      "create an 'HTTP2ClientTransport.Posix' with the same configuration ('config.connection', 'config.backoff', 'config.http2'; there is no pool to configure), and pass it to a 'GRPCClient'"
    )
  }
  var settings = ClientSettings(file)
  settings.trust = trust
  settings.target = try targetCode(settings.inlined(target), file)
  try settings.read(security: security)
  settings.read(group: call.argument("eventLoopGroup"))
  settings.discard(gone)
  if let closure = closure.first { try settings.read(poolConfiguration: closure) }
  try settings.read(poolSettings: assignments)
  settings.reasons.append(
    "a call used to wait \(settings.longestWait) for a connection of the pool; now it waits until its 'timeout'"
  )
  return try client(settings, replacing: whole, file)
}

/// The closures that change the configuration of a pool: one or none; nil where something else does.
private func poolConfiguration(of call: Node) -> [ClosureExpr]? {
  let arguments = call.arguments.dropFirst(3).map(\.argumentValue)
  let given = arguments + call.trailingClosures.map(\.closure)
  let closures = given.compactMap { ClosureExpr($0) }
  return closures.count < 2 && closures.count == given.count ? closures : nil
}

private func client(
  _ settings: ClientSettings, replacing call: Node, _ file: FileContext
) throws(Refusal) -> TransformOutcome {
  let said = settings.comments + settings.remarks
  guard file.tree.commentRanges(in: call.range).allSatisfy(said.contains) else {
    throw refusalOfRemarkInCall
  }
  let optional = optionalTry(around: call)
  guard
    !call.ancestors.prefix(while: { !$0.isBlockOfStatements }).contains(where: {
      $0.isOptionalTry && $0 != optional
    })
  else {
    throw Refusal(
      "create it in a separate statement, a constant or a 'guard let' with 'try?' or a 'do' with a 'catch', then run the fix again"
    )
  }
  var settings = settings
  if optional != nil { settings.tryMark = .optionalTry }
  var whole = call
  while let parent = whole.parent, parent.kind == .tryExpr || parent.kind == .awaitExpr {
    if parent.kind == .awaitExpr { settings.awaits = true }
    if TryExpr(parent)?.mark == .forced { settings.tryMark = .forcedTry }
    whole = parent
  }
  // What read the certificates had a mark of its own; now the transport reads them.
  if settings.tryMark == .forcedTry, settings.givesCertificates {
    if canThrow(call) { settings.tryMark = .tryMark }
    settings.reasons.append(
      settings.tryMark == .tryMark
        ? "the transport reads the certificates, so an error is thrown where 'try!' ended the process"
        : "the transport reads the certificates, and ends the process where it cannot")
  }
  let options = OptionsOfAClient(ofClientOver: whole, file, settings.trust)
  settings.timeout = options?.timeout
  settings.headers = options?.headers
  settings.interceptors = options?.interceptors ?? []
  settings.interceptorPipeline = options?.interceptorPipeline
  settings.reasons += options?.reasons ?? []
  // A client's own list is being judged where a factory is given: it asks for no other.
  if options == nil, settings.trust == .judged,
    let list = ListOfEveryClient.judged(file)?.code(in: file)
  {
    settings.listOfInterceptors = list
    settings.reasons.append(
      "every client of the project had these interceptors; they run for each call over the connection"
    )
  }
  let constant = ValueOfAConstant(around: whole, file)
  let factory = try FactoryOfClients(over: whole, file)
  var consequence = Consequence()
  if constant == nil, optional == nil,
    file.options.text("grpc-swift.client-lifetime") == "scope",
    let scope = ScopeOfAClient(of: whole, file)
  {
    guard settings.remarks.isEmpty else { throw refusalOfRemarks }
    return try client(settings, options, in: scope, replacing: call, file)
  }
  settings.leaveGroupThatEnds()
  if constant != nil || isInClosureOfAConstant(whole) {
    guard !settings.awaits else {
      throw Refusal("create it in an async function, because later code awaits it")
    }
    settings.tryMark = .forcedTry
    settings.reasons.append(
      "errors cannot be handled where the value of a property is created, so an error of the transport ends the process"
    )
  } else if optional == nil, !canThrow(call), settings.tryMark != .forcedTry {
    if factory == nil, !call.isInRethrowingFunction,
      let climb = additionOutside(of: whole, [.throwing], to: call, in: file)
    {
      consequence = climb
    } else if !settings.readsCertificates {
      settings.tryMark = .forcedTry
      settings.reasons.append(
        "the function around it cannot throw, so an error of the transport ends the process; without certificates of its own there is none to expect"
      )
    } else {
      throw Refusal(
        "let the function around it throw, because creating a transport can fail, then run the fix again"
      )
    }
  }
  let interceptor = settings.headers == nil ? nil : try InterceptorOfHeaders(for: file)
  let value = settings.client(interceptor: interceptor?.name)
  let method = "runConnections"
  settings.repeated += settings.remarks
  var editor = options?.editor ?? file.editor
  // A constant has a closure, and names in it, of its own.
  if let constant {
    guard settings.remarks.isEmpty else { throw refusalOfRemarks }
    try constant.put(value, running: method, names: namesOfFirstClient, &editor)
  } else {
    try RunningValue(whole, file).put(
      value, running: method, names: namesOfClient(replacing: call, file),
      after: settings.remarks.map { .word(file.source.text($0)) } + (options?.preparation ?? []),
      markedInBranch: settings.tryMark == .tryMark && !settings.awaits ? .tryMark : nil, &editor)
    ClientEndingWithItsGroup(made: whole, on: settings.givenGroup, file)?.rewrite(&editor)
    // What makes the transport is marked itself.
    if optional == nil {
      consequence.edits += removalOfThrow(from: call, in: file).edits.filter {
        $0.replacement.isEmpty && $0.range.upperBound <= whole.range.lowerBound
      }
    }
  }
  if let factory {
    consequence.elsewhere = factory.rewrite(&editor)
    settings.reasons.append(
      "the function gives the 'GRPCClient' that it opens, and its callers wrap it: no protocol of grpc-swift 2 has the initialiser of all clients"
    )
  }
  interceptor?.declare(&editor)
  var changed = settings.outcome(
    editor, and: consequence,
    because:
      "a client does nothing until 'runConnections()' runs, here in a task until 'beginGracefulShutdown()'; 'withGRPCClient(transport:)' is better for a client with a limited scope"
  )
  changed.isPlaceOfMany = factory != nil
  changed.unit = options?.unit
  return changed
}

/// The `try?` that gives what is made to a new constant of a block, or to one that a `guard` unwraps first.
private func optionalTry(around call: Node) -> Node? {
  guard let mark = call.parent, mark.isOptionalTry else { return nil }
  if let binding = mark.ancestors.prefix(2).first(where: { $0.kind == .optionalBinding }) {
    guard let statement = GuardStmt(of: binding.parent),
      statement.node.parent?.isBlockOfStatements == true,
      statement.conditions.first(where: { _ in true })?.node == binding
    else { return nil }
    return mark
  }
  let statement = mark.ancestors.first { $0.parent?.isBlockOfStatements == true }
  guard let statement, let variable = VariableDecl(statement),
    variable.bindings.only?.value?.node == mark
  else { return nil }
  return mark
}

/// Opens the client for what follows in the function, and ends it there.
private func client(
  _ settings: ClientSettings, _ options: OptionsOfAClient?, in scope: ScopeOfAClient,
  replacing call: Node, _ file: FileContext
) throws(Refusal) -> TransformOutcome {
  let interceptor = settings.headers == nil ? nil : try InterceptorOfHeaders(for: file)
  var editor = options?.editor ?? file.editor
  try scope.put(
    settings.argumentsOfScope(interceptor: interceptor?.name),
    names: namesOfClient(replacing: call, file), after: options?.preparation ?? [], &editor)
  interceptor?.declare(&editor)
  return settings.outcome(
    editor,
    because:
      "the client is opened and ended by each call of the function, and what the function returns must be 'Sendable'"
  )
}

private let namesOfFirstClient = ["grpc", "grpcClient"]

/// What the client can be called: with a number behind others of its block, which are rewritten in the same round.
private func namesOfClient(replacing call: Node, _ file: FileContext) -> [String] {
  func block(around node: Node) -> Node? { node.ancestors.first(where: \.isBlockOfStatements) }
  guard let own = block(around: call), let made = file.semantics.symbol(of: call) else {
    return namesOfFirstClient
  }
  let before = own.descendants.prefix { $0.range.lowerBound < call.range.lowerBound }.filter {
    $0.kind == .functionCall && $0.callee?.name == call.callee?.name && $0 != call
      && block(around: $0) == own && file.semantics.symbol(of: $0) == made
  }
  guard !before.isEmpty else { return namesOfFirstClient }
  return namesOfFirstClient.map { "\($0)\(before.count + 1)" }
}

extension Node {
  fileprivate var isOptionalTry: Bool { TryExpr(self)?.mark == .optional }
}
