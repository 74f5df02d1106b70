import Testing

@Suite struct ParserTestsDeclarations {
  @Test func `an import names its kind and its path`() {
    expectTree(
      "import struct A.B",
      """
      (importDecl (importPathComponent 'A') (importPathComponent 'B'))
      """)
  }

  @Test func `an import may have attributes and access`() {
    expectTree(
      "@_exported public import A",
      """
      (importDecl (attribute '_exported' (identifierType '_exported')) (modifier 'public')
      (importPathComponent 'A'))
      """)
  }

  @Test func `a struct has generics, inheritance, requirements and members`() {
    expectTree(
      "struct A<T: P, let N: Int>: B, ~Copyable where T.E == C { let a: T }",
      """
      (structDecl 'A' (genericParameterClause (genericParameter 'T' (identifierType 'P'))
      (genericParameter 'N' (identifierType 'Int'))) (inheritanceClause (inheritedType
      (identifierType 'B')) (inheritedType (suppressedType (identifierType 'Copyable'))))
      (genericWhereClause (genericRequirement '==' (memberType 'E' (identifierType 'T'))
      (identifierType 'C'))) (memberBlock (variableDecl 'let' (patternBinding (identifierPattern
      'a') (typeAnnotation (identifierType 'T'))))))
      """)
  }

  @Test func `an extension names its type`() {
    expectTree(
      "extension A.B: @unchecked C where D: E {}",
      """
      (extensionDecl (memberType 'B' (identifierType 'A')) (inheritanceClause (inheritedType
      (attribute 'unchecked' (identifierType 'unchecked')) (identifierType 'C')))
      (genericWhereClause (genericRequirement ':' (identifierType 'D') (identifierType 'E')))
      (memberBlock))
      """)
  }

  @Test func `a protocol has primary associated types and requirements without bodies`() {
    expectTree(
      "protocol P<E>: AnyObject { associatedtype E: Q = Int; func f() async throws; var v: E { get nonmutating set } }",
      """
      (protocolDecl 'P' (genericParameterClause (genericParameter 'E')) (inheritanceClause
      (inheritedType (identifierType 'AnyObject'))) (memberBlock (associatedTypeDecl 'E'
      (inheritanceClause (inheritedType (identifierType 'Q'))) (identifierType 'Int'))
      (functionDecl 'f' (functionSignature (parameterClause) (effects async throws 'async
      throws'))) (variableDecl 'var' (patternBinding (identifierPattern 'v') (typeAnnotation
      (identifierType 'E')) (accessorBlock (accessorDecl 'get') (accessorDecl 'set' (modifier
      'nonmutating')))))))
      """)
  }

  @Test func `an actor is a declaration, a variable of that name is not`() {
    expectTree(
      """
      actor A {}
      actor = 1
      """,
      """
      (actorDecl 'A' (memberBlock)) (assignment (declReference 'actor') (integerLiteral '1'))
      """)
  }

  @Test func `a class modifier is no class`() {
    expectTree(
      "class A { class func f() {}; class var v: Int { 1 } }",
      """
      (classDecl 'A' (memberBlock (functionDecl 'f' (modifier 'class') (functionSignature
      (parameterClause)) (codeBlock)) (variableDecl 'var' (modifier 'class') (patternBinding
      (identifierPattern 'v') (typeAnnotation (identifierType 'Int')) (accessorBlock
      (integerLiteral '1'))))))
      """)
  }

  @Test func `an enum has cases with parameters and raw values`() {
    expectTree(
      "enum E { indirect case a(Int, b: B), c = 3; case d }",
      """
      (enumDecl 'E' (memberBlock (enumCaseDecl (modifier 'indirect') (enumCaseElement 'a'
      (parameterClause (parameter (identifierType 'Int')) (parameter label 'b' (identifierType
      'B')))) (enumCaseElement 'c' (initializerClause (integerLiteral '3')))) (enumCaseDecl
      (enumCaseElement 'd'))))
      """)
  }

  @Test func `a parameter has a label, a name, a type and a default value`() {
    expectTree(
      "func f(_ a: Int..., for b: inout B = 1, c: C) {}",
      """
      (functionDecl 'f' (functionSignature (parameterClause (parameter label second ... '_'
      (identifierType 'Int')) (parameter label second 'for' (attributedType (modifier 'inout')
      (identifierType 'B')) (initializerClause (integerLiteral '1'))) (parameter label 'c'
      (identifierType 'C')))) (codeBlock))
      """)
  }

  @Test func `reserved words may be labels at the start of a line`() {
    expectTree(
      """
      init(
        for a: A,
        in: B) {}
      """,
      """
      (initializerDecl (functionSignature (parameterClause (parameter label second 'for'
      (identifierType 'A')) (parameter label 'in' (identifierType 'B')))) (codeBlock))
      """)
  }

