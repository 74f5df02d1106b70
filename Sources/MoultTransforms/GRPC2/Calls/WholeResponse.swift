import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A unary call of grpc-swift 1 that a constant keeps, and that is waited for by more than its reply: its status ahead of that, its headers,
/// its trailers.
///
/// The constant becomes a `Result` of the reply, or where headers or trailers are asked for a `ClientResponse`, which says all of it:
/// `call = try await client.get(r) { $0 }`. The future of a status never fails, so where that or the trailers are asked for, an error of the
/// call is kept as well.
struct WholeResponse {
  private let kept: KeptCall
  private let made: CallOfGRPC2
  private let refusal: Refusal

  /// The type of the reply.
  private let reply: SemanticType
  private var asked: [Asked] = []

  /// What is waited for.
  private enum Asked {
    /// What a member of the response is: the reply, which throws, the headers, or the trailers.
    case member(String, wait: Node)
    case status(StatusBehindStream, statement: Node)
  }

  /// - Returns: nil where nothing is asked but the reply, or the status alone, or something that is no future of the call.
  /// - Throws: a `Refusal` where more is done with the status or the headers than to look at them.
  init?(_ kept: KeptCall, _ refusal: Refusal, _ file: FileContext) throws(Refusal) {
    let names = kept.uses.map { MemberAccess(on: $0)?.name ?? "" }
    guard names.allSatisfy(askedOfCalls.contains), names.count > 1,
      case .nominal(_, let messages) = file.semantics.type(of: kept.call.node),
      let reply = messages.last
    else { return nil }
    guard !kept.isTyped, !kept.call.node.isOfOptional,
      !file.tree.holdsComment(in: kept.declaration.range),
      !kept.declaration.holdsStringOverLines
    else { throw refusal }
    (self.kept, self.refusal, self.reply) = (kept, refusal, reply)
    made = try CallOfGRPC2(kept.call, sendsStream: false, file)
    for (use, name) in zip(kept.uses, names) {
      asked.append(try asked(of: use, name, file))
    }
  }

  private func asked(
    of use: Node, _ name: String, _ file: FileContext
  ) throws(Refusal) -> Asked {
    if name == "status" {
      let names = asked.compactMap { asked in
        if case .status(let status, _) = asked { status.name } else { nil }
      }
      guard let item = use.ancestors.first(where: { $0.parent?.isBlockOfStatements == true }),
        let status = try StatusBehindStream(item, use, besides: names, refusal, file)
      else { throw refusal }
      return .status(status, statement: item)
    }
    guard let wait = MemberAccess(on: use)?.node.waitedFor, wait.arguments.isEmpty else {
      throw refusal
    }
    let member = membersOfResponse[name] ?? name
    guard name == "response" || Self.isLookedAt(wait.node, file) else { throw refusal }
    return .member(member, wait: wait.node)
  }

  /// Whether headers that are waited for are shown, or asked for what the page of headers knows.
  private static func isLookedAt(_ wait: Node, _ file: FileContext) -> Bool {
    let marked = wait.with(.awaitExpr, .tryExpr)
    guard let constant = LocalVariable(holding: marked, file) else {
      return isShownOrAsked(wait, file) || isShownOrAsked(marked, file)
    }
    return constant.isConstant && TryExpr(marked)?.mark == .propagating
      && constant.uses(file).allSatisfy { isShownOrAsked($0, file) }
  }

  private static func isShownOrAsked(_ headers: Node, _ file: FileContext) -> Bool {
    if case .shown = UseOfStatus(headers, file) { return true }
    if let member = MemberAccess(on: headers.with(.tuple)) {
      return ["first", "contains", "isEmpty", "count", "description"].contains(member.name)
        && member.call?.trailingClosures.isEmpty != false
        && member.call?.arguments.first?.label != "where"
    }
    return headers.parent?.kind == .subscriptCall
  }

  /// Whether a local is a call whose response is kept.
  static func takes(_ name: Node, _ file: FileContext) -> Bool {
    guard let constant = LocalVariable(named: name, file),
      let call = CallExpr(of: constant.value), isUnaryFuture(call.node, file),
      AwaitedCall(constant, futures(of: ""), file) == nil, let kept = KeptCall(call, file)
    else { return false }
    return ((try? WholeResponse(kept, Refusal(""), file)) ?? nil) != nil
  }

  // MARK: - New code

