import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// What a generated client of grpc-swift 1 is told for all its calls, where it is the only one over a connection.
///
/// That is its argument `defaultCallOptions:`, and the statements right behind it that set these options and do
/// nothing else. In grpc-swift 2 a limit goes to the transport, and headers go to an interceptor.
struct OptionsOfAClient {
  /// The time limit as a `Duration`.
  private(set) var timeout: String?

  /// The headers as an expression.
  private(set) var headers: String?

  /// What stands before the statement of the connection: the variables that `timeout` and `headers` name.
  private(set) var preparation = ""

  /// The edits that take away what is said here.
  private(set) var edits: [Edit] = []
  private(set) var reasons: [String] = []
  private let file: FileContext

  /// - Parameter connection: with the `try` and `await` that go with it.
  /// - Returns: nil if nothing is said of a client over it, or something that only a person can say otherwise.
  init?(ofClientOver connection: Node, _ file: FileContext) {
    guard let made = ClientOverConnection(over: connection, file) else { return nil }
    self.file = file
    let others = made.client.arguments.dropFirst()
    guard others.count < 2, others.allSatisfy({ $0.argumentLabel == "defaultCallOptions" }) else {
      return nil
    }
    do throws(Refusal) {
      var said: [Node] = []
      if let options = others.first {
        let constant = ConstantUsedOnce(options.argumentValue, file)
        if let constant { edits.append(Edit(file.lines(of: constant.statement), "")) }
        let value = constant?.value ?? options.argumentValue
        try begin(with: value)
        edits.append(Edit(made.argument.range.upperBound..<options.range.upperBound, ""))
        said.append(value)
      }
      let settings = try SettingsOfAClient(madeBy: made.client, file)
      try read(settings)
      if let statement = made.statement, !edits.isEmpty {
        try checkNames(in: said + settings.run, at: statement, settings.statement)
      }
    } catch {
      return nil
    }
    guard !edits.isEmpty else { return nil }
    if headers != nil {
      reasons.append(
        "the headers are sent with every call, even one with its own options, which used to replace the client's"
      )
    }
  }

  /// Checks that what is said of the client can be said where the connection is made, some statements before it.
  private func checkNames(
    in said: [Node], at statement: Node, _ client: Node
  ) throws(Refusal) {
    let refusal = Refusal("set it where the connection is created")
    guard let block = statement.parent, block == client.parent else { throw refusal }
    let between = block.items.filter {
      $0.range.lowerBound >= statement.range.upperBound
        && $0.range.upperBound <= client.range.lowerBound
    }
    guard between.allSatisfy({ $0.kind == .variableDecl && $0.name == "let" }) else {
      throw refusal
    }
    let declared = statement.range.lowerBound..<client.range.upperBound
    for node in said.flatMap({ $0.descendants() }) where node.kind == .declReference {
      guard let declaration = file.semantics.symbol(of: node)?.declaration,
        declaration.tree === file.tree
      else { continue }
      let isTarget = declaration.range.lowerBound >= client.range.lowerBound
      guard isTarget || !declared.contains(declaration.range.lowerBound) else { throw refusal }
    }
  }

  /// Reads the options that a client begins with.
  private mutating func begin(with options: Node) throws(Refusal) {
    guard options.kind == .functionCall,
      file.semantics.symbol(of: options)?.parent?.qualifiedName == "GRPC.CallOptions"
    else { throw Refusal("pass the options with each call") }
    let settings = try OptionSettings(options, file)
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
    var changes: [Edit] = []
    var variables: [String] = []
    let limits = client.settings.filter { $0.option == .limit }
    if limits.contains(where: { $0.isConditional || $0.hasComment }) {
      let name = try freeName(["callTimeout", "callLimit"], around: client)
      variables.append("var \(name): Duration? = \(timeout ?? "nil")")
      for setting in limits { changes += try changed(setting, named: name) }
      timeout = name
    } else if let value = limits.last?.value {
      timeout = try timeLimit(value, file)
      gone += limits
    }
    let headerSettings = client.settings.filter { $0.option == .headers }
    if let only = headerSettings.first, headerSettings.count == 1, !only.isConditional,
      !only.hasComment, only.addition == nil, let value = only.value
    {
      headers = metadataText(value, file)
      gone.append(only)
    } else if !headerSettings.isEmpty {
      let name = try freeName(["metadata", "headers", "callMetadata"], around: client)
      variables.append("var \(name): Metadata = \(headers ?? "[:]")")
      for setting in headerSettings { changes += try changed(setting, named: name) }
      headers = name
    }
    let removals = gone.map { Edit(file.lines(of: $0.statement), "") }
    edits += client.constantEdits
    guard !variables.isEmpty else {
      edits += removals
      return
    }
    let lines = try client.lines
    guard let moved = file.text(lines, applying: removals + changes) else {
      throw Refusal("set the options where the client is created")
    }
    let declared = variables.map { $0 + file.lineBreak(before: client.statement) }.joined()
    preparation =
      declared + moved.drop(while: \.isWhitespace) + file.indentation(of: client.statement)
    edits.append(Edit(lines, ""))
  }

  /// Returns the edits after which a statement sets a variable.
  private func changed(_ setting: SettingOfAClient, named name: String) throws(Refusal) -> [Edit] {
    if let addition = setting.addition {
      guard let call = HeaderAddition(addition, file) else {
        throw Refusal("add the headers one by one")
      }
      return [Edit(addition.range, "\(name).\(call.text)")]
    }
    guard let value = setting.value else { throw Refusal("set the option") }
    let text =
      setting.option == .limit
      ? try timeLimit(value, file) ?? "nil" : metadataText(value, file)
    return [Edit(setting.target.range, name), Edit(value.range, text)]
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
  let text: String

  init?(_ call: Node, _ file: FileContext) {
    guard call.arguments.count == 2, let name = call.argument("name"),
      let value = call.argument("value"), let method = call.callee?.name
    else { return nil }
    let successor = method == "add" ? "addString" : "replaceOrAddString"
    text = "\(successor)(\(file.source.text(value.range)), forKey: \(file.source.text(name.range)))"
  }
}
