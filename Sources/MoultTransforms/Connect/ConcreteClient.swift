package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Stores the protocol of a generated client in place of its class: `XClient` becomes `any XClientInterface`.
///
/// Only where a type is written for a property or a parameter, so that the place that makes the client stays, and only where all
/// that is done with it is to call the methods that the generator made. A protocol has no default for `headers`, so calls that left
/// them out get them.
package func concreteClientToInterface(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let stored = StoredClient(typedAt: match.node, file) else { return nil }
  var project = ProjectEditor()
  let interface = existential(of: stored, at: match.node, file)
  project.change(file) { $0.replace(match.node, with: interface) }
  for use in stored.uses {
    guard let home = file.context(of: use) else { continue }
    project.change(home) { addHeaders(toCallOf: use, &$0) }
  }
  return TransformOutcome(project.consequence(in: file))
}

/// The protocol behind `any`, which a project may insist on, as it is written where the class is.
private func existential(of stored: StoredClient, at node: Node, _ file: FileContext) -> Code {
  let module = file.source.text(node.range.lowerBound..<node.mainToken.range.lowerBound)
  let type = Code.form(.existential(.word("\(module)\(stored.type.name)Interface")))
  let isWrapped = [.optionalType, .implicitlyUnwrappedType].contains(node.parent?.kind)
  return isWrapped ? .tuple([type]) : type
}

/// A property or a parameter of a client's class that can be one of its protocol.
private struct StoredClient {
  let type: Symbol

  /// Where it is named.
  let uses: [Node]

  /// - Returns: nil if the value goes anywhere that the class itself may be wanted, or if nothing is done with it.
  init?(typedAt node: Node, _ file: FileContext) {
    guard node.kind == .identifierType || node.kind == .memberType,
      let type = file.semantics.symbol(of: node), type.kind == .classType,
      let interface = file.model.symbol(named: "\(type.module).\(type.name)Interface"),
      interface.isGenerated, interface.kind == .protocolType,
      file.model.isSubtype(type, of: interface.qualifiedName),
      let declared = declaredName(withTypeAt: node), isFree(declared, file),
      let symbol = symbol(of: declared, file)
    else { return nil }
    self.type = type
    uses = file.uses(of: symbol).filter {
      $0.kind != .identifierPattern && $0.kind != .parameter
    }
    guard !uses.isEmpty,
      uses.allSatisfy({ use in
        guard let home = file.context(of: use) else { return false }
        return isCall(on: use, home) || isStoring(use, of: symbol, type, home)
      })
    else { return nil }
  }
}

/// Whether nothing else says what the type has to be: a protocol, a superclass, `inout`, `weak`, or a value that only says `.init`.
private func isFree(_ declared: Node, _ file: FileContext) -> Bool {
  if declared.kind == .parameter {
    guard !declared.text.contains("inout "), !(declared.defaultValue?.isImplicit ?? false),
      let function = declared.owningFunction, function.body != nil,
      !function.modifierNames.contains("override"),
      let symbol = file.semantics.symbol(of: function)
    else { return false }
    guard symbol.kind == .initializer || isAlone(symbol, file) else { return false }
    return !(file.values(passedTo: declared) ?? []).contains { $0.value?.isImplicit ?? false }
  }
  guard let binding = declared.parent, let variable = binding.parent,
    variable.parent?.parent?.kind != .protocolDecl,
    Set(variable.modifierNames).isDisjoint(with: ["weak", "unowned", "override"]),
    file.semantics.symbol(of: declared).map({ isAlone($0, file) }) ?? false
  else { return false }
  return !(binding.initialValue?.isImplicit ?? false)
}

/// Whether no requirement, witness or override has to have the same type.
func isAlone(_ symbol: Symbol, _ file: FileContext) -> Bool {
  symbol.parent?.kind.isType != true
    || DeclarationFamily(of: symbol, in: file).members.count <= 1
}

