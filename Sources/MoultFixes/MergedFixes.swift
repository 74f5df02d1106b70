package import MoultFindings

extension Fix {
  /// Returns the fix that does what both do, with the greater of their safeties.
  ///
  /// - Returns: nil if an edit of one meets another edit of the other, so that both cannot be done.
  /// - Complexity: O(*n* log *n*) in the edits of both.
  package func merged(with other: Fix) -> Fix? {
    var sets: [String: EditSet] = [:]
    for file in files { sets[file.path, default: EditSet()].insert(file.edits) }
    for file in other.files {
      guard sets[file.path, default: EditSet()].accepts(file.edits) else { return nil }
      sets[file.path, default: EditSet()].insert(file.edits)
    }
    return Fix(
      title: title, safety: max(safety, other.safety),
      files: sets.map { FileEdits(path: $0, edits: $1.edits) },
      imports: ImportChange(
        add: imports.add.union(other.imports.add),
        addToFile: imports.addToFile.merging(other.imports.addToFile) { $0.union($1) }))
  }
}
