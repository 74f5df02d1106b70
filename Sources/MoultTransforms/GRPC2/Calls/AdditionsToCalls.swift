import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What a project has added to `UnaryCall` of grpc-swift 1: functions that do something with the reply once it is there.
///
/// Their extensions become those of `Task`, whose value is the reply, and each call that one of them is called on is made
/// in a task: all of it or nothing.
struct AdditionsToCalls {
  /// The calls that become tasks.
  private let calls: Set<Node>

  /// Why they stay.
  private let refusal: Refusal?

  var areRewritten: Bool { refusal == nil }

  /// - Parameter type: `UnaryCall`, or a protocol that it conforms to.
  static func judged(_ type: Symbol, _ file: FileContext) -> AdditionsToCalls {
    file.calls.answer(about: type) { AdditionsToCalls(to: type, file) }
  }

  private init(to type: Symbol, _ file: FileContext) {
    do throws(Refusal) {
      var calls: Set<Node> = []
      for member in additions(to: type, file) {
        guard let declaration = member.declaration, let home = file.context(of: declaration) else {
          continue
        }
        _ = try FunctionOfACall(member, declaration, home)
        for use in home.calls.uses(of: member) where use != declaration {
          guard let place = home.context(of: use) else { throw Self.refusal(of: member) }
          if let call = try Self.call(under: use, member, place) {
            _ = try TaskOfACall(call, place)
            calls.insert(call)
          }
        }
      }
      (self.calls, refusal) = (calls, nil)
    } catch {
      (calls, refusal) = ([], error)
    }
  }

  /// The call of a generated method that a function is called on; nil where the function's own extension calls it.
  private static func call(
    under use: Node, _ function: Symbol, _ file: FileContext
  ) throws(Refusal) -> Node? {
    guard let member = MemberAccess(use) ?? MemberAccess(of: use.parent), member.call != nil,
      let base = member.base?.node, base != use
    else {
      let isOwn = use.ancestors.contains { node in
        ExtensionDecl(node)?.type.flatMap { file.semantics.symbol(of: $0) } == function.parent
      }
      guard NameExpr(use) != nil, isOwn, CallExpr(of: use.parent)?.called?.node == use else {
        throw refusal(of: function)
      }
      return nil
    }
    if base.name == "self", NameExpr(base) != nil { return nil }
    if isUnaryFuture(base, file) { return base }
    guard let local = LocalVariable(named: base, file), let value = local.value,
      let kept = CallExpr(value).flatMap({ KeptCall($0, file) }), isUnaryFuture(value, file),
      PatternBinding(local.binding)?.type == nil
    else { throw refusal(of: function) }
    let cancelled = kept.cancels.compactMap { MemberAccess(of: $0.called?.node)?.base?.node }
    guard kept.uses.allSatisfy({ cancelled.contains($0) || additionCalled(on: $0, file) != nil })
    else { throw refusal(of: function) }
    return value
  }

  private static func refusal(of function: Symbol) -> Refusal {
    Refusal(
      "write '\(function.name)' as a function of 'Task', whose 'value' is the reply, and make each call that it is called on in a 'Task'; grpc-swift 2 has no call objects"
    )
  }

  /// The fix of a call.
  func task(of call: CallExpr, _ file: FileContext) throws(Refusal) -> TransformOutcome {
    if let refusal { throw refusal }
    guard calls.contains(call.node) else {
      throw Refusal("make the call in a 'Task', as the functions that are called on it are its own")
    }
    let task = try TaskOfACall(call.node, file)
    var editor = file.editor
    task.rewrite(&editor)
    for cancel in KeptCall(call, file)?.cancels ?? [] { editor.saysNothing(cancel) }
    var consequence = Consequence(editor)
    task.made.lower(&consequence)
    consequence.lower(
      to: .review,
      because: "the call is made in a 'Task', whose value the project's functions await")
    return TransformOutcome(consequence)
  }

  /// The fix of an extension.
  func rewrite(
    _ owner: ExtensionDecl, of symbol: Symbol, _ type: Node, _ file: FileContext
  ) throws(Refusal) -> TransformOutcome {
    if let refusal { throw refusal }
    var editor = file.editor
    let canFail = Code.form(
      .sameType(.word("Failure"), .anyError))
    editor.replace(type, with: .form(.filtered(.library("_Concurrency.Task"), where: canFail)))
    for function in additions(to: symbol, file) {
      guard let declaration = function.declaration, declaration.isInside(owner.node)
      else { continue }
      try FunctionOfACall(function, declaration, file).rewrite(&editor)
    }
    return TransformOutcome(editor, review: "its functions are those of every 'Task' that can fail")
  }
}

/// A call in a task, `Task { try await client.get(request) }`.
private struct TaskOfACall {
  let made: CallOfGRPC2
  private let client: CallOfGRPC2.CapturedClient?
  private let captures: [String]

  init(_ node: Node, _ file: FileContext) throws(Refusal) {
    guard let call = CallExpr(node), taskCanKeep([node], file), !node.isOfOptional else {
      throw Refusal("make the call in a 'Task' of its own, which the functions are called on")
    }
    made = try CallOfGRPC2(call, sendsStream: false, file)
    client = file.refusesRaces ? made.clientApart(file) : nil
    let locals = try CarriedState([node], movedFrom: node, file).captures.filter { $0 != "self" }
    captures = [client?.capture].compactMap(\.self) + locals
  }

  func rewrite(_ editor: inout SyntaxEditor) {
    editor.replace(
      made.call.node,
      with: .task(ClosureCode(captures: captures, [.tryAwait(made.code([], client: client?.name))]))
    )
  }
}

/// Turns `extension UnaryCall { … }` into one of `Task`; the type at any other place is left to a person.
package func additionsToCalls(
  _ match: Match, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  guard let owner = ExtensionDecl(of: match.node.parent), owner.type == match.node,
    let type = match.symbol
  else { return .manual() }
  return try AdditionsToCalls.judged(type, file).rewrite(owner, of: type, match.node, file)
}

/// The same for a call that a constant keeps.
func additionCalled(onOrBehind call: CallExpr, _ file: FileContext) -> Symbol? {
  if let direct = additionCalled(on: call.node, file) { return direct }
  return KeptCall(call, file)?.uses.lazy.compactMap { additionCalled(on: $0, file) }.first
}

/// The function of the project's that is called on a call of grpc-swift 1.
func additionCalled(on call: Node, _ file: FileContext) -> Symbol? {
  guard let made = MemberAccess(on: call)?.call,
    let function = file.semantics.symbol(of: made.node), function.kind == .function,
    let type = function.parent, typesOfUnaryCalls.contains(type.qualifiedName),
    additions(to: type, file).contains(function)
  else { return nil }
  return function
}

/// What modules of the project declare in extensions of a type of a library.
func additions(to type: Symbol, _ file: FileContext) -> [Symbol] {
  file.model.declaredMembers(of: type).filter { $0.module != type.module }
}

/// What the project's functions on the reply of a call are added to.
let typesOfUnaryCalls: Set<String> = ["GRPC.UnaryCall", "GRPC.UnaryResponseClientCall"]
