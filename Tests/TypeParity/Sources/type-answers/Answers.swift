import Foundation
import MoultSemantics
import MoultSource
import MoultSyntax

/// What is inferred at every member access, call and subscript of the files that are asked about.
///
/// Reads a list with one file a line: `file`, `context` or `interface`, the module, the path. Prints one
/// line for each place, its fields parted by tabs: path; `member`, `call` or `subscript`; the offsets that
/// the compiler names the place by; the declaration's qualified name; the places
/// of it and its overloads that stay apart; the type; the receiver's type.
@main
struct Answers {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: type-answers LIST\n".utf8))
      exit(2)
    }
    var files: [ProjectFile] = []
    var interfaces: [InterfaceFile] = []
    var asked: [String] = []
    let list = try String(contentsOf: URL(filePath: CommandLine.arguments[1]), encoding: .utf8)
    for line in list.split(separator: "\n") {
      let fields = line.split(separator: "\t").map(String.init)
      guard fields.count == 3 else { continue }
      let bytes = Array(try Data(contentsOf: URL(filePath: fields[2])))
      let tree = parse(SourceText(path: fields[2], bytes: bytes))
      switch fields[0] {
      case "interface":
        interfaces.append(
          InterfaceFile(tree: tree, module: fields[1], library: "supplied", era: ""))
      default:
        files.append(ProjectFile(tree: tree, module: fields[1]))
        if fields[0] == "file" { asked.append(fields[2]) }
      }
    }
    let model = ProjectModel(files: files, interfaces: interfaces)
    for path in asked {
      guard let semantics = model.semantics(forFile: path) else { continue }
      FileHandle.standardOutput.write(Data(answers(semantics, path).utf8))
    }
  }
}

private func answers(_ semantics: FileSemantics, _ path: String) -> String {
  var text = ""
  for index in semantics.tree.nodes.indices {
    let node = Node(tree: semantics.tree, id: NodeID(rawValue: UInt32(index)))
    let word: String
    switch node.kind {
    case .memberAccess: word = "member"
    case .functionCall: word = "call"
    case .subscriptCall: word = "subscript"
    default: continue
    }
    let end = semantics.tree.tokens[Int(node.record.endToken) - 1].start
    let name = node.mainToken.start
    let range =
      word == "member"
      ? "\(name.utf8)\t\(name.utf8)" : "\(node.range.lowerBound.utf8)\t\(end.utf8)"
    let symbol = semantics.symbol(of: node)
    // Overloads of one name that stay apart are one answer: the name.
    let candidates = symbol == nil ? [] : semantics.candidates(of: node)
    let base = node.children.first.flatMap { $0.kind == .argumentList ? nil : $0 }
    let fields = [
      path, word, range, symbol?.qualifiedName ?? "-",
      candidates.map(place).joined(separator: ";"), canonical(semantics.type(of: node)),
      base.map { canonical(semantics.type(of: $0)) } ?? "_",
    ]
    text += fields.joined(separator: "\t") + "\n"
  }
  return text
}

/// `path|start|end` of a declaration, with dashes where there is none.
private func place(of symbol: Symbol) -> String {
  guard let declaration = symbol.declaration else { return "-|-1|-1" }
  var path = declaration.tree.source.path
  if case .synthesized = symbol.origin { path = "implicit " + path }
  let range = declaration.range
  return "\(path)|\(range.lowerBound.utf8)|\(range.upperBound.utf8)"
}

/// A type with all names spelled out, `_` for what is not known and `$` before generic parameters.
private func canonical(_ type: SemanticType) -> String {
  func list(_ types: [SemanticType]) -> String { types.map(canonical).joined(separator: ", ") }
  switch type {
  case .unknown: return "_"
  case .nominal(let symbol, let arguments):
    // A type that is extended here and declared elsewhere has no module.
    let module = symbol.module.isEmpty ? "extended." : ""
    return module + symbol.qualifiedName + (arguments.isEmpty ? "" : "<" + list(arguments) + ">")
  case .optional(let wrapped): return "Swift.Optional<" + canonical(wrapped) + ">"
  case .function(let parameters, let result, _, _):
    return "(" + list(parameters) + ") -> " + canonical(result)
  case .tuple(let elements):
    return "("
      + elements.map { ($0.label.map { $0 + ": " } ?? "") + canonical($0.type) }
      .joined(separator: ", ") + ")"
  case .metatype(let instance): return "Meta<" + canonical(instance) + ">"
  case .genericParameter(let symbol): return "$" + symbol.name
  case .dependentMember(let base, let symbol): return "$" + canonical(base) + "." + symbol.name
  case .composition(let types): return "(" + types.map(canonical).joined(separator: " & ") + ")"
  }
}
