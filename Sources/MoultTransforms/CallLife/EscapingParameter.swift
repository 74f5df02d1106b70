import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A parameter for a closure that its function lends, and that has to escape once it is called in another closure.
struct EscapingParameter {
  private let symbol: Symbol
  private let type: Node

  /// - Throws: a `Refusal` where a requirement or an override says its type too, or where a caller could not let a closure
  ///   escape.
  init(_ symbol: Symbol, _ file: FileContext) throws(Refusal) {
    let refusal = Self.refusal(symbol)
    let node = symbol.declaration.flatMap { declaration in
      declaration.nearest(.parameter, among: 3)
    }
    guard let parameter = Parameter(of: node), let type = parameter.type,
      type.kind == .functionType || type.kind == .attributedType, parameter.defaultValue == nil,
      let owner = parameter.node.ancestors.first(where: { $0.kind == .functionDecl }),
      owner.tree === file.tree, let function = file.semantics.symbol(of: owner)
    else { throw refusal }
    guard file.changesAlone(function),
      let passed = file.values(passedTo: parameter.node),
      passed.allSatisfy({ Self.canEscape($0.value, $0.file) })
    else { throw refusal }
    (self.symbol, self.type) = (symbol, type)
  }

  static func refusal(_ symbol: Symbol) -> Refusal {
    Refusal("mark '\(symbol.name)' '@escaping': it is called in a closure that may be kept")
  }

  /// Whether a call gives the parameter a closure that needs no `self` to be written, or what escapes already.
  private static func canEscape(_ given: Node?, _ file: FileContext) -> Bool {
    guard let given, taskCanKeep([given], file) else { return false }
    guard given.kind == .closure else { return NameExpr(given) != nil }
    guard let state = try? CarriedState([given], movedFrom: given, file) else { return false }
    return !state.captures.contains("self")
  }

  /// Adds `@escaping`.
  func rewrite(_ editor: inout SyntaxEditor) {
    editor.replace(type, with: .form(.attributed(["@escaping"], .kept(type))))
  }

  var reason: String {
    "'\(symbol.name)' escapes now: what calls its function from elsewhere may have to write 'self.', and Swift 6 wants it '@Sendable'"
  }
}
