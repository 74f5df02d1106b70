import MoultMatching
import MoultSemantics
import MoultSyntax

/// The double of a streaming call, as a test sets it up in a local.
struct CallDouble {
  let uses: [Node]

  /// The declaration of the local and the statements that fill it.
  private(set) var statements: [Node] = []
  private var outputs: Expr?
  private var output: Expr?

  /// Returns nil if the symbol is no local that is made of a generated double.
  init?(_ local: Symbol, _ file: FileContext) {
    guard local.kind == .local, let type = local.type.nominalSymbol, type.isGenerated,
      type.name.hasSuffix("CallTestStub"),
      let declaration = local.declaration.flatMap({ VariableDecl(binding: $0) }),
      case .call(let made)? = declaration.bindings.only?.value, made.arguments.isEmpty,
      declaration.node.parent?.kind.holdsStatements == true
    else { return nil }
    statements = [declaration.node]
    uses = file.semantics.references(to: local).filter { $0.kind == .declReference }
    for use in uses {
      guard let (statement, name, value) = Self.filling(use) else { continue }
      if name == "outputs", outputs == nil { outputs = value }
      if name == "output", output == nil { output = value }
      statements.append(statement)
    }
  }

  /// The enqueuing method's ending, and its argument.
  var responses: (ending: String, value: Expr?) {
    if let output { return ("Response", output) }
    return ("Responses", outputs)
  }

  /// Whether the use fills the double, once, with responses.
  func explains(_ use: Node) -> Bool { Self.filling(use) != nil && statements.count == 2 }

  /// `call.outputs = list`, `call.output = response`.
  private static func filling(_ use: Node) -> (statement: Node, name: String, value: Expr)? {
    guard let member = MemberAccess(on: use), member.name == "outputs" || member.name == "output",
      let (statement, value) = member.filling
    else { return nil }
    return (statement, member.name, value)
  }

  /// Whether all uses are taken care of where the double is given to the stub.
  var isEnqueued: Bool {
    uses.contains { use in
      guard let argument = use.parent, argument.kind == .argument,
        let call = argument.ancestors.first(where: { $0.kind == .functionCall }),
        let append = call.callee, append.name == "append", let calls = append.base,
        calls.kind == .memberAccess, calls.name.hasSuffix("Calls")
      else { return false }
      return uses.allSatisfy { $0 == use || explains($0) } && responses.value != nil
    }
  }
}

/// Whether a use of a call's double, or of its type, is rewritten where the double is given to the stub.
func isEnqueuedDouble(_ node: Node, _ file: FileContext) -> Bool {
  for ancestor in [node] + Array(node.ancestors.prefix(6)) {
    let name =
      switch ancestor.kind {
      case .memberAccess: ancestor.base.flatMap { $0.kind == .declReference ? $0 : nil }
      case .patternBinding: ancestor.child(.identifierPattern)
      default: nil as Node?
      }
    if let local = name.flatMap(file.semantics.symbol), let double = CallDouble(local, file) {
      return double.isEnqueued
    }
  }
  return false
}
