import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// What `callOptions:` of a call becomes: arguments `metadata:` and `options:`.
struct OptionsOfACall {
  /// Each with its label, in the order of the new call.
  private(set) var arguments: [String] = []
  private(set) var reasons: [String] = []

  /// - Parameter value: what stands behind `callOptions:`; nil where nothing does.
  init(_ value: Node?, _ file: FileContext) throws(Refusal) {
    guard let value, value.kind != .nilLiteral else { return }
    if value.kind == .functionCall,
      file.semantics.symbol(of: value)?.parent?.qualifiedName == "GRPC.CallOptions"
    {
      let settings = try OptionSettings(value, file)
      if let metadata = settings.metadata { arguments.append("metadata: \(metadata)") }
      if !settings.assignments.isEmpty {
        let body = settings.assignments.map { "options.\($0); " }.joined()
        arguments.append("options: { var options = CallOptions.defaults; \(body)return options }()")
      }
      reasons = settings.reasons
      return
    }
    if value.kind == .declReference, let symbol = file.semantics.symbol(of: value),
      symbol.kind == .local
    {
      if let made = optionsCall(of: symbol, file) { _ = try OptionSettings(made, file) }
      if let metadata = metadataVariable(of: symbol, file) {
        arguments.append("metadata: \(metadata)")
      } else if hasHeaders(symbol, file) {
        throw Refusal(
          "keep the headers of '\(symbol.name)' in a separate 'Metadata', and pass it as 'metadata:'"
        )
      }
      arguments.append("options: \(optionsText(value, file))")
      return
    }
    if let maker = functionThatSetsHeaders(value, file) {
      throw Refusal(
        "let '\(maker)' return the 'Metadata' beside the options, and pass it as 'metadata:'; options of grpc-swift 2 have no headers"
      )
    }
    arguments.append("options: \(optionsText(value, file))")
    reasons.append(
      "'CallOptions' no longer has 'customMetadata'; its headers move to the call's 'metadata:'")
  }
}

/// Returns options as a call of grpc-swift 2 takes them: where there may be none, its defaults.
private func optionsText(_ value: Node, _ file: FileContext) -> String {
  let text = file.source.text(value.range)
  guard file.semantics.type(of: value).isOptional else { return text }
  let isOperand =
    [.declReference, .memberAccess, .functionCall, .subscriptCall].contains(value.kind)
  return (isOperand ? text : "(\(text))") + " ?? .defaults"
}

/// What the initialiser of grpc-swift 1's `CallOptions` is given, as settings of the new one.
struct OptionSettings {
  /// The headers as an expression.
  private(set) var metadata: String?

  /// The time limit as a `Duration`.
  private(set) var timeout: String?

  /// `timeout = .seconds(5)`, and so on.
  private(set) var assignments: [String] = []
  private(set) var reasons: [String] = []

  init(_ call: Node, _ file: FileContext) throws(Refusal) {
    for argument in call.arguments {
      let value = argument.argumentValue
      switch argument.argumentLabel {
      case "customMetadata": metadata = metadataText(value, file)
      case "timeLimit":
        timeout = try timeLimit(value, file)
        if let timeout { assignments.append("timeout = \(timeout)") }
        if timeToDeadline(value) != nil { reasons.append(countsFromTheCall) }
      case "messageEncoding":
        guard value.name == "disabled" else {
          throw Refusal(
            "set 'compression' of the options to the algorithm for requests, and the algorithms that the transport accepts in its 'config.compression.enabledAlgorithms'; grpc-swift 2 has no decompression limit"
          )
        }
      case let label?:
        reasons.append("'\(label)' is removed; 'CallOptions' has no replacement")
      case nil:
        throw Refusal("create the options from 'CallOptions.defaults'")
      }
    }
  }
}

/// Returns a limit as `Duration`; nil for none.
func timeLimit(_ value: Node, _ file: FileContext) throws(Refusal) -> String? {
  if value.kind == .memberAccess, value.name == "none" { return nil }
  if let amount = timeToDeadline(value) { return duration(amount, file) }
  guard value.kind == .functionCall, let callee = value.callee, callee.name == "timeout",
    let amount = value.arguments.first?.argumentValue
  else {
    throw Refusal(
      "set 'timeout' to the remaining time; grpc-swift 2 has no absolute deadlines")
  }
  return duration(amount, file)
}

/// Why a deadline that became a time limit is for a person to read.
let countsFromTheCall =
  "a time limit counts from each call, and a deadline from where it was made"

/// The time between now and a point in time: `.seconds(1)` of `.deadline(.now() + .seconds(1))`.
func timeToDeadline(_ value: Node) -> Node? {
  guard value.kind == .functionCall, value.callee?.name == "deadline",
    let sum = value.arguments.first?.argumentValue, sum.kind == .binaryOperator, sum.name == "+",
    let now = sum.leftOperand, now.kind == .functionCall, now.callee?.name == "now",
    now.arguments.isEmpty
  else { return nil }
  return sum.rightOperand
}

