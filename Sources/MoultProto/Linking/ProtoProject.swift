/// `.proto` files, linked as far as they can be.
///
/// A missing import, a name that nothing declares, and a name that two files declare cost only the references
/// that they concern.
package struct ProtoProject: Sendable {
  /// The files as given; their indices are the indices of this array.
  package let files: [ProtoFile]

  /// The imports that no file answers, in the order of the files.
  ///
  /// Those of protobuf's own well-known files are not among them.
  package let unresolvedImports: [UnresolvedImport]

  /// The files that import each other in a circle, which protoc refuses.
  package let importCycles: [ImportCycle]

  /// Every message and enum, nested ones included.
  let declarations: [ProtoTypeDeclaration]

  private let declarationsByName: [String: [Int]]

  /// For each file, itself and the files whose declarations it may name.
  private let visibleFiles: [Set<Int>]

  private let importers: [[Int]]

  /// An import without a file.
  package struct UnresolvedImport: Sendable {
    package let fileIndex: Int
    package let statement: ProtoImport
  }

  /// Files that import each other in a circle.
  package struct ImportCycle: Sendable {
    /// Ascending; a file that imports itself is alone.
    package let files: [Int]

    /// The import of the first file that leads into the circle.
    package let statement: ProtoImport?
  }

  /// A name without a declaration.
  package struct UnresolvedType: Sendable {
    package let fileIndex: Int
    package let reference: ProtoTypeReference
  }

  /// - Parameter roots: the folders that import paths begin at, without a final `/`, nearest first. A file that none
  ///   of them leads to is looked for by the end of its path.
  /// - Complexity: O(*n*) for *n* declarations and imports, as long as few files share a name.
  package init(_ files: [ProtoFile], roots: [String] = []) {
    self.files = files
    var declarations: [ProtoTypeDeclaration] = []
    for index in files.indices { declarations += typeDeclarations(in: files[index], at: index) }
    self.declarations = declarations
    declarationsByName = Dictionary(grouping: declarations.indices) { declarations[$0].fullName }
    let graph = ImportGraph(files, roots: roots)
    visibleFiles = graph.visibleFiles
    importers = graph.importers
    importCycles = graph.cycles
    unresolvedImports = graph.unresolved
  }

  /// Returns what `name` means in `scope`.
  ///
  /// - Parameters:
  ///   - name: as written; with a leading dot it is the full name.
  ///   - scope: the full name of the message that holds the reference, or of the package.
  ///   - file: the index of the file that holds the reference. What it imports goes first, but a
  ///     declaration that no import leads to is better than none.
  /// - Returns: nil if nothing of that name is declared.
  package func type(named name: String, in scope: String, of file: Int) -> ProtoTypeDeclaration? {
    let candidates = fullNames(for: name, in: scope)
    for candidate in candidates {
      if let found = declarationsByName[candidate]?.first(where: { isVisible($0, from: file) }) {
        return declarations[found]
      }
    }
    for candidate in candidates {
      if let found = declarationsByName[candidate]?.first { return declarations[found] }
    }
    return nil
  }

  /// Returns the references that `type(named:in:of:)` cannot answer, in the order of the files.
  ///
  /// Those to protobuf's own well-known types are not among them.
  package func unresolvedTypes() -> [UnresolvedType] {
    files.indices.flatMap { index in
      typeReferences(in: files[index]).compactMap { reference in
        guard type(named: reference.name, in: reference.scope, of: index) == nil,
          wellKnownType(named: reference.name) == nil
        else { return nil }
        return UnresolvedType(fileIndex: index, reference: reference)
      }
    }
  }

  /// Returns the given files and every file that imports one of them, directly or through others.
  ///
  /// - Complexity: O(*n*) in the files and their imports.
  package func importers(of files: Set<Int>) -> Set<Int> {
    var found: Set<Int> = []
    var open = Array(files)
    while let file = open.popLast() {
      if found.insert(file).inserted { open += importers[file] }
    }
    return found
  }

  private func isVisible(_ declaration: Int, from file: Int) -> Bool {
    visibleFiles.indices.contains(file)
      && visibleFiles[file].contains(declarations[declaration].fileIndex)
  }

  /// The full names that `name` may stand for, innermost scope first.
  private func fullNames(for name: String, in scope: String) -> [String] {
    guard !name.hasPrefix(".") else { return [String(name.dropFirst())] }
    var result: [String] = []
    var scope = scope[...]
    while !scope.isEmpty {
      result.append("\(scope).\(name)")
      scope = scope.lastIndex(of: ".").map { scope[..<$0] } ?? ""
    }
    return result + [name]
  }
}
