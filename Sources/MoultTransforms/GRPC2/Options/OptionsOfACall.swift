import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What `callOptions:` of a call becomes: arguments `metadata:` and `options:`.
struct OptionsOfACall {
  private(set) var metadata: Code?
  private(set) var options: Code?
  private(set) var reasons: [String] = []

  /// - Parameter value: what stands behind `callOptions:`; nil where nothing does.
  init(_ value: Node?, _ file: FileContext) throws(Refusal) {
    guard let value, value.kind != .nilLiteral else { return }
    if headersBeside(value, file) == nil, let headers = headersAlone(value, file) {
      metadata = headers
      return
    }
    let symbol = file.semantics.symbol(of: value)
    if CallExpr(value) != nil, symbol?.parent?.qualifiedName == "GRPC.CallOptions" {
      let settings = try OptionSettings(value, file)
      metadata = settings.metadata
      options = settings.statements(setting: "").isEmpty ? nil : settings.made
      reasons = settings.reasons
      return
    }
    if NameExpr(value) != nil, let symbol, symbol.kind == .local {
      if let made = optionsCall(of: symbol, file) { _ = try OptionSettings(made, file) }
      if let shared = declarationSharedByHeaders(of: symbol, file) {
        throw Refusal(
          "declare '\(symbol.name)' \(shared), and its headers as 'Metadata' beside it; options of grpc-swift 2 have none"
        )
      }
      if let metadata = metadataVariable(of: symbol, file) {
        guard optionsCall(of: symbol, file) == nil || !optionsLeave(symbol, file) else {
          throw Refusal(
            "hand on the headers as 'Metadata' beside '\(symbol.name)', and pass them as 'metadata:'; options of grpc-swift 2 have none"
          )
        }
        self.metadata = .word(metadata)
      } else if hasHeaders(symbol, file) {
        throw Refusal(
          "keep the headers of '\(symbol.name)' in a separate 'Metadata', and pass it as 'metadata:'"
        )
      } else if isGivenByOthers(symbol), file.calls.isMentioned("customMetadata") {
        reasons.append(
          "options have no headers in grpc-swift 2: those that the project puts into '\(symbol.name)' are not sent until they are passed as 'metadata:'"
        )
      }
    } else {
      if let headers = headersBeside(value, file) ?? headersBesideProperty(value, file) {
        metadata = headers
      } else if let maker = functionThatSetsHeaders(value, file) {
        throw Refusal(
          "let '\(maker)' return the 'Metadata' beside the options, and pass it as 'metadata:'; options of grpc-swift 2 have no headers"
        )
      }
      if metadata == nil {
        reasons.append(
          "'CallOptions' no longer has 'customMetadata'; its headers move to the call's 'metadata:'"
        )
      }
    }
    // Where there may be none, a call of grpc-swift 2 takes its defaults.
    let isOptional = file.semantics.type(of: value).isOptional
    options = isOptional ? .infix(.kept(value), "??", .member(nil, "defaults")) : .kept(value)
  }

  /// Whether a local is what a closure is given.
  private func isGivenByOthers(_ options: Symbol) -> Bool {
    options.declaration?.kind == .closureParameter
  }

  /// In the order of the new call.
  var arguments: [CodeArgument] {
    [
      metadata.map { CodeArgument("metadata", $0) }, options.map { CodeArgument("options", $0) },
    ].compactMap(\.self)
  }
}

/// What the initialiser of grpc-swift 1's `CallOptions` is given, as settings of the new one.
struct OptionSettings {
  /// The headers as an expression.
  private(set) var metadata: Code?

  /// Whether headers are said to be none.
  var saysNoHeaders: Bool { metadata == .form(.dictionary([])) }

  /// The time limit as a `Duration`.
  private(set) var timeout: Code?

  /// The algorithm for requests.
  private(set) var compression: Code?
  private(set) var reasons: [String] = []

  /// The declaration of a constant that only the options needed.
  private(set) var gone: Node?

  /// - Parameter isAlone: whether the fix is that of the options alone, so that what only they needed goes.
  init(_ call: Node, isAlone: Bool = false, _ file: FileContext) throws(Refusal) {
    guard let call = CallExpr(call) else { return }
    for argument in call.arguments {
      let value = argument.node.argumentValue
      switch argument.label {
      case "customMetadata":
        if let refusal = refusalOfHeadersThatStay(value, file) { throw refusal }
        metadata = metadataCode(value, file)
      case "timeLimit":
        timeout = try timeLimit(value)
        if timeToDeadline(value) != nil {
          guard !areOfSeveralCalls(call.node, file) else { throw refusalOfSharedDeadline }
          reasons.append(countsFromTheCall)
        }
      case "messageEncoding":
        let said = try CompressionOfRequests(value, isAlone ? file : nil)
        gone = said.constant
        compression = said.algorithm
        reasons += said.reasons
      case let label?:
        reasons.append("'\(label)' is removed; 'CallOptions' has no replacement")
      case nil:
        throw Refusal("create the options from 'CallOptions.defaults'")
      }
    }
  }

