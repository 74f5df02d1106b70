import MoultRewriting
import MoultSyntax

/// What asks whether a status of grpc-swift 1 has a message: `if let text = status.message`, `status.message == nil`,
/// `(error as? GRPCStatus)?.message ?? "lost"`.
///
/// A message of grpc-swift 2 is empty where there is none, so that is asked.
struct PresentMessage {
  private let message: MemberAccess
  private let form: Form

  private enum Form {
    /// A condition that gives it this name.
    case condition(OptionalBinding, name: String)
    case comparison(InfixExpr, isNil: Bool)
    /// What stands where there is no status either.
    case choice(InfixExpr)
  }

  /// - Returns: nil where nothing asks, or where what follows asks whether it is empty.
  init?(_ message: MemberAccess) {
    guard let base = message.base else { return nil }
    self.message = message
    if let binding = OptionalBinding(of: message.node.parent?.parent),
      binding.value?.node == message.node, binding.introducer == .let,
      let name = binding.pattern?.name, binding.pattern?.kind == .identifierPattern
    {
      let conditions = binding.node.parent?.conditions ?? []
      guard !conditions.contains(where: { $0.text == "!\(name).isEmpty" }) else { return nil }
      form = .condition(binding, name: name)
      return
    }
    guard let question = InfixExpr(of: message.node.parent), question.left?.node == message.node,
      let other = question.right?.node
    else { return nil }
    switch question.name {
    case "==" where other.kind == .nilLiteral: form = .comparison(question, isNil: true)
    case "!=" where other.kind == .nilLiteral: form = .comparison(question, isNil: false)
    case "??" where base.node.kind == .optionalChaining && other.text != "\"\"":
      form = .choice(question)
    default: return nil
    }
  }

  /// What gives a message a name where there is one.
  static func conditions(binding name: String, to message: Code) -> [Code] {
    [.match(.bound(.let, name), value: message), isNotEmpty(name)]
  }

  private static func isNotEmpty(_ name: String) -> Code { .quoted("!\(name).isEmpty") }

  private var isChained: Bool { message.base?.node.kind == .optionalChaining }

  func rewrite(_ editor: inout SyntaxEditor) {
    let kept = Code.kept(message)
    switch form {
    case .condition(let binding, let name):
      let conditions =
        isChained
        ? [.kept(binding.node), Self.isNotEmpty(name)] : Self.conditions(binding: name, to: kept)
      editor.replace(element: binding.node, with: conditions)
    case .comparison(let question, let isNil):
      let isEmpty = kept.member("isEmpty")
      let asked: Code =
        if isChained {
          .infix(isEmpty, isNil ? "!=" : "==", .word("false"))
        } else if isNil {
          isEmpty
        } else if message.node.canBeWrittenTwice {
          .word("!\(message.node.text).isEmpty")
        } else {
          .infix(isEmpty, "==", .word("false"))
        }
      editor.replace(question.node, with: asked)
    case .choice(let choice):
      guard let status = message.base?.node.withoutUnwrapping, let other = choice.right else {
        return
      }
      let given = ClosureCode([.quoted("$0.message.isEmpty ? nil : $0.message")])
      editor.replace(
        choice.node,
        with: .infix(
          .call(Code.kept(status).member("flatMap"), [], trailing: [given]), "??", .kept(other)))
    }
  }
}
