import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSyntax

/// A call of a method that the generator of grpc-swift 1 made, in the words of grpc-swift 2.
struct CallOfGRPC2 {
  let call: CallExpr

  /// What the call sends, if it is no stream of requests.
  private let message: Expr?
  private let called: Expr
  private let options: OptionsOfACall

  /// - Parameter sendsStream: whether requests are sent later, or by a closure.
  init(_ call: CallExpr, sendsStream: Bool, _ file: FileContext) throws(Refusal) {
    guard let called = call.called else {
      throw Refusal("rewrite the call for 'Client' of grpc-swift 2")
    }
    let first = call.arguments.first
    message = sendsStream || first?.label != nil ? nil : first?.expression
    options = try OptionsOfACall(
      call.argument(labeled: "callOptions")?.expression?.node, file)
    (self.call, self.called) = (call, called)
  }

  /// The name that the code gives the method.
  var method: String { called.node.name }

  /// The call with closures behind it.
  ///
  /// - Parameter isMoved: whether it comes to stand before what is kept around the old one.
  func code(_ closures: [ClosureCode], isMoved: Bool = false) -> Code {
    func placed(_ code: Code) -> Code { isMoved ? .form(.moved(code)) : code }
    let name = methodNameOfGRPC2(method)
    let function: Code
    switch called {
    case .member(let member): function = .member(member.base.map { placed(.kept($0)) }, name)
    default: function = .word(name)
    }
    let sent = message.map { [CodeArgument.plain(placed(.kept($0)))] } ?? []
    let said = isMoved ? options.arguments.map(\.moved) : options.arguments
    return .call(function, sent + said, trailing: closures)
  }

  /// Gives the call, which sends one message, its new name and arguments where it stands.
  func rewrite(_ editor: inout SyntaxEditor) {
    if call.arguments.contains(where: { $0.label == "callOptions" }) {
      editor.replace(call.node, with: code([]))
    } else if methodNameOfGRPC2(method) != method {
      editor.rename(called.node, to: methodNameOfGRPC2(method))
    }
  }

  /// Promises no more than the options allow.
  func lower(_ consequence: inout Consequence) {
    for reason in options.reasons { consequence.lower(to: .review, because: reason) }
  }

  /// A `Task` in which the replies are read.
  func task(reading item: String, of response: String, _ items: [Node]) -> Code {
    let read = code([Self.reader(response, [Self.loop(item, over: response, items)])])
    return .call(.library("_Concurrency.Task"), [], trailing: [ClosureCode([.tryAwait(read)])])
  }

  /// What follows from edits that put such a task in the place of the call.
  func consequenceOfTask(_ editor: SyntaxEditor) -> Consequence {
    var consequence = Consequence(editor)
    lower(&consequence)
    consequence.lower(
      to: .review,
      because: "the stream is read in a 'Task' that nothing waits for; an error ends it silently")
    return consequence
  }

  /// The closure that sends with a writer.
  static func producer(capturing names: [String] = [], _ items: [Code]) -> ClosureCode {
    ClosureCode(label: "requestProducer", captures: names, parameters: ["writer"], items)
  }

  /// The closure that sends what statements send, which move into it.
  ///
  /// - Throws: a `Refusal` where they cannot, or mean something else by `writer`.
  static func producer(
    of statements: [Node], movedFrom place: Node, _ file: FileContext
  ) throws(Refusal) -> ClosureCode {
    try checkWriter(around: place, file)
    let state = try CarriedState(statements, movedFrom: place, leavesActor: true, file)
    return producer(capturing: state.captures, Code.kept(items: statements))
  }

  static func checkWriter(around place: Node, _ file: FileContext) throws(Refusal) {
    guard file.freeName(["writer"], around: place) == nil else { return }
    throw Refusal(
      "rename 'writer', which is what requests are sent with in grpc-swift 2; then run the fix again"
    )
  }

  /// `try await writer.write(message)`; with a label for several.
  ///
  /// - Parameter isQuiet: whether it is nothing to anybody that it fails.
  static func write(_ message: Code, label: String? = nil, quietly isQuiet: Bool = false) -> Code {
    let written = Code.word("writer").calling("write", [CodeArgument(label, message)])
    return .marked(isQuiet ? .optionalTry : .tryMark, .marked(.await, written))
  }

  /// The closure that is given the response.
  static func reader(
    _ response: String, capturing names: [String] = [], _ items: [Code]
  ) -> ClosureCode {
    ClosureCode(label: "onResponse", captures: names, parameters: [response], items)
  }

  /// `for try await item in response.messages { … }`.
  ///
  /// - Parameter wasLoop: whether the statements were those of a loop, which stays on one line.
  static func loop(
    _ item: String, over response: String, _ items: [Node], wasLoop: Bool = false
  ) -> Code {
    .form(
      .awaitedLoop(
        item, in: .word(response).member("messages"), Code.kept(items: items), wasLoop: wasLoop))
  }
}
