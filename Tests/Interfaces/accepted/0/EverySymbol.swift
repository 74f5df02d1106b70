// Uses every public symbol of SwiftGRPC once, as the code of users does: type-checked against the interface,
// and resolved by the tests of MoultSemantics, which fail for a symbol that nothing here resolves to.

import Dispatch
import Foundation
import SwiftGRPC
import SwiftProtobuf

typealias Request = Hello_V1_HelloRequest
typealias Reply = Hello_V1_HelloReply

// MARK: - Library

func library(data: Data) throws {
  gRPC.initialize()
  print(gRPC.version, gRPC.gStandsFor, kRootCertificates.isEmpty)
  gRPC.shutdown()

  let mutex = Mutex()
  mutex.lock()
  mutex.unlock()
  let sum: Int = try mutex.synchronize { 1 + 1 }
  print(sum)

  let buffer = ByteBuffer(data: data)
  print(buffer.data() ?? Data())
}

// MARK: - What was there until 0.4

func untilRelease4(
  _ metadata: Metadata, _ channel: Channel, _ server: Server, _ handler: Handler, _ queue: DispatchQueue,
  _ url: URL
) throws {
  print(metadata.description)
  print(Channel(address: "a", certificates: "c", host: nil))
  print(Hello_V1_GreeterServiceClient(address: "a", certificates: "c", host: nil))
  print(ServiceClientBase(address: "a", certificates: "c", host: nil))
  server.run(dispatchQueue: queue) { handler in print(handler.host ?? "") }

  let state: ConnectivityState? = channel.connectivityState
  let code: Int32? = state?.rawValue
  switch ConnectivityState(rawValue: code ?? 0) {
  case .initializing?, .idle?, .connecting?, .ready?, .transient_failure?, .shutdown?, nil: break
  }

  let services: ServiceServer = ServiceServer(address: "a")
  print(ServiceServer(address: "a", certificateString: "c", keyString: "k"))
  print(ServiceServer(address: "a", certificateURL: url, keyURL: url) ?? services)
  print(try services.handleMethod("m", handler: handler, queue: queue))
  services.start(queue: queue)
}

func sessionsUntilRelease4(
  _ unary: ServerSessionUnaryBase<Request, Reply>,
  _ down: ServerSessionServerStreamingBase<Request, Reply>,
  _ up: ServerSessionClientStreamingBase<Request, Reply>,
  _ both: ServerSessionBidirectionalStreamingBase<Request, Reply>, _ queue: DispatchQueue
) throws {
  try unary.run(queue: queue)
  try down.run(queue: queue)
  try up.run(queue: queue)
  try both.run(queue: queue)
}

// MARK: - Status and results

func codes(_ code: StatusCode) -> Int {
  switch code {
  case .ok, .cancelled, .unknown, .invalidArgument, .deadlineExceeded, .notFound, .alreadyExists: break
  case .permissionDenied, .unauthenticated, .resourceExhausted, .failedPrecondition, .aborted: break
  case .outOfRange, .unimplemented, .internalError, .unavailable, .dataLoss, .doNotUse: break
  }
  return StatusCode(rawValue: 3)?.rawValue ?? code.rawValue
}

func results(data: Data, metadata: Metadata) {
  let result = CallResult(
    success: false, statusCode: .notFound, statusMessage: nil, resultData: nil, initialMetadata: nil,
    trailingMetadata: nil)
  let failure = CallResult.error(statusCode: .aborted, statusMessage: "gone")
  let good = CallResult.success(resultData: data, initialMetadata: metadata)
  print(result.success, failure.statusCode, good.statusMessage ?? "", result.resultData ?? data)
  print(result.initialMetadata ?? metadata, result.trailingMetadata ?? metadata, result.description)
}

func errors(_ error: Error) -> CallResult? {
  switch error {
  case RPCError.invalidMessageReceived, RPCError.timedOut: return nil
  case RPCError.callError(let result): return result
  case HandleMethodError.unknownMethod: return nil
  case CallError.ok, CallError.unknown, CallError.notOnServer, CallError.notOnClient: return nil
  case CallError.alreadyAccepted, CallError.alreadyInvoked, CallError.notInvoked: return nil
  case CallError.alreadyFinished, CallError.tooManyOperations, CallError.invalidFlags: return nil
  case CallError.invalidMetadata, CallError.invalidMessage, CallError.batchTooBig: return nil
  case CallError.notServerCompletionQueue, CallError.payloadTypeMismatch: return nil
  case CallError.completionQueueShutdown, CallWarning.blocked: return nil
  default: return (error as? RPCError)?.callResult
  }
}