  func consequence(in file: FileContext) throws(Refusal) -> Consequence {
    var editor = file.editor
    let names = asked.map { asked in
      switch asked {
      case .status: "status"
      case .member(let name, _): name
      }
    }
    let saysMore = names.contains("metadata") || names.contains("trailingMetadata")
    let isTotal = !saysMore || names.contains("status") || names.contains("trailingMetadata")
    let isAlike = waits.allSatisfy {
      handlerOfErrors(around: $0) == handlerOfErrors(around: kept.declaration)
    }
    let throwsErrors = !isTotal && isAlike
    // Nobody would hear that the call failed.
    if throwsErrors, !names.contains("message") { throw refusal }
    let call = made.code(saysMore ? [ClosureCode([.word("$0")])] : [])
    editor.replace(
      item: kept.declaration,
      with: throwsErrors
        ? [.variable(.let, kept.name, value: .tryAwait(call))]
        : saysMore ? response(of: call) : result(of: call))
    let effects: Effects = throwsErrors ? [.async, .throwing] : [.async]
    guard
      var consequence = additionOutside(
        of: kept.declaration, effects, to: kept.call.node, in: file)
    else { throw refusal }
    var silent: Set<Node> = []
    for asked in asked {
      switch asked {
      case .member(let name, let wait):
        let value = Code.word(kept.name)
        editor.replaceAwaited(wait, with: saysMore ? read(name, of: value) : value.calling("get"))
        if name == "trailingMetadata" { silent.insert(wait) }
      case .status(let status, let statement):
        status.rewrite(&editor)
        let value = Code.word(kept.name)
        let read = status.read(
          of: saysMore
            ? value.member("accepted").calling("flatMap", [.plain(.word("\\.message"))]) : value)
        if read.isEmpty {
          let isGone: (Node) -> Bool = { $0.isInside(statement) }
          let loose = unneededDo(around: statement, where: isGone, file)
          let item = loose?.node ?? statement
          // A case has to do something.
          if item.parent?.kind == .switchCase, item.parent?.items.count == 1 {
            editor.replace(item: item, with: [.word("break")])
          } else {
            editor.remove(item: item)
          }
        } else {
          editor.replace(item: statement, with: read)
        }
      }
    }
    consequence.merge(Consequence(editor))
    for wait in silent {
      consequence.merge(
        removalOfThrow(from: wait, alsoSilenced: silent, keepingCatch: true, in: file))
    }
    made.lower(&consequence)
    consequence.lower(to: .review, because: "the call is waited for where it is made")
    return consequence
  }

  /// What a response has; headers are asked for so that it throws where the call failed before it had any, as their future did.
  private func read(_ name: String, of response: Code) -> Code {
    name == "metadata"
      ? response.member("accepted").calling("get").member(name) : response.member(name)
  }

  /// Makes the call, and keeps its error as a response.
  private func response(of call: Code) -> [Code] {
    let response = Code.library("GRPCCore.ClientResponse")
    return filled(.generic(response, [.type(reply)]), by: .tryAwait(call)) { error in
      .call(response, [CodeArgument("error", error)])
    }
  }

  /// Makes the call, and keeps its error beside its reply.
  private func result(of call: Code) -> [Code] {
    let type = Code.generic("Result", [.type(reply), .library("GRPCCore.RPCError")])
    let made = Code.call(.member(nil, "success"), [.plain(.tryAwait(call))])
    return filled(type, by: made) { error in .call(.member(nil, "failure"), [.plain(error)]) }
  }

  /// Fills the constant, also where the call throws.
  private func filled(
    _ type: Code, by made: Code, failing failed: (Code) -> Code
  ) -> [Code] {
    let error = Code.library("GRPCCore.RPCError")
    let other = Code.quoted("\(error)(code: .unknown, message: \"\\(error)\", cause: error)")
    func filling(_ value: Code) -> [Code] { [.infix(.word(kept.name), "=", value)] }
    return [
      .variable(.let, kept.name, type: type, value: nil),
      .form(
        .caughtEach(
          filling(made),
          [
            CatchCode(error, filling(failed(.word("error")))),
            CatchCode(nil, filling(failed(other))),
          ])),
    ]
  }

  private var waits: [Node] {
    asked.map { asked in
      switch asked {
      case .member(_, let wait): wait
      case .status(_, let statement): statement
      }
    }
  }
}

/// The futures of a call, but for its status by the names that a response has for what they give.
private let membersOfResponse = [
  "response": "message", "initialMetadata": "metadata", "trailingMetadata": "trailingMetadata",
]
private let askedOfCalls: Set = ["response", "status", "initialMetadata", "trailingMetadata"]
