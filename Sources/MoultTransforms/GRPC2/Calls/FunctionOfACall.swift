import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A function that a project has added to `UnaryCall` of grpc-swift 1, where `self` is asked for nothing but its reply.
///
/// In an extension of `Task` it awaits `value`.
struct FunctionOfACall {
  let declaration: FunctionDecl

  /// The statements that are told how the call ended, in runs.
  private let completions: [FutureCompletion]

  /// `response.get()`.
  private let gets: [Node]

  /// The types of the reply.
  private let replies: [Node]

  /// The names that would hide those of `Task`, and what becomes of them.
  private let renamed: [(node: Node, name: String)]

  init(
    _ function: Symbol, _ declaration: Node, _ file: FileContext
  ) throws(Refusal) {
    let refusal = Refusal(
      "write '\(function.name)' as a function of 'Task', whose 'value' is the reply, and make each call that it is called on in a 'Task': here it is more than a function that is told of the reply"
    )
    guard let view = FunctionDecl(declaration), let body = view.body,
      let owner = declaration.ancestors.lazy.compactMap({ ExtensionDecl($0) }).first,
      owner.node.genericRequirements.isEmpty, owner.node.inheritedTypes.isEmpty,
      owner.members?.items.allSatisfy({ FunctionDecl($0.node) != nil }) == true,
      NamedType(of: owner.type)?.genericArguments == nil,
      !declaration.modifierNames.contains("static"), declaration.genericRequirements.isEmpty,
      !membersOfTask.contains(function.name)
    else { throw refusal }
    let types = declaration.descendants.filter { $0.kind == .identifierType }
    guard !types.contains(where: { ["RequestPayload", "Self", "UnaryCall"].contains($0.name) })
    else { throw refusal }
    (self.declaration, replies) = (view, types.filter { $0.name == "ResponsePayload" })
    renamed = try Self.renamed(declaration, refusal)
    var gets: [Node] = []
    var runs: [[HandlerOfFuture]] = []
    let names = function.parent.map { Set(additions(to: $0, file).map(\.name)) } ?? []
    for use in Self.uses(ofSelfIn: declaration, function.parent, file) {
      guard use.name == "response" else {
        // Functions beside it stay, and so does the end of a chain.
        if names.contains(use.name) || use.parent?.kind == .returnStmt {
          continue
        }
        throw refusal
      }
      guard let member = MemberAccess(on: use), let call = member.call?.node else { throw refusal }
      if member.name == "get" {
        gets.append(call)
        continue
      }
      guard let handler = HandlerOfFuture(call), let statement = handler.statement,
        statement.parent == body.node
      else { throw refusal }
      if let last = runs.last?.last?.statement, last.standsRightBefore(statement) {
        runs[runs.count - 1].append(handler)
      } else {
        runs.append([handler])
      }
    }
    let library = FutureLibrary(
      isFuture: { _, _ in false }, code: { _, _ in nil }, nextStep: refusal.nextStep)
    completions = runs.compactMap { run in
      guard let future = MemberAccess(of: run.first?.call.called?.node)?.base?.node else {
        return nil
      }
      return FutureCompletion(
        run, of: future, awaiting: .init(code: .word("value"), type: .word("Success")), library,
        file)
    }
    self.gets = gets
    var editor = file.editor
    for completion in completions { try completion.rewrite(&editor) }
  }

  func rewrite(_ editor: inout SyntaxEditor) throws(Refusal) {
    for completion in completions { try completion.rewrite(&editor) }
    for get in gets { editor.replace(get, with: .word("value")) }
    for reply in replies { editor.rename(reply, to: "Success") }
    for (node, name) in renamed { editor.rename(node, to: name) }
  }

  // MARK: - Names

  /// Generic parameters that are called as those of `Task` are, with new names.
  private static func renamed(
    _ declaration: Node, _ refusal: Refusal
  ) throws(Refusal) -> [(node: Node, name: String)] {
    let others = ["Success": ["Value", "Output", "Converted"], "Failure": ["Problem", "Fault"]]
    var renamed: [(node: Node, name: String)] = []
    for (name, free) in others.sorted(by: { $0.key < $1.key }) {
      let uses = declaration.descendants.filter { node in
        [.identifierType, .declReference, .genericParameter].contains(node.kind)
          && node.name == name
      }
      if uses.isEmpty { continue }
      let words = Set(declaration.descendants.map(\.name))
      guard declaration.genericParameters.contains(where: { $0.name == name }),
        let new = free.first(where: { !words.contains($0) })
      else { throw refusal }
      renamed += uses.map { ($0, new) }
    }
    return renamed
  }

  /// Where the call itself is asked for something or used, by `self` or without, in source order.
  private static func uses(
    ofSelfIn declaration: Node, _ type: Symbol?, _ file: FileContext
  ) -> [Node] {
    declaration.descendants.compactMap { node -> Node? in
      guard node.kind == .declReference else { return nil }
      if node.name == "self" { return MemberAccess(on: node)?.node ?? node }
      guard let symbol = file.semantics.symbol(of: node), symbol.isInstanceMember,
        symbol.parent == type || symbol.parent?.module == "GRPC"
      else { return nil }
      return node
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}

/// What a `Task` has itself.
private let membersOfTask: Set<String> = [
  "cancel", "value", "result", "isCancelled", "detached", "yield", "sleep", "hash",
]
