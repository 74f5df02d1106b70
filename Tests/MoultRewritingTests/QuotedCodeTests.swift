import MoultRewriting
import MoultSource
import MoultSyntax
import Testing

/// Code that is quoted is the value that would be put together by hand.
@Suite struct QuotedCodeTests {
  private let call = Code.word("call")

  private func expect(_ quoted: Code, _ expected: Code) { #expect(quoted == expected) }

  @Test func `expressions are quoted`() {
    expect(
      .quoted("try await \(call).get(x: 1)"),
      .tryAwait(call.calling("get", [CodeArgument("x", .word("1"))])))
    expect(.quoted("try? \(call).wait()"), .marked(.optionalTry, call.calling("wait")))
    let optional = ClosureCode([.call("Optional", [.plain(.word("$0"))])])
    expect(
      .quoted("\(call).response.map { Optional($0) }"),
      .call(call.member("response").member("map"), [], trailing: [optional]))
    let ok = CodeArgument("code", .member(nil, "ok"))
    expect(
      .quoted("GRPCCore::Status(code: .ok, message: \"\")"),
      .call(.library("GRPCCore.Status"), [ok, CodeArgument("message", .emptyString)]))
    let cast = Code.infix(call, "as?", .library("Swift.Int"))
    expect(
      .quoted("(\(call) as? Swift::Int)?.code ?? .unknown"),
      .infix(Code.postfix(cast, "?").member("code"), "??", .member(nil, "unknown")))
    let element = Code.subscripted(.word("x"), [CodeArgument("key", .word("y"))])
    expect(
      .quoted("x[key: y] = c ? a : b"),
      .infix(element, "=", .choice(.word("c"), .word("a"), .word("b"))))
    expect(.quoted("[\"k\": \(call)]"), .form(.dictionary([EntryCode(.string("k"), call)])))
    expect(.quoted("(key: a, b)"), .tuple([.form(.labeled("key", .word("a"))), .word("b")]))
    expect(.quoted("[:]"), .form(.dictionary([])))
    expect(
      .quoted("A::B<C?, any D>(x)!"),
      .postfix(
        .call(
          .generic(.library("A.B"), [.postfix(.word("C"), "?"), .form(.existential(.word("D")))]),
          [.plain(.word("x"))]), "!"))
  }

  @Test func `arguments and closures are quoted`() {
    let first = ClosureCode(captures: ["weak self"], parameters: ["x"], [call, call])
    let second = ClosureCode(label: "done", parameters: ["_"], [])
    let arguments = [CodeArgument("a", call)]
    expect(
      .quoted("f(1, \(arguments)) { [weak self] x in \([call, call]) } done: { _ in }"),
      .call(.word("f"), [.plain(.word("1"))] + arguments, trailing: [first, second]))
    expect(.quoted("f(\([CodeArgument]()))"), .call("f", []))
  }

  @Test func `declarations are quoted`() {
    let type = Code.generic(.library("GRPC.Call"), [.word("A"), .word("B")])
    expect(
      .quoted("private var \("name"): GRPC::Call<A, B>? = nil"),
      .variable(
        .var, "name", type: .postfix(type, "?"), value: .word("nil"), modifiers: ["private"]))
    expect(.quoted("let x: T"), .variable(.let, "x", type: .word("T"), value: nil))
    let pair = Code.tuple([.form(.labeled("name", .word("T"))), .array([.word("U")])])
    expect(.quoted("let x: (name: T, [U])"), .variable(.let, "x", type: pair, value: nil))
    let function = Code.functionType([.form(.passedInOut(.word("T")))], .word("Void"))
    let sent = Code.form(.attributed(["@escaping", "@Sendable"], function))
    expect(
      .quoted(
        "@Sendable public func f<T>(_ a: T, b: @escaping @Sendable (inout T) -> Void = g) async throws -> any P { return a }"
      ),
      .function(
        FunctionCode(
          attributes: ["@Sendable"], modifiers: ["public"], .function("f<T>"),
          [
            ParameterCode(nil, "a", .word("T")),
            ParameterCode("b", "b", sent, defaultValue: .word("g")),
          ], isAsync: true, isThrowing: true, returning: .form(.existential(.word("P"))),
          [.returned(.word("a"))])))
    expect(
      .quoted("init(x: (A) async throws -> B) {}"),
      .function(
        FunctionCode(
          .initializer,
          [ParameterCode("x", "x", .form(.asyncFunctionType([.word("A")], .word("B"))))], [])))
    let router = Code.generic(.library("G.Router"), [.word("T")])
    expect(
      .quoted("func r<T: B>(with router: inout G::Router<T>) {}"),
      .function(
        FunctionCode(
          .function("r<T: B>"), [ParameterCode("with", "router", .form(.passedInOut(router)))], []))
    )
  }

  @Test func `types are quoted`() {
    let get = [Code.call(.word("f"), [], trailing: [ClosureCode([.word("$0")])])]
    let set = [Code.infix(.word("y"), "=", .word("newValue"))]
    #expect(
      Code.quoted(
        type:
          "private final class \("C")<T>: @unchecked Sendable, M::P { let x: [T]; "
          + "var v: T { get { f { $0 } } set { y = newValue } }; var w: T { f { $0 } } }",
        [.quoted("func g() {}")], documentation: "D.")
        == .form(
          .type(
            TypeCode(
              documentation: "D.", modifiers: ["private", "final"], "class", "C<T>",
              inherited: [.form(.attributed(["@unchecked"], .word("Sendable"))), .library("M.P")],
              [
                .variable(.let, "x", type: .array([.word("T")]), value: nil),
                .form(.computed("v", type: .word("T"), get: get, set: set)),
                .form(.computed("w", type: .word("T"), get: get, set: [])),
                .function(FunctionCode(.function("g"), [], [])),
              ]))))
  }

