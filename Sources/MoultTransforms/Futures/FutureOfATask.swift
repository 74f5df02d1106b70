import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// `run { client.get(r).response }`, where a function wants a future of its closure: the future of a task that awaits the call.
///
/// The function stays as it is, with all that gives it closures and takes its futures. So does one that gives the future itself and has an async
/// twin already: to its callers it says that it gives futures.
struct FutureOfATask {
  private let future: Node
  private let code: Code
  private let keepsSelf: Bool

  /// - Returns: nil where the future goes elsewhere, or a task cannot keep what the call uses.
  init?(_ call: Node, _ library: FutureLibrary, _ file: FileContext) throws(Refusal) {
    guard let future = MemberAccess(on: call)?.node, library.isFuture(future, file),
      Self.isWanted(future, file), !file.refusesRaces, taskCanKeep([call], file),
      !call.descendants.contains(where: { $0.kind == .optionalChaining }),
      !localsUsed(in: [call], file).contains(where: {
        LocalVariable($0.symbol, file)?.declaration?.introducer == .var
      }),
      let code = try library.code(call, file)
    else { return nil }
    (self.future, self.code) = (future, code)
    keepsSelf = call.descendants.contains { node in
      node.kind == .declReference && file.semantics.symbol(of: node)?.isInstanceMember == true
    }
  }

  /// What becomes of the future.
  func consequence(in file: FileContext) -> Consequence {
    let loop = Code.library("NIOPosix.MultiThreadedEventLoopGroup").member("singleton")
      .calling("any")
    let awaiting = ClosureCode(captures: keepsSelf ? ["self"] : [], [.tryAwait(code)])
    var editor = file.editor
    editor.replace(future, with: loop.calling("makeFutureWithTask", with: awaiting))
    var reasons = [
      "the reply comes on an event loop of the process, of a task that nothing cancels"
    ]
    if future.descendants.contains(where: { $0.kind == .tryExpr }) {
      reasons.append("what making the request throws fails the future, and is not thrown at once")
    }
    return Consequence(editor, review: reasons)
  }

  /// Whether a future, or what steps make of it, is what a closure gives to a function that declares to want a future of it.
  private static func isWanted(_ future: Node, _ file: FileContext) -> Bool {
    var value = future
    while let step = MemberAccess(on: value), FutureStep(step.name) != nil, let call = step.call {
      value = call.node
    }
    let given = ReturnStmt(of: value.parent)?.node ?? value
    if let block = given.parent, let function = FunctionDecl(of: block.parent),
      function.body?.node == block, given != value || block.items == [value]
    {
      return file.semantics.symbol(of: function.node).flatMap { asyncTwin(of: $0, in: file.model) }
        != nil
    }
    guard
      let closure = given.ancestors.first(where: {
        $0.kind == .closure || $0.kind == .functionDecl || $0.kind == .accessorBlock
      }), closure.kind == .closure, given != value || closure.items == [value],
      let call = CallExpr(of: closure.callGiven),
      FutureStep(call.called?.node.name ?? "") == nil,
      let symbol = file.semantics.symbol(of: call.node)
    else { return false }
    let label = Argument(of: closure.parent)?.label
    let parameter =
      closure.parent == call.node
      ? symbol.parameters.last : symbol.parameters.first { $0.label == label }
    return parameter.map { wantsFuture($0, file) } ?? false
  }

  /// Whether a function declares to want a future of a closure that it is given; such a function stays as it is.
  static func isWanted(by function: Symbol, _ file: FileContext) -> Bool {
    function.parameters.contains { wantsFuture($0, file) }
  }

  private static func wantsFuture(_ parameter: SymbolParameter, _ file: FileContext) -> Bool {
    let type = parameter.declaration?.parameterType.flatMap { functionType($0, file) }
    return NamedType(of: type?.returnType)?.name == "EventLoopFuture"
  }
}
