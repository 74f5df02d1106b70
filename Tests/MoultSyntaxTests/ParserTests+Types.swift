import Testing

@Suite struct ParserTestsTypes {
  @Test func `sugar nests`() {
    expectTree(
      "let a: [A: [B?]]!",
      """
      (variableDecl 'let' (patternBinding (identifierPattern 'a') (typeAnnotation
      (implicitlyUnwrappedType (dictionaryType (identifierType 'A') (arrayType (optionalType
      (identifierType 'B'))))))))
      """)
  }

  @Test func `members and generic arguments nest`() {
    expectTree(
      "let a: A<B>.C<D, E>.Type",
      """
      (variableDecl 'let' (patternBinding (identifierPattern 'a') (typeAnnotation (metatype 'Type'
      (memberType 'C' (identifierType 'A' (genericArgumentClause (identifierType 'B')))
      (genericArgumentClause (identifierType 'D') (identifierType 'E')))))))
      """)
  }

  @Test func `a function type has labels, specifiers, effects and a result`() {
    expectTree(
      "let a: @Sendable (_ b: inout B, C...) async throws(D) -> E",
      """
      (variableDecl 'let' (patternBinding (identifierPattern 'a') (typeAnnotation (attributedType
      (attribute 'Sendable' (identifierType 'Sendable')) (functionType (tupleType
      (tupleTypeElement label second '_' (attributedType (modifier 'inout') (identifierType 'B')))
      (tupleTypeElement ... (identifierType 'C'))) (effects async throws 'async throws(D)'
      (identifierType 'D')) (returnClause (identifierType 'E')))))))
      """)
  }

  @Test func `an attribute right before a parameter list takes no arguments`() {
    expectTree(
      "let a: (@MainActor() throws -> A)?, b: @B(C) () -> A",
      """
      (variableDecl 'let' (patternBinding (identifierPattern 'a') (typeAnnotation (optionalType
      (tupleType (tupleTypeElement (attributedType (attribute 'MainActor' (identifierType
      'MainActor')) (functionType (tupleType) (effects throws 'throws') (returnClause
      (identifierType 'A'))))))))) (patternBinding (identifierPattern 'b') (typeAnnotation
      (attributedType (attribute 'B' (identifierType 'B') (argumentList (argument (declReference
      'C')))) (functionType (tupleType) (returnClause (identifierType 'A')))))))
      """)
  }

  @Test func `compositions stand under some and any`() {
    expectTree(
      "let a: some A & B, b: any C",
      """
      (variableDecl 'let' (patternBinding (identifierPattern 'a') (typeAnnotation (someOrAnyType
      'some' (compositionType (identifierType 'A') (identifierType 'B'))))) (patternBinding
      (identifierPattern 'b') (typeAnnotation (someOrAnyType 'any' (identifierType 'C')))))
      """)
  }

  @Test func `optional existentials need parentheses`() {
    expectTree(
      "let a: (any A)?",
      """
      (variableDecl 'let' (patternBinding (identifierPattern 'a') (typeAnnotation (optionalType
      (tupleType (tupleTypeElement (someOrAnyType 'any' (identifierType 'A'))))))))
      """)
  }

  @Test func `packs expand`() {
    expectTree(
      "func f<each T>(_ a: repeat Array<each T>)",
      """
      (functionDecl 'f' (genericParameterClause (genericParameter 'T')) (functionSignature
      (parameterClause (parameter label second '_' (packExpansionType (identifierType 'Array'
      (genericArgumentClause (packElementType (identifierType 'T')))))))))
      """)
  }

  @Test func `a tuple type has labels`() {
    expectTree(
      "let a: (b: B, C)",
      """
      (variableDecl 'let' (patternBinding (identifierPattern 'a') (typeAnnotation (tupleType
      (tupleTypeElement label 'b' (identifierType 'B')) (tupleTypeElement (identifierType
      'C'))))))
      """)
  }

  @Test func `suppressed conformances are types`() {
    expectTree(
      "let a: any ~Copyable",
      """
      (variableDecl 'let' (patternBinding (identifierPattern 'a') (typeAnnotation (someOrAnyType
      'any' (suppressedType (identifierType 'Copyable'))))))
      """)
  }

  @Test func `inline arrays and value generics hold numbers`() {
    expectTree(
      "let a: [3 of Int], b: V<2, -1>",
      """
      (variableDecl 'let' (patternBinding (identifierPattern 'a') (typeAnnotation (inlineArrayType
      (integerLiteral '3') (identifierType 'Int')))) (patternBinding (identifierPattern 'b')
      (typeAnnotation (identifierType 'V' (genericArgumentClause (integerLiteral '2')
      (prefixOperator '-' (integerLiteral '1')))))))
      """)
  }

  @Test func `specifiers stand before types`() {
    expectTree(
      "func f(a: sending A, b: borrowing B, c: isolated C, d: nonisolated(nonsending) () -> D)",
      """
      (functionDecl 'f' (functionSignature (parameterClause (parameter label 'a' (attributedType
      (modifier 'sending') (identifierType 'A'))) (parameter label 'b' (attributedType (modifier
      'borrowing') (identifierType 'B'))) (parameter label 'c' (attributedType (modifier
      'isolated') (identifierType 'C'))) (parameter label 'd' (attributedType (modifier
      'nonisolated') (functionType (tupleType) (returnClause (identifierType 'D'))))))))
      """)
  }

  @Test func `a type may be called as a specifier`() {
    expectTree(
      "let a: sending",
      """
      (variableDecl 'let' (patternBinding (identifierPattern 'a') (typeAnnotation (identifierType
      'sending'))))
      """)
  }

  @Test func `a greater sign before a question mark is split`() {
    expectTree(
      "let a: A<B>? = c",
      """
      (variableDecl 'let' (patternBinding (identifierPattern 'a') (typeAnnotation (optionalType
      (identifierType 'A' (genericArgumentClause (identifierType 'B'))))) (initializerClause
      (declReference 'c'))))
      """)
  }

  @Test func `a type ends before an assignment that sticks to it`() {
    expectTree(
      "let a: A<B>=c",
      """
      (variableDecl 'let' (patternBinding (identifierPattern 'a') (typeAnnotation (identifierType
      'A' (genericArgumentClause (identifierType 'B')))) (initializerClause (declReference 'c'))))
      """)
  }
}
