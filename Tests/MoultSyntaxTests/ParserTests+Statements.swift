import Testing

@Suite struct ParserTestsStatements {
  @Test func `an if has conditions and else branches`() {
    expectTree(
      "if let a, var b: B = c, d {} else if e {} else {}",
      """
      (ifExpr (optionalBinding 'let' (identifierPattern 'a')) (optionalBinding 'var'
      (identifierPattern 'b') (typeAnnotation (identifierType 'B')) (initializerClause
      (declReference 'c'))) (declReference 'd') (codeBlock) (ifExpr (declReference 'e')
      (codeBlock) (codeBlock)))
      """)
  }

  @Test func `a case condition holds a pattern`() {
    expectTree(
      "if case .a(let b, _)? = c {}",
      """
      (ifExpr (matchingPattern (expressionPattern (optionalChaining (functionCall (memberAccess
      'a') (argumentList (argument (patternExpr (valueBindingPattern 'let' (identifierPattern
      'b')))) (argument (patternExpr (wildcardPattern))))))) (initializerClause (declReference
      'c'))) (codeBlock))
      """)
  }

  @Test func `a condition may be a closure that is called`() {
    expectTree(
      "if a, { b }() {}",
      """
      (ifExpr (declReference 'a') (functionCall (closure (declReference 'b')) (argumentList))
      (codeBlock))
      """)
  }

  @Test func `an if that is coerced is a value`() {
    expectTree(
      "if a { b } else { c } as D",
      """
      (asExpr (ifExpr (declReference 'a') (codeBlock (declReference 'b')) (codeBlock
      (declReference 'c'))) (identifierType 'D'))
      """)
  }

  @Test func `availability is a condition`() {
    expectTree(
      "guard #available(iOS 13, *), a else { return }",
      """
      (guardStmt (availabilityCondition '#available(iOS 13, *)') (declReference 'a') (codeBlock
      (returnStmt)))
      """)
  }

  @Test func `a brace after a condition opens the body`() {
    expectTree(
      "if a { b }",
      """
      (ifExpr (declReference 'a') (codeBlock (declReference 'b')))
      """)
  }

  @Test func `a closure before a body belongs to the condition`() {
    expectTree(
      "if a.contains { b } {}",
      """
      (ifExpr (functionCall (memberAccess 'contains' (declReference 'a')) (closure (declReference
      'b'))) (codeBlock))
      """)
  }

  @Test func `a for has a pattern, a sequence and a filter`() {
    expectTree(
      """
      for case let (a, b) in c where d {}
      for try await e in f {}
      """,
      """
      (forStmt (valueBindingPattern 'let' (expressionPattern (tuple (argument (patternExpr
      (identifierPattern 'a'))) (argument (patternExpr (identifierPattern 'b')))))) (declReference
      'c') (whereClause (declReference 'd')) (codeBlock)) (forStmt ? async (identifierPattern 'e')
      (declReference 'f') (codeBlock))
      """)
  }

  @Test func `while and repeat have bodies`() {
    expectTree(
      """
      while let a = b {}
      repeat {} while c
      """,
      """
      (whileStmt (optionalBinding 'let' (identifierPattern 'a') (initializerClause (declReference
      'b'))) (codeBlock)) (repeatStmt (codeBlock) (declReference 'c'))
      """)
  }

  @Test func `a switch has cases with patterns and filters`() {
    expectTree(
      """
      switch a { case .b(let c) where d, is E: f; g
      case let (h, i): j
      @unknown default: break }
      """,
      """
      (switchExpr (declReference 'a') (switchCase (switchCaseLabel (switchCaseItem
      (expressionPattern (functionCall (memberAccess 'b') (argumentList (argument (patternExpr
      (valueBindingPattern 'let' (identifierPattern 'c'))))))) (whereClause (declReference 'd')))
      (switchCaseItem (isTypePattern (identifierType 'E')))) (declReference 'f') (declReference
      'g')) (switchCase (switchCaseLabel (switchCaseItem (valueBindingPattern 'let'
      (expressionPattern (tuple (argument (patternExpr (identifierPattern 'h'))) (argument
      (patternExpr (identifierPattern 'i')))))))) (declReference 'j')) (switchCase (attribute
      'unknown' (identifierType 'unknown')) (switchDefaultLabel) (breakStmt 'break')))
      """)
  }

