import MoultSource
import MoultSyntax

/// Turns code into documents: tokens, and the places where lines can break.
struct CodeSetter {
  let layout: SourceLayout

  /// Where the code is written.
  private let place: Node
  private let spelling: LibrarySpelling

  /// Whether a brace would be taken for that of a statement, so that closures stand in parentheses.
  let standsBeforeBrace: Bool

  /// Whether the block around is written on one line, so that several statements may share one.
  let sharesLine: Bool

  /// Whether what is kept goes to another place, though its order would allow it to stay.
  private let isMoving: Bool

  init(
    _ layout: SourceLayout, at place: Node,
    _ spelling: @escaping LibrarySpelling = { name, _ in nameWithoutModule(name) }
  ) {
    self.layout = layout
    self.place = place
    self.spelling = spelling
    standsBeforeBrace = place.standsBeforeBrace
    sharesLine = BlockItem(around: place).map { !layout.startsLine($0.range.lowerBound) } ?? false
    isMoving = false
  }

  private init(_ setter: CodeSetter, standsBeforeBrace: Bool? = nil, isMoving: Bool? = nil) {
    layout = setter.layout
    place = setter.place
    spelling = setter.spelling
    sharesLine = setter.sharesLine
    self.standsBeforeBrace = standsBeforeBrace ?? setter.standsBeforeBrace
    self.isMoving = isMoving ?? setter.isMoving
  }

  /// Returns the code as it stands where an expression of some strength is wanted.
  func docs(_ code: Code, wanting strength: BindingStrength = .loose) -> [Doc] {
    guard code.strength < strength else { return docs(of: code) }
    return [.text("(")] + inBrackets.docs(of: code) + [.text(")")]
  }

  /// Inside brackets a brace is taken for what it is.
  var inBrackets: CodeSetter { CodeSetter(self, standsBeforeBrace: false) }

  /// What is kept goes to another place.
  var moving: CodeSetter { CodeSetter(self, isMoving: true) }

  private func docs(of code: Code) -> [Doc] {
    switch code {
    // What another file has is no place of this one.
    case .kept(let node):
      [node.tree !== layout.tree ? .text(node.text) : isMoving ? .moved(node) : .kept(node)]
    case .word(let text): [.text(text)]
    case .library(let name): [.text(spelling(name, place))]
    case .member(let base, let name):
      (base.map { docs($0, wanting: .primary) } ?? []) + [.text("." + name)]
    case .call(let called, let arguments, let closures): call(called, arguments, closures)
    case .subscripted(let base, let arguments):
      docs(base, wanting: .primary) + [list("[", arguments.map(inBrackets.argument), "]")]
    case .closure(let closure):
      standsBeforeBrace
        ? [.text("(")] + closureDocs(closure) + [.text(")")] : closureDocs(closure)
    case .array(let elements): [list("[", elements.map { inBrackets.docs($0) }, "]")]
    case .tuple(let elements): [list("(", elements.map { inBrackets.docs($0) }, ")")]
    case .choice(let condition, let value, let other):
      [
        .group(
          docs(condition, wanting: .infix) + [
            .indented(
              [.line, .text("? ")] + docs(value, wanting: .infix) + [.line, .text(": ")]
                + docs(other, wanting: .infix))
          ])
      ]
    case .generic(let name, let types):
      docs(name, wanting: .primary) + [.text("<")]
        + types.map { docs($0) }.joined(by: [.text(", ")]) + [.text(">")]
    case .functionType(let parameters, let result):
      [.text("(")] + parameters.map { docs($0) }.joined(by: [.text(", ")]) + [.text(") -> ")]
        + docs(result)
    case .form(let form): docs(of: form)
    case .infix(let left, let name, let right): infix(left, name, right)
    case .postfix(let operand, let mark): docs(operand, wanting: .primary) + [.text(mark)]
    case .marked(let mark, let operand): [.text(mark.rawValue + " ")] + docs(operand)
    case .returned(let value): [.text("return ")] + docs(value)
    case .variable(let introducer, let name, let type, let value, let modifiers):
      variable(introducer, name, type, value, modifiers)
    case .bound(let introducer, let name): [.text(introducer.word + " " + name)]
    case .match(let pattern, let value):
      [.text("case ")] + docs(pattern) + [.text(" = ")] + docs(value)
    case .typeTest(let value, let type):
      (value.map { docs($0, wanting: .unary) + [.text(" ")] } ?? []) + [.text("is ")] + docs(type)
    case .branch(let conditions, let items):
      [.text("if ")] + conditions.map { beforeBrace.docs($0) }.joined(by: [.text(", ")])
        + [.text(" "), block(items, head: [], .ifTooLong)]
    case .function(let function): docs(of: function)
    case .defaultLabel: [.text("default:")]
    }
  }

