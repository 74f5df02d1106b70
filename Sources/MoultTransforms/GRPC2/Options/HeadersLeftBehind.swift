import MoultMatching
import MoultSemantics
import MoultSyntax

/// Whether headers of HTTP/2 are made where `Metadata` is wanted, or are taken where it is given.
///
/// Nobody writes that: a fix left the headers to a person, or the file imports no gRPC, and what takes or gives them has been
/// rewritten since.
///
/// - Parameter type: `HPACKHeaders` before the parentheses.
/// - Complexity: O(*n*) in the uses of the local that keeps the headers, if one does.
func areWantedAsMetadata(_ type: Node, _ file: FileContext) -> Bool {
  guard !file.model.declaresTopLevelType(named: "Metadata") else { return false }
  if let parameter = Parameter(of: type.with(.optionalType).parent) {
    return isGivenMetadata(parameter, file)
  }
  if isRequiredAsMetadata(type, file) { return true }
  guard let call = CallExpr(of: type.parent), call.called?.node == type else { return false }
  if isWanted(call.node, file) { return true }
  guard let binding = PatternBinding(giving: call.node),
    case .identifier(let name)? = binding.pattern
  else { return false }
  if file.importsCore, binding.node.annotatedType?.isMetadata == true { return true }
  guard let local = file.semantics.symbol(of: name), local.kind == .local else { return false }
  return file.semantics.references(to: local).contains {
    $0.kind == .declReference && isWanted($0, file)
  }
}

/// Whether headers are the type of a property that a protocol requires as `Metadata`.
private func isRequiredAsMetadata(_ type: Node, _ file: FileContext) -> Bool {
  let annotation = type.with(.optionalType).parent
  guard annotation?.kind == .typeAnnotation,
    let binding = annotation?.parent.flatMap({ PatternBinding($0) }),
    case .identifier(let name)? = binding.pattern,
    let property = file.semantics.symbol(of: name), property.kind == .property
  else { return false }
  return declarationsSharingTypes(with: property, in: file).contains { required in
    guard required.parent?.kind == .protocolType, let declaration = required.declaration else {
      return false
    }
    return VariableDecl(binding: declaration)?.bindings.only?.type?.isMetadata == true
  }
}

/// Whether a member of headers is asked of what is `Metadata` by now.
func isMetadata(_ headers: Node?, _ file: FileContext) -> Bool {
  headers.map { file.semantics.type(of: $0).isMetadata } ?? false
}

/// Whether a function is called with `Metadata` for a parameter, and never with headers of HTTP/2.
private func isGivenMetadata(_ parameter: Parameter, _ file: FileContext) -> Bool {
  guard
    let function = parameter.node.ancestors.first(where: {
      FunctionDecl($0) != nil || InitializerDecl($0) != nil
    }),
    let index = function.parameters.firstIndex(of: parameter.node),
    let symbol = file.semantics.symbol(of: function), let calls = callers(of: symbol, in: file)
  else { return false }
  var isGiven = false
  for call in calls.compactMap({ CallExpr($0) }) {
    let label = parameter.label
    let argument =
      label == nil
      ? call.arguments.dropFirst(index).first { $0.label == nil }
      : call.arguments.first { $0.label == label }
    guard let value = argument?.expression?.node, let home = file.context(of: value) else {
      continue
    }
    switch home.semantics.type(of: value).fullyUnwrapped.nominalSymbol?.qualifiedName {
    case "GRPCCore.Metadata": isGiven = true
    case "NIOHPACK.HPACKHeaders": return false
    default: continue
    }
  }
  return isGiven
}

private func isWanted(_ headers: Node, _ file: FileContext) -> Bool {
  let place = headers.parent?.kind == .inOut ? headers.parent?.parent : headers.parent
  if let argument = Argument(of: place), let call = argument.call {
    // Of overloads none takes what stands there now, so any may be meant.
    return overloads(calledBy: call, file).contains { function in
      zip(function.parameters, function.parameterTypes).contains { parameter, type in
        parameter.label == argument.label
          && (type.isMetadata
            || file.importsCore && parameter.declaration?.typeInside?.isMetadata == true)
      }
    }
  }
  if let assignment = AssignmentExpr(of: headers.parent), let target = assignment.target {
    return file.semantics.type(of: target.node).isMetadata
  }
  return false
}

/// The functions of a name and of the same labels that a call may mean; of `self.init` those of the type around it.
private func overloads(calledBy call: CallExpr, _ file: FileContext) -> [Symbol] {
  let labels = call.arguments.map(\.label)
  func isMeant(_ symbol: Symbol) -> Bool { labels.allSatisfy(symbol.parameterLabels.contains) }
  if let function = file.semantics.symbol(of: call.node) {
    guard let owner = function.parent else { return [function] }
    return file.model.declaredMembers(of: owner).filter { $0.name == function.name && isMeant($0) }
      + [function]
  }
  guard let member = MemberAccess(of: call.called?.node), member.name == "init",
    member.base?.node.text == "self",
    let type = call.node.ancestors.first(where: \.isTypeDeclaration),
    let owner = file.semantics.symbol(of: type)
  else { return [] }
  return file.model.declaredMembers(of: owner).filter { $0.kind == .initializer && isMeant($0) }
}

extension FileContext {
  fileprivate var importsCore: Bool { tree.importedModules.contains("GRPCCore") }
}

extension SemanticType {
  fileprivate var isMetadata: Bool {
    fullyUnwrapped.nominalSymbol?.qualifiedName == "GRPCCore.Metadata"
  }
}

extension Node {
  fileprivate var typeInside: Node? { children.first { $0.kind.isType } }

  /// `Metadata`, `Metadata?` or `GRPCCore.Metadata`.
  fileprivate var isMetadata: Bool {
    let type = kind == .optionalType ? typeInside : self
    return type?.name == "Metadata"
  }
}