func outcome(_ outcome: ResultOrRPCError<Reply?>) {
  switch outcome {
  case .result(let reply): print(reply?.message ?? "")
  case .error(let error): print(error)
  }
  print(outcome.result??.message ?? "", outcome.error ?? RPCError.timedOut)
}

// MARK: - Metadata

func metadata() throws -> String? {
  let empty = Metadata()
  let full = try Metadata(["key": "value"])
  do {
    try empty.add(key: "key", value: "value")
  } catch Metadata.Error.doesNotOwnFields {
    print(full.copy())
  }
  for index in 0..<full.count() { print(full.key(index) ?? "", full.value(index) ?? "") }
  print(full.dictionaryRepresentation.count, full.data(forKey: "key") ?? Data())
  return full["key"]
}

// MARK: - Channel

func channels() throws -> Call {
  let channel = Channel(address: "localhost:1", secure: false)
  let google = Channel(googleAddress: "localhost:1", arguments: [])
  let certified = Channel(
    address: "localhost:1", certificates: "", clientCertificates: "", clientKey: "", arguments: [])
  channel.timeout = google.timeout
  channel.host = certified.host
  channel.addConnectivityObserver { state in print(state) }
  channel.subscribe { state in print(state == .ready) }
  let call = try channel.makeCall("/a/B", host: "host", timeout: 1)
  channel.shutdown()
  return call
}

func connectivity(_ channel: Channel) -> Bool {
  let state: Channel.ConnectivityState = channel.connectivityState(tryToConnect: true)
  switch state {
  case .initialized, .idle, .connecting, .ready, .transientFailure, .shutdown, .unknown: return true
  }
}

func arguments(_ argument: Channel.Argument) -> [Channel.Argument] {
  switch argument {
  case .stringValued(let key, let value): print(key, value)
  case .integerValued(key: let key, value: let value): print(key, value)
  }
  return [
    .timeIntervalValued(key: "key", value: 1), .boolValued(key: "key", value: true),
    .defaultAuthority("a"), .primaryUserAgent("a"), .secondaryUserAgent("a"), .keepAliveTime(1),
    .keepAliveTimeout(1), .keepAlivePermitWithoutCalls(true), .reconnectBackoffInitial(1),
    .reconnectBackoffMin(1), .reconnectBackoffMax(1), .http2EnableTrueBinary(true),
    .http2MinSentPingInterval(1), .http2MaxPingsWithoutData(1), .sslTargetNameOverride("a"),
    .enableCensus(true), .enableLoadReporting(true), .enableMinimalStack(true),
    .maxConcurrentStreams(1), .maxReceiveMessageLength(1), .maxSendMessageLength(1),
    .maxConnectionIdle(1), .maxConnectionAge(1), .enableDeadlineChecks(true),
  ]
}

func network() {
  let monitor = ClientNetworkMonitor(host: "a", queue: .main, useNewCellMonitor: true) {
    (state: ClientNetworkMonitor.State) in
    let change: ClientNetworkMonitor.Change = state.lastChange
    switch change {
    case .reachability(let isReachable): print(isReachable, state.isReachable)
    case .cellularToWifi, .wifiToCellular: break
    case .cellularTechnology(let technology): print(technology)
    }
    print(state == state, change == .cellularToWifi)
  }
  guard let monitor = monitor else { return }
  print(monitor.cellularInfo, monitor.isReachable ?? false, monitor.isUsingWifi ?? false)
  print(monitor.cellularName ?? "")
}

// MARK: - Calls by bytes

