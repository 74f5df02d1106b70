import MoultRewriting
import MoultSyntax

/// What says how a call of grpc-swift 2 ended to code that was told a `CallResult` of grpc-swift 0: a `Status`, also where
/// the call threw `error`.
struct StatusesOfACall {
  let type = Code.library("GRPCCore.Status")
  let error = Code.library("GRPCCore.RPCError")
  let ok = Code.quoted("GRPCCore::Status(code: .ok, message: \"\")")

  /// Whether somebody asks whether the call was cancelled.
  ///
  /// A stream of grpc-swift 2 whose task is cancelled throws a `CancellationError`, and a unary call an `RPCError` that is `unknown`, with one
  /// as its cause.
  private let tellsCancellation: Bool

  /// - Parameter items: what is done with the status.
  init(toldTo items: [Node] = []) {
    tellsCancellation = items.contains { item in
      item.descendants().contains { $0.kind == .memberAccess && $0.name == "cancelled" }
    }
  }

  /// A code, but where the task was cancelled.
  private func code(_ code: Code) -> Code {
    tellsCancellation
      ? .quoted("_Concurrency::Task.isCancelled ? .cancelled : \(code)") : code
  }

  /// What an `RPCError` says.
  var ofError: Code {
    let code = code(.quoted("GRPCCore::Status.Code(error.code)"))
    return .quoted("GRPCCore::Status(code: \(code), message: error.message)")
  }

  /// The error that a status of a failed call says.
  func error(ofFailed status: Node) -> Code {
    let code = Code.kept(status).member("code")
    return .quoted(
      "\(error)(code: \(error).Code(\(code)) ?? .unknown, message: \(Code.kept(status).member("message")))"
    )
  }

  /// What any other error says.
  var ofOtherError: Code {
    .quoted("GRPCCore::Status(code: \(code(.quoted(".unknown"))), message: \"\\(error)\")")
  }

  /// What an error says that may be either.
  func status(ofAny name: String) -> Code {
    let known = Code.tuple([.quoted("\(name) as? \(error)")])
    let code = Code.quoted("\(known).map { \(type).Code($0.code) } ?? .unknown")
    return .quoted(
      "\(type)(code: \(code), message: \(known)?.message ?? \"\\(\(name))\")")
  }

  /// Awaits a call, and fills a variable with its status, and perhaps one with its reply, which is nil where the call threw.
  func filled(
    _ result: String, by call: Code, reply: (name: String, type: Code)? = nil,
    isReplyIgnored: Bool = false
  ) -> [Code] {
    let target = reply?.name ?? (isReplyIgnored ? "_" : nil)
    let awaited = target.map { Code.quoted("\($0) = try await \(call)") } ?? .tryAwait(call)
    let declared = reply.map { [Code.quoted("let \($0.name): \($0.type)")] } ?? []
    let failed = reply.map { [Code.quoted("\($0.name) = nil")] } ?? []
    return declared + filled(result, behind: [awaited], whereItFails: failed)
  }

  /// Makes a call, and fills a variable with its status.
  ///
  /// - Parameter failed: what else is done where it throws.
  func filled(
    _ result: String, behind awaited: [Code], whereItFails failed: [Code] = []
  ) -> [Code] {
    let caught = [
      CatchCode(error, failed + [.quoted("\(result) = \(ofError)")]),
      CatchCode(nil, failed + [.quoted("\(result) = \(ofOtherError)")]),
    ]
    let filling = Code.quoted(items: "\(awaited); \(result) = \(ok)")
    return [.quoted("let \(result): \(type)"), .form(.caughtEach(filling, caught))]
  }

  /// Makes a call, and fills a variable with a result of its status, as the future of a status gives it: an error of the
  /// call is a status.
  func result(_ name: String, behind awaited: [Code]) -> [Code] {
    let caught = [
      CatchCode(error, [.quoted("\(name) = .success(\(ofError))")]),
      CatchCode(
        nil,
        [
          tellsCancellation
            ? .quoted("\(name) = .success(\(ofOtherError))") : .quoted("\(name) = .failure(error)")
        ]),
    ]
    let filling = Code.quoted(items: "\(awaited); \(name) = .success(\(ok))")
    return [
      .variable(.let, name, type: .result(of: type), value: nil),
      .form(.caughtEach(filling, caught)),
    ]
  }
}
