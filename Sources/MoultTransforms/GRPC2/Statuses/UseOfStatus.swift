import MoultMatching
import MoultSemantics
import MoultSyntax

/// What is done with a `GRPCStatus` or its code where a name stands for it.
enum UseOfStatus {
  /// It is asked whether it `isOk`.
  case asked(QuestionOfSuccess)

  /// It, or its code, is compared.
  case compared(ComparedStatus)

  /// Another value takes its place.
  case assigned(Node)

  /// It becomes text: `"\(status)"`, `String(describing: status)`, `print(status)`.
  case shown

  /// It is thrown, cast, or given where an error is taken.
  case failure

  /// Another member than `isOk`, or a code that nothing is compared with.
  case read(String)
  case other

  init(_ status: Node, _ file: FileContext) {
    if let assignment = AssignmentExpr(to: status), let value = assignment.value {
      self = .assigned(value.node)
    } else if isShown(status, file) {
      self = .shown
    } else if ThrowStmt(of: status.parent) != nil || CastExpr(of: status.parent) != nil
      || isGivenAsError(status, file)
    {
      self = .failure
    } else if let comparison = ComparedStatus(status) {
      self = .compared(comparison)
    } else if let member = MemberAccess(on: status) {
      switch member.name {
      case "isOk": self = .asked(QuestionOfSuccess(member: member, status: status))
      case "code": self = ComparedStatus(member.node).map { .compared($0) } ?? .read("code")
      default: self = .read(member.name)
      }
    } else {
      self = .other
    }
  }
}

/// What a status or its code is compared with by `==`, `!=`, a `switch` or an assertion of XCTest.
struct ComparedStatus {
  /// What is compared: the status, or its member `code`.
  let subject: Node
  let constants: [Node]

  /// - Parameter subject: any value.
  /// - Returns: nil if nothing is compared with it.
  init?(_ subject: Node) {
    if let comparison = InfixExpr(of: subject.parent), ["==", "!="].contains(comparison.name) {
      constants = [comparison.left, comparison.right].compactMap(\.?.node).filter { $0 != subject }
    } else if let choice = SwitchExpr(of: subject.parent), choice.subject?.node == subject {
      constants = choice.cases.flatMap(\.caseItems).map(\.node)
    } else if let other = valueAsserted(beside: subject.with(.tryExpr)) {
      constants = [other]
    } else {
      return nil
    }
    self.subject = subject
  }

  var isWithSuccess: Bool { constants.contains { $0.text.hasSuffix(".ok") } }

  /// Whether each constant has its type from what is compared.
  var isByName: Bool { constants.allSatisfy { $0.text.hasPrefix(".") } }
}

/// The other value of `XCTAssertEqual(a, b)` or its opposite.
func valueAsserted(beside value: Node) -> Node? {
  guard let call = Argument(of: value.parent)?.call,
    ["XCTAssertEqual", "XCTAssertNotEqual"].contains(call.called?.node.name)
  else { return nil }
  let compared = call.arguments.prefix(2).compactMap(\.expression?.node)
  return compared.contains(value) ? compared.first { $0 != value } : nil
}

private func isShown(_ value: Node, _ file: FileContext) -> Bool {
  guard let argument = Argument(of: value.parent) else { return false }
  if argument.node.parent?.kind == .interpolation { return true }
  guard let call = argument.call, case .name(let function)? = call.called else { return false }
  switch function.name {
  case "String": return argument.label == "describing" || argument.label == "reflecting"
  case "print", "debugPrint", "dump":
    return argument.label == nil
      && !file.calls.nodes(named: function.name).contains { $0.kind == .functionDecl }
  default: return false
  }
}

/// Whether a value is an argument where an error is taken.
func isGivenAsError(_ value: Node, _ file: FileContext) -> Bool {
  guard let argument = Argument(of: value.parent), let call = argument.call else { return false }
  if call.called?.node.name == "failure" { return true }
  guard let function = file.semantics.symbol(of: call.node),
    function.parameterTypes.count == call.arguments.count,
    let place = call.arguments.map(\.node).firstIndex(of: argument.node)
  else { return false }
  return function.parameterTypes[place].fullyUnwrapped.nominalSymbol?.name == "Error"
}
