import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Functions or computed properties of the project whose options have headers and nothing else: they give the headers, as `Metadata`.
///
/// A requirement and all that meet it, and what is overridden, change together, and so do all who ask for the options.
struct MakersOfHeaders {
  private let makers: [MakerOfHeaders]

  /// What gives the options that a node stands in, if it can give the headers alone.
  ///
  /// - Parameter node: `CallOptions(…)`, or the headers of the local that holds it.
  init?(around node: Node, _ file: FileContext) {
    guard
      let maker = node.ancestors.first(where: {
        $0.kind == .functionDecl || $0.kind == .patternBinding && $0.accessorBlock != nil
      }),
      let symbol = file.semantics.symbol(of: PatternBinding(maker)?.pattern?.node ?? maker),
      let makers = Self.judged(symbol, file),
      makers.makers.contains(where: { $0.isMade(of: node) })
    else { return nil }
    self = makers
  }

  /// Judges what gives options with all who ask for them, once for all that the task asks about it.
  ///
  /// - Returns: nil for anything else, and for what is left to a person.
  fileprivate static func judged(_ symbol: Symbol, _ file: FileContext) -> MakersOfHeaders? {
    file.others.answer(about: symbol) { MakersOfHeaders(of: symbol, file) }
  }

  private init?(of symbol: Symbol, _ file: FileContext) {
    guard symbol.kind == .function || symbol.kind == .property else { return nil }
    var makers: [MakerOfHeaders] = []
    var isAsked = false
    for member in [symbol] + declarationsSharingTypes(with: symbol, in: file) {
      guard !member.isGenerated, let declaration = member.declaration,
        let home = file.context(of: declaration),
        let maker = MakerOfHeaders(declaration, of: member, home)
      else { return nil }
      makers.append(maker)
      guard let callers = callers(of: member, in: home),
        callers.allSatisfy({ goesToCalls($0, home) })
      else { return nil }
      if !callers.isEmpty { isAsked = true }
    }
    guard isAsked, makers.contains(where: \.hasHeaders),
      file.calls.unknownUses(of: symbol.name).isEmpty
    else { return nil }
    self.makers = makers
  }

  /// Has all of them give headers.
  func outcome(_ file: FileContext) -> TransformOutcome {
    var project = ProjectEditor()
    for maker in makers { project.change(maker.file) { maker.rewrite(&$0) } }
    return placeOfMany(project.consequence(in: file))
  }
}

/// One function or property of them, or the requirement of one.
private struct MakerOfHeaders {
  let file: FileContext

  /// `CallOptions` behind the arrow or the colon.
  private let type: Node

  /// `CallOptions(…)` that is given.
  private var given: [(call: CallExpr, headers: Code)] = []

  /// Locals that are given, by what they begin with.
  private var locals: [(name: Node, type: Node?, call: CallExpr, headers: Code)] = []

  /// The headers that are asked of them.
  private var asked: [Node] = []

  /// - Returns: nil where options are made or asked for anything else, or have more than headers.
  init?(_ declaration: Node, of symbol: Symbol, _ file: FileContext) {
    let function = FunctionDecl(declaration)
    let binding = PatternBinding(declaration)
    guard let type = function?.returnType ?? binding?.type,
      type.isWrittenOptions,
      function != nil || binding?.node.accessorBlock != nil
    else { return nil }
    (self.file, self.type) = (file, type)
    guard symbol.parent?.kind != .protocolType || function?.body != nil else { return }
    guard let body = function?.body?.node ?? binding?.node.accessorBlock,
      !body.children.contains(where: { $0.kind == .accessorDecl || $0.kind == .ifConfig })
    else { return nil }
    let parts = Array(body.descendants)
    let values =
      parts.compactMap { ReturnStmt($0)?.value?.node } + (body.items.count == 1 ? body.items : [])
    let made = parts.filter {
      $0.kind == .functionCall
        && file.semantics.symbol(of: $0)?.parent?.qualifiedName == "GRPC.CallOptions"
    }
    guard !made.isEmpty else { return nil }
    var known: Set<Node> = []
    for node in made {
      guard let call = CallExpr(node), let headers = Self.headers(of: call, file) else {
        return nil
      }
      if values.contains(node) {
        given.append((call, headers))
        known.insert(node)
        continue
      }
      guard let local = LocalVariable(holding: node, file), local.declaration != nil,
        let name = PatternBinding(local.binding)?.pattern?.node
      else { return nil }
      for use in file.semantics.references(to: local.symbol) where use.kind != .identifierPattern {
        if values.contains(use) {
          known.insert(use)
        } else if let headers = MemberAccess(of: use.parent), headers.base?.node == use,
          headers.name == "customMetadata", Self.isUnderstood(headers.node)
        {
          asked.append(headers.node)
        } else {
          return nil
        }
      }
      locals.append((name, PatternBinding(local.binding)?.type, call, headers))
    }
    guard values.allSatisfy({ known.contains($0) || ReturnStmt($0) != nil || $0.holdsReturn })
    else { return nil }
  }

