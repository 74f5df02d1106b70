import MoultRewriting
import MoultSyntax

/// What says how a call of grpc-swift 2 ended to code that was told a `CallResult` of grpc-swift 0: a `Status`, also where
/// the call threw `error`.
struct StatusesOfACall {
  let type = Code.library("GRPCCore.Status")
  let error = Code.library("GRPCCore.RPCError")

  private func status(_ code: Code, _ message: Code) -> Code {
    .call(type, [CodeArgument("code", code), CodeArgument("message", message)])
  }

  var ok: Code { status(.member(nil, "ok"), .emptyString) }

  /// What an `RPCError` says.
  var ofError: Code {
    let error = Code.word("error")
    let code = Code.call(type.member("Code"), [.plain(error.member("code"))])
    return status(code, error.member("message"))
  }

  /// What any other error says.
  var ofOtherError: Code { status(.member(nil, "unknown"), .string("\\(error)")) }

  /// What an error says that may be either.
  func status(ofAny name: String) -> Code {
    let known = Code.tuple([.infix(.word(name), "as?", error)])
    let code = Code.call(type.member("Code"), [.plain(.word("$0").member("code"))])
    let ofKnown = Code.call(known.member("map"), [], trailing: [ClosureCode([code])])
    return status(
      .infix(ofKnown, "??", .member(nil, "unknown")),
      .infix(.postfix(known, "?").member("message"), "??", .string("\\(\(name))")))
  }

  /// Awaits a call, and fills a variable with its status, and perhaps one with its reply, which is nil where the call threw.
  func filled(
    _ result: String, by call: Code, reply: (name: String, type: Code)? = nil,
    isReplyIgnored: Bool = false
  ) -> [Code] {
    func set(_ status: Code) -> Code { .infix(.word(result), "=", status) }
    let target = reply?.name ?? (isReplyIgnored ? "_" : nil)
    let awaited = target.map { Code.infix(.word($0), "=", .tryAwait(call)) } ?? .tryAwait(call)
    var declarations: [Code] = []
    var failed: [Code] = []
    if let reply {
      declarations = [.variable(.let, reply.name, type: reply.type, value: nil)]
      failed = [.infix(.word(reply.name), "=", .word("nil"))]
    }
    declarations.append(.variable(.let, result, type: type, value: nil))
    let caught = [
      CatchCode(error, failed + [set(ofError)]), CatchCode(nil, failed + [set(ofOtherError)]),
    ]
    return declarations + [.form(.caughtEach([awaited, set(ok)], caught))]
  }

  /// Awaits a call, and fills a variable with a result of its status, as the future of a status gives it: an error of the
  /// call is a status.
  func result(_ name: String, of call: Code) -> [Code] {
    func set(_ side: String, _ value: Code) -> Code {
      .infix(.word(name), "=", .call(.member(nil, side), [.plain(value)]))
    }
    let caught = [
      CatchCode(error, [set("success", ofError)]), CatchCode(nil, [set("failure", .word("error"))]),
    ]
    return [
      .variable(.let, name, type: .result(of: type), value: nil),
      .form(.caughtEach([.tryAwait(call), set("success", ok)], caught)),
    ]
  }
}