func bytes(_ call: Call, _ metadata: Metadata, _ data: Data) throws {
  let styles: [CallStyle] = [.unary, .serverStreaming, .clientStreaming, .bidiStreaming]
  Call.messageQueueMaxLength = styles.count
  call.messageQueueEmpty.wait()
  try call.start(.unary, metadata: metadata, message: data) { result in print(result.statusCode) }
  try call.sendMessage(data: data) { error in print(error ?? CallError.ok) }
  try call.closeAndReceiveMessage { result in print(result) }
  try call.receiveMessage { result in print(result.resultData ?? data) }
  try call.close(completion: nil)
  print(call.messageQueueLength())
  call.cancel()
}

// MARK: - Client runtime

func clients(_ client: ServiceClient, _ base: ServiceClientBase, _ stub: ServiceClientTestStubBase) {
  client.metadata = base.metadata
  client.host = base.host
  client.timeout = base.timeout
  stub.metadata = client.metadata
  stub.host = client.host
  stub.timeout = client.timeout
  print(client.channel, base.channel, stub.channel)
}

func makeClients(_ channel: Channel) {
  print(ServiceClientBase(address: "a", secure: true), ServiceClientBase(channel: channel))
  print(ServiceClientBase(googleAPI: "a"), ServiceClientTestStubBase())
  print(ServiceClientBase(address: "a", certificates: "b", clientCertificates: "c", clientKey: "d"))
}

func calls(_ call: ClientCall, _ base: ClientCallBase, _ channel: Channel) throws {
  call.cancel()
  base.cancel()
  base.call.cancel()
  print(type(of: call).method, ClientCallBase.method, try ClientCallBase(channel))
}

func unary(
  _ channel: Channel, _ request: Request, _ metadata: Metadata, _ call: ClientCallUnary,
  _ stub: ClientCallUnaryTestStub
) throws {
  let base = try ClientCallUnaryBase<Request, Reply>(channel)
  print(try base.run(request: request, metadata: metadata).message)
  let started = try base.start(request: request, metadata: metadata) { reply, result in
    print(reply?.message ?? "", result.statusCode)
  }
  print(started, call, ClientCallUnaryTestStub(), ClientCallUnaryTestStub.method)
  stub.cancel()
}

func serverStreaming(
  _ channel: Channel, _ request: Request, _ metadata: Metadata, _ call: ClientCallServerStreaming,
  _ stub: ClientCallServerStreamingTestStub<Reply>
) throws {
  let base = try ClientCallServerStreamingBase<Request, Reply>(channel)
  print(try base.start(request: request, metadata: metadata) { result in print(result.success) })
  try base.receive { (outcome: ResultOrRPCError<Reply?>) in print(outcome.result??.message ?? "") }
  print(try base._receive(timeout: .distantFuture)?.message ?? "", call)
  let received: ClientCallServerStreamingBase<Request, Reply>.ReceivedType = Reply()
  stub.outputs = [received]
  stub.lock.lock()
  print(try stub._receive(timeout: .distantFuture)?.message ?? "")
  try stub.receive { outcome in print(outcome.error ?? RPCError.timedOut) }
  print(ClientCallServerStreamingTestStub<Reply>(), ClientCallServerStreamingTestStub<Reply>.method)
  stub.cancel()
}

func clientStreaming(
  _ channel: Channel, _ request: Request, _ metadata: Metadata, _ call: ClientCallClientStreaming,
  _ stub: ClientCallClientStreamingTestStub<Request, Reply>
) throws {
  let base = try ClientCallClientStreamingBase<Request, Reply>(channel)
  print(try base.start(metadata: metadata, completion: nil))
  let sent: ClientCallClientStreamingBase<Request, Reply>.SentType = request
  try base.send(sent) { error in print(error ?? CallError.ok) }
  try base._send(request, timeout: .distantFuture)
  base.waitForSendOperationsToFinish()
  print(try base.closeAndReceive().message)
  try base.closeAndReceive { (outcome: ResultOrRPCError<Reply>) in print(outcome.result?.message ?? "") }
  call.waitForSendOperationsToFinish()
  stub.inputs = [request]
  stub.output = Reply()
  stub.lock.lock()
  try stub.send(request) { error in print(error ?? CallError.ok) }
  try stub._send(request, timeout: .distantFuture)
  print(try stub.closeAndReceive().message)
  try stub.closeAndReceive { outcome in print(outcome.error ?? RPCError.timedOut) }
  stub.waitForSendOperationsToFinish()
  stub.cancel()
  print(ClientCallClientStreamingTestStub<Request, Reply>())
  print(ClientCallClientStreamingTestStub<Request, Reply>.method)
}

