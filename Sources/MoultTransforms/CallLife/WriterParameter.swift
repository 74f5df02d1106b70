package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A parameter of a function of the project for the stream of requests of a call object of grpc-swift 1: the function sends.
///
/// It becomes the writer of the closure that sends, in which all calls of the function come to stand: the requests end with
/// that closure.
struct WriterParameter {
  /// Whether the function ends the requests.
  var finishes: Bool { !endings.isEmpty }
  private let sends: [CallExpr]
  private let endings: [Node]

  /// - Parameter argument: what the function is given.
  static func judged(
    of function: Symbol, givenBy argument: Argument, _ trust: WriterTrust, _ file: FileContext
  ) -> WriterParameter? {
    guard let value = argument.expression?.node,
      let parameter = Parameter(of: file.parameter(taking: value)),
      let home = file.context(of: parameter.node)
    else { return nil }
    return judged(parameter, of: function, trust, home)
  }

  /// - Parameter trust: whether all that call the function are asked.
  static func judged(
    _ parameter: Parameter, of function: Symbol, _ trust: WriterTrust, _ file: FileContext
  ) -> WriterParameter? {
    guard let own = WriterParameter(parameter, file) else { return nil }
    guard trust == .judged else { return own }
    let areAllCallsOfCallObjects: Bool = file.others.answer(about: function) {
      guard file.changesAlone(function),
        let calls = callers(of: function, in: file), !calls.isEmpty
      else { return false }
      return calls.allSatisfy { givesCallObject($0, file) }
    }
    return areAllCallsOfCallObjects ? own : nil
  }

  /// Whether a call gives the function the stream of a call object that moves into closures.
  private static func givesCallObject(_ node: Node, _ file: FileContext) -> Bool {
    guard let call = CallExpr(node), let place = file.context(of: node) else { return false }
    let streams = call.arguments.compactMap { argument -> Node? in
      guard let value = argument.expression?.node, let member = MemberAccess(value),
        member.name == "requestStream", let base = member.base?.node
      else { return nil }
      return base
    }
    guard streams.count == 1, let local = LocalVariable(named: streams[0], place),
      let made = CallExpr(of: local.value), let kept = KeptCall(made, place),
      let life = try? CallLife(held: kept, .given, place)
    else { return false }
    return (try? CallInClosures.consequence(of: life, place)) != nil
  }

  private init?(_ parameter: Parameter, _ file: FileContext) {
    guard let type = NamedType(of: parameter.type), type.name == "GRPCAsyncRequestStreamWriter",
      parameter.defaultValue == nil, let symbol = file.semantics.symbol(of: parameter.node)
    else { return nil }
    var (sends, endings): ([CallExpr], [Node]) = ([], [])
    for use in file.semantics.references(to: symbol) where NameExpr(use) != nil {
      guard let call = MemberAccess(on: use)?.call, call.trailingClosures.isEmpty else {
        return nil
      }
      let item = call.node.with(.awaitExpr, .tryExpr)
      switch call.called?.node.name {
      case "send" where call.arguments.count == 1: sends.append(call)
      case "finish"
      where call.arguments.isEmpty && item.parent?.isBlockOfStatements == true
        && item.parent?.items.count ?? 0 > 1:
        endings.append(item)
      default: return nil
      }
    }
    (self.sends, self.endings) = (sends, endings)
  }

  /// Rewrites one of the calls on the stream.
  func rewrite(_ call: CallExpr, _ editor: inout SyntaxEditor, _ file: FileContext) -> Bool {
    if let ending = endings.first(where: { call.node.isInside($0) || call.node == $0 }) {
      editor.remove(item: ending)
      return true
    }
    guard sends.contains(where: { $0.node == call.node }), let message = call.arguments.first,
      let called = call.called
    else { return false }
    editor.rename(called.node, to: "write")
    let method = file.semantics.symbol(of: call.node)
    if method?.declaration?.genericParameters.isEmpty == false, let value = message.expression {
      editor.replace(message, with: CodeArgument("contentsOf", .kept(value)))
    }
    return true
  }
}

/// How much is asked before a function is trusted with the writer of a call.
enum WriterTrust {
  /// Whether all that call it can be rewritten.
  case judged

  /// Nothing, as that is being asked.
  case given
}

/// Turns `stream.send(…)` and `stream.finish()` on a parameter for the stream of a call object of grpc-swift 1 into those of
/// the writer of grpc-swift 2.
package func requestsOfAWriter(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let call = CallExpr(match.node) ?? MemberAccess(match.node)?.call,
    let called = call.called, case .member(let member) = called, let base = member.base?.node,
    let symbol = file.semantics.symbol(of: base),
    let parameter = Parameter(
      of: symbol.declaration.flatMap { declaration in
        declaration.nearest(.parameter, among: 2)
      }),
    let owner = parameter.node.ancestors.first(where: { $0.kind == .functionDecl }),
    let function = file.semantics.symbol(of: owner),
    let writer = WriterParameter.judged(parameter, of: function, .judged, file)
  else { return .manual() }
  var editor = file.editor
  guard writer.rewrite(call, &editor, file) else { return .manual() }
  return TransformOutcome(
    editor, review: "the requests end where the closure does that calls '\(function.name)'")
}