/// Returns a `TimeAmount` as a `Duration`.
func duration(_ amount: Node, _ file: FileContext) -> String {
  let text = file.source.text(amount.range)
  guard amount.kind == .functionCall, let callee = amount.callee, callee.kind == .memberAccess,
    let value = amount.arguments.first?.argumentValue
  else { return ".nanoseconds((\(text)).nanoseconds)" }
  let number = file.source.text(value.range)
  let isPlain =
    value.kind == .integerLiteral || value.kind == .declReference || value.kind == .memberAccess
  func times(_ factor: Int) -> String {
    if let whole = Int(number.replacing("_", with: "")) { return ".seconds(\(whole * factor))" }
    return ".seconds(\(isPlain ? number : "(\(number))") * \(factor))"
  }
  switch callee.name {
  case "hours": return times(3600)
  case "minutes": return times(60)
  default: return ".\(callee.name)(\(number))"
  }
}

/// Returns headers as `Metadata`: values of a literal that are no literals themselves are interpolated.
func metadataText(_ value: Node, _ file: FileContext) -> String {
  let text = file.source.text(value.range)
  var literal = value
  if value.kind == .functionCall, value.callee?.name == "HPACKHeaders" {
    guard let entries = value.arguments.first?.argumentValue else { return "[:]" }
    guard entries.kind == .arrayLiteral else { return text }
    literal = entries
  }
  switch literal.kind {
  case .dictionaryLiteral:
    guard !literal.children.isEmpty else { return "[:]" }
    let pairs = literal.children.compactMap { pair(Array($0.children), file) }
    return pairs.count == literal.children.count ? "[\(pairs.joined(separator: ", "))]" : text
  case .arrayLiteral:
    guard !literal.children.isEmpty else { return "[:]" }
    let pairs = literal.children.compactMap { element in
      element.kind == .tuple ? pair(element.children.map(\.argumentValue), file) : nil
    }
    return pairs.count == literal.children.count ? "[\(pairs.joined(separator: ", "))]" : text
  default: return text
  }
}

private func pair(_ parts: [Node], _ file: FileContext) -> String? {
  guard parts.count == 2, let key = parts.first, let value = parts.last else { return nil }
  let text = file.source.text(value.range)
  // A literal of 'Metadata' already, on the way from grpc-swift 0.
  let isValue = value.kind == .functionCall && [".string", ".binary"].contains(value.callee?.text)
  let written = value.kind == .stringLiteral || isValue ? text : ".string(\(text))"
  return "\(file.source.text(key.range)): \(written)"
}

/// The name of the local that takes the headers of local options of grpc-swift 1; nil if these have none.
func metadataVariable(of options: Symbol, _ file: FileContext) -> String? {
  let name = options.name + "Metadata"
  guard let call = optionsCall(of: options, file) else {
    // The declaration may have been rewritten before this call.
    return isDeclared(name, beside: options) ? name : nil
  }
  let isGiven = call.arguments.contains { $0.argumentLabel == "customMetadata" }
  return isGiven || hasHeaders(options, file) ? name : nil
}

/// Whether headers are set on options or asked of them.
private func hasHeaders(_ options: Symbol, _ file: FileContext) -> Bool {
  file.semantics.references(to: options).contains { use in
    use.parent?.kind == .memberAccess && use.parent?.name == "customMetadata"
  }
}

/// Whether a statement of the block that declares the options declares the name.
private func isDeclared(_ name: String, beside options: Symbol) -> Bool {
  guard let declaration = options.declaration,
    let block = declaration.ancestors.first(where: \.isBlockOfStatements)
  else { return false }
  return block.items.contains { item in
    item.kind == .variableDecl && item.bindings.flatMap(\.boundNames).contains { $0.name == name }
  }
}

/// Whether the headers of options go into a local of their own, which is declared with them.
func headersHaveVariable(_ options: Symbol, _ file: FileContext) -> Bool {
  optionsCall(of: options, file) != nil || isDeclared(options.name + "Metadata", beside: options)
}

/// `CallOptions(…)` that a local is declared with.
private func optionsCall(of options: Symbol, _ file: FileContext) -> Node? {
  guard let declaration = options.declaration else { return nil }
  let binding = ([declaration] + declaration.ancestors.prefix(2)).first {
    $0.kind == .patternBinding
  }
  guard let value = binding?.initialValue, value.kind == .functionCall,
    file.semantics.symbol(of: value)?.parent?.qualifiedName == "GRPC.CallOptions"
  else { return nil }
  return value
}