  @Test func `an operator function ends before its generic parameters`() {
    expectTree(
      "func ==<T>(a: T, b: T) -> Bool {}",
      """
      (functionDecl '==' (genericParameterClause (genericParameter 'T')) (functionSignature
      (parameterClause (parameter label 'a' (identifierType 'T')) (parameter label 'b'
      (identifierType 'T'))) (returnClause (identifierType 'Bool'))) (codeBlock))
      """)
  }

  @Test func `effects and typed throws stand in the signature`() {
    expectTree(
      "func f() async throws(E) -> A",
      """
      (functionDecl 'f' (functionSignature (parameterClause) (effects async throws 'async
      throws(E)' (identifierType 'E')) (returnClause (identifierType 'A'))))
      """)
  }

  @Test func `an initializer may fail`() {
    expectTree(
      "struct A { init?() {}; init!(a: A) {} }",
      """
      (structDecl 'A' (memberBlock (initializerDecl ? (functionSignature (parameterClause))
      (codeBlock)) (initializerDecl ! (functionSignature (parameterClause (parameter label 'a'
      (identifierType 'A')))) (codeBlock))))
      """)
  }

  @Test func `a subscript has parameters, a result and accessors`() {
    expectTree(
      "struct A { subscript<T>(a: T) -> B { get {} set(n) {} } }",
      """
      (structDecl 'A' (memberBlock (subscriptDecl (genericParameterClause (genericParameter 'T'))
      (parameterClause (parameter label 'a' (identifierType 'T'))) (returnClause (identifierType
      'B')) (accessorBlock (accessorDecl 'get' (codeBlock)) (accessorDecl 'set' (accessorParameter
      'n') (codeBlock))))))
      """)
  }

  @Test func `a getter may be short`() {
    expectTree(
      "var a: Int { b }",
      """
      (variableDecl 'var' (patternBinding (identifierPattern 'a') (typeAnnotation (identifierType
      'Int')) (accessorBlock (declReference 'b'))))
      """)
  }

  @Test func `accessors may be coroutines and have effects`() {
    expectTree(
      "var a: Int { _read { yield b } get async throws {} }",
      """
      (variableDecl 'var' (patternBinding (identifierPattern 'a') (typeAnnotation (identifierType
      'Int')) (accessorBlock (accessorDecl '_read' (codeBlock (yieldStmt (declReference 'b'))))
      (accessorDecl 'get' (effects async throws 'async throws') (codeBlock)))))
      """)
  }

  @Test func `observers belong to the variable, not to its value`() {
    expectTree(
      "var a = b { didSet { c } }",
      """
      (variableDecl 'var' (patternBinding (identifierPattern 'a') (initializerClause
      (declReference 'b')) (accessorBlock (accessorDecl 'didSet' (codeBlock (declReference
      'c'))))))
      """)
  }

  @Test func `one declaration may bind several patterns`() {
    expectTree(
      "let (a, b) = c, d: E",
      """
      (variableDecl 'let' (patternBinding (tuplePattern (tuplePatternElement (identifierPattern
      'a')) (tuplePatternElement (identifierPattern 'b'))) (initializerClause (declReference
      'c'))) (patternBinding (identifierPattern 'd') (typeAnnotation (identifierType 'E'))))
      """)
  }

  @Test func `operators and precedence groups are declared`() {
    expectTree(
      """
      infix operator +++: P
      precedencegroup P { associativity: left }
      """,
      """
      (operatorDecl '+++' (modifier 'infix')) (precedenceGroupDecl 'P')
      """)
  }

  @Test func `a macro has a signature and a definition`() {
    expectTree(
      """
      @freestanding(expression) macro m<T>(_ a: T) -> T = #externalMacro(module: "A", type: "B")
      """,
      """
      (macroDecl 'm' (attribute 'freestanding' (identifierType 'freestanding') (argumentList
      (argument (declReference 'expression')))) (genericParameterClause (genericParameter 'T'))
      (functionSignature (parameterClause (parameter label second '_' (identifierType 'T')))
      (returnClause (identifierType 'T'))) (initializerClause (macroExpansion 'externalMacro'
      (argumentList (argument label 'module' (stringLiteral '"A"')) (argument label 'type'
      (stringLiteral '"B"'))))))
      """)
  }

  @Test func `an argument of an attribute may be a word that begins a declaration on its line`() {
    expectTree(
      "@attached(\n  extension,\n  names: a\n) macro m()",
      """
      (macroDecl 'm' (attribute 'attached' (identifierType 'attached') (argumentList (argument
      (declReference 'extension')) (argument label 'names' (declReference 'a'))))
      (functionSignature (parameterClause)))
      """)
  }

