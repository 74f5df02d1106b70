import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns what is set for all calls of a client into its `defaultCallOptions`.
///
/// Clients are structs in grpc-swift 1, so the constant that holds one becomes a variable.
package func clientSetting(_ match: Match, _ file: FileContext) throws(Refusal) -> TransformOutcome?
{
  guard let symbol = match.symbol else { return nil }
  return try settingOfDefaults(match.node, symbol.name, file)
}

/// Whether `value` is assigned to a client's `metadata` that stays as it is.
func isOfSettingLeftToAPerson(_ value: Node, _ file: FileContext) -> Bool {
  guard let member = target(ofAssigned: value)?.node, let symbol = settingOfClient(member, file)
  else { return false }
  return (try? settingOfDefaults(member, symbol.name, file)) == nil
}

/// What a value is assigned to, with its marks.
func target(ofAssigned value: Node) -> Expr? {
  AssignmentExpr(giving: value.with(.tryExpr))?.target
}

/// The property `metadata` of a client that an expression names; nil for any other.
func settingOfClient(_ member: Node, _ file: FileContext) -> Symbol? {
  guard member.name == "metadata", let symbol = file.semantics.symbol(of: member),
    ["SwiftGRPC.ServiceClientBase.metadata", "SwiftGRPC.ServiceClient.metadata"]
      .contains(symbol.qualifiedName)
  else { return nil }
  return symbol
}

/// Throws why what is set for a client stays as it is; returns if it becomes a part of the client's options.
func checkSetting(_ member: Node, _ name: String, _ file: FileContext) throws(Refusal) {
  _ = try settingOfDefaults(member, name, file)
}

private func settingOfDefaults(
  _ node: Node, _ name: String, _ file: FileContext
) throws(Refusal) -> TransformOutcome {
  try checkOwner(of: node, file)
  if keepsMetadata(file), !SettingsOfAClient.goOn(with: node, file) {
    throw Refusal(
      name == "timeout"
        ? "pass the limit to the transport of the 'GRPCClient' of grpc-swift 2, as 'timeout:' of a 'MethodConfig' for all methods in 'serviceConfig:', or as 'options:' to each call"
        : "send the headers as 'metadata:' of each call of grpc-swift 2, or in a 'ClientInterceptor' that you pass to 'GRPCClient(transport:interceptors:)'"
    )
  }
  let value = AssignmentExpr(to: node)?.value?.node
  let bound = try node.base.flatMap { base throws(Refusal) in try ClientOfACondition(base, file) }
  var consequence = value != nil || isAddedTo(node) ? try changed(node, file) : Consequence()
  var editor = file.editor
  switch (name, value) {
  case ("timeout", let value?):
    editor.rename(node, to: "defaultCallOptions.timeLimit")
    let limit = Code.call(.member(nil, "timeout"), [.plain(timeAmount(value))])
    editor.replace(value, with: limit)
  case ("timeout", nil):
    throw Refusal("read 'defaultCallOptions.timeLimit', which is not a number of seconds")
  case (_, let value?):
    editor.rename(node, to: "defaultCallOptions.customMetadata")
    if let headers = try headers(value, file) { editor.replace(value, with: headers) }
  case (_, nil): editor.rename(node, to: "defaultCallOptions")
  }
  consequence.merge(Consequence(editor))
  if let bound {
    consequence.merge(bound.consequence)
    return placeOfMany(consequence)
  }
  return TransformOutcome(consequence)
}

/// A member of `self` is there afterwards only if the class keeps options of its own.
private func checkOwner(of node: Node, _ file: FileContext) throws(Refusal) {
  if let base = node.base, base.name != "self", base.name != "super" { return }
  let type = node.ancestors.first { $0.kind == .classDecl || $0.kind == .extensionDecl }
  guard let type else { return }
  let named = type.subjectType.flatMap { file.semantics.symbol(of: $0) }
  if let named, named.module != "SwiftGRPC", named.isGenerated { return }
  if isPlainSubclass(type) {
    guard keepsMetadata(file) else { return }
    throw Refusal(
      "store the 'Metadata' of its calls in '\(type.name)' itself, and a time limit in 'CallOptions' that each call is passed"
    )
  }
  throw Refusal(
    "set 'defaultCallOptions' of the client that replaces '\(type.kind == .extensionDecl ? type.subjectType?.text ?? "the type" : type.name)'"
  )
}

/// `client.metadata.add(…)` changes the client.
func isAddedTo(_ node: Node) -> Bool {
  guard let member = node.parent, member.kind == .memberAccess, member.name == "add" else {
    return false
  }
  return member.parent?.kind == .functionCall
}

private func changed(_ node: Node, _ file: FileContext) throws(Refusal) -> Consequence {
  guard let base = node.base, base.name != "self", base.name != "super" else {
    return Consequence()
  }
  if try ClientOfACondition(base, file) != nil { return Consequence() }
  try checkUnshared(base, before: node, file)
  let consequence = mutability(of: base, in: file)
  if consequence.safety == .manual {
    throw Refusal(
      (consequence.reasons.first.map { $0 + ": " } ?? "")
        + "set 'defaultCallOptions' where the client is created")
  }
  return consequence
}

/// The dictionary that a new `Metadata` is made of; nil if it is none that is written there.
func entries(ofMetadata made: Node, _ file: FileContext) -> Code? {
  guard let call = CallExpr(made) else { return nil }
  switch file.semantics.symbol(of: made)?.qualifiedName {
  case "SwiftGRPC.Metadata.init()": return .form(.dictionary([]))
  case "SwiftGRPC.Metadata.init(_:)":
    guard case .dictionary(let entries)? = call.arguments.first?.expression else { return nil }
    return .kept(entries)
  default: return nil
  }
}

/// The headers of a `Metadata`, which becomes `CallOptions`: of a literal the dictionary, else a member.
///
/// - Returns: nil if the value stays as it is.
private func headers(_ value: Node, _ file: FileContext) throws(Refusal) -> Code? {
  let made = callUnderMarks(value)
  if let entries = entries(ofMetadata: made, file) { return entries }
  let isOptional = TryExpr(value).map { $0.mark == .optional } ?? false
  switch Expr(made) {
  case .name?, .member?, .call?, .subscripted?, .forced?:
    guard !isOptional else { break }
    return keepsMetadata(file) ? nil : Code.kept(value).member("customMetadata")
  default: break
  }
  throw Refusal("create the 'CallOptions' first, and assign their 'customMetadata'")
}
