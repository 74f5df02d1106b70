import MoultSource
import MoultSyntax

/// What a Swift text declares, with signatures, in a form that two writers of the same code agree on.
///
/// Modifiers, attributes of declarations, names of modules, blanks and default values are left out; that a parameter has
/// a default value is not.
struct Declarations {
  /// Signatures by the declaration's place and name: `Hello_Reply.message`, `Greeter.Client.sayHello(request:options:)`.
  private(set) var signatures: [String: Set<String>] = [:]

  init(_ text: String) {
    let tree = parse(SourceText(path: "declarations", bytes: Array(text.utf8)))
    collect(tree.root.children, in: "")
  }

  private mutating func collect(_ nodes: some Sequence<Node>, in scope: String) {
    for node in nodes {
      switch node.kind {
      case .structDecl, .classDecl, .enumDecl, .protocolDecl, .actorDecl:
        let name = scope + node.name
        add(name, "type")
        collect(node.members, in: name + ".")
      case .extensionDecl:
        guard let type = node.subjectType else { continue }
        collect(node.members, in: normalized(type.text, in: "") + ".")
      case .ifConfig: for clause in node.ifConfigClauses { collect(clause.children, in: scope) }
      case .typealiasDecl:
        add(scope + node.name, normalized(node.subjectType?.text ?? "", in: scope))
      case .enumCaseDecl:
        for element in node.caseElements {
          let values = element.parameters.compactMap { $0.parameterType?.text }.map {
            normalized($0, in: scope)
          }
          add(scope + element.name, "case(\(values.joined(separator: ",")))")
        }
      case .functionDecl, .initializerDecl: addFunction(node, in: scope)
      case .variableDecl:
        for binding in node.bindings {
          guard let name = binding.boundNames.first?.name else { continue }
          add(scope + name, normalized(binding.annotatedType?.text ?? "?", in: scope))
        }
      default: continue
      }
    }
  }

  private mutating func addFunction(_ node: Node, in scope: String) {
    let labels = node.parameters.map { ($0.externalName ?? "_") + ":" }.joined()
    let types = node.parameters.map { parameter in
      normalized(parameter.parameterType?.text ?? "", in: scope)
        + (parameter.defaultValue == nil ? "" : "=")
    }
    let effects = (node.isAsync ? " async" : "") + (node.isThrowing ? " throws" : "")
    let result = node.returnType.map { normalized($0.text, in: scope) } ?? "()"
    let name = node.kind == .initializerDecl ? "init" : node.name
    add(scope + "\(name)(\(labels))", "(\(types.joined(separator: ",")))\(effects)->\(result)")
  }

  private mutating func add(_ name: String, _ signature: String) {
    signatures[name, default: []].insert(signature)
  }

  private func normalized(_ type: String, in scope: String) -> String {
    var text = type.replacing("`", with: "")
    // One writer may leave out what is around.
    if !scope.isEmpty { text = text.replacing(scope, with: "") }
    for module in ["Swift", "SwiftProtobuf", "Foundation", "GRPCCore", "GRPCProtobuf"] {
      text = text.replacing(module + ".", with: "")
    }
    // The order of these two says nothing.
    text = text.replacing("@escaping @Sendable", with: "@Sendable @escaping")
    return text.filter { !$0.isWhitespace }
  }
}

extension Comparison {
  /// Notes what `ours` declares and the generator does not, and what it declares with other types.
  ///
  /// Where one side writes no type (`static let a = …`), the name alone is compared.
  mutating func declared(_ ours: Declarations, by theirs: Declarations, _ what: String) {
    for (name, signatures) in ours.signatures.sorted(by: { $0.key < $1.key }) {
      declarations += signatures.count
      guard let found = theirs.signatures[name] else {
        differences.append("\(what): the generator does not declare \(name)")
        continue
      }
      if found.contains("?") || signatures.contains("?") { continue }
      for signature in signatures.subtracting(found).sorted() {
        differences.append(
          "\(what): \(name) is \(signature), and the generator's \(found.sorted())")
      }
    }
  }
}
