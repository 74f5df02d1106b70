import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// `ClientConnection.insecure(group: g).withKeepalive(k).connect(host: h, port: p)`, taken apart.
struct BuilderChain {
  /// The call that makes the builder.
  let start: Node

  /// The settings in between, in source order.
  let settings: [Node]

  /// - Parameter end: the call that uses the builder.
  init(endingIn end: Node) throws(Refusal) {
    try self.init(end.callee?.base)
  }

  /// - Parameter builder: the last call that is still one of the builder.
  init(_ builder: Node?) throws(Refusal) {
    let (calls, root) = builderCalls(builder)
    try self.init(calls, on: root)
  }

  /// - Parameters:
  ///   - calls: in source order.
  ///   - root: what the first of them is called on.
  init(_ calls: [Node], on root: Node?) throws(Refusal) {
    guard let start = calls.first, ["ClientConnection", "Server"].contains(root?.name ?? "") else {
      throw Refusal(
        "the builder is created elsewhere: create the transport of grpc-swift 2 with the same settings, and the client or the server with the transport"
      )
    }
    self.start = start
    settings = Array(calls.dropFirst())
  }

  /// The event loop group that the builder was given.
  var group: Node? {
    start.arguments.first { ["group", "for", "on"].contains($0.argumentLabel ?? "") }?.argumentValue
  }
}

/// Returns the calls of a chain in source order, and what the first of them is called on.
func builderCalls(_ last: Node?) -> (calls: [Node], root: Node?) {
  var calls: [Node] = []
  var node = last
  while let call = node, call.kind == .functionCall, let callee = call.callee,
    callee.kind == .memberAccess
  {
    calls.append(call)
    node = callee.base
  }
  return (calls.reversed(), node)
}

extension Node {
  /// The value of the argument with a label; of the first without one for nil.
  func argument(_ label: String?) -> Node? {
    arguments.first { $0.argumentLabel == label }?.argumentValue
  }
}

/// Settings of a transport of grpc-swift 2, as assignments to its `config`.
struct TransportConfig {
  /// The type of the configuration; empty where the compiler can tell.
  ///
  /// It cannot for a client whose transport is named by `.http2NIOPosix` and whose closure has one statement.
  let type: String

  var assignments: [String] = []

  init(type: String = "") { self.type = type }

  /// The argument `config:`, or nothing.
  var argument: String? {
    guard !assignments.isEmpty else { return nil }
    let body = assignments.map { "config.\($0)" }.joined(separator: "; ")
    return "config: \(type).defaults { config in \(body) }"
  }
}

/// Where an expression stands whose value is run by a task beside it.
struct RunningValue {
  let statement: Node
  private let file: FileContext
  private let expression: Node

  /// - Parameter expression: what is replaced: the call, with the `try` and `await` that went with it.
  init(_ expression: Node, _ file: FileContext) throws(Refusal) {
    var node = expression
    while let parent = node.parent, !parent.isBlockOfStatements {
      guard parent.kind != .memberBlock, parent.parent != nil else {
        throw Refusal(
          "create it in a function that can throw, because something has to run it, and a property's value cannot"
        )
      }
      node = parent
    }
    // Only a script has statements outside of its functions.
    let isScript = file.source.path.split(separator: "/").last == "main.swift"
    guard isScript || node.parent?.kind != .sourceFile else {
      throw Refusal(
        "create it in a function that can throw, because something has to run it, and a global variable's value cannot"
      )
    }
    statement = node
    self.expression = expression
    self.file = file
  }

  /// Returns the edits that put `value` in place and let a task run it.
  ///
  /// - Parameters:
  ///   - names: what a new local may be called.
  ///   - preparation: what stands before the value, up to where its statement begins.
  ///   - task: returns the statement that runs the value of a name.
  func edits(
    _ value: String, names: [String], after preparation: String = "",
    task: (_ name: String) -> String
  ) throws(Refusal) -> [Edit] {
    let line = file.lineBreak(before: statement)
    let end = statement.range.upperBound
    if let name = boundName {
      let plain = isBareProperty ? capturing(name, task(name)) : task(name)
      let running =
        isOptional
        ? plain.replacing("try await \(own(name)).", with: "try await \(own(name))?.") : plain
      let start = statement.range.lowerBound
      let before = preparation.isEmpty ? [] : [Edit(start..<start, preparation)]
      return before + [Edit(expression.range, value), Edit(end..<end, line + running)]
    }
    guard let name = file.freeName(names, around: statement) else {
      throw Refusal("assign it to a local, then run the fix again")
    }
    let start = statement.range.lowerBound
    let isResult = statement == expression && isSoleResult
    return [
      Edit(
        start..<start,
        "\(preparation)let \(name) = \(value)\(line)\(task(name))\(line)\(isResult ? "return " : "")"
      ),
      Edit(expression.range, name),
    ]
  }

  /// Whether what is assigned to can be nil, so that a task that captures it has an optional.
  private var isOptional: Bool {
    guard statement.kind == .assignment, let left = statement.leftOperand,
      let symbol = file.semantics.symbol(of: left)
    else { return false }
    return symbol.isImplicitlyUnwrapped || symbol.type.isOptional
  }

  /// The name that a task has for a property of `self`.
  private func own(_ name: String) -> String {
    name.hasPrefix("self.") ? String(name.dropFirst("self.".count)) : name
  }

  /// The local or the property that the statement gives the value to.
  private var boundName: String? {
    if statement.kind == .variableDecl, statement.bindings.count == 1,
      let binding = statement.bindings.first, binding.initialValue == expression
    {
      return binding.child(.identifierPattern)?.name
    }
    if statement.kind == .assignment, statement.rightOperand == expression,
      let left = statement.leftOperand, left.kind == .declReference || left.kind == .memberAccess
    {
      return file.source.text(left.range)
    }
    return nil
  }

  /// What the statement gives the value to, if it is an assignment.
  var boundTarget: Node? {
    guard statement.kind == .assignment, statement.rightOperand == expression else { return nil }
    return statement.leftOperand
  }

  /// Whether the value goes to a property without `self.` before it.
  private var isBareProperty: Bool {
    guard statement.kind == .assignment, let left = statement.leftOperand,
      left.kind == .declReference
    else { return false }
    return file.semantics.symbol(of: left)?.kind == .property
  }

  /// A task in an initialiser must not hold on to `self`, which is not whole yet.
  private func capturing(_ name: String, _ task: String) -> String {
    task.replacing("Task { ", with: "Task { [\(name)] in ", maxReplacements: 1)
  }

  private var isSoleResult: Bool {
    guard let block = statement.parent, block.items.count == 1, let owner = block.parent,
      owner.kind == .functionDecl
    else { return false }
    return owner.returnType != nil
  }
}

/// Returns the statement that runs a client or a server in a task, which must not hold on to `self`.
func runningTask(_ name: String, _ method: String) -> String {
  guard name.hasPrefix("self.") else { return "Task { try await \(name).\(method)() }" }
  let local = name.dropFirst("self.".count)
  return "Task { [\(local) = \(name)] in try await \(local).\(method)() }"
}
