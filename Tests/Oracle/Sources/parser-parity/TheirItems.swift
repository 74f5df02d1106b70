import MoultSyntax
import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Returns the items of swift-syntax's tree, with operators folded; nil if it finds errors in the file.
func theirItems(_ bytes: UnsafeBufferPointer<UInt8>) -> [Item]? {
  let file = Parser.parse(source: bytes)
  guard !file.hasError else { return nil }
  var operators = SwiftOperators.OperatorTable.standardOperators
  operators.addSourceFile(file) { _ in }
  let folded = operators.foldAll(file) { _ in }
  var items: [Item] = []
  collect(Syntax(folded), path: "", isBinding: false, into: &items)
  return items
}

/// - Parameter isBinding: Whether the node is the pattern of `if let (a, b) = …`, which the reference parses as an
///   expression.
private func collect(_ node: Syntax, path: String, isBinding: Bool, into items: inout [Item]) {
  var path = path
  if let described = isBinding ? describeBinding(node) : describe(node) {
    let name: String
    if described.kind.isPath {
      path += "/" + described.name
      name = path
    } else {
      name = described.name
    }
    if described.kind.isCompared {
      let range = range(of: node)
      items.append(
        Item(kind: described.kind, start: range.lowerBound, end: range.upperBound, name: name))
    }
  }
  for child in node.children(viewMode: .sourceAccurate) where !child.is(TokenSyntax.self) {
    guard !isSkipped(child) else { continue }
    let binds =
      child.keyPathInParent == \OptionalBindingConditionSyntax.pattern
      && child.is(ExpressionPatternSyntax.self)
    collect(child, path: path, isBinding: isBinding || binds, into: &items)
  }
}

/// Whether our tree has no nodes for what is in `node`.
private func isSkipped(_ node: Syntax) -> Bool {
  if node.is(PoundSourceLocationArgumentsSyntax.self) { return true }
  // Arguments of attributes that are no argument lists are tokens for us.
  guard let attribute = node.parent?.as(AttributeSyntax.self),
    node.keyPathInParent == \AttributeSyntax.arguments
  else { return false }
  if case .argumentList = attribute.arguments { return false }
  return true
}

private func describeBinding(_ node: Syntax) -> Described? {
  switch node.as(SyntaxEnum.self) {
  case .tupleExpr: (.tuplePattern, "")
  case .labeledExpr(let element): (.tuplePatternElement, element.label?.text ?? "")
  case .declReferenceExpr(let reference): (.identifierPattern, reference.baseName.text)
  case .discardAssignmentExpr: (.wildcardPattern, "")
  case .expressionPattern, .patternExpr: nil
  default: describe(node)
  }
}

/// Returns the bytes of `node` without the trivia around it and without a comma behind an element.
private func range(of node: Syntax) -> Range<Int> {
  let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
  var end = node.endPositionBeforeTrailingTrivia.utf8Offset
  if let comma = node.lastToken(viewMode: .sourceAccurate), comma.tokenKind == .comma,
    comma.parent?.id == node.id, let previous = comma.previousToken(viewMode: .sourceAccurate)
  {
    end = max(start, previous.endPositionBeforeTrailingTrivia.utf8Offset)
  }
  return start..<max(start, end)
}

/// What our tree calls a node, and what the node is about.
private typealias Described = (kind: NodeKind, name: String)

private func describe(_ node: Syntax) -> Described? {
  describeDeclaration(node) ?? describeStatement(node) ?? describeExpression(node)
    ?? describeType(node)
}

