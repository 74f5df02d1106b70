import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A call of a method that the generator of an older era made, in the words of grpc-swift 2.
struct CallOfGRPC2 {
  let call: CallExpr

  /// What the call sends, if it is no stream of requests.
  private let message: Expr?
  private let called: Expr

  /// The name that the code gives the method.
  let method: String

  /// Its headers and options.
  let said: [CodeArgument]
  private let reasons: [String]

  /// A call of grpc-swift 0, without its completion.
  ///
  /// - Throws: a `Refusal` where the headers are made elsewhere.
  init(blocking call: Node, _ file: FileContext) throws(Refusal) {
    guard let call = CallExpr(call), let called = call.called else {
      throw Refusal("call the method by its name")
    }
    (self.call, self.called, method, reasons) = (call, called, called.node.name, [])
    message = call.arguments.first.flatMap { $0.label == nil ? $0.expression : nil }
    if let headers = call.argument(labeled: "metadata")?.expression?.node,
      !isEmptyMetadata(headers, file)
    {
      said = [CodeArgument("metadata", try metadataOfGRPC2(from: headers, file))]
    } else {
      said = []
    }
  }

  /// A call of grpc-swift 1.
  ///
  /// - Parameters:
  ///   - method: its name in grpc-swift 1; nil for the one that is called.
  ///   - sendsStream: whether requests are sent later, or by a closure.
  init(
    _ call: CallExpr, of method: String? = nil, sendsStream: Bool, _ file: FileContext
  ) throws(Refusal) {
    guard let called = call.called else {
      throw Refusal("rewrite the call for 'Client' of grpc-swift 2")
    }
    let first = call.arguments.first
    message = sendsStream || first?.label != nil ? nil : first?.expression
    let given = call.argument(labeled: "callOptions")?.expression?.node
    let options = try OptionsOfACall(given, file)
    (self.call, self.called) = (call, called)
    self.method = method ?? called.node.name
    let isSaid = given.map { $0.kind != .nilLiteral } ?? false
    let ofClient = isSaid ? nil : Self.optionsOfClient(calledBy: call, file)
    (said, reasons) = (options.arguments + [ofClient].compactMap(\.self), options.reasons)
  }

  /// What every client of the call's service is told for calls that say nothing.
  private static func optionsOfClient(
    calledBy call: CallExpr, _ file: FileContext
  ) -> CodeArgument? {
    guard let owner = file.semantics.symbol(of: call.node)?.parent, owner.isGenerated else {
      return nil
    }
    return OptionsOfEveryClient.judged(owner, file)?.argument(in: file)
  }

  /// Whether a node is part of what is kept of the call, apart from closures that it is given.
  func keeps(_ node: Node) -> Bool {
    node.isInside(called.node) || message.map { node.isInside($0.node) } == true
      || ["metadata", "callOptions"].contains { label in
        call.argument(labeled: label).map { node.isInside($0.node) } == true
      }
  }

  /// What the call is given and stays, apart from closures.
  var given: [Node] {
    [message?.node].compactMap(\.self)
      + ["metadata", "callOptions"].compactMap { call.argument(labeled: $0)?.node }
  }

  /// Whether what the call is given is marked to throw: who makes the call hears of that, and nobody would of a task's.
  var givesWhatThrows: Bool {
    given.contains { node in
      ([node] + node.ownDescendants).contains { TryExpr($0)?.mark == .propagating }
    }
  }

  /// Whether it may throw, as well by a mark before the call, which in grpc-swift 1 does not throw itself.
  func givesWhatMayThrow(_ file: FileContext) -> Bool {
    let isMarked =
      coveringTry(of: call.node).flatMap { TryExpr($0) }?.mark == .propagating
    return givesWhatThrows
      || isMarked && given.contains { !expressionsThatMayThrow(in: $0, file).isEmpty }
  }

  /// A client that a closure captures.
  struct CapturedClient {
    /// In the list of captures.
    let capture: String

    /// Its name there, if it is not as in the code.
    let name: String?
  }

