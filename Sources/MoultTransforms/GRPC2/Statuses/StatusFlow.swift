import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// What is done with a `GRPCStatus` or its code by all declarations that it goes through.
///
/// They have one type, so what one of them is asked decides for all of them.
struct StatusFlow {
  /// The types that declarations write.
  private let types: [ValueFlow.Place]

  /// What is asked whether it is `ok`: a status or its code.
  private var questions: [ValueFlow.Place] = []

  /// Whether it is thrown, cast, or given where an error is taken.
  private var isFailure = false

  /// Whether it is given to what a context of grpc-swift 1 keeps.
  private let isKeptByLibrary: Bool

  /// Whether an error that was caught comes into it, which is an `RPCError` and never `ok`.
  private var isCaught: Bool

  /// Whether a status is created for it, other than `ok`.
  private var isMade = false

  /// Whether it is given `GRPCStatus.ok`, or its code is `ok`.
  private var isOk = false

  /// Whether what a call of grpc-swift 1 ended with comes into it, which may be `ok`.
  private var isOfCall = false

  /// Whether it goes somewhere that no parameter of the project declares.
  private var isGivenAway = false

  /// A property that becomes an error or none is the end of the flow, and so is what a call of grpc-swift 1 gave: once the call
  /// is one of grpc-swift 2, nothing is asked of it.
  private static let course = ValueFlow.Course(
    types: ["GRPC.GRPCStatus", "GRPC.GRPCStatus.Code"],
    ends: { symbol, declaration, home in
      StatusOfAProperty.judged(symbol, home) != nil || isGivenByCall(symbol, declaration, home)
    }, isLeftOut: { isGivenAsError($0, $1) })

  /// - Parameter mention: the type as it is written, or an expression that creates or names a status.
  init(of mention: Node, _ file: FileContext) {
    let flow = ValueFlow(of: mention, along: Self.course, file)
    types = flow.types
    // By the pattern of a 'catch', or by a cast in that of a 'case'.
    isCaught = flow.named.compactMap(\.declaration).contains { name in
      name.ancestors.prefix(6).contains { $0.kind == .catchItem || $0.kind == .asExpr }
    }
    isKeptByLibrary = flow.wholes.contains { whole, file in
      guard let parent = whole.parent, parent.kind == .assignment else { return false }
      return parent.children.contains {
        $0 != whole && file.semantics.symbol(of: $0)?.module == "GRPC"
      }
    }
    for (value, file) in flow.values { note(value, file) }
  }

  /// The flow of what a parameter or a property of the project holds.
  static func judged(_ symbol: Symbol, declaredAs type: Node, _ file: FileContext) -> StatusFlow {
    file.others.answer(about: symbol) { StatusFlow(of: type, file) }
  }

  /// What a person does first about a status that grpc-swift 1 keeps, or that something asks for success and that cannot become
  /// a `Status` as a whole; nil for all others.
  func step(_ file: FileContext) -> String? {
    if isKeptByLibrary {
      return "throw an 'RPCError' instead of setting a status; a method that returns has succeeded"
    }
    guard let question = questions.first, !isCaught, !isOfStatuses else { return nil }
    let source = question.file.source
    let line = source.lines.line(of: question.node.range.lowerBound)
    let place = source.path == file.source.path ? "line \(line)" : "\(source.path):\(line)"
    return
      "\(place) asks this status whether it is 'ok', which no 'RPCError' is: go on where the call returned, throw an 'RPCError' otherwise, and use 'Status' where success is a value; then run the fix again"
  }

  /// Whether all of it becomes an `RPCError`, as one that was caught comes into it: none is ever `ok`.
  var isOfErrors: Bool { isCaught && !isOk && !isKeptByLibrary && !isOfStatuses }

  /// Whether something asks for success, or gives it or what a call ended with, and all that holds it can take a `Status`.
  var isOfStatuses: Bool {
    ((isOk || isOfCall) && !isGivenAway || !questions.isEmpty) && !isFailure
      && (!isMade || isOfCall)
      && !isCaught
      && questions.allSatisfy { StatusOfSuccess.canBeAsked($0.node, $0.file) }
      && types.allSatisfy { StatusOfSuccess.canHold($0.node, $0.file) }
  }

  /// Whether it is given `ok`, is no error for anybody, and cannot become a `Status` as a whole.
  var holdsSuccess: Bool { isOk && !isFailure && !isOfStatuses }

