import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What is done with a variable that keeps a stream, and with the other names of that stream.
struct UsesOfCallVariable {
  /// Where a call is assigned.
  struct Made {
    /// The variable, as it is named there.
    let target: Node

    /// The item of a block that assigns.
    let assignment: Node
    let call: CallExpr
    let file: FileContext

    /// The constant that holds the call first.
    let constant: KeptCall?

    /// What is asked of the constant.
    var asked = UsesOfStream()

    /// What is done with its status.
    var handled: HandledStatus?

    /// The item of a block that makes the call.
    var item: Node { constant?.declaration ?? assignment }
  }

  /// A constant of a condition that is what the variable keeps: `if let call = self.call`.
  struct Bound {
    /// The variable, as it is named there.
    let source: Node
    let file: FileContext
    var asked = UsesOfStream()
  }

  /// A parameter that the variable is given, of an initialiser which nobody calls.
  struct Given {
    let parameter: Parameter
    let type: NamedType

    /// The variable, as it is named there, and the item of a block that assigns.
    let target: Node
    let assignment: Node
    let file: FileContext
  }

  private(set) var makes: [Made] = []
  private(set) var bound: [Bound] = []
  private(set) var given: [Given] = []

  /// Calls of functions of the project that are assigned: these return a stream.
  private(set) var returned: [(call: CallExpr, function: Symbol)] = []

  /// What is done with its status elsewhere than where a call is made.
  private(set) var told: [HandledStatus] = []

  /// What is asked of the variable itself.
  private(set) var asked = UsesOfStream()

  /// Where it is given up.
  private(set) var nils: [(target: Node, item: Node, file: FileContext)] = []
  private let kind: String
  private let refusal: Refusal

  /// All that cancels the stream.
  var cancels: [UsesOfStream.Use] {
    asked.cancels + makes.flatMap(\.asked.cancels) + bound.flatMap(\.asked.cancels)
  }

  /// - Parameter kind: the name of the call's type.
  /// - Throws: a `Refusal` where anything else is done with it.
  init(
    _ symbol: Symbol, _ kind: String, _ binding: Node, _ refusal: Refusal, _ home: FileContext
  ) throws(Refusal) {
    (self.kind, self.refusal) = (kind, refusal)
    var isCompared = false
    let named =
      symbol.kind == .local ? home.semantics.references(to: symbol) : home.calls.uses(of: symbol)
    for name in named where !name.isInside(binding) && name != binding {
      guard let file = home.context(of: name) else { throw refusal }
      var target = name
      if let member = MemberAccess(of: name.parent), member.base?.node != name {
        target = member.node
      }
      if let assignment = AssignmentExpr(to: target) {
        try take(assignment, of: target, file)
      } else if let local = LocalVariable(bindingInCondition: target, file) {
        var bound = Bound(source: target, file: file)
        for use in local.uses(file) { try bound.asked.take(use, refusal, file) }
        let isOfTwoKinds = !bound.asked.cancels.isEmpty && bound.asked.sendsOrEnds
        guard bound.asked.handled.isEmpty, !isOfTwoKinds, !local.isCaptured(file)
        else { throw refusal }
        self.bound.append(bound)
      } else if Self.isComparedWithNil(target) {
        isCompared = true
      } else {
        try asked.take(target, refusal, file)
      }
    }
    // A task is there where no client was.
    if isCompared || !bound.isEmpty, makes.contains(where: { $0.call.node.isOfOptional }) {
      throw refusal
    }
    for status in asked.handled { try tell(status) }
  }

  private mutating func take(
    _ assignment: AssignmentExpr, of target: Node, _ file: FileContext
  ) throws(Refusal) {
    let item = assignment.node
    guard item.parent?.isBlockOfStatements == true, let value = assignment.value?.node else {
      throw refusal
    }
    if value.kind == .nilLiteral {
      nils.append((target, item, file))
      return
    }
    if let parameter = Parameter(of: file.semantics.symbol(of: value)?.declaration) {
      let given = Given(parameter, value, assignment: item, of: target, kind, file)
      guard let given else { throw refusal }
      self.given.append(given)
      return
    }
    let constant = LocalVariable(named: value, file)
    guard let call = CallExpr(constant?.value ?? callUnderMarks(value)),
      let function = file.semantics.symbol(of: call.node),
      file.semantics.type(of: call.node).fullyUnwrapped.nominalSymbol?.name == kind
    else { throw refusal }
    if constant == nil, ReturnedStream.isWritten(for: function) {
      return returned.append((call, function))
    }
    guard callStyle(of: function, in: file.model) == .future else { throw refusal }
    let kept = KeptCall(call, file)
    guard
      constant == nil
        || kept.map({ VariableDecl($0.declaration)?.bindings.only?.type == nil }) == true
    else { throw refusal }
    var made = Made(target: target, assignment: item, call: call, file: file, constant: kept)
    for use in kept?.uses ?? [] where use != value {
      try made.asked.take(use, refusal, file)
    }
    guard made.asked.handled.count <= 1 else { throw refusal }
    made.handled = made.asked.handled.first
    makes.append(made)
  }