  /// What a person is asked to do with headers that no call is given here.
  var headersRefusal: Refusal {
    Refusal("pass the headers as 'metadata:' with each call, and the rest as 'options:'")
  }

  /// What options begin with.
  static let defaults = Code.library("GRPCCore.CallOptions").member("defaults")

  /// The statements that set options of a name.
  func statements(setting name: String) -> [Code] {
    [("timeout", timeout), ("compression", compression)].compactMap { option, value in
      value.map { .infix(.word(name).member(option), "=", $0) }
    }
  }

  /// The options as one expression.
  var made: Code {
    let settings = statements(setting: "options")
    guard !settings.isEmpty else { return Self.defaults }
    let items = Code.quoted(items: "var options = \(Self.defaults); \(settings); return options")
    return .call(.closure(ClosureCode(items)), [])
  }
}

/// Returns a limit as `Duration`; nil for none.
func timeLimit(_ value: Node) throws(Refusal) -> Code? {
  if MemberAccess(value)?.name == "none" { return nil }
  if let amount = timeToDeadline(value) { return duration(amount) }
  guard let call = CallExpr(value), call.called?.node.name == "timeout",
    let amount = call.arguments.first?.expression
  else {
    throw Refusal(
      "set 'timeout' to the remaining time; grpc-swift 2 has no absolute deadlines")
  }
  return duration(amount.node)
}

/// Why a deadline that became a time limit is for a person to read.
let countsFromTheCall =
  "a time limit counts from each call, and a deadline from where it was made"

/// The time between now and a point in time: `.seconds(1)` of `.deadline(.now() + .seconds(1))`.
func timeToDeadline(_ value: Node) -> Node? {
  guard let call = CallExpr(value), call.called?.node.name == "deadline",
    case .infix(let sum)? = call.arguments.first?.expression, sum.name == "+",
    case .call(let now)? = sum.left, now.called?.node.name == "now", now.arguments.isEmpty
  else { return nil }
  return sum.right?.node
}

/// Returns a `TimeAmount` as a `Duration`.
func duration(_ amount: Node) -> Code {
  func made(_ unit: String, _ value: Code) -> Code {
    .call(.member(nil, unit), [.plain(value)])
  }
  guard let call = CallExpr(amount), case .member(let unit)? = call.called,
    let number = call.arguments.first?.expression
  else {
    // Its type is told by what it was given to, which is another now.
    let implicit = MemberAccess(amount).flatMap { $0.base == nil ? $0.name : nil }
    let named = implicit.map { Code.library("NIOCore.TimeAmount").member($0) }
    return made("nanoseconds", (named ?? .kept(amount)).member("nanoseconds"))
  }
  func seconds(_ count: Int) -> Code {
    if let whole = Int(number.node.text.replacing("_", with: "")) {
      let product = whole * count
      return made("seconds", .word("\(product)"))
    }
    return made("seconds", .infix(.kept(number), "*", .word("\(count)")))
  }
  switch unit.name {
  case "hours": return seconds(3600)
  case "minutes": return seconds(60)
  default: return made(unit.name, .kept(number))
  }
}

/// Returns headers as `Metadata`: values of a literal that are no literals themselves are interpolated.
func metadataCode(_ value: Node, _ file: FileContext) -> Code {
  if let choice = choiceOfMetadata(value, file) { return choice }
  var literal = value
  let isImplicit = CallExpr(value)?.called?.node.text == ".init"
  if let call = CallExpr(value), isImplicit || call.called?.node.name == "HPACKHeaders" {
    guard let entries = call.arguments.first?.expression else { return .form(.dictionary([])) }
    guard case .array = entries else {
      guard isImplicit, call.arguments.map(\.label) == [nil] else { return .kept(value) }
      return metadata(ofPairs: entries.node)
    }
    literal = entries.node
  }
  let pairs: [[Node]]
  switch Expr(literal) {
  case .dictionary?: pairs = literal.children.map { Array($0.children) }
  case .array(let array)?:
    pairs = array.elements.map { element in
      guard case .tuple(let tuple) = element else { return [] }
      return tuple.elements.map(\.node.argumentValue)
    }
  default: return .kept(value)
  }
  let entries = pairs.compactMap(entry)
  return entries.count == pairs.count ? .form(.dictionary(entries)) : .kept(value)
}

