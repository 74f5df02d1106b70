import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// What is done with a client of a class as only with an object: that of grpc-swift 2 is a structure.
///
/// Where it was held weakly, it is kept from then on. Where clients are compared, or an object is taken, all that the client goes
/// through stays.
struct ClientAsObject {
  private let mention: Node
  private let file: FileContext
  private let way: WayOfAnObject

  /// The declaration that the client's type is written at, or that is given a client which is made.
  private let holder: Symbol?

  /// - Parameter mention: the type as it is written, or the call that makes the client.
  /// - Returns: nil for a client that was a structure before.
  init?(of client: Symbol?, at mention: Node, _ file: FileContext) {
    guard let client, client.kind == .classType else { return nil }
    (self.mention, self.file) = (mention, file)
    let declaration = mention.ancestors.prefix(6).first {
      $0.kind == .parameter || $0.kind == .patternBinding
    }
    let holder =
      mention.kind.isType
      ? declaration.flatMap { file.semantics.symbol(of: PatternBinding($0)?.pattern?.node ?? $0) }
      : file.holder(of: mention) ?? file.taker(of: mention)?.symbol
    self.holder = holder
    way =
      holder.map { WayOfAnObject.judged(of: client, from: $0, at: mention, file) }
      ?? WayOfAnObject(of: client, at: mention, file)
  }

  /// What a person does first where something wants an object.
  var step: String? {
    guard let wanted = way.wanted else { return nil }
    let line = wanted.file.source.lines.line(of: wanted.node.range.lowerBound)
    let path = wanted.file.source.path
    let place = path == file.source.path ? "line \(line)" : "\(path):\(line)"
    return
      "\(place) needs an object, and the client of grpc-swift 2 is a structure: put it into a class of your own, or tell clients apart by something else; then run the fix again"
  }

  /// Keeps the client where what is declared at hand held it weakly.
  func release(_ consequence: inout Consequence) {
    let declaration = mention.kind.isType ? mention.nearest(.variableDecl, among: 6) : nil
    let weak = declaration?.modifiers.filter { $0.name == "weak" || $0.name == "unowned" } ?? []
    if !weak.isEmpty {
      var editor = file.editor
      for modifier in weak { editor.remove(modifier: modifier) }
      consequence.merge(Consequence(editor))
    }
    let captures = holder.map { isDeclaredHere($0) ? way.weakCaptures(of: $0) : [] } ?? []
    for (capture, home) in captures {
      consequence.merge(
        demotionOfCapture(capture, in: home).seen(from: file.source.path, of: home.source.path))
    }
    guard !weak.isEmpty || !captures.isEmpty else { return }
    consequence.lower(
      to: .review, because: "what held the client weakly keeps it, as it is a structure")
  }

  /// Whether the mention is the type of a declaration, or makes its first value.
  private func isDeclaredHere(_ symbol: Symbol) -> Bool {
    guard let declaration = symbol.declaration, declaration.tree === mention.tree else {
      return false
    }
    let places = [symbol.binding, declaration].compactMap(\.self)
    return places.contains { place in
      [place.annotatedType, place.parameterType, place.initialValue].contains {
        $0?.range.contains(mention.range) ?? false
      }
    }
  }
}

/// What clients of a class go through, and the first place there that wants an object.
private struct WayOfAnObject {
  private let client: Symbol
  private let file: FileContext
  private let flow: ValueFlow
  private(set) var wanted: ValueFlow.Place?

  /// Follows clients once for all that is on their way.
  ///
  /// - Parameter holder: a declaration that they go through.
  static func judged(
    of client: Symbol, from holder: Symbol, at mention: Node, _ file: FileContext
  ) -> WayOfAnObject {
    file.others.answer(about: holder) {
      let way = WayOfAnObject(of: client, at: mention, file)
      for symbol in way.flow.named where symbol != holder {
        _ = file.others.answer(about: symbol) { way }
      }
      return way
    }
  }