  /// Whether any headers are given.
  var hasHeaders: Bool {
    !asked.isEmpty
      || (given.map(\.headers) + locals.map(\.headers)).contains { $0 != .form(.dictionary([])) }
  }

  /// What options have, if that is headers alone.
  private static func headers(of call: CallExpr, _ file: FileContext) -> Code? {
    guard call.trailingClosures.isEmpty, !file.tree.holdsComment(in: call.range),
      call.arguments.allSatisfy({ $0.label == "customMetadata" })
    else { return nil }
    guard let value = call.arguments.only?.expression?.node else { return .form(.dictionary([])) }
    let pairs = CallExpr(value).flatMap { metadataOfPairs($0, file) }
    return .form(.moved(pairs ?? metadataCode(value, file)))
  }

  /// Whether headers of a local are added to or replaced, which `Metadata` can do as well.
  private static func isUnderstood(_ headers: Node) -> Bool {
    if AssignmentExpr(to: headers)?.value != nil { return true }
    guard let member = MemberAccess(on: headers), let call = member.call else { return false }
    let labels = call.arguments.map(\.label)
    return switch member.name {
    case "add", "replaceOrAdd": labels == ["name", "value"]
    case "remove": labels == ["name"]
    default: false
    }
  }

  /// Whether it is made of what a node is, or is asked by it.
  func isMade(of node: Node) -> Bool {
    given.contains { $0.call.node == node } || locals.contains { $0.call.node == node }
      || asked.contains { node == $0 || $0.isInside(node) }
  }

  func rewrite(_ editor: inout SyntaxEditor) {
    let metadata = Code.library("GRPCCore.Metadata")
    editor.replace(type, with: metadata)
    for options in given { editor.replace(options.call.node, with: options.headers) }
    for local in locals {
      editor.replace(local.call.node, with: local.headers)
      if let type = local.type {
        editor.replace(type, with: metadata)
      } else {
        editor.annotate(pattern: local.name, with: metadata)
      }
    }
  }
}

extension Node {
  /// Whether a type is written as the options of calls, which are not optional.
  var isWrittenOptions: Bool { text == "CallOptions" || text == "GRPC.CallOptions" }

  /// Whether it is a statement whose branches return.
  fileprivate var holdsReturn: Bool { ownDescendants.contains { ReturnStmt($0) != nil } }
}

/// Whether options go to calls of generated methods, at once or by a constant of the function, and nowhere else.
private func goesToCalls(_ caller: Node, _ home: FileContext) -> Bool {
  guard let place = home.context(of: caller) else { return false }
  func isCall(_ value: Node) -> Bool {
    guard let argument = Argument(of: value.parent), argument.label == "callOptions",
      let call = argument.call, let method = place.semantics.symbol(of: call.node)
    else { return false }
    return callStyle(of: method, in: place.model) != nil
  }
  var value = caller
  while let parent = value.parent, parent.kind == .tryExpr || parent.kind == .awaitExpr {
    value = parent
  }
  if isCall(value) { return true }
  guard let local = LocalVariable(holding: value, place), local.isConstant,
    PatternBinding(local.binding)?.type == nil, !local.isCaptured(place)
  else { return false }
  return local.uses(place).allSatisfy(isCall)
}

/// The headers that take the place of options, where what gives these gives the headers alone.
///
/// - Parameter options: what stands behind `callOptions:`.
func headersAlone(_ options: Node, _ file: FileContext) -> Code? {
  guard let symbol = file.semantics.symbol(of: callUnderMarks(options)) else { return nil }
  if symbol.kind == .local {
    guard let local = LocalVariable(symbol, file), let value = local.value,
      file.semantics.symbol(of: callUnderMarks(value)) != symbol
    else { return nil }
    return headersAlone(value, file).map { _ in .kept(options) }
  }
  guard symbol.kind == .function || symbol.kind == .property, let declaration = symbol.declaration
  else { return nil }
  let type = FunctionDecl(declaration)?.returnType?.text ?? PatternBinding(declaration)?.type?.text
  return isMetadata(type) || MakersOfHeaders.judged(symbol, file) != nil ? .kept(options) : nil
}

/// What becomes of a local's options whose headers are asked for, where what gives them gives the headers alone.
func headersOfMaker(_ headers: Node, _ file: FileContext) -> TransformOutcome? {
  guard MakersOfHeaders(around: headers, file) != nil, let options = MemberAccess(headers)?.base
  else { return nil }
  var editor = file.editor
  editor.replace(headers, with: .kept(options.node))
  if let value = AssignmentExpr(to: headers)?.value?.node {
    editor.replace(value, with: metadataCode(value, file))
  }
  return TransformOutcome(editor)
}