  var beforeBrace: CodeSetter { CodeSetter(self, standsBeforeBrace: true) }

  // MARK: Expressions

  private func call(
    _ called: Code, _ arguments: [CodeArgument], _ closures: [ClosureCode]
  ) -> [Doc] {
    if case .member(let base?, let name) = called, base.beginsChain {
      return [chain(base, link(name, arguments, closures))]
    }
    let head = docs(called, wanting: .primary)
    guard !closures.isEmpty else {
      return head + [list("(", arguments.map(inBrackets.argument), ")")]
    }
    if standsBeforeBrace {
      let inside = closures.map { CodeArgument($0.label, .closure($0)) }
      return head + [list("(", (arguments + inside).map(inBrackets.argument), ")")]
    }
    let parentheses =
      arguments.isEmpty ? [] : [list("(", arguments.map(inBrackets.argument), ")")]
    return head + parentheses
      + closures.enumerated().flatMap { index, closure in
        [.text(index > 0 ? closure.label.map { " \($0): " } ?? " " : " ")]
          + inBrackets.closureDocs(closure)
      }
  }

  /// New calls of each other's results break before their points, all of them or none; what is kept stays as it is.
  ///
  /// - Precondition: `base` begins a chain.
  func chain(_ base: Code, _ last: [Doc]) -> Doc {
    var links = [last]
    var start = base
    while case .call(.member(let base?, let name), let arguments, let closures) = start,
      base.beginsChain
    {
      links.insert(link(name, arguments, closures), at: 0)
      start = base
    }
    return .group(docs(start, wanting: .primary) + [.indented(links.flatMap { [.edge] + $0 })])
  }

  private func link(
    _ name: String, _ arguments: [CodeArgument], _ closures: [ClosureCode]
  ) -> [Doc] {
    docs(of: .call(.member(nil, name), arguments, trailing: closures))
  }

  private func argument(_ argument: CodeArgument) -> [Doc] {
    (argument.label.map { [.text($0 + ": ")] } ?? []) + docs(argument.value)
  }

  /// A list stays over lines if a kept element comes from one whose first element begins a line.
  func list(_ open: String, _ elements: [[Doc]], _ close: String) -> Doc {
    guard !elements.isEmpty else { return .text(open + close) }
    let inside: [Doc] = [.edge] + elements.joined(by: [.text(","), .line])
    let end: [Doc] = layout.closesListsOnOwnLine ? [.edge, .text(close)] : [.text(close)]
    return .group(
      [.text(open), .indented(inside)] + end,
      elements.contains { isOverLines($0, of: elements.count) } ? .always : .ifTooLong)
  }

  /// Whether an element is one, with its label, of a list over lines; one that is alone now was alone there as well.
  private func isOverLines(_ element: [Doc], of count: Int) -> Bool {
    guard element.count <= 2, let node = element.last?.node else { return false }
    let place = Argument(of: node.parent)?.node ?? node
    guard let list = place.parent, list.kind == .argumentList || list.kind == .arrayLiteral,
      let first = list.children.first
    else { return false }
    return (count > 1 || list.children.count == 1) && layout.startsLine(first.range.lowerBound)
  }