  init(of client: Symbol, at mention: Node, _ file: FileContext) {
    (self.client, self.file) = (client, file)
    flow = ValueFlow(of: mention, along: .init(types: [client.qualifiedName]), file)
    let around = mention.nearest(.genericArgumentClause, among: 2)?.parent
    wanted =
      around.flatMap { isOfObjects($0, file) ? (mention, file) : nil }
      ?? flow.wholes.first { wantsObject($0.node, $0.file) }
      ?? flow.types.first { isOfObjects($0.node, $0.file) }
      ?? flow.named.lazy.flatMap(weakCaptures).first { !isReleased($0.node, $0.file) }
  }

  /// Whether a value is compared as an object, goes where one is taken, or is held weakly by what says no type.
  private func wantsObject(_ value: Node, _ file: FileContext) -> Bool {
    guard let parent = value.parent else { return false }
    switch parent.kind {
    case .binaryOperator: return parent.name == "===" || parent.name == "!=="
    case .asExpr: return parent.children.last.map { isObject($0, file) } ?? false
    case .argument:
      if let called = file.semantics.symbol(of: value.nearest(.functionCall) ?? value),
        [called, called.parent].contains(where: { $0?.qualifiedName == "Swift.ObjectIdentifier" })
      {
        return true
      }
      guard let parameter = file.parameter(taking: value), let type = parameter.parameterType else {
        return false
      }
      return file.context(of: parameter).map { isObject(type, $0) } ?? false
    case .initializerClause where parent.parent?.annotatedType == nil:
      let modifiers = parent.parent?.parent?.modifierNames ?? []
      return modifiers.contains("weak") || modifiers.contains("unowned")
    default: break
    }
    return file.semantics.writtenType(wantedOf: value).map { isObject($0, file) } ?? false
  }

  private func isObject(_ type: Node, _ file: FileContext) -> Bool {
    file.semantics.type(of: type).fullyUnwrapped.nominalSymbol?.qualifiedName == "Swift.AnyObject"
  }

  /// Whether a type is made of the client's as of one of a class: `NSHashTable<XClient>`.
  private func isOfObjects(_ type: Node, _ file: FileContext) -> Bool {
    type.descendants().contains { clause in
      guard clause.kind == .genericArgumentClause, let owner = clause.parent else { return false }
      if ["NSHashTable", "NSMapTable", "NSCache"].contains(owner.name) { return true }
      let parameters = file.semantics.symbol(of: owner)?.declaration?.genericParameters ?? []
      return zip(parameters, clause.children).contains { parameter, argument in
        parameter.text.hasSuffix("AnyObject")
          && file.semantics.symbol(of: argument) == client
      }
    }
  }

  /// The captures of a declaration that do not keep it, each with its file.
  func weakCaptures(of symbol: Symbol) -> [ValueFlow.Place] {
    guard let home = symbol.declaration.flatMap({ file.context(of: $0) }) else { return [] }
    let shorthand = symbol.kind == .local ? home.semantics.references(to: symbol) : []
    let given = flow.wholes.filter { whole in
      whole.node.parent?.kind == .capture && whole.file.semantics.symbol(of: whole.node) == symbol
    }
    let captures =
      shorthand.map { ($0, home) }
      + given.compactMap { place in
        place.node.parent.map { ($0, place.file) }
      }
    return captures.filter { $0.0.captureSpecifier != nil }
  }

  /// Whether a fix of what a capture names has the capture in it.
  private func isReleased(_ capture: Node, _ home: FileContext) -> Bool {
    let named =
      Capture(capture)?.value.map { home.semantics.symbol(of: $0.node) }
      ?? home.semantics.symbol(of: capture)
    guard let named, let declaration = named.declaration else { return false }
    if let type = named.binding?.annotatedType ?? declaration.parameterType {
      return type.descendants().contains { $0.name == client.name }
    }
    let made = named.binding?.initialValue.flatMap { home.semantics.symbol(of: $0) }
    return made == client || made?.parent == client && made?.kind == .initializer
  }
}