  @Test func `statements with blocks are quoted`() {
    let message = Code.call(.member(nil, "message"), [.plain(.bound(.let, "request"))])
    let append = Code.word("all").calling("append", [.plain(.word("request"))])
    expect(
      .quoted("if case .message(let request) = $0 { all.append(request) }"),
      .branch(conditions: [.match(message, value: .word("$0"))], [append]))
    expect(
      .quoted("guard let x, let y = f else { throw error }"),
      .form(
        .guarding(
          [.bound(.let, "x"), .variable(.let, "y", value: .word("f"))],
          else: [.form(.thrown(.word("error")))])))
    expect(
      .quoted("do { \(call) } catch let e { return }"),
      .form(.caught([call], binding: "e", .new([.word("return")]))))
    let caught = [
      CatchCode(.library("GRPCCore.RPCError"), [.word("a")]), CatchCode(nil, [.word("b")]),
    ]
    expect(
      .quoted("do { \(call) } catch let error as GRPCCore::RPCError { a } catch { b }"),
      .form(.caughtEach([call], caught)))
    let used = Code.call("g", [.plain(.word("x"))])
    expect(
      .quoted("for try await x in r.messages { g(x) }"),
      .form(.awaitedLoop("x", in: .word("r").member("messages"), [used])))
    expect(
      .quoted("for await x in r { defer { g(x) } }"),
      .form(.awaitedLoop("x", in: .word("r"), [.form(.deferred([used]))], canThrow: false)))
  }

  @Test func `statements are quoted one after the other`() {
    #expect(
      Code.quoted(items: "a; \(call); return") == [.word("a"), call, .word("return")])
  }

  @Test(arguments: ["a b", "x)", "\"", "é é", "#if"])
  func `words that make no code come to what parses nowhere`(words: String) {
    #expect(Code.quoted("f(x: \(words)y, (\(words) ))") == .word(")"))
  }

  @Test func `what the printer would write otherwise comes to what parses nowhere`() {
    let none = Code.word(")")
    expect(.quoted("if a { b } else { c }"), none)
    expect(.quoted("for x in y where z { f(x) }"), none)
    expect(.quoted("while a { b }"), none)
    expect(.quoted("a; b"), none)
    expect(.quoted("\"\(call)\""), none)
    for quote: Quote in ["f { (x: Int) in x }", "f { () async in g() }"] {
      expect(.quoted(quote), .call(.word("f"), [], trailing: [ClosureCode([none])]))
    }
    expect(
      .quoted("for x in y { f(x) }"),
      .form(.loop("x", in: .word("y"), [.call("f", [.plain(.word("x"))])])))
  }

  @Test func `a name that looks like a value's is a name, or comes to what parses nowhere`() {
    expect(.quoted("µ1 + \(call)"), .infix(.word("µ1"), "+", call))
    expect(.quoted("\("µquoted99")"), .word(")"))
  }

  @Test func `what is kept is kept`() throws {
    let tree = parse(SourceText(path: "a.swift", bytes: Array("f(x)".utf8)))
    let name = try tree.node("x")
    #expect(Code.quoted("g(\(name))") == .call("g", [.plain(.kept(name))]))
  }
}
