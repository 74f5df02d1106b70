package import MoultSyntax

/// Forms of new code that few rewrites write.
package indirect enum FormCode: Hashable, Sendable {
  /// `[key: value]`; without entries `[:]`.
  case dictionary([EntryCode])
  /// `label: value`, an argument of a call that is kept.
  case labeled(String, Code)
  /// `called { … }`, with a closure of the source.
  case trailed(Code, Node)
  /// Statements of the source.
  case items(ItemRun)
  /// What is kept in it goes to another place, though its order would allow it to stay.
  case moved(Code)
  /// `label name: T`
  case parameter(ParameterCode)
  /// `switch subject { case pattern: … }`
  case choice(Code, [CaseCode])
  /// `do { … } catch { … }`
  case caught([Code], binding: String? = nil, BlockCode)
  /// `do { … } catch let error as T { … } catch { … }`
  case caughtEach([Code], [CatchCode])
  /// `guard conditions else { … }`
  case guarding([Code], else: [Code])
  /// `for try await name in sequence { … }`, over lines in any case where it was no loop of one line.
  case awaitedLoop(String, in: Code, [Code], wasLoop: Bool = true, canThrow: Bool = true)
  /// `for pattern in sequence { … }`, over lines.
  case loop(String, in: Code, [Code])
  /// `inout T`
  case passedInOut(Code)
  /// `throw x`
  case thrown(Code)
  /// `// text`, on a line of its own in a block over lines.
  case comment(String)
  /// `any P`
  case existential(Code)
  /// `(A, B) async throws -> C`
  case asyncFunctionType([Code], Code)
  /// `@escaping @Sendable T`, with the `@` of each.
  case attributed([String], Code)
  /// `A == B`, as a requirement of types.
  case sameType(Code, Code)
  /// `pattern where condition`
  case filtered(Code, where: Code)
  /// `defer { … }`
  case deferred([Code])
  case type(TypeCode)
  /// A declaration as it is written, line by line, two blanks for a level.
  case lines([String])
  /// `var name: Type { get { … } set { … } }`; nothing to set gives `var name: Type { … }`.
  case computed(String, type: Code, get: [Code], set: [Code], modifiers: [String] = [])
}

/// A block of new code.
package enum BlockCode: Hashable, Sendable {
  case new([Code])
  /// One of the source, with its braces.
  case kept(StatementBlock)
}

/// A `catch` of a new `do`.
package struct CatchCode: Hashable, Sendable {
  let type: Code?
  let name: String?
  let items: [Code]

  /// - Parameters:
  ///   - type: of what it catches; nil for all that is left.
  ///   - name: of the error; nil where nothing asks for it.
  package init(_ type: Code?, named name: String? = "error", _ items: [Code]) {
    (self.type, self.name, self.items) = (type, name, items)
  }
}

/// A case of a new `switch`.
package struct CaseCode: Hashable, Sendable {
  let pattern: Code
  let items: [Code]

  /// - Parameter items: `break` if there are none.
  package init(_ pattern: Code, _ items: [Code]) {
    self.pattern = pattern
    self.items = items.isEmpty ? [.word("break")] : items
  }
}

/// A key of a new dictionary, and its value.
package struct EntryCode: Hashable, Sendable {
  let key: Code
  let value: Code

  package init(_ key: Code, _ value: Code) {
    self.key = key
    self.value = value
  }
}

/// A new type.
package struct TypeCode: Hashable, Sendable {
  /// What stands above it, without `///`; one line.
  let documentation: String
  let modifiers: [String]
  let keyword: String
  let name: String
  let inherited: [Code]
  let members: [Code]

  package init(
    documentation: String, modifiers: [String] = [], _ keyword: String, _ name: String,
    inherited: [Code] = [], _ members: [Code]
  ) {
    self.documentation = documentation
    self.modifiers = modifiers
    self.keyword = keyword
    self.name = name
    self.inherited = inherited
    self.members = members
  }
}

extension FormCode {
  var strength: BindingStrength {
    switch self {
    case .dictionary, .trailed: .primary
    case .moved(let code): code.strength
    case .labeled, .passedInOut, .thrown, .existential, .asyncFunctionType, .attributed, .filtered,
      .sameType, .deferred, .type, .computed, .lines, .items, .parameter, .choice, .caught,
      .caughtEach, .guarding, .awaitedLoop, .loop, .comment:
      .loose
    }
  }
}

