package import MoultSource

/// A file of a tree, as far as the division into programs looks at it.
package struct TreeFile: Sendable {
  package let path: String
  package let surface: Surface

  /// The modules that a Swift file imports, the frameworks and headers that an Objective-C file includes.
  package let imports: [String]

  /// The text of what is no code.
  package let source: SourceText?

  package init(path: String, surface: Surface, imports: [String], source: SourceText?) {
    self.path = path
    self.surface = surface
    self.imports = imports
    self.source = source
  }

  package init(_ source: SourceText, _ surface: Surface) {
    switch surface {
    case .swift, .objectiveC:
      self.init(
        path: source.path, surface: surface,
        imports: TreeFile.imports(in: source.bytes, surface), source: nil)
    case .proto, .manifest, .script:
      self.init(path: source.path, surface: surface, imports: [], source: source)
    }
  }

  /// Whether the file is source of a module, and no manifest written in Swift.
  var isCode: Bool { surface.isCode }

  /// Returns what a text imports or includes, each once; nothing where that is not asked about.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package static func imports(in bytes: [UInt8], _ surface: Surface) -> [String] {
    let found: [String]
    switch surface {
    case .swift: found = seemingImports(inSwift: bytes)
    case .objectiveC: found = seemingImports(inObjectiveC: bytes)
    case .proto, .manifest, .script: found = []
    }
    var known: Set<String> = []
    return found.filter { known.insert($0).inserted }
  }
}
