import MoultFindings
import MoultLearning
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

extension PageDrafter {
  /// Takes out the uses that do not type-check against the older version, as no page may show them.
  ///
  /// - Returns: false if the compiler cannot read one of the sides.
  mutating func dropWhatIsRefused(_ judge: DraftJudge) async throws -> Bool {
    guard try await judge(.new, [:]) != nil else { return false }
    let groups = Dictionary(
      grouping: rows.indices.filter { rows[$0].finder != "import" }, by: { rows[$0].topLevel })
    // One error can hide others.
    for _ in 0..<20 {
      var files: [String: String] = [:]
      var owners: [String: [Int?]] = [:]
      for (topLevel, group) in groups {
        let shown = group.filter { rows[$0].use != nil }
        guard !shown.isEmpty else { continue }
        // As the page has it, which imports no more than this.
        let imports = importLines(of: shown.map { rows[$0] })
        let name = "\(topLevel).swift"
        files[name] = (imports + shown.flatMap { rows[$0].use ?? [] }).map { $0 + "\n" }.joined()
        owners[name] =
          imports.map { _ in nil }
          + shown.flatMap { row in (rows[row].use ?? []).map { _ in Optional(row) } }
      }
      if files.isEmpty { return true }
      guard let refused = try await judge(.old, files) else { return false }
      var bad: Set<Int> = []
      for (name, lines) in refused {
        guard let owners = owners[name] else { continue }
        for line in lines where owners.indices.contains(line - 1) {
          if let row = owners[line - 1] { bad.insert(row) }
        }
      }
      if bad.isEmpty { return refused.isEmpty }
      for index in bad {
        rows[index].use = nil
        if rows[index].rewriting != nil {
          rows[index].rewriting = nil
          rows[index].safety = .manual
          rows[index].reason = "a use made of its declaration alone does not type-check"
        }
      }
    }
    return false
  }

  /// The imports that uses need: their module, and what its interface imports.
  func importLines(of rows: [DraftedRow]) -> [String] {
    let modules = Set(rows.map(\.module))
    let others = Set(rows.flatMap(\.imports)).subtracting(modules).subtracting(
      alwaysThere)
    return (modules.sorted() + others.sorted()).map { "import \($0)" }
  }

  /// Takes the fix of pages whose code does not type-check against the newer version.
  mutating func lowerWhatIsRefused(_ judge: DraftJudge) async throws {
    var files: [String: String] = [:]
    for page in pages {
      guard let after = page.after else { continue }
      files["\(page.name).swift"] = after
    }
    guard !files.isEmpty, let refused = try await judge(.new, files) else { return }
    for index in pages.indices where refused["\(pages[index].name).swift"]?.isEmpty == false {
      lower(index, because: "what the fix writes does not type-check in \(request.version)")
    }
  }

  /// Without a compiler, a person looks at every fix.
  mutating func allowNothingSafe() {
    for page in pages.indices {
      for row in pages[page].rows.indices where pages[page].rows[row].safety == .safe {
        pages[page].rows[row].safety = .review
      }
    }
  }

  mutating func lower(_ index: Int, because reason: String) {
    pages[index].after = nil
    for row in pages[index].rows.indices {
      pages[index].rows[row].rewriting = nil
      pages[index].rows[row].safety = .manual
      pages[index].rows[row].reason = reason
    }
  }
}

/// Modules that code has without asking.
private let alwaysThere: Set<String> = [
  "Swift", "_Concurrency", "_StringProcessing", "_SwiftConcurrencyShims",
]
