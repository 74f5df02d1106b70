import Testing

@Suite struct ParserTestsExpressions {
  @Test func `operators fold by precedence`() {
    expectTree(
      "a + b * c == d && e",
      """
      (binaryOperator '&&' (binaryOperator '==' (binaryOperator '+' (declReference 'a')
      (binaryOperator '*' (declReference 'b') (declReference 'c'))) (declReference 'd'))
      (declReference 'e'))
      """)
  }

  @Test func `operators of one precedence fold by associativity`() {
    expectTree(
      """
      a - b - c
      a ?? b ?? c
      """,
      """
      (binaryOperator '-' (binaryOperator '-' (declReference 'a') (declReference 'b'))
      (declReference 'c')) (binaryOperator '??' (declReference 'a') (binaryOperator '??'
      (declReference 'b') (declReference 'c')))
      """)
  }

  @Test func `an assignment and a ternary bind loosest`() {
    expectTree(
      "a = b ? c : d + 1",
      """
      (assignment (declReference 'a') (ternary (declReference 'b') (declReference 'c')
      (binaryOperator '+' (declReference 'd') (integerLiteral '1'))))
      """)
  }

  @Test func `declared operators have their declared precedence`() {
    expectTree(
      """
      infix operator <>: MultiplicationPrecedence
      a + b <> c
      """,
      """
      (operatorDecl '<>' (modifier 'infix')) (binaryOperator '+' (declReference 'a')
      (binaryOperator '<>' (declReference 'b') (declReference 'c')))
      """)
  }

  @Test func `an unknown operator binds tighter than an assignment`() {
    expectTree(
      "a = b <> c",
      """
      (assignment (declReference 'a') (binaryOperator '<>' (declReference 'b') (declReference
      'c')))
      """)
  }

  @Test func `a cast binds looser than a sum and tighter than a comparison`() {
    expectTree(
      "a + b as? C == d",
      """
      (binaryOperator '==' (asExpr ? (binaryOperator '+' (declReference 'a') (declReference 'b'))
      (identifierType 'C')) (declReference 'd'))
      """)
  }

  @Test func `try and await cover all to their right`() {
    expectTree(
      "try await a + b",
      """
      (tryExpr (awaitExpr (binaryOperator '+' (declReference 'a') (declReference 'b'))))
      """)
  }

  @Test func `try on the right of an assignment covers the value`() {
    expectTree(
      "a = try b + c",
      """
      (assignment (declReference 'a') (tryExpr (binaryOperator '+' (declReference 'b')
      (declReference 'c'))))
      """)
  }

  @Test func `try on the right of an operator covers only its side`() {
    expectTree(
      "a && (try? b) != nil",
      """
      (binaryOperator '&&' (declReference 'a') (binaryOperator '!=' (tuple (argument (tryExpr ?
      (declReference 'b')))) (nilLiteral)))
      """)
  }

  @Test func `members, calls, subscripts, optional chains and force unwraps nest to the left`() {
    expectTree(
      "a?.b!.c[0](d)",
      """
      (functionCall (subscriptCall (memberAccess 'c' (forceUnwrap (memberAccess 'b'
      (optionalChaining (declReference 'a'))))) (argumentList (argument (integerLiteral '0'))))
      (argumentList (argument (declReference 'd'))))
      """)
  }

  @Test func `arguments have labels`() {
    expectTree(
      "f(a, b: c, for: d, _: e)",
      """
      (functionCall (declReference 'f') (argumentList (argument (declReference 'a')) (argument
      label 'b' (declReference 'c')) (argument label 'for' (declReference 'd')) (argument label
      '_' (declReference 'e'))))
      """)
  }

  @Test func `a call may have several trailing closures`() {
    expectTree(
      "f(1) { a } b: { c }",
      """
      (functionCall (declReference 'f') (argumentList (argument (integerLiteral '1'))) (closure
      (declReference 'a')) (labeledClosure 'b' (closure (declReference 'c'))))
      """)
  }

  @Test func `a call may lack parentheses`() {
    expectTree(
      "a.map { $0 }",
      """
      (functionCall (memberAccess 'map' (declReference 'a')) (closure (declReference '$0')))
      """)
  }

  @Test func `an implicit member has no base`() {
    expectTree(
      ".a(.b)",
      """
      (functionCall (memberAccess 'a') (argumentList (argument (memberAccess 'b'))))
      """)
  }

  @Test func `angle brackets are generic arguments before a parenthesis`() {
    expectTree(
      "a<B, C>(d)",
      """
      (functionCall (genericSpecialization (declReference 'a') (genericArgumentClause
      (identifierType 'B') (identifierType 'C'))) (argumentList (argument (declReference 'd'))))
      """)
  }