  @Test func `cases may stand inside a condition`() {
    expectTree(
      """
      switch a {
      #if B
      case c: d
      #endif
      default: e
      }
      """,
      """
      (switchExpr (declReference 'a') (ifConfig (ifConfigClause '#if' (declReference 'B')
      (switchCase (switchCaseLabel (switchCaseItem (expressionPattern (declReference 'c'))))
      (declReference 'd')))) (switchCase (switchDefaultLabel) (declReference 'e')))
      """)
  }

  @Test func `a do has typed effects and catch clauses`() {
    expectTree(
      "do throws(E) {} catch let a as B where c {} catch .d, F.g {} catch {}",
      """
      (doStmt (effects throws 'throws(E)' (identifierType 'E')) (codeBlock) (catchClause
      (catchItem (valueBindingPattern 'let' (expressionPattern (asExpr (patternExpr
      (identifierPattern 'a')) (identifierType 'B')))) (whereClause (declReference 'c')))
      (codeBlock)) (catchClause (catchItem (expressionPattern (memberAccess 'd'))) (catchItem
      (expressionPattern (memberAccess 'g' (declReference 'F')))) (codeBlock)) (catchClause
      (codeBlock)))
      """)
  }

  @Test func `jumps have labels and values`() {
    expectTree(
      """
      a: while b { continue a }
      return
      throw c
      """,
      """
      (labeledStmt 'a' (whileStmt (declReference 'b') (codeBlock (continueStmt 'continue a'))))
      (returnStmt) (throwStmt (declReference 'c'))
      """)
  }

  @Test func `a value may stand on the line behind return`() {
    expectTree(
      """
      return
        a
      """,
      """
      (returnStmt (declReference 'a'))
      """)
  }

  @Test func `a declaration behind return is not returned`() {
    expectTree(
      """
      return
      let a = 1
      """,
      """
      (returnStmt) (variableDecl 'let' (patternBinding (identifierPattern 'a') (initializerClause
      (integerLiteral '1'))))
      """)
  }

  @Test func `fallthrough, defer, yield and discard are statements`() {
    expectTree(
      """
      defer { fallthrough }
      yield &a
      discard self
      """,
      """
      (deferStmt (codeBlock (fallthroughStmt))) (yieldStmt (inOut (declReference 'a')))
      (discardStmt (declReference 'self'))
      """)
  }

  @Test func `contextual words may be names`() {
    expectTree(
      """
      yield(a)
      then = 1
      discard.b()
      """,
      """
      (functionCall (declReference 'yield') (argumentList (argument (declReference 'a'))))
      (assignment (declReference 'then') (integerLiteral '1')) (functionCall (memberAccess 'b'
      (declReference 'discard')) (argumentList))
      """)
  }

  @Test func `conditions of compilation hold items`() {
    expectTree(
      """
      #if os(Linux) && swift(>=5.5)
      import A
      #elseif B
      #else
      c()
      #endif
      """,
      """
      (ifConfig (ifConfigClause '#if' (binaryOperator '&&' (functionCall (declReference 'os')
      (argumentList (argument (declReference 'Linux')))) (functionCall (declReference 'swift')
      (argumentList (argument (prefixOperator '>=' (floatLiteral '5.5')))))) (importDecl
      (importPathComponent 'A'))) (ifConfigClause '#elseif' (declReference 'B')) (ifConfigClause
      '#else' (functionCall (declReference 'c') (argumentList))))
      """)
  }
}
