package import MoultSyntax

extension FileSemantics {
  /// Returns what made known what a node refers to: phrases that can follow "because of", the strongest first.
  package func evidence(for node: Node) -> [String] {
    guard let found = reference(of: node), let symbol = found.symbols.first else { return [] }
    var result: [String] = []
    switch found.source {
    case .imported(let declaration): result.append(importText(declaration, in: file))
    case .implied(let place):
      if let place {
        let other = resolver.table.files[place.file]
        let declaration = Node(tree: other.tree, id: place.node)
        result.append(importText(declaration, in: other))
      } else {
        result.append("an import of '\(symbol.module)' elsewhere in module '\(file.module)'")
      }
    case .earlier(let place):
      guard let place else { break }
      let other = resolver.table.files[place.file]
      let newer = importText(Node(tree: other.tree, id: place.node), in: other)
      result.append("\(newer), which declares no '\(node.name)'")
    case .local, .member, .ownModule, .builtIn: break
    }
    result.append(declarationText(symbol))
    return result
  }

  private func importText(_ declaration: Node, in file: FileContext) -> String {
    Glances.note(declaration)
    if case .synthesized(let reason) = file.origin { return "'\(declaration.text)' (\(reason))" }
    return "'\(declaration.text)' in \(file.path):\(resolver.line(of: declaration, in: file))"
  }

  private func declarationText(_ symbol: Symbol) -> String {
    switch symbol.origin {
    case .interface:
      let text = "'\(symbol.qualifiedName)' of module '\(symbol.module)'"
      // Modules that only support the libraries have no eras.
      guard let era = resolver.table.file(of: symbol)?.era, !era.era.isEmpty else { return text }
      return text + ", \(era.library) \(era.era)"
    case .project(let path, _):
      guard let declaration = symbol.declaration, let other = resolver.table.file(of: symbol) else {
        return "'\(symbol.qualifiedName)' in \(path)"
      }
      return "'\(symbol.name)' in \(path):\(resolver.line(of: declaration, in: other))"
    case .synthesized(let reason): return "'\(symbol.qualifiedName)' (\(reason))"
    }
  }
}