extension CodeSetter {
  func docs(of form: FormCode) -> [Doc] {
    switch form {
    case .dictionary(let entries):
      guard !entries.isEmpty else { return [.text("[:]")] }
      let elements = entries.map {
        inBrackets.docs($0.key) + [.text(": ")] + inBrackets.docs($0.value)
      }
      return [list("[", elements, "]")]
    case .labeled(let label, let value): return [.text(label + ": ")] + docs(value)
    case .trailed(let called, let closure):
      guard !standsBeforeBrace else { return docs(.call(called, [.plain(.kept(closure))])) }
      if case .member(let base?, let name) = called, base.beginsChain {
        return [chain(base, [.text(".\(name) "), .kept(closure)])]
      }
      return docs(called, wanting: .primary) + [.text(" "), .kept(closure)]
    case .items(let run): return [.items(run)]
    case .moved(let code): return moving.docs(code)
    case .parameter(let parameter): return self.parameter(parameter)
    case .choice(let subject, let cases):
      if cases.isEmpty { return [.text("switch ")] + beforeBrace.docs(subject) + [.text(" {}")] }
      return [.text("switch ")] + beforeBrace.docs(subject) + [.text(" {")]
        + cases.flatMap(docs(of:)) + [.newline, .text("}")]
    case .caught(let items, let binding, let handler):
      return [.text("do "), block(items, head: [], .always), .text(" catch ")]
        + (binding.map { [.text("let \($0) ")] } ?? [])
        + docs(of: handler)
    case .caughtEach(let items, let handlers):
      return [.text("do "), block(items, head: [], .always)] + handlers.flatMap(docs(of:))
    case .guarding(let conditions, let items):
      return [.text("guard ")] + conditions.map { beforeBrace.docs($0) }.joined(by: [.text(", ")])
        + [.text(" else "), block(items, head: [], .ifTooLong)]
    case .awaitedLoop(let name, let sequence, let items, let wasLoop, let canThrow):
      return [.text("for \(canThrow ? "try " : "")await \(name) in ")] + beforeBrace.docs(sequence)
        + [.text(" "), body(ofLoop: items, wasLoop: wasLoop)]
    case .loop(let pattern, let sequence, let items):
      return [.text("for \(pattern) in ")] + beforeBrace.docs(sequence)
        + [.text(" "), block(items, head: [], .always)]
    case .passedInOut(let type): return [.text("inout ")] + docs(type)
    case .existential(let type): return [.text("any ")] + docs(type)
    case .asyncFunctionType(let parameters, let result):
      return [.text("(")] + parameters.map { docs($0) }.joined(by: [.text(", ")])
        + [.text(") async throws -> ")] + docs(result)
    case .attributed(let attributes, let type):
      return attributes.map { .text($0 + " ") } + docs(type)
    case .sameType(let first, let second): return docs(first) + [.text(" == ")] + docs(second)
    case .filtered(let pattern, let condition):
      return docs(pattern) + [.text(" where ")] + beforeBrace.docs(condition)
    case .thrown(let error): return [.text("throw ")] + docs(error)
    case .comment(let text): return [.text("// " + text)]
    case .deferred(let items): return [.text("defer "), block(items, head: [], .ifTooLong)]
    case .type(let type): return docs(of: type)
    case .lines(let lines):
      return lines.map { line in
        let depth = line.prefix { $0 == " " }.count / 2
        return [.text(String(repeating: layout.indentUnit, count: depth) + line.drop { $0 == " " })]
      }.joined(by: [.newline])
    case .computed(let name, let type, let get, let set, let modifiers):
      let head = (modifiers + ["var", name]).joined(separator: " ") + ": "
      if set.isEmpty {
        return [.text(head)] + docs(type) + [.text(" "), block(get, head: [], .always)]
      }
      let accessors: [Doc] =
        [.newline, .text("get "), block(get, head: [], .ifTooLong), .newline, .text("set ")]
        + [block(set, head: [], .ifTooLong)]
      return [.text(head)] + docs(type)
        + [.text(" {"), .indented(accessors), .newline, .text("}")]
    }
  }

  /// What is around a loop that was none is over lines, also if it does nothing.
  private func body(ofLoop items: [Code], wasLoop: Bool) -> Doc {
    guard !items.isEmpty || wasLoop else { return .group([.text("{"), .text("}")], .always) }
    return block(items, head: [], wasLoop && items.areKept ? .ifTooLong : .always)
  }

  private func docs(of block: BlockCode) -> [Doc] {
    switch block {
    case .new(let items): [self.block(items, head: [], .always)]
    case .kept(let block): [.kept(block.node)]
    }
  }

  private func docs(of handler: CatchCode) -> [Doc] {
    let name = handler.name.map { "let \($0)" }
    let binding: [Doc] =
      handler.type.map { [.text(name.map { "\($0) as " } ?? "is ")] + docs($0) + [.text(" ")] }
      ?? (handler.name == "error" ? [] : name.map { [.text("\($0) ")] } ?? [])
    return [.text(" catch ")] + binding + [block(handler.items, head: [], .always)]
  }

  private func docs(of choice: CaseCode) -> [Doc] {
    let items = choice.items.flatMap { [.newline] + inBrackets.docs($0) }
    return [.newline, .text("case ")] + docs(choice.pattern) + [.text(":"), .indented(items)]
  }

  private func docs(of type: TypeCode) -> [Doc] {
    let head = (type.modifiers + [type.keyword, type.name]).joined(separator: " ")
    let inherited = type.inherited.enumerated().flatMap { index, base in
      [.text(index == 0 ? ": " : ", ")] + docs(base)
    }
    return [.text("/// " + type.documentation), .newline, .text(head)] + inherited
      + [.text(" {"), .indented([.newline] + members(type.members)), .newline, .text("}")]
  }

  /// Functions and properties with accessors have an empty line around them, stored properties none.
  func members(_ members: [Code]) -> [Doc] {
    var result: [Doc] = []
    for (index, member) in members.enumerated() {
      if index > 0 {
        result.append(member.isOverLines || members[index - 1].isOverLines ? .emptyLine : .newline)
      }
      result += docs(member)
    }
    return result
  }
}

extension [Code] {
  /// Whether a block holds what one of the source held, and stays on one line if that was.
  fileprivate var areKept: Bool {
    guard case .form(.items)? = first else { return false }
    return true
  }
}

extension Code {
  /// Whether a member is written over lines in any case.
  fileprivate var isOverLines: Bool {
    switch self {
    case .function, .form(.computed), .form(.type): true
    case .form(.lines(let lines)): lines.count > 1
    default: false
    }
  }
}

extension CodeArgument {
  /// As an element of a list.
  var code: Code { label.map { .form(.labeled($0, value)) } ?? value }
}
