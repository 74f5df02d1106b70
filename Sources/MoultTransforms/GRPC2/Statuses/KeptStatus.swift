import MoultMatching
import MoultSemantics
import MoultSyntax

/// A stored property of type `GRPCStatus` that is asked for success anywhere in the project.
///
/// It becomes a `Status`, which may be `ok`, where nothing that becomes an `RPCError` is given to it, and where it goes nowhere.
struct KeptStatus {
  /// Where `isOk` is asked, in all files.
  private(set) var questions: [QuestionOfSuccess] = []

  /// - Parameter property: any symbol.
  static func judged(_ property: Symbol?, _ file: FileContext) -> KeptStatus? {
    guard let property, property.kind == .property, !property.isGenerated else { return nil }
    return file.others.answer(about: property) { KeptStatus(of: property, file) }
  }

  private init?(of property: Symbol, _ file: FileContext) {
    guard let declaration = property.declaration, let home = file.context(of: declaration),
      let variable = VariableDecl(binding: declaration), let owner = property.parent,
      variable.node.parent?.kind == .memberBlock, variable.node.attributes.isEmpty,
      let binding = variable.bindings.only, binding.value == nil,
      binding.node.accessorBlock == nil, let type = binding.type,
      home.semantics.symbol(of: type)?.qualifiedName == "GRPC.GRPCStatus",
      declarationsSharingTypes(with: property, in: home).isEmpty
    else { return nil }
    var isAsked = false
    for use in home.calls.uses(of: property) where use.kind != .identifierPattern {
      guard let place = home.context(of: use) else { return nil }
      switch UseOfStatus(use, place) {
      case .assigned(let value) where isStatus(value, place): continue
      case .asked(let question):
        isAsked = true
        questions.append(question)
      case .compared(let comparison) where comparison.subject != use && comparison.isByName:
        isAsked = isAsked || comparison.isWithSuccess
      case .shown, .read("message"), .read("description"): continue
      default: return nil
      }
    }
    let given = home.calls.uses(of: owner).compactMap { use -> (value: Node, file: FileContext)? in
      guard let call = CallExpr(of: use.ancestors.first { $0.kind == .functionCall }),
        let called = call.called?.node, called.range.contains(use.range.lowerBound),
        let value = call.argument(labeled: property.name)?.expression?.node,
        let place = home.context(of: use)
      else { return nil }
      return (value, place)
    }
    guard isAsked, given.allSatisfy({ isStatus($0.value, $0.file) }) else { return nil }
  }
}

/// Whether a value is a status that no fix makes an error: a parameter that can take a `Status`, or what a closure is given.
private func isStatus(_ value: Node, _ file: FileContext) -> Bool {
  guard NameExpr(value) != nil, let symbol = file.semantics.symbol(of: value),
    symbol.kind == .local, let declaration = symbol.declaration
  else { return false }
  if let parameter = Parameter(declaration), let type = parameter.type {
    return StatusOfSuccess.canHold(type, file)
  }
  return declaration.ancestors.first { $0.kind == .closure || $0.kind == .codeBlock }?.kind
    == .closure && VariableDecl(binding: declaration) == nil
}
