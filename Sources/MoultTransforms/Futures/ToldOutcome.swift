import MoultMatching
import MoultRewriting
import MoultSyntax

/// What closures are told of a call whose status is waited for behind them: it is done where the call is awaited.
///
/// Whoever waits for the status has the call done behind that, and the closures with it.
struct ToldOutcome {
  /// What is told of the reply, and of an error.
  let handlers: [HandlerOfFuture]

  /// What is told that the call is over.
  let ended: [HandlerOfFuture]
  let status: FilledStatus
  let refusal: Refusal
  let file: FileContext

  private var all: [HandlerOfFuture] { handlers + ended }

  /// What declares the status if it has a name, awaits the call, and does what the closures did.
  ///
  /// - Parameters:
  ///   - call: without marks.
  ///   - isOptional: whether it gives nil where what it is made on is nil.
  func awaiting(
    _ call: Code, isOptional: Bool, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> [Code] {
    let success = handlers.first { $0.outcome == .success }
    let failure = handlers.first { $0.outcome == .failure }
    let switched = handlers.only?.closure.flatMap { SwitchedOutcome($0, file) }
    guard keepItself(&editor), !all.contains(where: \.call.node.holdsStringOverLines),
      switched != nil || handlers.count == [success, failure].compactMap(\.self).count
    else { throw refusal }
    guard !all.contains(where: { status.isNamed(in: $0) }) else {
      throw Refusal(
        "\(refusal.nextStep); a closure before it has another use for the status's name")
    }
    func statement(named name: String) -> Code {
      FutureTail.Use.asking(call, named: name, isOptional: isOptional)
    }
    var done = [Code.infix(.word("_"), "=", .tryAwait(call))]
    var (bound, handled): (String?, [Code]) = (nil, [])
    if let switched {
      done = [statement(named: switched.reply)] + switched.done
      (bound, handled) = (switched.error, switched.failed)
    }
    if let success {
      let (name, items) = try success.done(
        naming: ["reply", "value"], weakly: ["self"], goingOn: true, refusal, &editor, file)
      done = [statement(named: name ?? "_")] + items
    }
    if let failure {
      (bound, handled) = try failure.done(
        naming: ["error", "failure"], weakly: ["self"], goingOn: true, refusal, &editor, file)
    }
    let caught = Code.form(
      .caught(
        done + status.succeeded, binding: bound == "error" ? nil : bound,
        .new(handled + status.failed(with: bound ?? "error"))))
    var items = status.declaration + [caught]
    for handler in ended {
      items += try handler.done(naming: [], weakly: ["self"], goingOn: true, refusal, &editor, file)
        .items
    }
    return items
  }

  /// Asks the object itself what closures asked it that captured it weakly: what they did is done in a method of it.
  ///
  /// - Returns: whether they captured nothing else, and did no more than to ask it something in a statement of their own: a closure
  ///   inside, which may stay longer, would keep it.
  private func keepItself(_ editor: inout SyntaxEditor) -> Bool {
    for handler in all {
      guard let names = handler.closure.map({ $0.weakCaptures }) ?? [],
        names.allSatisfy({ $0 == "self" })
      else { return false }
      guard !names.isEmpty else { continue }
      for use in handler.items.flatMap({ $0.descendants() })
      where use.kind == .declReference && use.name == "self" {
        guard let asked = use.parent, asked.kind == .optionalChaining,
          handler.items.contains(where: { $0.ownDescendants.contains(use) })
        else { return false }
        let whole = asked.with(.memberAccess, .functionCall, .subscriptCall)
        let isTarget = AssignmentExpr(of: whole.parent)?.target?.node == whole
        guard isTarget || whole.parent?.isBlockOfStatements == true else { return false }
        editor.replace(asked, with: .word("self"))
      }
    }
    return true
  }
}
