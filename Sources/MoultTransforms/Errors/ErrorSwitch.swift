import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A `switch` over an `RPCError`, which becomes one over the code of a status.
///
/// What failed before a status came has a code of its own, and `callError` is what is left over. The last clause takes the rest.
struct ErrorSwitch {
  /// The variable that is switched over.
  let subject: Symbol

  /// What a case binds the result to, which is the error itself then.
  let result: Symbol?
  private let name: Node
  private let clauses: [SwitchCase]
  private let labels: [(item: SwitchCaseItem, code: String)]
  private let rest: Int?
  private let file: FileContext

  private static let codes = [
    "timedOut": "deadlineExceeded", "invalidMessageReceived": "internalError",
  ]

  /// - Returns: nil for what a person takes apart.
  init?(_ node: Node, _ file: FileContext) {
    guard let statement = SwitchExpr(node), case .name(let name)? = statement.subject,
      let subject = file.semantics.symbol(of: name.node), !statement.hasConditionalCases,
      file.semantics.type(of: name.node).nominalSymbol?.qualifiedName == "SwiftGRPC.RPCError"
    else { return nil }
    let clauses = Array(statement.cases)
    var labels: [(item: SwitchCaseItem, code: String)] = []
    var rest: Int?
    var result: Symbol?
    for (index, clause) in clauses.enumerated() {
      guard case .items = clause.label else { continue }
      for item in clause.caseItems {
        guard item.whereCondition == nil,
          let reference = item.node.descendants.first(where: { $0.kind == .memberAccess })
        else { return nil }
        switch (reference.name, payloadOfCase(reference)) {
        case ("callError", .none) where clause.caseItems.count == 1: rest = index
        case ("callError", .name) where clause.caseItems.count == 1:
          rest = index
          result = item.node.descendants.first { $0.kind == .identifierPattern }
            .flatMap { file.semantics.symbol(of: $0) }
          guard result != nil else { return nil }
        default:
          guard let code = Self.codes[reference.name] else { return nil }
          labels.append((item, code))
        }
      }
    }
    let hasDefault = clauses.contains { if case .default = $0.label { true } else { false } }
    guard hasDefault == (rest == nil) else { return nil }
    (self.subject, self.result, self.name, self.file) = (subject, result, name.node, file)
    (self.clauses, self.labels, self.rest) = (clauses, labels, rest)
    guard !isNameHidden else { return nil }
  }

  /// Whether something in the clause of `callError` may have the name of the subject.
  private var isNameHidden: Bool {
    guard let rest, result != nil else { return false }
    return clauses[rest].node.descendants.contains { node in
      node.kind == .catchClause
        || [.identifierPattern, .closureParameter, .parameter].contains(node.kind)
          && node.name == name.name
    }
  }

  var consequence: Consequence {
    var editor = file.editor
    editor.replace(name, with: Code.kept(name).member("code"))
    let last = rest == nil ? nil : clauses.last?.node
    for (item, code) in labels where !item.node.ancestors.contains(where: { $0 == last }) {
      guard let pattern = item.pattern else { continue }
      editor.replace(pattern.node, with: .member(nil, code))
    }
    for use in result.map({ file.semantics.references(to: $0) }) ?? []
    where use.kind == .declReference {
      editor.rename(use, to: name.name)
    }
    if let rest, let last = clauses.last, case .items(let label) = last.label {
      if rest < clauses.count - 1, let pattern = clauses[rest].caseItems.only?.pattern {
        let codes = labels.filter { $0.item.node.range.lowerBound > pattern.node.range.upperBound }
          .map(\.code)
        editor.replace(pattern.node, with: anything(but: codes))
      }
      editor.replace(label, with: .defaultLabel)
    }
    let reason = "a server can send 'deadlineExceeded' and 'internalError' as well"
    return Consequence(editor, review: labels.isEmpty ? [] : [reason])
  }

  /// Takes what is left over before the last clauses.
  private func anything(but codes: [String]) -> Code {
    let tests = codes.map { code in
      Code.infix(Code.word(name.name).member("code"), "!=", .member(nil, code))
    }
    return .infix(
      .word("_"), "where",
      tests.dropFirst().reduce(tests[0]) { .infix($0, "&&", $1) })
  }
}
