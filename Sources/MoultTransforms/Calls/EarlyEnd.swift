import MoultMatching
import MoultSource
import MoultSyntax

/// What lets a call's handler end the wait for its messages, where the loop was left before they ended.
///
/// The handler writes down how it ended and signals; the waiting code cancels the call and does what was written
/// down. Messages that come in between are passed over.
struct EarlyEnd {
  /// What stands before the call, a line each.
  private(set) var declarations: [String] = []

  /// The body with its ways out written as what a handler can do; its braces are outside.
  private(set) var edits: [Edit]

  /// The condition under which a message still counts.
  private(set) var condition = ""

  /// What stands in place of the loop before its end is looked at, a line each.
  private(set) var afterwards: [String] = []

  /// The variable that says that the wait ended early and the function goes on, or nil.
  private(set) var flag: String?

  /// The variable that an error of the body is kept in, or nil.
  private(set) var failure: String?
  let semaphore: String

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
    edits = body.edits
    semaphore = try free(["finished", "callFinished"])
    afterwards = ["\(semaphore).wait()", "\(call).cancel(promise: nil)"]
    var conditions: [String] = []
    var declared: [String] = []
    if body.canThrow {
      let name = try free(["failure", "handlerFailure"])
      failure = name
      declared.append("var \(name): Error?")
      conditions.append("\(name) == nil")
      afterwards.append("if let \(name) = \(name) { throw \(name) }")
    }
    var outcome: String?
    if body.exits.contains(where: \.returns) {
      let result = try Self.resultType(around: loop.statement)
      let name = try free(["outcome", "handlerOutcome"])
      outcome = name
      if let result {
        declared.append("var \(name): \(result)?")
        conditions.append("\(name) == nil")
        afterwards.append("if let \(name) = \(name) { return \(name) }")
      } else {
        declared.append("var \(name): Void?")
        conditions.append("\(name) == nil")
        afterwards.append("if \(name) != nil { return }")
      }
    }
    if !body.exits.allSatisfy(\.returns) {
      let name = try free(["isDone", "hasEnough"])
      flag = name
      declared.append("var \(name) = false")
      conditions.append("!\(name)")
    }
    condition = conditions.joined(separator: ", ")
    declarations = declared + ["let \(semaphore) = DispatchSemaphore(value: 0)"]
    for exit in body.exits {
      edits += Self.edits(exit, flag: flag, outcome: outcome, semaphore)
    }
  }

  private static func edits(
    _ exit: LoopExit, flag: String?, outcome: String?, _ semaphore: String
  ) -> [Edit] {
    let range = exit.statement.range
    let leave = "\(semaphore).signal(); return"
    switch exit.kind {
    case .break: return [Edit(range, "\(flag ?? "") = true; \(leave)")]
    case .return(nil): return [Edit(range, "\(outcome ?? "") = (); \(leave)")]
    case .return(let value?):
      return [
        Edit(range.lowerBound..<value.range.lowerBound, "\(outcome ?? "") = .some("),
        Edit(value.range.upperBound..<range.upperBound, "); \(leave)"),
      ]
    }
  }

  /// The type that the function around the loop gives, or nil for none.
  private static func resultType(around loop: Node) throws(Refusal) -> String? {
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
    guard let result = owner.returnType else { return nil }
    if result.text == "Void" || result.text == "()" { return nil }
    switch result.kind {
    case .identifierType, .memberType, .optionalType, .arrayType, .dictionaryType, .tupleType:
      return result.text
    default:
      throw Refusal(
        "keep what '\(owner.name)' returns in a variable, and leave the loop with 'break', then run the fix again"
      )
    }
  }
}