  /// The client, if the call needs nothing else of the object that keeps it.
  ///
  /// The object may not go into a task then, and a client may.
  func clientApart(_ file: FileContext) -> CapturedClient? {
    guard let client = optionalClient ?? MemberAccess(called.node)?.base?.node else { return nil }
    var root = client
    while let base = MemberAccess(root)?.base?.node { root = base }
    guard NameExpr(root) != nil, !CarriedState.usesSelf(given, file) else { return nil }
    let kept = root.name == "self" ? root.parent ?? root : root
    guard let property = file.semantics.symbol(of: kept), property.kind == .property,
      property.isInstanceMember, [.classType, .actor].contains(property.parent?.kind)
    else { return nil }
    if root == client { return CapturedClient(capture: client.name, name: nil) }
    guard let name = file.freeName(["client", "service", "caller"], around: client) else {
      return nil
    }
    return CapturedClient(capture: "\(name) = \(client.text)", name: name)
  }

  /// The call with closures behind it.
  ///
  /// - Parameters:
  ///   - isMoved: whether it comes to stand before what is kept around the old one.
  ///   - client: what the client is called there, with `?` where it may be nil there too; nil for its name here.
  func code(
    _ closures: [ClosureCode], isMoved: Bool = false, client: String? = nil
  ) -> Code {
    func placed(_ code: Code) -> Code { isMoved ? .form(.moved(code)) : code }
    let name = methodNameOfGRPC2(method)
    var function = Code.word(name)
    if case .member(let member) = called {
      let base = client.map { Code.word($0) } ?? member.base.map { placed(.kept($0)) }
      function = .member(base, name)
    }
    let sent = message.map { [CodeArgument.plain(placed(.kept($0)))] } ?? []
    return .call(function, sent + (isMoved ? said.map(\.moved) : said), trailing: closures)
  }

  /// Gives the call, which sends one message, its new name and arguments where it stands.
  func rewrite(_ editor: inout SyntaxEditor) {
    if !said.isEmpty || call.argument(labeled: "callOptions") != nil {
      editor.replace(call.node, with: code([]))
    } else if methodNameOfGRPC2(method) != method {
      editor.rename(called.node, to: methodNameOfGRPC2(method))
    }
  }

  /// Promises no more than the options allow.
  func lower(_ consequence: inout Consequence) {
    for reason in reasons { consequence.lower(to: .review, because: reason) }
  }

  /// The closure that sends with a writer.
  ///
  /// - Parameter attributes: what it says of itself, with the `@`.
  static func producer(
    saying attributes: [String] = [], capturing names: [String] = [], _ items: [Code]
  ) -> ClosureCode {
    ClosureCode(
      label: "requestProducer", attributes: attributes, captures: names, parameters: ["writer"],
      items)
  }

  /// The closure that sends what is put into an `AsyncStream`.
  static func producer(of request: String, in requests: String) -> ClosureCode {
    producer([.quoted("for await \(request) in \(requests) { \(write(.word(request))) }")])
  }

  /// The closure that sends all that a call is given.
  static func producer(of call: CallExpr, _ file: FileContext) throws(Refusal) -> ClosureCode {
    guard let first = call.arguments.first, first.label == nil, let all = first.expression else {
      throw Refusal("send with the writer that 'requestProducer' receives")
    }
    try checkWriter(around: call.node, file)
    return producer([write(.form(.moved(.kept(all))), label: "contentsOf")])
  }

  /// Refuses to write a closure that sends where the code means something else by `writer`.
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
  ///
  /// - Parameter attributes: what it says of itself, with the `@`.
  static func reader(
    _ response: String, saying attributes: [String] = [], capturing names: [String] = [],
    _ items: [Code]
  ) -> ClosureCode {
    ClosureCode(
      label: "onResponse", attributes: attributes, captures: names, parameters: [response], items)
  }

  /// `for try await item in response.messages { … }`.
  ///
  /// - Parameter wasLoop: whether the statements were those of a loop, which stays on one line.
  static func loop(
    _ item: String, over response: String, _ items: [Code], wasLoop: Bool = false
  ) -> Code {
    .form(
      .awaitedLoop(item, in: .word(response).member("messages"), items, wasLoop: wasLoop))
  }
}
