import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Gives `unimplemented("…")` the placeholder that a closure needs which returns a value and does not throw.
///
/// What closure is wanted is asked of the place where the call stands. Where that is not known there is no finding: the
/// closure may throw, and then nothing is missing.
package func unimplementedPlaceholder(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let call = match.node
  guard ["XCTestDynamicOverlay", "IssueReporting"].contains(where: file.semantics.sees),
    let text = call.arguments.first, text.argumentLabel == nil,
    text.argumentValue.kind == .stringLiteral,
    !file.semantics.candidates(of: call).contains(where: \.isOfProject),
    let wanted = call.closureWanted(file),
    case .function(_, let result, let isThrowing, _) = wanted.type, !isThrowing,
    result != .void, !result.isUnknown
  else { return nil }
  var editor = file.editor
  let value = emptyValue(of: result)
  let name = wanted.nameOfResult(file) ?? describe(result)
  let given = value.map(Code.word) ?? .placeholder(name)
  editor.insert(CodeArgument("placeholder", given), afterElement: text)
  var consequence = Consequence(editor)
  if value == nil {
    consequence.lower(
      to: .placeholder, because: "only you know which '\(name)' to return")
  }
  return TransformOutcome(consequence)
}

/// The value that says nothing, of types that have one.
private func emptyValue(of type: SemanticType) -> String? {
  switch type {
  case .optional: return "nil"
  case .nominal(let symbol, _) where symbol.module == "Swift":
    switch symbol.name {
    case "Bool": return "false"
    case "Int", "Int64", "Int32", "UInt", "UInt64", "UInt32", "Double", "Float": return "0"
    case "String": return "\"\""
    case "Array", "Set": return "[]"
    case "Dictionary": return "[:]"
    default: return nil
    }
  case .tuple, .unknown, .nominal, .function, .metatype, .genericParameter, .dependentMember,
    .composition:
    return nil
  }
}

/// The type of a closure, and how a declaration writes it.
private struct WantedClosure {
  let type: SemanticType
  let written: Node?

  /// The type of what it returns as it is written, which says what nothing in sight declares; nil where the closure's is not.
  func nameOfResult(_ file: FileContext) -> String? {
    written.flatMap { functionType($0, file) }?.returnType?.text
  }
}

extension Node {
  /// The closure that an expression is wanted as: by a parameter, a variable, or what is assigned to.
  fileprivate func closureWanted(_ file: FileContext) -> WantedClosure? {
    if let (call, argument) = argumentOfCall {
      guard let symbol = file.semantics.symbol(of: call) else {
        return argument.propertyMeant(in: call, file)
      }
      let position = symbol.parameters.firstIndex { $0.label == argument.argumentLabel }
      guard let position, symbol.parameterTypes.indices.contains(position) else { return nil }
      let written = symbol.parameters[position].declaration.flatMap(writtenType(at:))
      // An initialiser that nobody wrote has the types of the properties.
      return WantedClosure(
        type: symbol.parameterTypes[position],
        written: written ?? argument.propertyMeant(in: call, file)?.written)
    }
    if let around = parent, around.kind == .assignment, around.rightOperand == self,
      let left = around.leftOperand
    {
      return WantedClosure(
        type: file.semantics.type(of: left),
        written: file.semantics.symbol(of: left).flatMap(writtenType(of:)))
    }
    if parent?.kind == .initializerClause, let binding = parent?.parent,
      let type = binding.annotatedType
    {
      return WantedClosure(type: file.semantics.type(of: type), written: type)
    }
    return nil
  }

  /// The type of the property that an argument of an initialiser is named after.
  ///
  /// Where two eras declare `unimplemented`, what it returns does not say which initialiser is meant.
  private func propertyMeant(in call: Node, _ file: FileContext) -> WantedClosure? {
    guard let label = argumentLabel, let callee = call.callee,
      let symbol = file.semantics.symbol(of: callee),
      let type = symbol.kind.isNominalType ? symbol : symbol.parent
    else { return nil }
    let property = file.model.members(of: type, named: label).first { $0.kind == .property }
    return property.map { WantedClosure(type: $0.type, written: writtenType(of: $0)) }
  }
}

extension Symbol {
  var isOfProject: Bool {
    if case .project = origin { return true }
    return false
  }
}
