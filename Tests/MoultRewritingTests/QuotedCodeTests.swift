import MoultRewriting
import MoultSource
import MoultSyntax
import Testing

/// Code that is quoted is the value that would be put together by hand.
@Suite struct QuotedCodeTests {
  private static let call = Code.word("call")

  @Test(arguments: [
    (
      Code.quoted("try await \(call).get(x: 1)"),
      .tryAwait(call.calling("get", [CodeArgument("x", .word("1"))]))
    ),
    (.quoted("try? \(call).wait()"), .marked(.optionalTry, call.calling("wait"))),
    (
      .quoted("\(call).response.map { Optional($0) }"),
      .call(
        call.member("response").member("map"), [],
        trailing: [ClosureCode([.call("Optional", [.plain(.word("$0"))])])])
    ),
    (
      .quoted("GRPCCore::Status(code: .ok, message: \"\")"),
      .call(
        .library("GRPCCore.Status"),
        [CodeArgument("code", .member(nil, "ok")), CodeArgument("message", .emptyString)])
    ),
    (
      .quoted("(\(call) as? Swift::Int)?.code ?? .unknown"),
      .infix(
        .postfix(.infix(call, "as?", .library("Swift.Int")), "?").member("code"), "??",
        .member(nil, "unknown"))
    ),
    (
      .quoted(
        "f(1, \([CodeArgument("a", call)])) { [weak self] x in \([call, call]) } done: { _ in }"),
      .call(
        .word("f"), [.plain(.word("1")), CodeArgument("a", call)],
        trailing: [
          ClosureCode(captures: ["weak self"], parameters: ["x"], [call, call]),
          ClosureCode(label: "done", parameters: ["_"], []),
        ])
    ),
    (
      .quoted("private var \("name"): GRPC::Call<A, B>? = nil"),
      .variable(
        .var, "name",
        type: .postfix(.generic(.library("GRPC.Call"), [.word("A"), .word("B")]), "?"),
        value: .word("nil"), modifiers: ["private"])
    ),
    (
      .quoted("x[key: y] = c ? a : b"),
      .infix(
        .subscripted(.word("x"), [CodeArgument("key", .word("y"))]), "=",
        .choice(.word("c"), .word("a"), .word("b")))
    ),
    (
      .quoted("if case .message(let request) = $0 { all.append(request) }"),
      .branch(
        conditions: [
          .match(
            .call(.member(nil, "message"), [.plain(.bound(.let, "request"))]), value: .word("$0"))
        ], [Code.word("all").calling("append", [.plain(.word("request"))])])
    ),
    (
      .quoted("guard let x, let y = f else { throw error }"),
      .form(
        .guarding(
          [.bound(.let, "x"), .variable(.let, "y", value: .word("f"))],
          else: [.form(.thrown(.word("error")))]))
    ),
    (
      .quoted("do { \(call) } catch let e { return }"),
      .form(.caught([call], binding: "e", .new([.word("return")])))
    ),
    (
      .quoted("do { \(call) } catch let error as GRPCCore::RPCError { a } catch { b }"),
      .form(
        .caughtEach(
          [call],
          [CatchCode(.library("GRPCCore.RPCError"), [.word("a")]), CatchCode(nil, [.word("b")])]))
    ),
    (
      .quoted("for try await x in r.messages { g(x) }"),
      .form(
        .awaitedLoop(
          "x", in: .word("r").member("messages"), [.call("g", [.plain(.word("x"))])]))
    ),
    (
      .quoted(
        "@Sendable public func f<T>(_ a: T, with b: @escaping (T) -> Void = g) async throws -> any P { return a }"
      ),
      .function(
        FunctionCode(
          attributes: ["@Sendable"], modifiers: ["public"], .function("f<T>"),
          [
            ParameterCode(nil, "a", .word("T")),
            ParameterCode(
              "with", "b",
              .form(.attributed(["@escaping"], .functionType([.word("T")], .word("Void")))),
              defaultValue: .word("g")),
          ], isAsync: true, isThrowing: true, returning: .form(.existential(.word("P"))),
          [.returned(.word("a"))]))
    ),
    (.quoted("[\"k\": \(call)]"), .form(.dictionary([EntryCode(.string("k"), call)]))),
    (.quoted("(key: a, b)"), .tuple([.form(.labeled("key", .word("a"))), .word("b")])),
    (.quoted("[:]"), .form(.dictionary([]))),
  ])
  func `a quote is the code that it says`(quoted: Code, expected: Code) {
    #expect(quoted == expected)
  }

  @Test func `statements are quoted one after the other`() {
    #expect(
      Code.quoted(items: "a; \([Self.call]); return") == [.word("a"), Self.call, .word("return")])
  }

  @Test func `what is kept is kept`() throws {
    let tree = parse(SourceText(path: "a.swift", bytes: Array("f(x)".utf8)))
    let name = try tree.node("x")
    #expect(Code.quoted("g(\(name))") == .call("g", [.plain(.kept(name))]))
  }
}
