/// Facts about a node that its children do not show.
///
/// Each kind gives the bits its own meaning.
package struct NodeFlags: OptionSet, Hashable, Sendable, BitwiseCopyable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `init?`, `try?`, `as?`; `is failable`.
  package static let question = NodeFlags(rawValue: 1 << 0)
  /// `init!`, `try!`, `as!`.
  package static let exclamation = NodeFlags(rawValue: 1 << 1)
  /// The main token is a label (`argument`, `tupleTypeElement`, …); without it there is none.
  package static let labeled = NodeFlags(rawValue: 1 << 2)
  /// A second name follows the main token (`parameter`: `for name: T`).
  package static let secondName = NodeFlags(rawValue: 1 << 3)
  /// `...` after the type of a parameter.
  package static let variadic = NodeFlags(rawValue: 1 << 4)
  /// `async` (or `reasync`) in an effects clause.
  package static let isAsync = NodeFlags(rawValue: 1 << 5)
  /// `throws` or `rethrows` in an effects clause.
  package static let isThrowing = NodeFlags(rawValue: 1 << 6)
  /// Something is missing or surplus inside, a diagnostic says what.
  package static let hasError = NodeFlags(rawValue: 1 << 7)
}

/// The kinds of node.
///
/// Behind each kind: its children in source order (`?` may be missing, `*` any number, `+` one or more,
/// `|` or), and `main`, the token that names it. Tokens are no nodes: punctuation and keywords of a node
/// lie in its token range. `decl`, `stmt`, `expr`, `type`, `pattern` mean any kind of that section; an item
/// of a block is a decl, stmt or expr. Where `main` is not given it is the node's first token. Where the
/// name is missing, the main token is the last token of the node; it always lies inside, unless the node
/// is empty.
///
/// A module selector (`Module::name`) lies in the token range of what it selects.
@usableFromInline
package enum NodeKind: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// Written out, so that other modules compare two bytes; what is derived is asked of a table of witnesses.
  @inlinable
  package static func == (lhs: NodeKind, rhs: NodeKind) -> Bool {
    unsafeBitCast(lhs, to: UInt8.self) == unsafeBitCast(rhs, to: UInt8.self)
  }

  // MARK: Files and blocks

  /// item*
  case sourceFile
  /// `{ item* }`
  case codeBlock
  /// `{ decl* }` of a type or an extension.
  case memberBlock
  /// `#if … #endif`: ifConfigClause+. Behind an expression that it continues: expr ifConfigClause+.
  case ifConfig
  /// One branch: condition(expr)?, item* (decls, statements, switch cases, attributes, or one postfix
  /// expression that hangs on the expression before the `#if`). main: `#if`, `#elseif` or `#else`.
  case ifConfigClause
  /// `#sourceLocation(…)`
  case sourceLocation
  /// Tokens that fit nowhere; the parser skipped them. May be a child of any node.
  case unexpected

  // MARK: Declarations (each begins with attribute* modifier*)

  /// importPathComponent+. The token before the first component is the import kind (`struct`, …) if any.
  case importDecl
  /// main: the name.
  case importPathComponent
  /// main: name. genericParameterClause? inheritanceClause? genericWhereClause? memberBlock
  case structDecl, classDecl, enumDecl, actorDecl
  /// main: name. primaryAssociatedTypes(genericParameterClause)? inheritanceClause? genericWhereClause?
  /// memberBlock
  case protocolDecl
  /// main: `extension`. type inheritanceClause? genericWhereClause? memberBlock
  case extensionDecl
  /// main: name. genericParameterClause? type genericWhereClause?
  case typealiasDecl
  /// main: name. inheritanceClause? type? (default) genericWhereClause?
  case associatedTypeDecl
  /// main: name or operator. genericParameterClause? functionSignature genericWhereClause? codeBlock?
  case functionDecl
  /// main: `init`. flags: question, exclamation. Otherwise as functionDecl.
  case initializerDecl
  /// main: `deinit`. functionSignature? codeBlock?
  case deinitializerDecl
  /// main: `subscript`. genericParameterClause? parameterClause returnClause genericWhereClause?
  /// accessorBlock?
  case subscriptDecl
  /// main: `let`, `var` or `inout`/`borrow` introducer. patternBinding+
  case variableDecl
  /// pattern typeAnnotation? initializerClause? accessorBlock?
  case patternBinding
  /// `{ accessorDecl* }`, or `{ item* }` for the short form of a getter.
  case accessorBlock
  /// main: `get`, `set`, `willSet`, `_read`, …. accessorParameter? effects? codeBlock?
  case accessorDecl
  /// `(newValue)`; main: the name.
  case accessorParameter
  /// main: `case`. enumCaseElement+
  case enumCaseDecl
  /// main: name. parameterClause? initializerClause? (raw value)
  case enumCaseElement
  /// main: the operator.
  case operatorDecl
  /// main: name.
  case precedenceGroupDecl
  /// main: name. genericParameterClause? functionSignature initializerClause? genericWhereClause?
  case macroDecl

  // MARK: Parts of declarations

  /// `@Name(args)`; main: the last component of the name. type argumentList?. What stands between the
  /// parentheses of an attribute with a grammar of its own (`@available`, `@objc`, `@_specialize`, …) is
  /// only tokens.
  case attribute
  /// main: the keyword; a detail such as `(set)` lies in its token range.
  case modifier
  /// `= expr`: expr
  case initializerClause
  /// `: type`: genericParameterClause? type
  case typeAnnotation
  /// parameterClause effects? returnClause?
  case functionSignature
  /// `( parameter* )`
  case parameterClause
  /// main: the first name (argument label, `_`, or the only name). flags: labeled (it has a name at all;
  /// enum case parameters may have none), secondName (the token after main is the inner name), variadic.
  /// attribute* modifier* type initializerClause?
  case parameter
  /// `async`, `throws`, `throws(E)`, `rethrows`. type? (the thrown type). flags: isAsync, isThrowing.
  case effects
  /// `-> type`: genericParameterClause? type
  case returnClause
  /// `< genericParameter* >`
  case genericParameterClause
  /// main: name. attribute* type? (the constraint). For `let N: Int` the main token is `N`; for `each T`, `T`.
  case genericParameter
  /// genericRequirement+
  case genericWhereClause
  /// `type : type` or `type == type`; main: `:` or `==`. type type
  case genericRequirement
  /// `: inheritedType+`
  case inheritanceClause
  /// attribute* modifier* type
  case inheritedType

  // MARK: Statements

  /// Also an expression. main: `if`. condition+ codeBlock (codeBlock | ifExpr)?
  case ifExpr
  /// Also an expression. main: `switch`. expr (switchCase | ifConfig)*
  case switchExpr
  /// attribute* (switchCaseLabel | switchDefaultLabel) item*. The label ends with its `:`.
  case switchCase
  /// switchCaseItem+
  case switchCaseLabel
  case switchDefaultLabel
  /// pattern whereClause?
  case switchCaseItem
  /// main: `guard`. condition+ codeBlock
  case guardStmt
  /// main: `while`. condition+ codeBlock
  case whileStmt
  /// main: `repeat`. codeBlock expr
  case repeatStmt
  /// main: `for`. flags: question (`try`), isAsync (`await`). pattern typeAnnotation? expr whereClause? codeBlock
  case forStmt
  /// Also an expression. main: `do`. effects? codeBlock catchClause*
  case doStmt
  /// main: `catch`. catchItem* codeBlock
  case catchClause
  /// pattern? whereClause?
  case catchItem
  /// `where expr`: expr
  case whereClause
  /// main: the keyword. expr?
  case returnStmt, throwStmt, yieldStmt, thenStmt, discardStmt
  /// main: the keyword. A label lies in the token range.
  case breakStmt, continueStmt, fallthroughStmt
  /// codeBlock
  case deferStmt
  /// main: the label. stmt
  case labeledStmt

  // MARK: Conditions (a condition is one of these or an expr)

  /// main: `let`, `var`. pattern typeAnnotation? initializerClause?
  case optionalBinding
  /// main: `case`. pattern typeAnnotation? initializerClause
  case matchingPattern
  /// `#available(…)`, `#unavailable(…)`
  case availabilityCondition

  // MARK: Expressions

  case integerLiteral, floatLiteral, booleanLiteral, nilLiteral, regexLiteral
  /// interpolation*. The main token is the opening quote, after any `#`s.
  case stringLiteral
  /// `\( argument* )`: argument*
  case interpolation
  /// arrayElements are exprs.
  case arrayLiteral
  /// dictionaryElement*
  case dictionaryLiteral
  /// expr expr
  case dictionaryElement
  /// A name used as an expression, `self`, `Self`, `super`, `init`, `$0` included; main: the name.
  /// `f(a:b:)` keeps its argument labels in the token range (compound name).
  case declReference
  /// `base.name` or `.name`; main: the name (`0` of a tuple too). expr? — none for an implicit member.
  case memberAccess
  /// `expr<args>`: expr genericArgumentClause
  case genericSpecialization
  /// `f(…) {…} label: {…}`: expr argumentList? closure? labeledClosure*
  case functionCall
  /// `a[…] {…}`: expr argumentList closure? labeledClosure*
  case subscriptCall
  /// `( argument* )` or `[ argument* ]`
  case argumentList
  /// main: the label if labeled, else the first token of the expression. expr
  case argument
  /// `label: {…}`; main: the label. closure
  case labeledClosure
  /// `(argument*)`: a parenthesised expression is a tuple of one unlabeled argument.
  case tuple
  /// `expr?`
  case optionalChaining
  /// `expr!`
  case forceUnwrap
  /// main: operator. expr
  case prefixOperator, postfixOperator
  /// `&expr`
  case inOut
  /// main: operator (`=` is assignment). expr expr. Folded with the precedence of the standard
  /// operators and those that the file declares. The arrow of a function type that stands as an
  /// expression is one too: expr effects? expr.
  case binaryOperator
  case assignment
  /// main: `?`. expr expr expr
  case ternary
  /// main: `is`. expr type
  case isExpr
  /// main: `as`. flags: question, exclamation. expr type
  case asExpr
  /// main: `try`. flags: question, exclamation. expr
  case tryExpr
  /// expr
  case awaitExpr, consumeExpr, copyExpr, borrowExpr, unsafeExpr
  /// `each expr`, `repeat expr`
  case packElement, packExpansion
  /// closureSignature? item*
  case closure
  /// attribute* captureList? (parameterClause | closureParameter*) effects? returnClause?
  case closureSignature
  /// `[ capture* ]`
  case captureList
  /// main: the name. expr? — specifier (`weak`) in the token range.
  case capture
  /// A parameter without parentheses; main: the name.
  case closureParameter
  /// `\Type.a.b`: type? keyPathComponent*
  case keyPath
  /// main: the name, `?`, `!` or `[`. argumentList? genericArgumentClause?
  case keyPathComponent
  /// `#name<…>(…) {…}`; main: the name after `#`. attribute* modifier* genericArgumentClause? argumentList?
  /// closure? labeledClosure*. Also a declaration.
  case macroExpansion
  /// `_` on the left of `=`.
  case discardAssignment
  /// What can only be a type where an expression stands, such as `any P`, `Any`, `[3 of Int]`: type. The
  /// parser cannot know that `Int`, `[Int]` or `Int?` are types: they are a declReference, an arrayLiteral
  /// and an optionalChaining.
  case typeExpr
  /// A pattern where an expression stands (`let x?` in a case): pattern. In a case, tuples and calls are
  /// expressions whose arguments may be patterns, and `_` is a wildcardPattern.
  case patternExpr
  /// `<#…#>`
  case placeholderExpr
  /// Where an expression is missing: no tokens.
  case missingExpr

  // MARK: Patterns

  /// main: the name.
  case identifierPattern
  case wildcardPattern
  /// main: `let`, `var`. pattern
  case valueBindingPattern
  /// tuplePatternElement*
  case tuplePattern
  /// main: the label if labeled. pattern
  case tuplePatternElement
  /// expr
  case expressionPattern
  /// `is type`: type
  case isTypePattern

  // MARK: Types

  /// `Name<args>`; main: the name. genericArgumentClause?
  case identifierType
  /// `Base.Name<args>`; main: the name. type genericArgumentClause?
  case memberType
  /// `< type* >` (an integerLiteral, perhaps in a prefixOperator, where a value generic is given)
  case genericArgumentClause
  /// type
  case optionalType, implicitlyUnwrappedType, arrayType, metatype
  /// type type
  case dictionaryType
  /// `[N of T]`: (type | expr) type
  case inlineArrayType
  /// tupleTypeElement*
  case tupleType
  /// main: the first name if labeled; flags: labeled, secondName, variadic. type
  case tupleTypeElement
  /// tupleType effects? returnClause
  case functionType
  /// `inout T`, `@escaping T`, `borrowing T`: attribute* modifier* type
  case attributedType
  /// main: `some` or `any`. type
  case someOrAnyType
  /// `A & B`: type+
  case compositionType
  /// `~T`: type
  case suppressedType
  /// `repeat T`, `each T`: type
  case packExpansionType, packElementType
  /// `class` in an inheritance clause, `AnyObject` is an identifierType.
  case classRestrictionType
  /// Where a type is missing: no tokens.
  case missingType
}
