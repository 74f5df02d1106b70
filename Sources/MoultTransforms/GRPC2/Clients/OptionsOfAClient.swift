import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What a generated client of grpc-swift 1 is told for all its calls, where it is the only one over a connection.
///
/// That is its argument `defaultCallOptions:`, and the statements right behind it that set these options and do
/// nothing else, and a factory as its argument `interceptors:`. In grpc-swift 2 a limit goes to the transport, headers go to an
/// interceptor, and what the factory makes goes to the `GRPCClient`.
struct OptionsOfAClient {
  /// The time limit as a `Duration`.
  private(set) var timeout: Code?

  /// The headers as an expression.
  private(set) var headers: Code?

  /// The project's own interceptors, each as an expression.
  private(set) var interceptors: [Code] = []

  /// What makes the project's own interceptors, each with the methods that it is for.
  private(set) var interceptorPipeline: Code?

  /// What these are rewritten together with.
  private(set) var unit: String?

  /// What stands before the statement of the connection: the variables that `timeout` and `headers` name.
  private(set) var preparation: [Code] = []

  /// Has taken away what is said here.
  private(set) var editor: SyntaxEditor
  private(set) var reasons: [String] = []
  private let file: FileContext

  /// - Parameters:
  ///   - connection: with the `try` and `await` that go with it.
  ///   - trust: of the client's factory of interceptors.
  /// - Returns: nil if nothing is said of a client over it, or something that only a person can say otherwise.
  init?(
    ofClientOver connection: Node, _ file: FileContext, _ trust: FactoryTrust = .judged
  ) {
    guard let made = ClientOverConnection(over: connection, file) else { return nil }
    self.file = file
    editor = file.editor
    let others = made.client.arguments.dropFirst()
    let labels = ["defaultCallOptions", "interceptors"]
    guard others.allSatisfy({ labels.contains($0.argumentLabel ?? "") }) else { return nil }
    do throws(Refusal) {
      var said: [Node] = []
      var local: SettingsOfAClient?
      if let factory = others.first(where: { $0.argumentLabel == labels[1] }) {
        if let list = interceptorList(factory.argumentValue, trust, file) {
          interceptors = list.elements
          said += list.said
        } else if let pipeline = pipelineOfInterceptors(factory.argumentValue, file) {
          interceptorPipeline = pipeline
          said.append(factory.argumentValue)
        } else {
          return nil
        }
        // While that is being judged, nobody asks for it.
        if trust == .judged { unit = unitOfInterceptors(factory.argumentValue, file) }
        editor.remove(element: factory)
      }
      if let options = others.first(where: { $0.argumentLabel == labels[0] }) {
        local = SettingsOfAClient(ofLocal: options.argumentValue, file)
        let statement =
          local?.statement ?? ConstantUsedOnce(options.argumentValue, file)?.statement
        let value =
          statement.flatMap { VariableDecl($0)?.bindings.only?.value?.node }
          ?? options.argumentValue
        if let statement { editor.remove(item: statement) }
        try begin(with: value)
        editor.remove(element: options)
        said.append(value)
      }
      let settings = try SettingsOfAClient(madeBy: made.client, file)
      if let local {
        guard settings.settings.isEmpty else {
          throw Refusal("set all options where the client is created, then run the fix again")
        }
        try read(local)
      }
      try read(settings)
      if let statement = made.statement, !editor.isEmpty {
        try checkNames(
          in: said + settings.run + (local?.run ?? []), at: statement, settings.statement,
          moving: local.map { [$0.statement] + $0.run } ?? [])
      }
    } catch {
      return nil
    }
    guard !editor.isEmpty, headers == nil || interceptorPipeline == nil else { return nil }
    if headers != nil {
      reasons.append(
        "the headers are sent with every call, even one with its own options, which used to replace the client's"
      )
    }
  }

  /// Checks that what is said of the client can be said where the connection is made, some statements before it.
  ///
  /// - Parameter moved: the statements that come to stand before the connection's.
  private func checkNames(
    in said: [Node], at statement: Node, _ client: Node, moving moved: [Node]
  ) throws(Refusal) {
    let refusal = Refusal("set it where the connection is created")
    guard let block = client.parent, let inner = statement.parent,
      inner == block || isInDo(inner, of: block)
    else { throw refusal }
    // An error of what is said would be caught there.
    guard
      inner == block || !said.contains(where: { $0.descendants().contains { $0.kind == .tryExpr } })
    else { throw refusal }
    let items = inner == block ? Array(block.items) : Array(inner.items) + Array(block.items)
    let between = items.filter {
      $0.range.lowerBound >= statement.range.upperBound
        && $0.range.upperBound <= client.range.lowerBound && !moved.contains($0)
    }
    guard between.allSatisfy({ $0.kind == .variableDecl && $0.name == "let" }) else {
      throw refusal
    }
    let declared = statement.range.lowerBound..<client.range.upperBound
    for node in said.flatMap({ $0.descendants() }) where node.kind == .declReference {
      guard let declaration = file.semantics.symbol(of: node)?.declaration,
        declaration.tree === file.tree
      else { continue }
      let isTarget =
        declaration.range.lowerBound >= client.range.lowerBound
        || moved.contains { declaration.isInside($0) }
      guard isTarget || !declared.contains(declaration.range.lowerBound) else { throw refusal }
    }
  }