func bidirectional(
  _ channel: Channel, _ request: Request, _ metadata: Metadata,
  _ call: ClientCallBidirectionalStreaming,
  _ stub: ClientCallBidirectionalStreamingTestStub<Request, Reply>
) throws {
  let base = try ClientCallBidirectionalStreamingBase<Request, Reply>(channel)
  print(try base.start(metadata: metadata, completion: nil))
  let sent: ClientCallBidirectionalStreamingBase<Request, Reply>.SentType = request
  let received: ClientCallBidirectionalStreamingBase<Request, Reply>.ReceivedType = Reply()
  try base._send(sent, timeout: .distantFuture)
  try base.closeSend()
  try base.closeSend { print("closed") }
  call.waitForSendOperationsToFinish()
  stub.inputs = [request]
  stub.outputs = [received]
  stub.lock.unlock()
  try stub.send(request) { error in print(error ?? CallError.ok) }
  try stub._send(request, timeout: .distantFuture)
  print(try stub._receive(timeout: .distantFuture)?.message ?? "")
  try stub.receive { outcome in print(outcome.result??.message ?? "") }
  try stub.closeSend()
  try stub.closeSend { print("closed") }
  stub.waitForSendOperationsToFinish()
  stub.cancel()
  print(ClientCallBidirectionalStreamingTestStub<Request, Reply>())
  print(ClientCallBidirectionalStreamingTestStub<Request, Reply>.method)
}

// MARK: - Streams of both sides

func receive<Stream: StreamReceiving>(_ stream: Stream) throws -> Stream.ReceivedType? {
  stream.call.cancel()
  return try stream._receive(timeout: .distantFuture)
}

func send<Stream: StreamSending>(_ stream: Stream, _ message: Stream.SentType) throws {
  stream.call.cancel()
  try stream.send(message) { error in print(error ?? CallError.ok) }
}

// MARK: - Server

func statuses(_ metadata: Metadata) -> [ServerStatus] {
  let status = ServerStatus(code: .notFound, message: "gone", trailingMetadata: metadata)
  print(status.code, status.message, status.trailingMetadata)
  return [.ok, .processingError, .noRequestData, .sendingInitialMetadataFailed]
}

func handlers(_ handler: Handler, _ metadata: Metadata, _ data: Data) throws {
  print(handler.requestMetadata, handler.call, handler.host ?? "", handler.method ?? "")
  print(handler.caller ?? "")
  try handler.sendMetadata(initialMetadata: metadata) { isSent in print(isSent) }
  try handler.receiveMessage(initialMetadata: metadata) { message in print(message ?? data) }
  try handler.sendResponse(message: data, status: .ok, completion: nil)
  try handler.sendStatus(.processingError) { print("sent") }
  handler.shutdown()
}

func servers() {
  let server = Server(address: "a", loopTimeout: 1)
  let secure = Server(address: "a", key: "b", certs: "c", rootCerts: nil, loopTimeout: 1)
  server.onCompletion = { print("done") }
  server.run { handler in print(handler.host ?? "") }
  secure.stop()
}

func services(_ provider: ServiceProvider, _ handler: Handler, _ url: URL) throws {
  print(provider.serviceName, try provider.handleMethod("/a/B", handler: handler)?.code ?? .ok)
  let plain = ServiceServer(address: "a", serviceProviders: [provider])
  let secure = ServiceServer(
    address: "a", certificateString: "b", keyString: "c", rootCerts: nil, serviceProviders: [provider])
  let read = ServiceServer(
    address: "a", certificateURL: url, keyURL: url, rootCertsURL: nil, serviceProviders: [provider])
  plain.shouldLogRequests = false
  plain.start()
  print(secure.address, read?.server ?? plain.server)
}

func sessions(
  _ session: ServerSession, _ base: ServerSessionBase, _ stub: ServerSessionTestStub,
  _ handler: Handler
) {
  session.initialMetadata = session.requestMetadata
  session.cancel()
  base.initialMetadata = base.requestMetadata
  base.handler = handler
  base.call.cancel()
  base.cancel()
  stub.initialMetadata = stub.requestMetadata
  stub.cancel()
  print(ServerSessionBase(handler: handler), ServerSessionTestStub())
}

