package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Takes away a pipe that is made and kept, and that nothing is written to and no call gets.
package func bridgedUnusedPipe(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let variable = variableHolding(match.node, file),
    let (binding, declaration) = variable.plainDeclaration(file), declaration.bindings.count == 1,
    binding.initialValue.map({ isNewPipe($0) || $0.kind == .nilLiteral }) ?? true,
    variable.kind == .local || isUsedInFileAlone(variable, file)
  else { return .manual() }
  var editor = file.editor
  for use in file.semantics.references(to: variable) {
    guard use.kind.namesVariable, let assignment = assignmentOfPipe(use) else { return .manual() }
    editor.remove(item: assignment)
  }
  editor.remove(item: declaration)
  return placeOfMany(Consequence(editor))
}

/// The variable that a pipe's class is named for: in its type, or where the pipe is made for it.
private func variableHolding(_ name: Node, _ file: FileContext) -> Symbol? {
  for holder in name.ancestors {
    switch holder.kind {
    case .functionCall, .optionalType, .implicitlyUnwrappedType, .typeAnnotation,
      .initializerClause:
      continue
    case .patternBinding:
      return holder.child(.identifierPattern).flatMap { file.semantics.symbol(of: $0) }
    case .assignment:
      guard holder.rightOperand.map(isNewPipe) ?? false else { return nil }
      let variable = holder.leftOperand.flatMap { file.semantics.symbol(of: $0) }
      return variable.flatMap { [.property, .local].contains($0.kind) ? $0 : nil }
    default: return nil
    }
  }
  return nil
}
