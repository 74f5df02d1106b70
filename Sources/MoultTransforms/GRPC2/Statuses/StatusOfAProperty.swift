import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A property that keeps a status, is `ok` at first, and is asked whether it still is: an error, or none.
///
/// `var outcome = GRPCStatus.ok`, `if outcome != .ok { throw outcome }` become `var outcome: RPCError? = nil`,
/// `if let outcome { throw outcome }`.
struct StatusOfAProperty {
  private let binding: PatternBinding

  /// The conditions `outcome != .ok`, each of an `if`, with the name that they ask.
  private let questions: [(condition: Node, name: String)]

  /// The property whose first value a constant is, or that is compared with it.
  ///
  /// - Parameter ok: `GRPCStatus.ok`, or `.ok`.
  init?(around ok: Node, _ file: FileContext) {
    var property: Symbol?
    if let binding = PatternBinding(giving: ok) {
      property = (binding.pattern?.node).flatMap { file.semantics.symbol(of: $0) }
    } else if let comparison = InfixExpr(of: ok.parent) {
      let other = [comparison.left, comparison.right].compactMap(\.?.node).first { $0 != ok }
      property = other.flatMap { file.semantics.symbol(of: $0) }
    }
    guard let property, let declaration = property.declaration, declaration.tree === file.tree,
      let known = Self.judged(property, file)
    else { return nil }
    self = known
  }

  /// - Parameter symbol: any symbol, with the file that declares it.
  static func judged(_ symbol: Symbol, _ file: FileContext) -> StatusOfAProperty? {
    guard symbol.kind == .property else { return nil }
    return file.others.answer(about: symbol) { StatusOfAProperty(of: symbol, file) }
  }

  private init?(of property: Symbol, _ file: FileContext) {
    guard let declaration = property.declaration, !property.isGenerated,
      let variable = VariableDecl(binding: declaration), variable.introducer == .var,
      variable.node.parent?.kind == .memberBlock, variable.node.attributes.isEmpty,
      let binding = variable.bindings.only, binding.type == nil,
      binding.node.accessorBlock == nil, case .identifier? = binding.pattern,
      let first = binding.value?.node,
      file.semantics.symbol(of: first)?.qualifiedName == "GRPC.GRPCStatus.ok",
      file.calls.unknownUses(of: property.name).isEmpty
    else { return nil }
    guard declarationsSharingTypes(with: property, in: file).isEmpty else { return nil }
    var questions: [(condition: Node, name: String)] = []
    var readings: [Node] = []
    for use in file.calls.uses(of: property) where use.kind != .identifierPattern {
      guard use.kind == .declReference || use.kind == .memberAccess,
        let place = file.context(of: use)
      else { return nil }
      switch UseOfStatus(use, place) {
      case .assigned(let value):
        guard isFailure(value, place) else { return nil }
      case .compared(let comparison):
        guard comparison.subject == use, let parent = InfixExpr(of: use.parent),
          parent.name == "!=", parent.left?.node == use, NameExpr(use) != nil,
          use.tree === file.tree, let ok = comparison.constants.first,
          place.semantics.symbol(of: ok)?.qualifiedName == "GRPC.GRPCStatus.ok",
          let choice = parent.node.parent, choice.kind == .ifExpr,
          choice.conditions.contains(parent.node)
        else {
          readings.append(use)
          continue
        }
        questions.append((parent.node, property.name))
      default: readings.append(use)
      }
    }
    let bodies = questions.compactMap { $0.condition.parent?.body }
    let areAsked = readings.allSatisfy { reading in
      NameExpr(reading) != nil && bodies.contains { reading.isInside($0) }
    }
    guard !questions.isEmpty, areAsked else { return nil }
    (self.binding, self.questions) = (binding, questions)
  }

  /// Declares the error, and asks whether there is one.
  func rewrite(_ editor: inout SyntaxEditor, _ file: FileContext) {
    guard let pattern = binding.pattern?.node, let value = binding.value?.node else { return }
    let error = Code.library("GRPCCore.RPCError")
    editor.annotate(pattern: pattern, with: .postfix(error, "?"))
    editor.replace(value, with: .word("nil"))
    for question in questions {
      editor.replace(question.condition, with: .bound(.let, question.name))
    }
  }
}

/// Whether a status is made of another code than `ok`, there or where the constant that it names is declared.
private func isFailure(_ status: Node, _ file: FileContext) -> Bool {
  var made = status
  if let local = LocalVariable(named: status, file), local.declaration?.introducer == .let,
    let value = local.value
  {
    made = value
  }
  guard let call = CallExpr(made),
    ["GRPC.GRPCStatus", "GRPCCore.RPCError"].contains(
      file.semantics.symbol(of: made)?.parent?.qualifiedName),
    case .member(let code)? = call.argument(labeled: "code")?.expression
  else { return false }
  return code.name != "ok"
}