  /// Gives what is done with a status to the call that is made before it in the same block.
  private mutating func tell(_ status: HandledStatus) throws(Refusal) {
    let statement = status.handler.statement
    let index = makes.lastIndex { made in
      made.item.parent == statement?.parent
        && statement.map { made.item.range.upperBound <= $0.range.lowerBound } == true
    }
    guard let index else { return told.append(status) }
    guard makes[index].handled == nil else { throw refusal }
    makes[index].handled = status
  }

  /// Whether what is done with a status stands in a task of its own: another one may want to know how the stream ended, or
  /// the constant of a call would have a type of its own.
  var statusesStandAlone: Bool {
    guard told.isEmpty else { return true }
    return makes.contains { $0.handled == nil }
      && makes.contains { $0.handled != nil && $0.constant != nil }
  }

  private static func isComparedWithNil(_ target: Node) -> Bool {
    guard let comparison = InfixExpr(of: target.parent) else { return false }
    return ["==", "!="].contains(comparison.name)
      && comparison.right?.node.kind == .nilLiteral
  }
}

extension UsesOfCallVariable.Given {
  /// - Returns: nil if the parameter is used otherwise, or if somebody gives it a value.
  fileprivate init?(
    _ parameter: Parameter, _ value: Node, assignment: Node, of target: Node, _ kind: String,
    _ file: FileContext
  ) {
    guard let type = NamedType(of: parameter.type), type.name == kind, type.genericArguments != nil,
      parameter.defaultValue == nil, let owner = parameter.node.owningFunction,
      owner.kind == .initializerDecl, !owner.modifierNames.contains("public"),
      let symbol = file.semantics.symbol(of: parameter.node),
      file.semantics.references(to: symbol).filter({ $0.kind == .declReference }) == [value],
      file.values(passedTo: parameter.node)?.isEmpty == true
    else { return nil }
    (self.parameter, self.type, self.file) = (parameter, type, file)
    (self.target, self.assignment) = (target, assignment)
  }
}

/// What is asked of a stream by one of its names.
struct UsesOfStream {
  struct Use {
    /// The stream, as it is named there.
    let target: Node
    let call: CallExpr

    /// The item of a block.
    let item: Node
    let file: FileContext

    /// The stream with what unwraps it, `call?`.
    var chained: Node { call.called.flatMap { MemberAccess($0.node)?.base?.node } ?? target }
  }

  private(set) var sends: [Use] = []
  private(set) var endings: [Use] = []
  private(set) var cancels: [Use] = []
  private(set) var handled: [HandledStatus] = []

  var sendsOrEnds: Bool { !sends.isEmpty || !endings.isEmpty }

  /// - Parameter target: the stream, as it is named.
  /// - Throws: a `Refusal` unless it is sent to, ended or cancelled, or something is done with its status.
  mutating func take(
    _ target: Node, _ refusal: Refusal, _ file: FileContext
  ) throws(Refusal) {
    var chained = target
    if let parent = target.parent, [.optionalChaining, .forceUnwrap].contains(parent.kind) {
      chained = parent
    }
    if let status = try HandledStatus(of: chained, file) {
      handled.append(status)
      return
    }
    guard let member = MemberAccess(on: chained), let call = member.call else { throw refusal }
    var item = discarding(call.node) ?? call.node
    if member.name != "cancel" {
      item = wholeStatement(call.node)
      // Nobody waits for a stream, and what is cancelled or shut down behind it would not be sent.
      if item != discarding(call.node) ?? call.node, Self.isEndedBehind(item) { throw refusal }
      // Nobody asserts that what is put into a stream has been sent.
      if let assertion = Argument(of: item.parent)?.call, assertion.onlyArgument != nil,
        assertion.called?.node.name == "XCTAssertNoThrow"
      {
        item = assertion.node
      }
    }
    guard item.parent?.isBlockOfStatements == true || item.parent?.kind == .switchCase,
      !item.isValueOfItsClosure, !item.isResultOfItsFunction
    else { throw refusal }
    let use = Use(target: target, call: call, item: item, file: file)
    switch member.name {
    case "sendMessage" where call.promisesNothing(apartFrom: 1): sends.append(use)
    case "sendEnd" where call.promisesNothing(): endings.append(use)
    case "cancel" where call.promisesNothing(): cancels.append(use)
    default: throw refusal
    }
  }
}

extension UsesOfStream {
  /// Whether a statement behind another one may end the call, or what it runs on.
  private static func isEndedBehind(_ item: Node) -> Bool {
    guard let block = item.parent else { return true }
    return block.items.drop { $0 != item }.dropFirst().contains { later in
      later.descendants().contains { node in
        ["cancel", "close", "shutdown", "syncShutdown"].contains { node.name.hasPrefix($0) }
      }
    }
  }
}

extension Node {
  /// Whether it is all of a function that gives something, or of what is computed.
  fileprivate var isResultOfItsFunction: Bool {
    guard let block = parent, block.items.count == 1 else { return false }
    return block.kind == .accessorBlock || FunctionDecl(of: block.parent)?.returnType != nil
  }
}

extension UsesOfStream.Use {
  /// Puts a message into what takes requests, or ends that.
  func put(into requests: Code, _ editor: inout SyntaxEditor) {
    let message = call.arguments.first { $0.label == nil }?.expression
    editor.replace(
      item: item,
      with: [message.map { .quoted("\(requests).yield(\($0))") } ?? requests.calling("finish")])
  }
}