  private func infix(_ left: Code, _ name: String, _ right: Code) -> [Doc] {
    let isAssignment = name == "="
    let wanted = BindingStrength(wantedBy: name)
    return docs(left, wanting: isAssignment ? .primary : wanted) + [.text(" \(name) ")]
      + docs(right, wanting: isAssignment ? .loose : wanted)
  }

  private func closureDocs(_ closure: ClosureCode) -> [Doc] {
    let signature = closure.signature
    guard !closure.items.isEmpty else {
      return [.text(signature.isEmpty ? "{}" : "{ \(signature) in }")]
    }
    let head: [Doc] = signature.isEmpty ? [] : [.text(" \(signature) in")]
    return [inBrackets.block(closure.items, head: head, .ifTooLong)]
  }

  // MARK: Blocks

  /// `{ … }`; more than one item stand on lines of their own, but in a block that has only one.
  func block(_ items: [Code], head: [Doc], _ breaks: Doc.Breaks) -> Doc {
    guard !items.isEmpty else { return .text("{}") }
    let lines = items.map { inBrackets.docs($0) }.joined(by: [.separator])
    let isOverLines = items.count > 1 && !sharesLine || lines.contains(where: isOverLines)
    return .group(
      [.text("{")] + head + [.indented([.line] + lines), .line, .text("}")],
      isOverLines ? .always : breaks)
  }

  /// Whether lines break in it in any case.
  private func isOverLines(_ doc: Doc) -> Bool {
    switch doc {
    case .kept(let node), .moved(let node):
      node.tree.source.bytes[node.range.indices].contains(where: \.isLineBreak)
    case .items(let run): run.hasLines
    case .newline, .emptyLine: true
    // A block around one that is over lines is so as well; a list need not be.
    case .group(let docs, .always) where docs.first?.isBrace == true: true
    case .indented(let docs), .group(let docs, _): docs.contains(where: isOverLines)
    case .text, .line, .edge, .separator: false
    }
  }

  // MARK: Declarations

  private func variable(
    _ introducer: Introducer, _ name: String, _ type: Code?, _ value: Code?, _ modifiers: [String]
  ) -> [Doc] {
    var result: [Doc] = [.text((modifiers + [introducer.word, name]).joined(separator: " "))]
    if let type { result += [.text(": ")] + docs(type) }
    if let value { result += [.text(" = ")] + docs(value) }
    return result
  }

  private func docs(of function: FunctionCode) -> [Doc] {
    var result: [Doc] = function.attributes.flatMap { [.text($0), .newline] }
    let name =
      switch function.name {
      case .function(let name): "func " + name
      case .initializer: "init"
      }
    result.append(.text((function.modifiers + [name]).joined(separator: " ")))
    result.append(list("(", function.parameters.map(parameter), ")"))
    if function.isAsync { result.append(.text(" async")) }
    if function.isThrowing { result.append(.text(" throws")) }
    if let type = function.returnType { result += [.text(" -> ")] + docs(type) }
    return result + [.text(" "), block(function.items, head: [], .always)]
  }

  func parameter(_ parameter: ParameterCode) -> [Doc] {
    let names =
      parameter.label == parameter.name
      ? parameter.name : "\(parameter.label ?? "_") \(parameter.name)"
    let value = parameter.defaultValue.map { [.text(" = ")] + docs($0) } ?? []
    return [.text(names + ": ")] + docs(parameter.type) + value
  }
}

extension Introducer {
  fileprivate var word: String {
    switch self {
    case .var: "var"
    case .let, .other: "let"
    }
  }
}

extension Code {
  /// Whether calls of its result stand on lines of their own where they are too long.
  var beginsChain: Bool {
    switch self {
    case .call(.member, _, _), .choice: true
    default: false
    }
  }
}