private func describeDeclaration(_ node: Syntax) -> Described? {
  switch node.as(SyntaxEnum.self) {
  case .importDecl(let decl):
    return (.importDecl, decl.path.map(\.name.text).joined(separator: "."))
  case .structDecl(let decl): return (.structDecl, decl.name.text)
  case .classDecl(let decl): return (.classDecl, decl.name.text)
  case .enumDecl(let decl): return (.enumDecl, decl.name.text)
  case .actorDecl(let decl): return (.actorDecl, decl.name.text)
  case .protocolDecl(let decl): return (.protocolDecl, decl.name.text)
  case .extensionDecl(let decl): return (.extensionDecl, decl.extendedType.trimmedDescription)
  case .typeAliasDecl(let decl): return (.typealiasDecl, decl.name.text)
  case .associatedTypeDecl(let decl): return (.associatedTypeDecl, decl.name.text)
  case .functionDecl(let decl): return (.functionDecl, decl.name.text)
  case .initializerDecl(let decl):
    return (.initializerDecl, "init" + (decl.optionalMark?.text ?? ""))
  case .deinitializerDecl: return (.deinitializerDecl, "deinit")
  case .subscriptDecl: return (.subscriptDecl, "subscript")
  case .variableDecl(let decl): return (.variableDecl, decl.bindingSpecifier.text)
  case .patternBinding: return (.patternBinding, "")
  case .accessorBlock: return (.accessorBlock, "")
  case .accessorDecl(let decl): return (.accessorDecl, decl.accessorSpecifier.text)
  case .accessorParameters: return (.accessorParameter, "")
  case .enumCaseDecl: return (.enumCaseDecl, "")
  case .enumCaseElement(let element): return (.enumCaseElement, element.name.text)
  case .operatorDecl(let decl): return (.operatorDecl, decl.name.text)
  case .precedenceGroupDecl(let decl): return (.precedenceGroupDecl, decl.name.text)
  case .macroDecl(let decl): return (.macroDecl, decl.name.text)
  case .macroExpansionDecl(let decl): return (.macroExpansion, decl.macroName.text)
  case .attribute(let attribute):
    return (.attribute, attribute.attributeName.lastNameToken?.text ?? "")
  case .declModifier(let modifier): return (.modifier, modifier.name.text)
  case .initializerClause:
    return node.parent?.is(ClosureCaptureSyntax.self) == true ? nil : (.initializerClause, "")
  case .typeAnnotation: return (.typeAnnotation, "")
  case .functionSignature: return (.functionSignature, "")
  case .functionParameterClause, .enumCaseParameterClause, .closureParameterClause:
    return (.parameterClause, "")
  case .functionParameter(let parameter):
    return (.parameter, names(parameter.firstName, parameter.secondName))
  case .enumCaseParameter(let parameter):
    return (.parameter, names(parameter.firstName, parameter.secondName))
  case .closureParameter(let parameter):
    return (.parameter, names(parameter.firstName, parameter.secondName))
  case .functionEffectSpecifiers(let effects):
    return (.effects, effectNames(effects.asyncSpecifier, effects.throwsClause))
  case .accessorEffectSpecifiers(let effects):
    return (.effects, effectNames(effects.asyncSpecifier, effects.throwsClause))
  case .typeEffectSpecifiers(let effects):
    return (.effects, effectNames(effects.asyncSpecifier, effects.throwsClause))
  case .deinitializerEffectSpecifiers(let effects):
    return (.effects, effectNames(effects.asyncSpecifier, nil))
  case .throwsClause:
    return node.parent?.is(DoStmtSyntax.self) == true ? (.effects, "throws") : nil
  case .returnClause: return (.returnClause, "")
  case .genericParameterClause, .primaryAssociatedTypeClause: return (.genericParameterClause, "")
  case .genericParameter(let parameter): return (.genericParameter, parameter.name.text)
  case .primaryAssociatedType(let type): return (.genericParameter, type.name.text)
  case .genericWhereClause: return (.genericWhereClause, "")
  case .genericRequirement(let requirement):
    switch requirement.requirement {
    case .sameTypeRequirement(let same): return (.genericRequirement, same.equal.text)
    case .conformanceRequirement, .layoutRequirement: return (.genericRequirement, ":")
    }
  case .inheritanceClause: return (.inheritanceClause, "")
  case .inheritedType: return (.inheritedType, "")
  case .codeBlock: return (.codeBlock, "")
  case .memberBlock: return (.memberBlock, "")
  case .ifConfigDecl:
    return node.parent?.is(PostfixIfConfigExprSyntax.self) == true ? nil : (.ifConfig, "")
  case .postfixIfConfigExpr: return (.ifConfig, "")
  case .ifConfigClause(let clause): return (.ifConfigClause, clause.poundKeyword.text)
  default: return nil
  }
}

private func names(_ first: TokenSyntax?, _ second: TokenSyntax?) -> String {
  [first, second].compactMap { $0?.text }.joined(separator: " ")
}

private func effectNames(_ async: TokenSyntax?, _ throwing: ThrowsClauseSyntax?) -> String {
  (async == nil ? "" : "async") + (throwing == nil ? "" : "throws")
}

