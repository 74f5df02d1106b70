import MoultProto
package import MoultSemantics
package import MoultSource
import MoultSyntax

/// The interface of a library's module, as it was and as it is.
package struct InterfacePair: Sendable {
  package let module: String
  package let old: SourceText

  /// Nil if the module has none any more.
  package let new: SourceText?

  package init(module: String, old: SourceText, new: SourceText?) {
    self.module = module
    self.old = old
    self.new = new
  }

  /// The old interface as text that the project's files may import.
  package var synthesized: SynthesizedSource {
    SynthesizedSource(tree: parse(old), module: module, reason: "the interface \(old.path)")
  }

  /// Returns the module of the interface in a text: that of its compiler flags, or else its file's name.
  package static func module(of source: SourceText) -> String {
    for line in source.text(ByteOffset(0)..<ByteOffset(min(4096, source.bytes.count)))
      .split(separator: "\n") where line.hasPrefix("// swift-module-flags:")
    {
      let words = line.split(separator: " ")
      if let flag = words.firstIndex(of: "-module-name"), flag + 1 < words.count {
        return String(words[flag + 1])
      }
    }
    return String(lastComponent(ofPath: source.path).prefix { $0 != "." })
  }
}

/// What changed in an interface, with causes that count from 0.
struct InterfaceComparison {
  private(set) var changes: [SchemaChange] = []
  private(set) var generated: [GeneratedChange] = []

  /// Compares declarations by their names and labels, and what is gone with what is new by kind, types and place.
  init(_ pair: InterfacePair) {
    let before = InterfaceDeclarations(pair.old, module: pair.module)
    let after = pair.new.map { InterfaceDeclarations($0, module: pair.module) }
    var gone = before.items.filter { after?.byKey[$0.key] == nil }
    var come = after?.items.filter { before.byKey[$0.key] == nil } ?? []
    for old in before.items {
      guard let new = after?.byKey[old.key], old.shape != new.shape else { continue }
      note(.apiChanged, old, new, .retyped(new.member), pair, evidence: nil)
    }
    // What is alone with its shape in its type on both sides has another name.
    var renamedTypes: [String: String] = [:]
    for old in gone {
      let alike = come.filter { $0.shape == old.shape && $0.container == old.container }
      guard alike.count == 1, let new = alike.first,
        gone.filter({ $0.shape == old.shape && $0.container == old.container }).count == 1
      else { continue }
      if old.isType { renamedTypes[old.qualifiedName] = new.qualifiedName }
      note(
        .apiRenamed, old, new, .renamed(new.member), pair,
        evidence: "its kind and types are the same, and nothing else like it came or went")
      gone.removeAll { $0.key == old.key }
      come.removeAll { $0.key == new.key }
    }
    for old in gone {
      // Members of a type that went, or that has another name, go with it.
      if let container = old.container {
        if renamedTypes[container] != nil { continue }
        if gone.contains(where: { $0.isType && $0.qualifiedName == container }) {
          if let cause = causes[container] {
            generated.append(GeneratedChange(old: old.member, effect: .removed, cause: cause))
          }
          continue
        }
      }
      note(.apiRemoved, old, nil, .removed, pair, evidence: nil)
    }
  }

  private var causes: [String: Int] = [:]

  private mutating func note(
    _ kind: SchemaChange.Kind, _ old: InterfaceDeclarations.Item,
    _ new: InterfaceDeclarations.Item?, _ effect: GeneratedChange.Effect, _ pair: InterfacePair,
    evidence: String?
  ) {
    func subject(_ item: InterfaceDeclarations.Item, _ source: SourceText?) -> SchemaSubject {
      SchemaSubject(
        kind: .declaration, name: "\(pair.module).\(item.key)", path: source?.path ?? pair.old.path,
        range: item.range, shortName: item.key)
    }
    changes.append(
      SchemaChange(
        kind: kind, old: subject(old, pair.old), new: new.map { subject($0, pair.new) },
        detail: nil, evidence: evidence))
    let cause = changes.count - 1
    if old.isType { causes[old.qualifiedName] = cause }
    generated.append(GeneratedChange(old: old.member, effect: effect, cause: cause))
  }
}

/// The declarations of an interface that its users can name, outer ones first.
private struct InterfaceDeclarations {
  struct Item {
    /// The names of the types around it.
    let container: String?
    let name: String

    /// The labels of a function, with parentheses; empty for all else.
    let labels: String
    let isType: Bool

    /// The declaration's words but for its name; of a type those before its brace.
    let shape: String
    let range: ByteRange
    let kind: GeneratedMember.Kind

    var qualifiedName: String { container.map { "\($0).\(name)" } ?? name }
    var key: String { qualifiedName + labels }

    var member: GeneratedMember {
      GeneratedMember(kind, in: container, name, type: shape, labels: labels)
    }
  }

  private(set) var items: [Item] = []
  private(set) var byKey: [String: Item] = [:]

  init(_ source: SourceText, module: String) {
    let model = ProjectModel(
      files: [], interfaces: [],
      synthesized: [
        SynthesizedSource(tree: parse(source), module: module, reason: "an interface")
      ])
    let types = model.projectTypes
    for type in types { add(type, isType: true) }
    for type in types {
      for member in model.declaredMembers(of: type) { add(member, isType: false) }
    }
    if let home = types.first.flatMap({ outermost($0) }) {
      let tree = parse(source)
      for node in tree.root.children where node.kind == .functionDecl || node.kind == .variableDecl
      {
        for symbol in model.members(of: home, named: node.name) where !symbol.kind.isType {
          add(symbol, isType: false)
        }
      }
    }
  }

  private func outermost(_ symbol: Symbol) -> Symbol? {
    var symbol = symbol
    while let parent = symbol.parent { symbol = parent }
    return symbol.kind == .module ? symbol : nil
  }

  private mutating func add(_ symbol: Symbol, isType: Bool) {
    guard symbol.kind.isType == isType, !symbol.name.hasPrefix("_"),
      symbol.kind != .operatorFunction,
      let node = symbol.declaration
    else { return }
    let full = unqualified(symbol)
    let container = full.lastIndex(of: ".").map { String(full[..<$0]) }
    let labels =
      symbol.kind.isCallable
      ? "(" + symbol.parameterLabels.map { ($0 ?? "_") + ":" }.joined() + ")" : ""
    let kind: GeneratedMember.Kind =
      isType
      ? .type : symbol.kind == .enumCase ? .enumCase : symbol.kind == .property ? .value : .function
    let item = Item(
      container: container, name: symbol.name, labels: labels, isType: isType,
      shape: shape(of: node, named: symbol.name, isType: isType), range: node.mainToken.range,
      kind: kind)
    guard byKey[item.key] == nil else { return }
    byKey[item.key] = item
    items.append(item)
  }

  /// The words of a declaration without its name, its attributes and what a brace holds of a type.
  private func shape(of node: Node, named name: String, isType: Bool) -> String {
    let tree = node.tree
    var words: [String] = []
    for id in node.tokenIDs {
      let word = tree.source.text(tree.tokens[Int(id)].range)
      if isType, word == "{" { break }
      if word == name || word == "public" || word == "open" { continue }
      words.append(word)
    }
    // What a type conforms to does not say what it is.
    return isType ? (words.first ?? "") : words.joined(separator: " ")
  }
}
