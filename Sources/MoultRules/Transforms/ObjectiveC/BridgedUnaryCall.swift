import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns `service.say(with: r) { … }`, bridged from Objective-C, into a started call with a response handler.
func bridgedUnaryCall(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  do throws(Refusal) {
    let call = try BridgedCall(match, file)
    var consequence = Consequence()
    consequence.edits = call.edits(options: "nil", ending: ".start()")
    return TransformOutcome(consequence, imports: neededModules(["ProtoRPC"], file))
  } catch {
    return .manual(error.nextStep)
  }
}

/// A call of a unary method of a bridged service, and what its successor is called.
struct BridgedCall {
  private let call: Node
  private let file: FileContext
  private let successor: Symbol
  private let response: String
  private let handler: Handler

  private enum Handler {
    case argument(Node)
    case trailing(Node, list: Node)
  }

  init(_ match: Match, _ file: FileContext) throws(Refusal) {
    call = match.node
    self.file = file
    let method = match.texts["method"] ?? ""
    guard let old = match.symbol, let owner = old.parent,
      let response = responseClass(of: old),
      let successor = file.model.declaredMembers(of: owner).first(where: {
        $0.objectiveCSelector == "\(method)WithMessage:responseHandler:callOptions:"
      })
    else {
      throw Refusal("regenerate the service with a plugin of 1.18 or later")
    }
    self.response = response
    self.successor = successor
    let trailing = call.trailingClosures
    if let list = call.child(.argumentList), list.arguments.count == 1, trailing.count == 1,
      let closure = trailing.first?.closure
    {
      let gap = list.range.upperBound..<closure.range.lowerBound
      guard !file.tree.holdsComment(in: gap) else {
        throw Refusal("move the comment before the handler, then run the fix again")
      }
      handler = .trailing(closure, list: list)
    } else if call.arguments.count == 2, trailing.isEmpty {
      handler = .argument(call.arguments[1])
    } else {
      throw Refusal("write the call with one request and one handler, then run the fix again")
    }
  }

  /// Returns what makes the new call.
  ///
  /// - Parameters:
  ///   - options: an expression.
  ///   - ending: what stands behind the call.
  func edits(options: String, ending: String) -> [Edit] {
    var edits: [Edit] = []
    if let name = call.callee?.mainToken, file.source.text(name.range) != successor.name {
      edits.append(Edit(name.range, successor.name))
    }
    if let request = call.arguments.first {
      let value = request.argumentValue.range.lowerBound
      let label = successor.parameterLabels.first.flatMap { $0 }.map { $0 + ": " } ?? ""
      let old = request.range.lowerBound..<value
      if file.source.text(old) != label { edits.append(Edit(old, label)) }
    }
    let opening = "GRPCUnaryResponseHandler<\(response)>(responseHandler: "
    let closing = ", responseDispatchQueue: nil)!, callOptions: \(options)"
    switch handler {
    case .argument(let argument):
      let value = argument.argumentValue.range
      edits.append(
        Edit(argument.range.lowerBound..<value.lowerBound, "responseHandler: " + opening))
      edits.append(Edit(value.upperBound..<value.upperBound, closing))
      let end = call.range.upperBound
      if !ending.isEmpty { edits.append(Edit(end..<end, ending)) }
    case .trailing(let closure, let list):
      let parenthesis = ByteOffset(list.range.upperBound.index - 1)
      edits.append(
        Edit(parenthesis..<closure.range.lowerBound, ", responseHandler: " + opening))
      let end = closure.range.upperBound
      edits.append(Edit(end..<end, closing + ")" + ending))
    }
    return edits
  }
}

/// The class of the response that the handler of an old method gets.
private func responseClass(of method: Symbol) -> String? {
  guard let type = method.parameters.last?.declaration?.parameterType?.text,
    let open = type.firstIndex(of: "("), let end = type[open...].firstIndex(of: "?")
  else { return nil }
  return String(type[type.index(after: open)..<end])
}

/// The modules that new text needs, where the file sees the library by imports and not through a bridging header.
func neededModules(_ modules: Set<String>, _ file: FileContext) -> Set<String> {
  let imported = Set(file.tree.importedModules)
  return imported.isDisjoint(with: ["GRPCClient", "ProtoRPC", "RxLibrary"]) ? [] : modules
}