  @Test func `availability lists are no arguments`() {
    expectTree(
      "@available(iOS 13, *) func f() {}",
      """
      (functionDecl 'f' (attribute 'available' (identifierType 'available')) (functionSignature
      (parameterClause)) (codeBlock))
      """)
  }

  @Test func `modifiers may have details`() {
    expectTree(
      "public private(set) unowned(unsafe) var a: A",
      """
      (variableDecl 'var' (modifier 'public') (modifier 'private') (modifier 'unowned')
      (patternBinding (identifierPattern 'a') (typeAnnotation (identifierType 'A'))))
      """)
  }

  @Test func `a contextual word before a declaration is a modifier`() {
    expectTree(
      """
      lazy var a = 1
      async let b = c
      open.d()
      """,
      """
      (variableDecl 'var' (modifier 'lazy') (patternBinding (identifierPattern 'a')
      (initializerClause (integerLiteral '1')))) (variableDecl 'let' (modifier 'async')
      (patternBinding (identifierPattern 'b') (initializerClause (declReference 'c'))))
      (functionCall (memberAccess 'd' (declReference 'open')) (argumentList))
      """)
  }

  @Test func `attributes may stand inside a condition`() {
    expectTree(
      """
      #if A
      @b
      #endif
      func f() {}
      """,
      """
      (functionDecl 'f' (ifConfig (ifConfigClause '#if' (declReference 'A') (attribute 'b'
      (identifierType 'b')))) (functionSignature (parameterClause)) (codeBlock))
      """)
  }

  @Test func `members may stand inside a condition`() {
    expectTree(
      """
      struct A {
      #if B
      let a: Int
      #else
      var c: Int
      #endif
      }
      """,
      """
      (structDecl 'A' (memberBlock (ifConfig (ifConfigClause '#if' (declReference 'B')
      (variableDecl 'let' (patternBinding (identifierPattern 'a') (typeAnnotation (identifierType
      'Int'))))) (ifConfigClause '#else' (variableDecl 'var' (patternBinding (identifierPattern
      'c') (typeAnnotation (identifierType 'Int'))))))))
      """)
  }

  @Test func `a module selector belongs to the name behind it`() {
    expectTree(
      "let a: A::B = C::d",
      """
      (variableDecl 'let' (patternBinding (identifierPattern 'a') (typeAnnotation (identifierType
      'B')) (initializerClause (declReference 'd'))))
      """)
  }

  @Test func `attributes may stand inside nested conditions`() {
    expectTree(
      """
      #if A
      #if B
      @c
      #endif
      #endif
      struct S {}
      """,
      """
      (structDecl 'S' (ifConfig (ifConfigClause '#if' (declReference 'A') (ifConfig
      (ifConfigClause '#if' (declReference 'B') (attribute 'c' (identifierType 'c'))))))
      (memberBlock))
      """)
  }

  @Test func `a getter may call a function named as an accessor`() {
    expectTree(
      "var a: A { read { b } }",
      """
      (variableDecl 'var' (patternBinding (identifierPattern 'a') (typeAnnotation (identifierType
      'A')) (accessorBlock (functionCall (declReference 'read') (closure (declReference 'b'))))))
      """)
  }

  @Test func `accessors may follow a value`() {
    expectTree(
      "var a = 1 { get { b } set { c } }",
      """
      (variableDecl 'var' (patternBinding (identifierPattern 'a') (initializerClause
      (integerLiteral '1')) (accessorBlock (accessorDecl 'get' (codeBlock (declReference 'b')))
      (accessorDecl 'set' (codeBlock (declReference 'c'))))))
      """)
  }

  @Test func `a value generic may be negative`() {
    expectTree(
      "let a: A<-1>",
      """
      (variableDecl 'let' (patternBinding (identifierPattern 'a') (typeAnnotation (identifierType
      'A' (genericArgumentClause (prefixOperator '-' (integerLiteral '1')))))))
      """)
  }

  @Test func `modifiers of a parameter stand before its names`() {
    expectTree(
      "func f(isolated _const _ a: A) {}",
      """
      (functionDecl 'f' (functionSignature (parameterClause (parameter label second '_' (modifier
      'isolated') (modifier '_const') (identifierType 'A')))) (codeBlock))
      """)
  }

  @Test func `a typealias may be generic`() {
    expectTree(
      "typealias A<T> = B<T> where T: C",
      """
      (typealiasDecl 'A' (genericParameterClause (genericParameter 'T')) (identifierType 'B'
      (genericArgumentClause (identifierType 'T'))) (genericWhereClause (genericRequirement ':'
      (identifierType 'T') (identifierType 'C'))))
      """)
  }

  @Test func `a macro expansion may be a member`() {
    expectTree(
      "struct A { #m(1) }",
      """
      (structDecl 'A' (memberBlock (macroExpansion 'm' (argumentList (argument (integerLiteral
      '1'))))))
      """)
  }
}