  @Test func `angle brackets are operators before a name`() {
    expectTree(
      "f(a < b, c > d)",
      """
      (functionCall (declReference 'f') (argumentList (argument (binaryOperator '<' (declReference
      'a') (declReference 'b'))) (argument (binaryOperator '>' (declReference 'c') (declReference
      'd')))))
      """)
  }

  @Test func `nested angle brackets are split`() {
    expectTree(
      "A<B<C>>()",
      """
      (functionCall (genericSpecialization (declReference 'A') (genericArgumentClause
      (identifierType 'B' (genericArgumentClause (identifierType 'C'))))) (argumentList))
      """)
  }

  @Test func `a closure has captures, parameters, effects and a result`() {
    expectTree(
      "{ [weak a, b = c] (d: D, e) async throws -> F in g }",
      """
      (closure (closureSignature (captureList (capture 'a') (capture 'b' (declReference 'c')))
      (parameterClause (parameter label 'd' (identifierType 'D')) (parameter label 'e')) (effects
      async throws 'async throws') (returnClause (identifierType 'F'))) (declReference 'g'))
      """)
  }

  @Test func `closure parameters may lack parentheses`() {
    expectTree(
      "{ a, _ in b }",
      """
      (closure (closureSignature (closureParameter 'a') (closureParameter '_')) (declReference
      'b'))
      """)
  }

  @Test func `a closure without in has no signature`() {
    expectTree(
      "{ (a, b).c }",
      """
      (closure (memberAccess 'c' (tuple (argument (declReference 'a')) (argument (declReference
      'b')))))
      """)
  }

