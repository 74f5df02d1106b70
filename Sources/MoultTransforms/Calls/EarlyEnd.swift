import MoultMatching
import MoultRewriting
import MoultSyntax

/// What lets a call's handler end the wait for its messages, where the loop was left before they ended.
///
/// The handler writes down how it ended and signals; the waiting code cancels the call and does what was written
/// down. Messages that come in between are passed over.
struct EarlyEnd {
  /// What stands before the call.
  private(set) var declarations: [Code] = []

  /// What stands in place of the loop before its end is looked at.
  private var afterwards: [Code]

  /// The conditions under which a message still counts.
  private var conditions: [Code] = []

  /// The variable that says that the wait ended early and the function goes on, or nil.
  private var flag: String?

  /// The variable that an error of the body is kept in, or nil.
  private var failure: Code?

  /// The variable that what the function returns early is kept in, or nil.
  private var outcome: Code?
  private let semaphore: Code

  /// - Parameter loop: whose body is `body`.
  init(
    _ body: HandlerBody, of loop: ReceiveLoop, call: String, _ file: FileContext
  ) throws(Refusal) {
    func free(_ names: [String]) throws(Refusal) -> String {
      guard let name = file.freeName(names, around: loop.statement) else {
        throw Refusal("rename '\(names[0])' in this function, then run the fix again")
      }
      return name
    }
    let finished = try free(["finished", "callFinished"])
    semaphore = .word(finished)
    afterwards = Code.quoted(items: "\(finished).wait(); \(call).cancel(promise: nil)")
    if body.canThrow {
      let name = try free(["failure", "handlerFailure"])
      failure = keep(name, as: .library("Swift.Error"), then: .quoted("throw \(name)"))
    }
    if body.exits.contains(where: \.returns) {
      let name = try free(["outcome", "handlerOutcome"])
      if let result = try Self.resultType(around: loop.statement) {
        outcome = keep(name, as: .kept(result), then: .returned(.word(name)))
      } else {
        outcome = keep(name, as: .word("Void"), then: nil)
      }
    }
    if !body.exits.allSatisfy(\.returns) {
      let name = try free(["isDone", "hasEnough"])
      flag = name
      declarations.append(.variable(.var, name, value: .word("false")))
      conditions.append(.word("!\(name)"))
    }
    declarations.append(.quoted("let \(finished) = DispatchSemaphore(value: 0)"))
  }

  /// Declares a variable that is nil until the wait ends early.
  ///
  /// - Parameter use: what is done with its value then; the function returns if nothing is said.
  private mutating func keep(_ name: String, as type: Code, then use: Code?) -> Code {
    declarations.append(.quoted("var \(name): \(type)?"))
    conditions.append(.quoted("\(name) == nil"))
    afterwards.append(
      use.map { .quoted("if let \(name) = \(name) { \($0) }") }
        ?? .quoted("if \(name) != nil { return }"))
    return .word(name)
  }

  /// Ends the wait.
  private var signal: Code { semaphore.calling("signal") }

  /// Ends the wait when the call ends.
  func subscription(to call: String) -> Code {
    .quoted("\(call).status.whenComplete { _ in \(signal) }")
  }

  /// What stands in place of the loop.
  ///
  /// - Parameter end: looks at how the call ended, where the loop was not left early.
  func afterwards(then end: [Code]) -> [Code] {
    guard let flag, !end.isEmpty else { return afterwards + end }
    return afterwards + [.branch(conditions: [.word("!\(flag)")], end)]
  }

  /// What the handler does with a message.
  func guarded(_ items: [Code]) -> [Code] {
    let check = Code.form(.guarding(conditions, else: [.word("return")]))
    guard let failure else { return [check] + items }
    return [check, .quoted("do { \(items) } catch { \(failure) = error; \(signal) }")]
  }

  /// Writes a way out of the loop as what a handler can do.
  func rewrite(_ exit: LoopExit, _ editor: inout SyntaxEditor) {
    let (kept, value): (Code?, Code) =
      switch exit.kind {
      case .next, .elsewhere: (nil, .word("return"))
      case .break: (flag.map { .word($0) }, .word("true"))
      case .return(nil): (outcome, .tuple([]))
      case .return(let value?):
        (outcome, .call(.member(nil, "some"), [.plain(.kept(value))]))
      }
    guard let kept else { return }
    editor.replace(
      item: exit.statement, with: [.infix(kept, "=", value), signal, .word("return")])
  }

  /// The type that the function around the loop gives, or nil for none.
  private static func resultType(around loop: Node) throws(Refusal) -> Node? {
    let owner = loop.ancestors.first {
      switch $0.kind {
      case .closure, .functionDecl, .initializerDecl, .accessorDecl, .deinitializerDecl,
        .subscriptDecl:
        true
      default: false
      }
    }
    guard let owner, owner.kind == .functionDecl else {
      throw Refusal(
        "move the loop into its own function with a declared return type, then run the fix again"
      )
    }
    guard let result = owner.returnType, !result.isVoidType else { return nil }
    switch result.kind {
    case .identifierType, .memberType, .optionalType, .arrayType, .dictionaryType, .tupleType:
      return result
    default:
      throw Refusal(
        "keep what '\(owner.name)' returns in a variable, and leave the loop with 'break', then run the fix again"
      )
    }
  }
}

extension Node {
  /// Whether a type is that of nothing.
  var isVoidType: Bool {
    kind == .tupleType ? children.isEmpty : NamedType(self)?.name == "Void"
  }
}