/// Whether a method that the generator made is called on what a reference names.
private func isCall(on reference: Node, _ file: FileContext) -> Bool {
  guard let (callee, call) = methodCall(on: reference) else { return false }
  let called = file.semantics.candidates(of: call.node) + file.semantics.candidates(of: callee.node)
  return !called.isEmpty && called.allSatisfy { $0.kind == .function && $0.isGenerated }
}

/// Whether a property is given a value that says what it is, or a parameter is put into a property that changes as well.
private func isStoring(
  _ reference: Node, of symbol: Symbol, _ type: Symbol, _ file: FileContext
) -> Bool {
  guard let assignment = reference.parent, assignment.kind == .assignment,
    let left = assignment.leftOperand, let right = assignment.rightOperand
  else { return false }
  if left == reference { return symbol.kind == .property && !right.isImplicit }
  guard right == reference, symbol.kind == .local,
    let target = file.semantics.symbol(of: left), target.kind == .property,
    let declaration = target.declaration, let place = file.context(of: declaration),
    var written = target.binding?.annotatedType
  else { return false }
  while [.optionalType, .implicitlyUnwrappedType].contains(written.kind),
    let inner = written.children.first
  { written = inner }
  if written.kind == .someOrAnyType, let inner = written.children.last { written = inner }
  guard let stored = place.semantics.symbol(of: written) else { return false }
  if stored == type { return StoredClient(typedAt: written, place) != nil }
  return stored.kind == .protocolType && file.model.isSubtype(type, of: stored.qualifiedName)
    && file.model.symbol(named: "\(type.module).\(type.name)Interface") == stored
}

/// What a pattern or parameter declares; a parameter that nothing uses has no symbol that is known here.
private func symbol(of declared: Node, _ file: FileContext) -> Symbol? {
  guard declared.kind == .parameter else { return file.semantics.symbol(of: declared) }
  let name = declared.internalName
  let uses = declared.owningFunction?.body?.descendants.lazy.filter {
    $0.kind == .declReference && $0.name == name
  }
  return uses?.compactMap { file.semantics.symbol(of: $0) }.first { symbol in
    guard symbol.kind == .local, let place = symbol.declaration else { return false }
    return declared.range.lowerBound <= place.range.lowerBound
      && place.range.upperBound <= declared.range.upperBound
  }
}

/// The pattern or parameter whose type is written at a node, if that is all of the type but for `?` and `!`.
private func declaredName(withTypeAt node: Node) -> Node? {
  guard let parent = node.with(.optionalType, .implicitlyUnwrappedType).parent else { return nil }
  if parent.kind == .parameter { return parent.owningFunction == nil ? nil : parent }
  guard parent.kind == .typeAnnotation, let binding = parent.parent,
    binding.kind == .patternBinding, let variable = binding.parent,
    variable.kind == .variableDecl, let block = variable.parent, block.kind == .memberBlock
  else { return nil }
  return binding.child(.identifierPattern)
}

/// The call of a method on what a reference names, `?` and `!` between.
private func methodCall(on reference: Node) -> (callee: MemberAccess, call: CallExpr)? {
  guard let callee = MemberAccess(on: reference.with(.optionalChaining, .forceUnwrap)),
    let call = callee.call
  else { return nil }
  return (callee, call)
}

/// Adds `headers: [:]` to a call of a generated method on what a reference names.
private func addHeaders(toCallOf reference: Node, _ editor: inout SyntaxEditor) {
  guard let (_, call) = methodCall(on: reference), call.argument(labeled: "headers") == nil
  else { return }
  let headers = CodeArgument("headers", .form(.dictionary([])))
  switch call.arguments.first?.label {
  case "request":
    if let first = call.arguments.first { editor.insert(headers, afterElement: first.node) }
  case "onResult":
    if let first = call.arguments.first { editor.insert(headers, beforeElement: first.node) }
  default: if call.arguments.isEmpty { editor.add(headers, to: call) }
  }
}