  /// Whether what a call ended with comes into it, and all of it becomes a `Status`, with what is created for it.
  var isOfOutcomes: Bool { isOfCall && isOfStatuses }

  /// Notes what is done with a value.
  private mutating func note(_ value: Node, _ file: FileContext) {
    switch UseOfStatus(value, file) {
    case .asked(let question): questions.append((question.status, file))
    case .compared(let comparison) where comparison.isWithSuccess:
      questions.append((comparison.subject, file))
    case .failure: isFailure = true
    // What it is compared with may be the code of an error.
    case .compared(let comparison) where !comparison.isByName: isGivenAway = true
    case .other:
      // Of what nobody declares, nobody knows whether it takes an error.
      let isCalled = CallExpr(of: value.parent)?.called?.node == value
      if NameExpr(value) != nil, !isCalled, file.parameter(taking: value) == nil,
        !isTold(value, file)
      {
        isGivenAway = true
      }
    case .compared, .assigned, .shown, .read: break
    }
    if value.kind == .asExpr { isCaught = true }
    if Argument(of: value.parent) != nil, isOutcomeOfCall(value, file) { isOfCall = true }
    if value.kind == .keyPath, value.children.contains(where: { $0.name == "isOk" }) {
      questions.append((value, file))
    }
    let made = file.semantics.symbol(of: value)
    if let made, made.parent?.qualifiedName == "GRPC.GRPCStatus",
      made.kind != .property || made.isStatic
    {
      if made.name == "ok" { isOk = true } else { isMade = true }
    }
    // Every other code is one of an error as well.
    if made?.qualifiedName == "GRPC.GRPCStatus.Code.ok" { isOk = true }
  }
}

/// Whether a value is an argument of a closure that a local or a property holds.
private func isTold(_ value: Node, _ file: FileContext) -> Bool {
  guard let called = Argument(of: value.parent)?.call?.called?.node.withoutUnwrapping,
    let symbol = file.semantics.symbol(of: called)
  else { return false }
  return [.local, .property].contains(symbol.kind)
}

/// Whether a closure is told a value of a call, and hands it on whatever it is.
private func isOutcomeOfCall(_ value: Node, _ file: FileContext) -> Bool {
  guard NameExpr(value) != nil, !ChangedStatus.isApartFromSuccess(value, file) else { return false }
  if isToldByLibrary(value, file) { return true }
  guard let local = file.semantics.symbol(of: value), let declaration = local.declaration,
    isGivenByCall(local, declaration, file)
  else { return false }
  guard let held = local.binding?.initialValue.map(callUnderMarks) else { return true }
  return ["wait", "get"].contains(held.callee?.name)
}

/// Whether a name is what a closure is told that grpc-swift 1 or one of its futures takes.
func isToldByLibrary(_ name: Node, _ file: FileContext) -> Bool {
  let closure: Node?
  if name.name == "$0" {
    closure = name.ancestors.first { $0.kind == .closure }
  } else {
    closure = file.semantics.symbol(of: name)?.declaration?.ancestors.first { $0.kind == .closure }
    guard file.semantics.symbol(of: name)?.declaration?.kind == .closureParameter else {
      return false
    }
  }
  return closure?.callGiven.map { isOfLibrary($0, file) } ?? false
}

/// Whether a call is one of grpc-swift 1 or of its futures.
private func isOfLibrary(_ call: Node, _ file: FileContext) -> Bool {
  ["GRPC", "NIOCore"].contains(file.semantics.symbol(of: call)?.module)
}

/// Whether a local is what a call or a future of the libraries gives, to a closure or as a value.
private func isGivenByCall(_ local: Symbol, _ declaration: Node, _ file: FileContext) -> Bool {
  guard local.kind == .local else { return false }
  if let closure = closure(ofParameter: declaration) {
    let call = closure.ancestors.prefix(3).first { $0.kind == .functionCall }
    return call.map { isOfLibrary($0, file) } ?? false
  }
  if let source = declaration.sourceOfPattern {
    guard let held = file.semantics.symbol(of: source), let place = held.declaration else {
      return false
    }
    return isGivenByCall(held, place, file)
  }
  guard let binding = local.binding, binding.annotatedType == nil,
    let value = binding.initialValue.map(callUnderMarks)
  else { return false }
  return value.kind == .functionCall && value.callee?.kind == .memberAccess
    && isOfLibrary(value, file)
}