/// Returns headers of two as `Metadata`: `a ?? b`, or of a condition; nil for others, and where both stay as they are.
private func choiceOfMetadata(_ value: Node, _ file: FileContext) -> Code? {
  func code(_ part: Expr?) -> Code? { part.map { metadataCode($0.node, file) } }
  func staysAsItIs(_ code: Code) -> Bool { if case .kept = code { true } else { false } }
  switch Expr(value) {
  case .ternary(let choice)?:
    guard let condition = choice.condition, let first = code(choice.first),
      let second = code(choice.second), !staysAsItIs(first) || !staysAsItIs(second)
    else { return nil }
    return .quoted("\(condition) ? \(first) : \(second)")
  case .infix(let operation)? where operation.name == "??":
    guard let left = operation.left, let right = code(operation.right), !staysAsItIs(right)
    else { return nil }
    return .infix(.kept(left), "??", right)
  default: return nil
  }
}

/// Returns headers by name as `Metadata`.
func metadataCode(_ headers: [(name: Node, value: Node)]) -> Code {
  .form(.dictionary(headers.compactMap { entry([$0.name, $0.value]) }))
}

private func entry(_ parts: [Node]) -> EntryCode? {
  guard parts.count == 2 else { return nil }
  let (key, value) = (Code.kept(parts[0]), Code.kept(parts[1]))
  return EntryCode(
    key, parts[1].isValueOfMetadata ? value : .call(.member(nil, "string"), [.plain(value)]))
}

extension Node {
  /// Whether it is a text, or a value of `Metadata` already, on the way from grpc-swift 0.
  var isValueOfMetadata: Bool {
    kind == .stringLiteral
      || [".string", ".binary"].contains(CallExpr(self)?.called?.node.text)
  }
}

/// The name of the local that takes the headers of local options of grpc-swift 1; nil if these have none.
func metadataVariable(of options: Symbol, _ file: FileContext) -> String? {
  let name = options.name + "Metadata"
  guard let call = optionsCall(of: options, file) else {
    // The declaration may have been rewritten before this call.
    return isDeclared(name, beside: options) ? name : nil
  }
  let isGiven = CallExpr(call)?.argument(labeled: "customMetadata") != nil
  return isGiven || hasHeaders(options, file) ? name : nil
}

/// How a local with headers has to be declared before these can be declared beside it; nil where they can.
private func declarationSharedByHeaders(of options: Symbol, _ file: FileContext) -> String? {
  guard let variable = options.declaration.flatMap({ VariableDecl(binding: $0) }) else {
    return nil
  }
  let condition = variable.node.parent?.kind == .ifConfigClause ? variable.node.parent?.parent : nil
  let isAlone = variable.bindings.only != nil
  guard condition != nil || !isAlone else { return nil }
  let given = (condition ?? variable.node).descendants().contains {
    $0.argumentLabel == "customMetadata"
  }
  guard given || hasHeaders(options, file) else { return nil }
  return isAlone ? "once for all builds" : "in a statement of its own"
}

/// Whether headers are set on options or asked of them.
private func hasHeaders(_ options: Symbol, _ file: FileContext) -> Bool {
  file.semantics.references(to: options).contains { use in
    MemberAccess(of: use.parent)?.name == "customMetadata"
  }
}

/// Whether a statement of the block that declares the options declares the name.
private func isDeclared(_ name: String, beside options: Symbol) -> Bool {
  guard let declaration = options.declaration,
    let block = declaration.ancestors.first(where: \.isBlockOfStatements)
  else { return false }
  return block.items.contains { item in
    VariableDecl(item) != nil && item.bindings.flatMap(\.boundNames).contains { $0.name == name }
  }
}

/// Whether the headers of options go into a local of their own, which is declared with them.
func headersHaveVariable(_ options: Symbol, _ file: FileContext) -> Bool {
  optionsCall(of: options, file) != nil || isDeclared(options.name + "Metadata", beside: options)
}

/// `CallOptions(…)` that a local is declared with.
private func optionsCall(of options: Symbol, _ file: FileContext) -> Node? {
  guard let call = CallExpr(of: options.binding?.initialValue),
    file.semantics.symbol(of: call.node)?.parent?.qualifiedName == "GRPC.CallOptions"
  else { return nil }
  return call.node
}