extension TypeSyntax {
  fileprivate var lastNameToken: TokenSyntax? {
    self.as(IdentifierTypeSyntax.self)?.name ?? self.as(MemberTypeSyntax.self)?.name
  }
}

private func describeStatement(_ node: Syntax) -> Described? {
  switch node.as(SyntaxEnum.self) {
  case .ifExpr: return (.ifExpr, "")
  case .switchExpr: return (.switchExpr, "")
  case .switchCase: return (.switchCase, "")
  case .switchCaseItem: return (.switchCaseItem, "")
  case .guardStmt: return (.guardStmt, "")
  case .whileStmt: return (.whileStmt, "")
  case .repeatStmt: return (.repeatStmt, "")
  case .forStmt: return (.forStmt, "")
  case .doStmt: return (.doStmt, "")
  case .catchClause: return (.catchClause, "")
  case .catchItem: return (.catchItem, "")
  case .whereClause: return (.whereClause, "")
  case .returnStmt: return (.returnStmt, "")
  case .throwStmt: return (.throwStmt, "")
  case .yieldStmt: return (.yieldStmt, "")
  case .discardStmt: return (.discardStmt, "")
  case .breakStmt: return (.breakStmt, "")
  case .continueStmt: return (.continueStmt, "")
  case .fallThroughStmt: return (.fallthroughStmt, "")
  case .deferStmt: return (.deferStmt, "")
  case .labeledStmt(let labeled): return (.labeledStmt, labeled.label.text)
  case .optionalBindingCondition(let binding):
    return (.optionalBinding, binding.bindingSpecifier.text)
  case .matchingPatternCondition: return (.matchingPattern, "case")
  case .availabilityCondition: return (.availabilityCondition, "")
  case .identifierPattern(let pattern): return (.identifierPattern, pattern.identifier.text)
  case .wildcardPattern: return (.wildcardPattern, "")
  case .valueBindingPattern(let pattern):
    return (.valueBindingPattern, pattern.bindingSpecifier.text)
  case .tuplePattern: return (.tuplePattern, "")
  case .tuplePatternElement(let element): return (.tuplePatternElement, element.label?.text ?? "")
  case .expressionPattern(let pattern):
    return pattern.expression.is(DiscardAssignmentExprSyntax.self) ? nil : (.expressionPattern, "")
  case .isTypePattern: return (.isTypePattern, "")
  default: return nil
  }
}

