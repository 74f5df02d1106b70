import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A call that a constant keeps, and whose reply is all that is asked of it, by `wait()` or `get()`, or its status once the reply has come.
///
/// Where all of it is handled by the same `do`, the constant becomes the reply. A single question in the next statement, or elsewhere, is asked
/// with the call itself.
struct AwaitedCall {
  /// The call that the constant has for its value, with the cast that says its type.
  let call: Node

  /// The calls of `wait` or `get`, in the order of the file.
  let waits: [Node]

  /// What waits for the status of a call that has returned its reply.
  private let statuses: [StatusBehindReply]

  /// Whether the call moves to where its reply is asked for.
  let isAwaitedInPlace: Bool
  private let name: String
  private let statement: Node
  private let library: FutureLibrary
  private let file: FileContext

  /// - Returns: nil where something else is asked of the call.
  init?(_ constant: LocalVariable, _ library: FutureLibrary, _ file: FileContext) {
    let mark = TryExpr(of: constant.value)
    guard mark == nil || mark?.mark == .propagating,
      let call = mark?.operand?.node ?? constant.value,
      CallExpr(CastExpr(call)?.operand?.node ?? call) != nil, let declaration = constant.declaration
    else { return nil }
    var waits: [Node] = []
    var others: [Node] = []
    for use in constant.uses(file) {
      guard let response = MemberAccess(on: use.chained)?.node, library.isFuture(response, file)
      else {
        others.append(use)
        continue
      }
      guard let wait = response.waitedFor, wait.arguments.isEmpty else { return nil }
      waits.append(wait.node)
    }
    statuses = others.compactMap { StatusBehindReply($0, behind: waits, file) }
    guard !waits.isEmpty, statuses.count == others.count else { return nil }
    let replyHandlers = waits.map(handlerOfErrors(around:))
    guard statuses.allSatisfy({ replyHandlers.contains(handlerOfErrors(around: $0.wait)) }) else {
      return nil
    }
    let handler = handlerOfErrors(around: declaration.node)
    // A type that stands there is that of the call.
    let isTyped = constant.binding.annotatedType != nil
    // An error of what the call is made on stays with what takes it.
    let isTried = mark != nil
    if let only = waits.only,
      statementGiving(only.with(.awaitExpr, .tryExpr)) == declaration.node.itemBehind,
      !isTried || handlerOfErrors(around: only) == handler
    {
      isAwaitedInPlace = true
    } else if !isTyped, waits.allSatisfy({ handlerOfErrors(around: $0) == handler }),
      let block = declaration.node.parent,
      waits.contains(where: { $0.isReached(from: declaration.node, in: block) })
    {
      isAwaitedInPlace = false
    } else if waits.count == 1, !isTried, isStable(call, file),
      waits[0].isDone(rightBehind: declaration.node)
    {
      isAwaitedInPlace = true
    } else {
      return nil
    }
    (self.call, self.waits, name) = (call, waits, constant.symbol.name)
    statement = declaration.node
    self.library = library
    self.file = file
  }

  /// Whether what is done with any other status than `ok` goes.
  var knowsItsStatus: Bool { !statuses.isEmpty }

  /// Asks for the reply where the call is made, or makes the call where the reply is asked for.
  func rewrite(_ editor: inout SyntaxEditor) throws(Refusal) {
    guard let asked = try library.code(call, file) else { throw Refusal(library.nextStep) }
    for status in statuses { status.rewrite(&editor) }
    if isAwaitedInPlace {
      editor.remove(item: statement)
      editor.replace(waits[0], with: asked)
    } else {
      editor.replace(call, with: asked)
      // What is left of it suspends no more.
      for wait in waits {
        // What is asked of a reply that nobody gave is nil as before.
        let isAsked = call.isOfOptional && wait.parent?.base == wait
        editor.replaceAwaited(wait, with: isAsked ? .postfix(.word(name), "?") : .word(name))
      }
    }
  }
}

extension SyntaxEditor {
  /// Replaces what was waited for by what is there already: the `await` before it goes, unless it may cover something else.
  mutating func replaceAwaited(_ wait: Node, with code: Code) {
    replace(wait, with: code)
    var whole = wait
    while let parent = whole.parent, parent.base == whole || parent.kind == .optionalChaining {
      whole = parent
    }
    if let mark = AwaitExpr(of: whole.parent) { replace(mark.node, with: .kept(whole)) }
  }
}

/// The block of the `do` with a `catch`, or else the function or closure, that takes the errors of a node.
func handlerOfErrors(around node: Node) -> Node? {
  var child = node
  for ancestor in node.ancestors {
    switch ancestor.kind {
    case .doStmt where !ancestor.catchClauses.isEmpty && child.kind == .codeBlock: return child
    case .functionDecl, .closure, .initializerDecl, .accessorDecl: return ancestor
    case .tryExpr where !ancestor.flags.isDisjoint(with: [.question, .exclamation]): return ancestor
    default: child = ancestor
    }
  }
  return nil
}

extension Node {
  /// Whether it is come to whenever a declaration in a block is: it stands in no block inside of that, and nothing in between leaves or is
  /// deferred.
  func isReached(from declaration: Node, in block: Node) -> Bool {
    let stands = ancestors.prefix { $0 != block }
      .allSatisfy { ![.codeBlock, .closure, .switchCase].contains($0.kind) }
    return stands
      && !block.items.contains { item in
        item.range.lowerBound >= declaration.range.upperBound
          && item.range.upperBound <= range.lowerBound
          && (item.kind == .deferStmt || item.mayEndItsBlock)
      }
  }

  /// Whether it is done once, and first, in the statement behind a declaration, but for other names: in blocks of `do` alone.
  fileprivate func isDone(rightBehind declaration: Node) -> Bool {
    guard let items = declaration.parent?.items, let start = items.firstIndex(of: declaration),
      let end = items.firstIndex(where: { isInside($0) }), start < end,
      items[(start + 1)..<end].allSatisfy({
        VariableDecl($0)?.bindings.only?.value == nil && VariableDecl($0) != nil
      })
    else { return false }
    for ancestor in ancestors.prefix(while: { $0 != declaration.parent }).reversed() {
      if ancestor.kind == .codeBlock {
        guard DoStmt(of: ancestor.parent) != nil, let first = ancestor.items.first,
          isInside(first)
        else { return false }
      } else if ancestor.kind == .closure || ancestor.kind == .switchCase || ancestor.kind.isLoop {
        return false
      }
    }
    return true
  }
}

/// Whether a call says the same somewhere further down: it names no variable that may have changed until then.
func isStable(_ call: Node, _ file: FileContext) -> Bool {
  let made = CastExpr(call)?.operand?.node ?? call
  return made.arguments.allSatisfy { argument in
    argument.descendants().allSatisfy { node in
      guard node.kind == .declReference, let symbol = file.semantics.symbol(of: node),
        symbol.kind == .local, let declaration = symbol.declaration
      else { return true }
      return declaration.nearest(.variableDecl, among: 2)?.name != "var"
    }
  }
}