  /// Whether a block is that of a `do` in another block.
  private func isInDo(_ inner: Node, of block: Node) -> Bool {
    guard let statement = DoStmt(of: inner.parent) else { return false }
    return statement.body?.node == inner && statement.node.parent == block
  }

  /// Reads the options that a client begins with.
  private mutating func begin(with options: Node) throws(Refusal) {
    guard options.kind == .functionCall,
      file.semantics.symbol(of: options)?.parent?.qualifiedName == "GRPC.CallOptions"
    else { throw Refusal("pass the options with each call") }
    let settings = try OptionSettings(options, file)
    guard settings.compression == nil else {
      throw Refusal("set 'compression' of the options of each call, then run the fix again")
    }
    (timeout, headers) = (settings.timeout, settings.metadata)
    reasons += settings.reasons
  }

  private mutating func read(_ client: SettingsOfAClient) throws(Refusal) {
    guard !client.settings.isEmpty else { return }
    var gone: [SettingOfAClient] = []
    for setting in client.settings where setting.option == .all {
      guard setting == client.settings.first, let value = setting.value else {
        throw Refusal("create the client with these options")
      }
      try begin(with: value)
      gone.append(setting)
    }
    for setting in client.settings where setting.option == .withoutSuccessor {
      guard !setting.isConditional else { throw Refusal("take it out") }
      reasons.append(
        "'\(setting.target.name)' is removed; 'CallOptions' has no replacement")
      gone.append(setting)
    }
    var variables: [Code] = []
    let limits = client.settings.filter { $0.option == .limit }
    if limits.contains(where: { $0.isConditional || $0.hasComment }) {
      let name = try freeName(["callTimeout", "callLimit"], around: client)
      variables.append(
        .variable(
          .var, name, type: .postfix(.library("Swift.Duration"), "?"),
          value: timeout ?? .word("nil")))
      for setting in limits { try change(setting, to: name) }
      timeout = .word(name)
    } else if let value = limits.last?.value {
      timeout = try timeLimit(value)
      gone += limits
    }
    let headerSettings = client.settings.filter { $0.option == .headers }
    if let only = headerSettings.first, headerSettings.count == 1, !only.isConditional,
      !only.hasComment, only.addition == nil, let value = only.value
    {
      headers = metadataCode(value, file)
      gone.append(only)
    } else if !headerSettings.isEmpty {
      let name = try freeName(["metadata", "headers", "callMetadata"], around: client)
      variables.append(
        .variable(
          .var, name, type: .library("GRPCCore.Metadata"),
          value: headers ?? .form(.dictionary([]))))
      for setting in headerSettings { try change(setting, to: name) }
      headers = .word(name)
    }
    for setting in gone { editor.remove(item: setting.statement) }
    if client.becomesConstant {
      editor.replace(keyword: "var", of: client.statement, with: ["let"])
    }
    guard !variables.isEmpty else { return }
    let isGone = { (item: Node) in gone.contains { $0.statement == item } }
    let said = client.run.drop(while: isGone).reversed().drop(while: isGone).reversed()
    preparation = variables + Code.kept(items: Array(said))
    editor.remove(try client.lines)
  }

  /// Makes a setting that of a variable.
  private mutating func change(_ setting: SettingOfAClient, to name: String) throws(Refusal) {
    if let addition = setting.addition {
      guard let call = CallExpr(addition), let header = HeaderAddition(call) else {
        throw Refusal("add the headers one by one")
      }
      return editor.replace(addition, with: header.code(addingTo: name))
    }
    guard let value = setting.value else { throw Refusal("set the option") }
    editor.replace(setting.target, with: .word(name))
    editor.replace(
      value,
      with: setting.option == .limit
        ? try timeLimit(value) ?? .word("nil") : metadataCode(value, file))
  }

  private func freeName(
    _ names: [String], around client: SettingsOfAClient
  ) throws(Refusal) -> String {
    guard let name = file.freeName(names, around: client.statement) else {
      throw Refusal("set the options where the client is created")
    }
    return name
  }
}

/// `headers.add(name: n, value: v)` in the words of `Metadata`.
private struct HeaderAddition {
  private let method: String
  private let name: Node
  private let value: Node

  init?(_ call: CallExpr) {
    guard call.arguments.count == 2, let name = call.argument(labeled: "name")?.expression,
      let value = call.argument(labeled: "value")?.expression, let called = call.called
    else { return nil }
    method = called.node.name == "add" ? "addString" : "replaceOrAddString"
    (self.name, self.value) = (name.node, value.node)
  }

  func code(addingTo metadata: String) -> Code {
    .quoted("\(metadata).\(method)(\(value), forKey: \(name))")
  }
}