  @Test func `a string holds interpolations`() {
    expectTree(
      #"""
      "a\(b, c: d)e\("f\(g)")"
      """#,
      """
      (stringLiteral (interpolation (argument (declReference 'b')) (argument label 'c'
      (declReference 'd'))) (interpolation (argument (stringLiteral (interpolation (argument
      (declReference 'g')))))))
      """)
  }

  @Test func `a string without interpolation is one literal`() {
    expectTree(
      ##"""
      "a"
      #"b"#
      """
        c
        """
      """##,
      ##"""
      (stringLiteral '"a"') (stringLiteral '#"b"#') (stringLiteral '""" c """')
      """##)
  }

  @Test func `collections hold expressions`() {
    expectTree(
      """
      [a, b,]
      [a: b]
      [:]
      []
      """,
      """
      (arrayLiteral (declReference 'a') (declReference 'b')) (dictionaryLiteral (dictionaryElement
      (declReference 'a') (declReference 'b'))) (dictionaryLiteral) (arrayLiteral)
      """)
  }

  @Test func `a type may stand as an expression`() {
    expectTree(
      """
      [Int]()
      (any P).self
      some Q.self
      """,
      """
      (functionCall (arrayLiteral (declReference 'Int')) (argumentList)) (memberAccess 'self'
      (tuple (argument (typeExpr (someOrAnyType 'any' (identifierType 'P')))))) (memberAccess
      'self' (typeExpr (someOrAnyType 'some' (identifierType 'Q'))))
      """)
  }

  @Test func `a key path has a root and components`() {
    expectTree(
      #"\A.b?.c[0].d!"#,
      """
      (keyPath (identifierType 'A') (keyPathComponent 'b') (keyPathComponent '?')
      (keyPathComponent 'c') (keyPathComponent '[' (argumentList (argument (integerLiteral '0'))))
      (keyPathComponent 'd') (keyPathComponent '!'))
      """)
  }

  @Test(arguments: [#"a.map(\.b.c)"#, #"a.map(\..b.c)"#])
  func `a key path may lack its root, and begin with a period too many`(text: String) {
    expectTree(
      text,
      """
      (functionCall (memberAccess 'map' (declReference 'a')) (argumentList (argument (keyPath
      (keyPathComponent 'b') (keyPathComponent 'c')))))
      """)
  }

  @Test func `a macro expansion has arguments and closures`() {
    expectTree(
      "#m<A>(b, c: d) { e }",
      """
      (macroExpansion 'm' (genericArgumentClause (identifierType 'A')) (argumentList (argument
      (declReference 'b')) (argument label 'c' (declReference 'd'))) (closure (declReference
      'e')))
      """)
  }

  @Test func `if and switch may be values`() {
    expectTree(
      """
      let a = if b { 1 } else { 2 }
      let c = switch d { default: 3 }
      """,
      """
      (variableDecl 'let' (patternBinding (identifierPattern 'a') (initializerClause (ifExpr
      (declReference 'b') (codeBlock (integerLiteral '1')) (codeBlock (integerLiteral '2'))))))
      (variableDecl 'let' (patternBinding (identifierPattern 'c') (initializerClause (switchExpr
      (declReference 'd') (switchCase (switchDefaultLabel) (integerLiteral '3'))))))
      """)
  }

  @Test func `a postfix condition continues its expression`() {
    expectTree(
      """
      a
      #if B
      .c()
      #else
      .d
      #endif
      .e
      """,
      """
      (memberAccess 'e' (ifConfig (declReference 'a') (ifConfigClause '#if' (declReference 'B')
      (functionCall (memberAccess 'c') (argumentList))) (ifConfigClause '#else' (memberAccess
      'd'))))
      """)
  }

  @Test func `an operator may be an argument`() {
    expectTree(
      "f(+, by: <)",
      """
      (functionCall (declReference 'f') (argumentList (argument (declReference '+')) (argument
      label 'by' (declReference '<'))))
      """)
  }

  @Test func `a compound name keeps its labels`() {
    expectTree(
      """
      f(a:b:)
      g.h(_:)
      """,
      """
      (declReference 'f') (memberAccess 'h' (declReference 'g'))
      """)
  }

  @Test func `pack expansions stand before expressions`() {
    expectTree(
      "f(repeat each a)",
      """
      (functionCall (declReference 'f') (argumentList (argument (packExpansion (packElement
      (declReference 'a'))))))
      """)
  }

  @Test func `ownership words stand before expressions`() {
    expectTree(
      "f(consume a, copy b, consume)",
      """
      (functionCall (declReference 'f') (argumentList (argument (consumeExpr (declReference 'a')))
      (argument (copyExpr (declReference 'b'))) (argument (declReference 'consume'))))
      """)
  }

  @Test func `a regular expression is a literal`() {
    expectTree(
      "let a = /b+/",
      """
      (variableDecl 'let' (patternBinding (identifierPattern 'a') (initializerClause (regexLiteral
      '/b+/'))))
      """)
  }

  @Test func `an ellipsis may be a prefix or a suffix`() {
    expectTree(
      """
      a[1...]
      a[...b]
      """,
      """
      (subscriptCall (declReference 'a') (argumentList (argument (postfixOperator '...'
      (integerLiteral '1'))))) (subscriptCall (declReference 'a') (argumentList (argument
      (prefixOperator '...' (declReference 'b')))))
      """)
  }

  @Test func `an address is taken`() {
    expectTree(
      "f(&a.b)",
      """
      (functionCall (declReference 'f') (argumentList (argument (inOut (memberAccess 'b'
      (declReference 'a'))))))
      """)
  }

  @Test func `parentheses may hold labels`() {
    expectTree(
      "(a, b: c)",
      """
      (tuple (argument (declReference 'a')) (argument label 'b' (declReference 'c')))
      """)
  }

  @Test func `an inline array type is a type`() {
    expectTree(
      "[3 of Int].self",
      """
      (memberAccess 'self' (typeExpr (inlineArrayType (integerLiteral '3') (identifierType
      'Int'))))
      """)
  }

  @Test func `a discarded value is assigned to a wildcard`() {
    expectTree(
      "_ = a",
      """
      (assignment (discardAssignment) (declReference 'a'))
      """)
  }

  @Test func `an operand ends before the operator that follows it`() {
    expectTree(
      "a * b + c is D ? e : f",
      """
      (ternary (isExpr (binaryOperator '+' (binaryOperator '*' (declReference 'a') (declReference
      'b')) (declReference 'c')) (identifierType 'D')) (declReference 'e') (declReference 'f'))
      """)
  }

  @Test func `unsafe may stand before a closure`() {
    expectTree(
      "unsafe { a }",
      """
      (unsafeExpr (closure (declReference 'a')))
      """)
  }

  @Test func `a trailing closure takes no second brace`() {
    expectTree(
      """
      a { b }
      { c }()
      """,
      """
      (functionCall (declReference 'a') (closure (declReference 'b'))) (functionCall (closure
      (declReference 'c')) (argumentList))
      """)
  }

  @Test func `a type named Any is a type`() {
    expectTree(
      "Any.self",
      """
      (memberAccess 'self' (typeExpr (identifierType 'Any')))
      """)
  }

  @Test func `function types may stand as expressions`() {
    expectTree(
      "(A) throws -> B",
      """
      (binaryOperator '->' (tuple (argument (declReference 'A'))) (effects throws 'throws')
      (declReference 'B'))
      """)
  }
}