func unarySessions(_ session: ServerSessionUnary, _ handler: Handler) throws {
  let block: ServerSessionUnaryBase<Request, Reply>.ProviderBlock = { request, _ in
    let sent: ServerSessionUnaryBase<Request, Reply>.SentType = Reply()
    print(request.name)
    return sent
  }
  let base = ServerSessionUnaryBase<Request, Reply>(handler: handler, providerBlock: block)
  print(try base.run()?.message ?? "", session, ServerSessionUnaryTestStub())
}

func serverStreamingSessions(
  _ session: ServerSessionServerStreaming, _ handler: Handler,
  _ stub: ServerSessionServerStreamingTestStub<Reply>
) throws {
  let block: ServerSessionServerStreamingBase<Request, Reply>.ProviderBlock = { _, _ in nil }
  let base = ServerSessionServerStreamingBase<Request, Reply>(handler: handler, providerBlock: block)
  let sent: ServerSessionServerStreamingBase<Request, Reply>.SentType = Reply()
  print(try base.run()?.code ?? .ok)
  try base.close(withStatus: .ok)
  session.waitForSendOperationsToFinish()
  stub.outputs = [sent]
  stub.status = .ok
  stub.lock.lock()
  try stub.send(sent) { error in print(error ?? CallError.ok) }
  try stub._send(sent, timeout: .distantFuture)
  try stub.close(withStatus: .ok, completion: nil)
  stub.waitForSendOperationsToFinish()
  print(ServerSessionServerStreamingTestStub<Reply>())
}

func clientStreamingSessions(
  _ session: ServerSessionClientStreaming, _ handler: Handler,
  _ stub: ServerSessionClientStreamingTestStub<Request, Reply>
) throws {
  let block: ServerSessionClientStreamingBase<Request, Reply>.ProviderBlock = { _ in Reply() }
  let base = ServerSessionClientStreamingBase<Request, Reply>(handler: handler, providerBlock: block)
  let received: ServerSessionClientStreamingBase<Request, Reply>.ReceivedType = Request()
  print(try base.run()?.code ?? .ok, session)
  try base.sendAndClose(response: Reply())
  try base.sendErrorAndClose(status: .processingError)
  stub.inputs = [received]
  stub.output = Reply()
  stub.status = .ok
  stub.lock.lock()
  print(try stub._receive(timeout: .distantFuture)?.name ?? "")
  try stub.receive { outcome in print(outcome.result??.name ?? "") }
  try stub.sendAndClose(response: Reply(), status: .ok, completion: nil)
  try stub.sendErrorAndClose(status: .ok)
  try stub.close()
  print(ServerSessionClientStreamingTestStub<Request, Reply>())
}

func bidirectionalSessions(
  _ session: ServerSessionBidirectionalStreaming, _ handler: Handler,
  _ stub: ServerSessionBidirectionalStreamingTestStub<Request, Reply>
) throws {
  let block: ServerSessionBidirectionalStreamingBase<Request, Reply>.ProviderBlock = { _ in .ok }
  let base = ServerSessionBidirectionalStreamingBase<Request, Reply>(
    handler: handler, providerBlock: block)
  let received: ServerSessionBidirectionalStreamingBase<Request, Reply>.ReceivedType = Request()
  let sent: ServerSessionBidirectionalStreamingBase<Request, Reply>.SentType = Reply()
  print(try base.run()?.code ?? .ok)
  session.waitForSendOperationsToFinish()
  stub.inputs = [received]
  stub.outputs = [sent]
  stub.status = .ok
  stub.lock.lock()
  print(try stub._receive(timeout: .distantFuture)?.name ?? "")
  try stub.receive { outcome in print(outcome.result??.name ?? "") }
  try stub.send(sent) { error in print(error ?? CallError.ok) }
  try stub._send(sent, timeout: .distantFuture)
  try stub.close(withStatus: .ok) { print("closed") }
  stub.waitForSendOperationsToFinish()
  print(ServerSessionBidirectionalStreamingTestStub<Request, Reply>())
}
