import MoultMatching
import MoultRewriting
import MoultSource
import MoultSyntax

/// The initial value of a global or static property, or of a class's own, which no function is around.
struct ValueOfAConstant {
  private let value: Node
  private let expression: Node
  private let file: FileContext

  /// - Parameter expression: what is replaced: the call, with the `try` and `await` that went with it.
  /// - Returns: nil if it stands elsewhere.
  init?(around expression: Node, _ file: FileContext) {
    var node = expression
    while let parent = node.parent, parent.kind != .initializerClause {
      guard !parent.isBlockOfStatements, parent.kind != .memberBlock else { return nil }
      node = parent
    }
    guard let binding = node.parent?.parent, binding.kind == .patternBinding,
      binding.initialValue == node, let variable = binding.parent, variable.isMadeOutsideOfFunctions
    else { return nil }
    value = node
    self.expression = expression
    self.file = file
  }

  /// Makes the value a closure's, which lets a task run `made`.
  ///
  /// - Parameters:
  ///   - method: runs what is made.
  ///   - names: what the local in the closure may be called.
  func put(
    _ made: Code, running method: String, names: [String], _ editor: inout SyntaxEditor
  ) throws(Refusal) {
    guard isAlwaysEvaluated(expression, in: value, file) else {
      throw Refusal(
        "create it in a constant of its own, because something has to run it, and here it is created only at times"
      )
    }
    guard let name = names.first(where: { !value.says($0) }) else {
      throw Refusal("assign it to a local, then run the fix again")
    }
    let isWhole = value == expression
    if !isWhole { editor.replace(expression, with: .word(name)) }
    let items: [Code] = [
      .variable(.let, name, value: .form(.moved(made))),
      RunningTask(of: name, method).code,
      .returned(isWhole ? .word(name) : .kept(value)),
    ]
    editor.replace(value, with: .call(.closure(ClosureCode(items)), []))
  }
}

extension Node {
  /// Whether a variable is global or static, or of each object of a class; statements of a script are in a function, and a
  /// structure is made and copied too often to run something.
  fileprivate var isMadeOutsideOfFunctions: Bool {
    guard kind == .variableDecl, bindings.count == 1 else { return false }
    switch parent?.kind {
    case .sourceFile: return lastComponent(ofPath: tree.source.path) != "main.swift"
    case .memberBlock:
      return modifierNames.contains("static")
        || [.classDecl, .actorDecl].contains(parent?.parent?.kind)
    default: return false
    }
  }
}

/// Whether nothing around a value could take an error of it: it is made in the closure that a global or static
/// property is given the result of.
func isInClosureOfAConstant(_ node: Node) -> Bool {
  guard let closure = node.ancestors.first(where: { $0.isBlockOfStatements }),
    closure.kind == .closure, let call = closure.parent, call.kind == .functionCall,
    call.callee == closure, call.arguments.isEmpty,
    let binding = call.parent?.parent, binding.kind == .patternBinding,
    binding.initialValue == call, let variable = binding.parent
  else { return false }
  return variable.isMadeOutsideOfFunctions
}
