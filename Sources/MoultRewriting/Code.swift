package import MoultSemantics
package import MoultSyntax

/// New code as a value: kept nodes of the source, and new tokens around them.
///
/// It has no blanks, line breaks or parentheses for precedence: these are the printer's.
package indirect enum Code: Hashable, Sendable {
  /// A node of the source, byte for byte, with its comments and with what else is rewritten inside it.
  case kept(Node)
  /// A name, a literal or a type: what is written without anything between.
  case word(String)
  /// `Module.Name`, what a library declares outside of any type, and what may stand behind it; the module is written only
  /// where something of the project would be meant without.
  case library(String)
  /// `base.name`; without a base `.name`.
  case member(Code?, String)
  /// `called(arguments) { … } label: { … }`
  case call(Code, [CodeArgument], trailing: [ClosureCode] = [])
  /// `base[arguments]`
  case subscripted(Code, [CodeArgument])
  case closure(ClosureCode)
  /// `[a, b]`
  case array([Code])
  /// `(a, b)`
  case tuple([Code])
  /// `condition ? value : other`
  case choice(Code, Code, Code)
  /// `Name<A, B>`
  case generic(Code, [Code])
  /// `(A, B) -> C`
  case functionType([Code], Code)
  case form(FormCode)
  /// `a + b`, `a = b`, `a as T`: the operator is a word of its own.
  case infix(Code, String, Code)
  /// `x!`, `x?`
  case postfix(Code, String)
  /// `try x`, `try? x`, `try! x`, `await x`
  case marked(EffectMark, Code)
  /// `return x`
  case returned(Code)
  /// `let name: type = value`
  case variable(Introducer, String, type: Code? = nil, value: Code?, modifiers: [String] = [])
  /// `let name`, as a pattern.
  case bound(Introducer, String)
  /// `case pattern = value`, as a condition.
  case match(Code, value: Code)
  /// `value is T`; without a value the pattern `is T`.
  case typeTest(Code?, type: Code)
  /// `if conditions { … }`
  case branch(conditions: [Code], [Code])
  case function(FunctionCode)
  /// `default:`, the label of a switch's case.
  case defaultLabel
}

/// What is written before an expression that throws or suspends.
package enum EffectMark: String, Sendable {
  case tryMark = "try"
  case optionalTry = "try?"
  case forcedTry = "try!"
  case await
}

/// An argument of new code.
package struct CodeArgument: Hashable, Sendable {
  let label: String?
  let value: Code

  package init(_ label: String?, _ value: Code) {
    self.label = label
    self.value = value
  }

  /// What is kept in it goes to another place.
  package var moved: CodeArgument { CodeArgument(label, .form(.moved(value))) }

  /// An argument without a label.
  package static func plain(_ value: Code) -> CodeArgument { CodeArgument(nil, value) }
}

/// A closure of new code.
package struct ClosureCode: Hashable, Sendable {
  /// What a call writes before it, if it is not the first behind the parentheses.
  let label: String?

  /// With their `@`.
  let attributes: [String]
  let captures: [String]
  let parameters: [String]
  let items: [Code]

  package init(
    label: String? = nil, attributes: [String] = [], captures: [String] = [],
    parameters: [String] = [], _ items: [Code]
  ) {
    self.label = label
    self.attributes = attributes
    self.captures = captures
    self.parameters = parameters
    self.items = items
  }

  /// What stands before `in`; empty for a closure that says nothing of itself.
  var signature: String {
    let names = parameters.joined(separator: ", ")
    let list = captures.isEmpty ? "" : "[" + captures.joined(separator: ", ") + "]"
    return (attributes + [list, names]).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// A function or an initialiser of new code.
package struct FunctionCode: Hashable, Sendable {
  /// With their `@`, each on a line of its own.
  var attributes: [String]
  var modifiers: [String]
  /// `func name`, or `init`.
  var name: Name
  var parameters: [ParameterCode]
  var isAsync: Bool
  var isThrowing: Bool
  var returnType: Code?
  var items: [Code]

  /// What stands between the modifiers and the parameters.
  package enum Name: Hashable, Sendable {
    case function(String)
    case initializer
  }

  package init(
    attributes: [String] = [], modifiers: [String] = [], _ name: Name,
    _ parameters: [ParameterCode], isAsync: Bool = false, isThrowing: Bool = false,
    returning returnType: Code? = nil, _ items: [Code]
  ) {
    self.attributes = attributes
    self.modifiers = modifiers
    self.name = name
    self.parameters = parameters
    self.isAsync = isAsync
    self.isThrowing = isThrowing
    self.returnType = returnType
    self.items = items
  }
}

/// A parameter of a new function.
package struct ParameterCode: Hashable, Sendable {
  /// What callers write; nil for `_`.
  let label: String?
  let name: String
  let type: Code
  let defaultValue: Code?

  package init(_ label: String?, _ name: String, _ type: Code, defaultValue: Code? = nil) {
    self.label = label
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
  }
}

extension Code {
  /// Returns `name(arguments)`.
  package static func call(_ name: String, _ arguments: [CodeArgument]) -> Code {
    .call(.word(name), arguments)
  }

  /// Returns `Name<A, B>`.
  package static func generic(_ name: String, _ arguments: [Code]) -> Code {
    .generic(.word(name), arguments)
  }

  /// The expression that a view stands for.
  package static func kept(_ view: some SyntaxView) -> Code { .kept(view.node) }

  /// A type as Swift spells it.
  package static func type(_ type: SemanticType) -> Code { .word(describe(type)) }

  /// A string of nothing.
  package static var emptyString: Code { .word("\"\"") }

  /// A string literal of plain text.
  package static func string(_ text: String) -> Code { .word("\"\(text)\"") }

  /// What a person fills in.
  package static func placeholder(_ description: String) -> Code { .word("<#\(description)#>") }

  /// Returns `try await expression`.
  package static func tryAwait(_ expression: Code) -> Code {
    .marked(.tryMark, .marked(.await, expression))
  }

  /// Returns a member of this value.
  package func member(_ name: String) -> Code { .member(self, name) }

  /// Returns a call of a method of this value.
  package func calling(_ name: String, _ arguments: [CodeArgument] = []) -> Code {
    .call(.member(self, name), arguments)
  }
}