private func describeExpression(_ node: Syntax) -> Described? {
  switch node.as(SyntaxEnum.self) {
  case .integerLiteralExpr: return (.integerLiteral, "")
  case .floatLiteralExpr: return (.floatLiteral, "")
  case .booleanLiteralExpr: return (.booleanLiteral, "")
  case .nilLiteralExpr: return (.nilLiteral, "")
  case .regexLiteralExpr: return (.regexLiteral, "")
  case .stringLiteralExpr, .simpleStringLiteralExpr: return (.stringLiteral, "")
  case .expressionSegment: return (.interpolation, "")
  case .arrayExpr: return (.arrayLiteral, "")
  case .dictionaryExpr: return (.dictionaryLiteral, "")
  case .dictionaryElement: return (.dictionaryElement, "")
  case .declReferenceExpr(let reference):
    let place = node.keyPathInParent
    guard place != \MemberAccessExprSyntax.declName,
      place != \KeyPathPropertyComponentSyntax.declName
    else { return nil }
    return (.declReference, reference.baseName.text)
  case .superExpr: return (.declReference, "super")
  case .memberAccessExpr(let access): return (.memberAccess, access.declName.baseName.text)
  case .genericSpecializationExpr: return (.genericSpecialization, "")
  case .functionCallExpr(let call):
    let list = call.leftParen == nil ? "" : labels(call.arguments)
    return (
      .functionCall,
      list + closures(call.trailingClosure, call.additionalTrailingClosures)
    )
  case .subscriptCallExpr(let call):
    return (
      .subscriptCall,
      labels(call.arguments) + closures(call.trailingClosure, call.additionalTrailingClosures)
    )
  case .labeledExpr(let argument): return (.argument, argument.label?.text ?? "")
  case .multipleTrailingClosureElement(let element): return (.labeledClosure, element.label.text)
  case .tupleExpr: return (.tuple, "")
  case .optionalChainingExpr: return (.optionalChaining, "")
  case .forceUnwrapExpr: return (.forceUnwrap, "")
  case .prefixOperatorExpr(let expression): return (.prefixOperator, expression.operator.text)
  case .postfixOperatorExpr(let expression): return (.postfixOperator, expression.operator.text)
  case .inOutExpr: return (.inOut, "")
  case .infixOperatorExpr(let expression):
    if expression.operator.is(AssignmentExprSyntax.self) { return (.assignment, "") }
    // The effects before the arrow of a type are an item of their own.
    if let arrow = expression.operator.as(ArrowExprSyntax.self) {
      return (.binaryOperator, arrow.arrow.text)
    }
    return (.binaryOperator, expression.operator.trimmedDescription)
  case .ternaryExpr: return (.ternary, "")
  case .isExpr: return (.isExpr, "")
  case .asExpr(let expression): return (.asExpr, expression.questionOrExclamationMark?.text ?? "")
  case .tryExpr(let expression): return (.tryExpr, expression.questionOrExclamationMark?.text ?? "")
  case .awaitExpr: return (.awaitExpr, "")
  case .consumeExpr: return (.consumeExpr, "")
  case .copyExpr: return (.copyExpr, "")
  case .borrowExpr: return (.borrowExpr, "")
  case .unsafeExpr: return (.unsafeExpr, "")
  case .packElementExpr: return (.packElement, "")
  case .packExpansionExpr: return (.packExpansion, "")
  case .closureExpr: return (.closure, "")
  case .closureSignature: return (.closureSignature, "")
  case .closureCaptureClause: return (.captureList, "")
  case .closureCapture(let capture): return (.capture, capture.name.text)
  case .closureShorthandParameter(let parameter): return (.closureParameter, parameter.name.text)
  case .keyPathExpr: return (.keyPath, "")
  case .keyPathComponent: return (.keyPathComponent, "")
  case .macroExpansionExpr(let expansion): return (.macroExpansion, expansion.macroName.text)
  case .discardAssignmentExpr: return (.wildcardPattern, "")
  case .typeExpr: return (.typeExpr, "")
  case .patternExpr: return (.patternExpr, "")
  case .editorPlaceholderExpr: return (.placeholderExpr, "")
  default: return nil
  }
}

private func labels(_ arguments: LabeledExprListSyntax) -> String {
  "(" + arguments.map { ($0.label?.text ?? "_") + ":" }.joined() + ")"
}

private func closures(
  _ first: ClosureExprSyntax?, _ others: MultipleTrailingClosureElementListSyntax
) -> String {
  (first == nil ? "" : "{}") + others.map { $0.label.text + ":{}" }.joined()
}

private func describeType(_ node: Syntax) -> Described? {
  switch node.as(SyntaxEnum.self) {
  case .identifierType(let type): return (.identifierType, type.name.text)
  case .memberType(let type): return (.memberType, type.name.text)
  case .genericArgumentClause: return (.genericArgumentClause, "")
  case .optionalType: return (.optionalType, "")
  case .implicitlyUnwrappedOptionalType: return (.implicitlyUnwrappedType, "")
  case .arrayType: return (.arrayType, "")
  case .metatypeType: return (.metatype, "")
  case .dictionaryType: return (.dictionaryType, "")
  case .inlineArrayType: return (.inlineArrayType, "")
  case .tupleType: return (.tupleType, "")
  case .tupleTypeElement(let element):
    return (.tupleTypeElement, names(element.firstName, element.secondName))
  case .functionType: return (.functionType, "")
  case .attributedType:
    // The attributes of an inherited type belong to our `inheritedType`.
    return node.parent?.is(InheritedTypeSyntax.self) == true ? nil : (.attributedType, "")
  case .simpleTypeSpecifier(let specifier): return (.modifier, specifier.specifier.text)
  case .nonisolatedTypeSpecifier(let specifier):
    return (.modifier, specifier.nonisolatedKeyword.text)
  case .someOrAnyType(let type): return (.someOrAnyType, type.someOrAnySpecifier.text)
  case .compositionType: return (.compositionType, "")
  case .suppressedType: return (.suppressedType, "")
  case .packExpansionType: return (.packExpansionType, "")
  case .packElementType: return (.packElementType, "")
  case .classRestrictionType: return (.classRestrictionType, "")
  default: return nil
  }
}
