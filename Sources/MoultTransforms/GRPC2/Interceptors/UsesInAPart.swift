import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What the statements for one kind of parts name, and how it is named in grpc-swift 2.
struct UsesInAPart {
  /// The type that a message is taken for; nil for one of any type, and where none is named.
  private(set) var messageType: Code?

  /// Whether the name of the value at an index is used.
  private(set) var isUsed: [Bool] = []

  /// Where the part is named for its type alone, which becomes that of the message.
  private var parts: [Node] = []
  private let name: String?

  /// Where headers are named that are named nowhere else, or changed.
  private var headers: [Node] = []
  private let headersOfCall: Code
  private let paths: [Node]
  private var changes: [ChangedStatus] = []

  /// Whether headers get a name of their own.
  private(set) var namesHeaders = false

  /// - Parameters:
  ///   - message: the type of the messages, as the class says it.
  ///   - declaration: the class.
  /// - Returns: nil if more is done than to look at what stands in the part.
  init?(_ part: HandledPart, _ message: Node, _ declaration: Node, _ file: FileContext) {
    let parameters = declaration.genericParameters
    let inside = (part.kept + part.shared).flatMap { Array($0.descendants()) }
    name = part.name(0)
    if part.kind == .message, name != nil {
      parts = inside.filter { node in
        node.kind == .declReference && node.name == part.method.part
          && Argument(of: node.parent)?.label == "of"
          && Argument(of: node.parent)?.call?.called?.node.text == "type"
      }
    }
    let types = Set(parts)
    let context = part.method.context
    paths = inside.filter { node in
      node.kind == .memberAccess && node.name == "path" && node.base?.kind == .declReference
        && node.base?.name == context
    }
    let ofPaths = Set(paths.compactMap(\.base))
    let bound = Set(part.names)
    let isInline = part.kind == .metadata
    let taboo = Set(parameters.map(\.name)).union(namesOfInterception)
      .union([part.method.part, "promise", context, "super"])
    /// Whether a name is that of a local in a block of its own, where the code around is not named.
    func isInside(_ symbol: Symbol?) -> Bool {
      guard let symbol, symbol.kind == .local, let declaration = symbol.declaration,
        let home = part.kept.first(where: { declaration.isInside($0) })
      else { return false }
      return ["message", "error", "response", "part", "writer"].contains(symbol.name)
        && home.kind != .variableDecl && home.kind != .guardStmt
        && home.kind != .optionalBinding && home.kind != .matchingPattern
    }
    guard !isInline || bound.isDisjoint(with: namesOfInterception),
      inside.allSatisfy({ node in
        switch node.kind {
        case .awaitExpr, .deferStmt: false
        case .tryExpr: part.canThrow && isInline || node.text.hasPrefix("try?")
        case .capture: node.name != "self"
        case .identifierPattern:
          !bound.contains(node.name)
            && (!taboo.contains(node.name) || isInside(file.semantics.symbol(of: node)))
        case .declReference, .identifierType:
          bound.contains(node.name) || !taboo.contains(node.name) || ofPaths.contains(node)
            || types.contains(node)
            || isInside(file.semantics.symbol(of: node))
        default: true
        }
      }),
      !part.kept.contains(where: { statement in
        statement.ownDescendants.contains { $0.kind == .returnStmt || $0.kind == .throwStmt }
      })
    else { return nil }
    func uses(_ index: Int) -> [Node] {
      guard let name = part.name(index) else { return [] }
      return inside.filter { $0.kind == .declReference && $0.name == name }
    }
    let all = part.names.indices.map { uses($0) }
    isUsed = all.map { !$0.isEmpty }
    headersOfCall = .word(part.method.isOfRequests ? "request.metadata" : "contents.metadata")
    switch part.kind {
    case .metadata:
      let named = all.first ?? []
      let isInClosure = named.contains { use in
        use.ancestors.prefix { !part.kept.contains($0) }.contains { $0.kind == .closure }
      }
      // What makes other headers of them may be a function that stays one of headers.
      guard !part.changesHeaders || part.method.isOfRequests && !isInClosure,
        !named.contains(where: { AssignmentExpr(to: $0) != nil })
      else { return nil }
      namesHeaders = !part.changesHeaders && !named.isEmpty && (named.count > 1 || isInClosure)
      headers = namesHeaders ? [] : named
    case .message:
      // How a message was to be sent is said elsewhere.
      guard isUsed.count < 2 || !isUsed[1] else { return nil }
      guard isUsed.first == true else { break }
      guard let parameter = parameters.first(where: { $0.name == message.text }) else {
        messageType = .word(message.text)
        break
      }
      if let constraint = constraint(on: parameter, in: declaration) {
        messageType = .form(.existential(.word(constraint.text)))
      }
    case .end:
      let refusal = Refusal("")
      for status in all.first ?? [] {
        do throws(Refusal) {
          if let change = try ChangedStatus(status, refusal, file) { changes.append(change) }
        } catch {
          return nil
        }
      }
    }
  }

  func rewrite(_ editor: inout SyntaxEditor) {
    if let name {
      for part in parts { editor.replace(part, with: .word(name)) }
    }
    for use in headers { editor.replace(use, with: headersOfCall) }
    for path in paths {
      if let argument = Argument(of: path.parent), let whole = argument.node.parent,
        whole.kind == .interpolation, argument.label == nil
      {
        editor.replace(whole, with: .word("/" + methodOfCall))
      } else {
        editor.replace(path, with: .word("\"/\(methodOfCall)\""))
      }
    }
    ChangedStatus.rewrite(changes, &editor)
  }
}

/// What a class says of the type of its messages, in its parameters or behind what it inherits from.
private func constraint(on parameter: Node, in declaration: Node) -> Node? {
  if let own = parameter.children.first(where: { $0.kind.isType }) { return own }
  return declaration.genericRequirements.lazy.map { Array($0.children) }
    .first { $0.count == 2 && $0[0].text == parameter.name }?.last
}

/// What the code around the statements names.
let namesOfInterception: Set<String> = [
  "request", "next", "context", "response", "contents", "producer", "writer", "part", "message",
  "error", "ended", "failed", "ObservedWriter", "ObservedParts", "Locked",
]

/// `context.path` of grpc-swift 1 is `/package.Service/Method`, with this behind the slash.
private let methodOfCall = "\\(context.descriptor.fullyQualifiedMethod)"
