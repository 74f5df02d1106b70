import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// The body of a declaration as the text that a rule page puts in the place of a use: `$base.options.mapEntry`.
///
/// Names, members, calls, literals and `!`, of parameters that stand there once each. What is taken apart further is
/// for `InlinedBody`, which sees the use.
struct BodyTemplate {
  private let symbol: Symbol
  private let model: ProjectModel

  init(_ symbol: Symbol, in model: ProjectModel) {
    self.symbol = symbol
    self.model = model
  }

  /// - Returns: nil if the body says more than a page can.
  func text(of body: Node) -> String? {
    guard symbol.parent?.kind.isNominalType ?? false, !symbol.isStatic,
      symbol.kind == .property || symbol.kind == .function, !body.isBareLiteral,
      symbol.parameters.allSatisfy({ !$0.isInout && !$0.isVariadic && !$0.hasDefault }),
      let library = model.semantics(forFile: body.tree.source.path), library.tree === body.tree
    else { return nil }
    var used: [Int] = []
    var bases = 0
    guard let text = code(body, library, &used, &bases),
      used == Array(symbol.parameters.indices), bases == 1
    else { return nil }
    return text
  }

  private func code(
    _ node: Node, _ library: FileSemantics, _ used: inout [Int], _ bases: inout Int
  ) -> String? {
    switch node.kind {
    case .declReference:
      if node.name == "self" {
        bases += 1
        return "$base"
      }
      let place = symbol.parameters.firstIndex { ($0.name ?? $0.label) == node.name }
      if let place {
        used.append(place)
        return "$\(place + 1)"
      }
      guard let meant = library.symbol(of: node) ?? library.candidates(of: node).first,
        meant.parent?.kind.isNominalType ?? false, !meant.isStatic, meant.kind != .enumCase
      else { return nil }
      bases += 1
      return "$base." + node.name
    case .memberAccess:
      guard let base = node.base, !library.candidates(of: node).isEmpty else { return nil }
      return code(base, library, &used, &bases).map { $0 + "." + node.name }
    case .forceUnwrap:
      return node.operand.flatMap { code($0, library, &used, &bases) }.map { $0 + "!" }
    case .integerLiteral, .booleanLiteral, .nilLiteral: return node.text
    case .functionCall:
      guard let callee = node.callee, node.trailingClosures.isEmpty,
        node.children.first == callee, let head = code(callee, library, &used, &bases)
      else { return nil }
      var list: [String] = []
      for argument in node.arguments {
        guard argument.argumentValue.kind != .inOut,
          let value = code(argument.argumentValue, library, &used, &bases)
        else { return nil }
        list.append((argument.argumentLabel.map { $0 + ": " } ?? "") + value)
      }
      return "\(head)(\(list.joined(separator: ", ")))"
    default: return nil
    }
  }
}
