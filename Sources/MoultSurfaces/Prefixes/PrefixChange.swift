package import MoultFindings
package import MoultSource

/// What of a `.proto` package the names in generated code begin with.
package enum PrefixOption: String, CaseIterable, Sendable {
  case objectiveC = "objc_class_prefix"
  case swift = "swift_prefix"
  case package
}

/// A wish to rename what a generator makes of a package.
package struct PrefixChange: Hashable, Sendable {
  package let option: PrefixOption

  /// The package as it is called, empty for files without one.
  package let package: String

  /// The prefix to come, or the new name of the package.
  package let value: String

  package init(option: PrefixOption, package: String, value: String) {
    self.option = option
    self.package = package
    self.value = value
  }
}

/// A mention of an old name of which nobody can tell whether it means the generated thing.
package struct UncertainUse: Hashable, Sendable {
  package let path: String
  package let range: ByteRange

  /// A phrase that can follow the place: `'Load' in a string`.
  package let reason: String
}

/// What a change of a prefix comes to in a project: one transaction, and what is left to look at.
package struct PrefixRenaming: Sendable {
  package let change: PrefixChange

  /// By the old ones: the names that change and that callers can use.
  let newNames: [String: String]

  /// The edits of `.proto` files and of their users, sorted by path; none in a generated file.
  package let edits: [FileEdits]

  /// Sorted by path and offset.
  package let uncertain: [UncertainUse]

  /// Why the change cannot be made at all; empty if it can.
  package let obstacles: [String]

  /// Names whose ending comes or goes with the prefix, such as 'Method_Class' and 'ABCMethod'.
  package let suffixChanges: [(old: String, new: String)]

  /// The generated files that the project holds, which have to be made again, sorted.
  package let generatedFiles: [String]

  /// The names that change and that callers can use, old to new, sorted by the old ones.
  package var names: [(old: String, new: String)] {
    newNames.map { (old: $0.key, new: $0.value) }.sorted { $0.old < $1.old }
  }
}

extension PrefixChange {
  /// Says why the value cannot be used, or nil if it can.
  var objectionToValue: String? {
    func isWord(_ text: Substring) -> Bool {
      guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
      return text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
      }
    }
    switch option {
    case .objectiveC, .swift:
      return value.isEmpty || isWord(value[...])
        ? nil : "'\(value)' cannot begin a name: a prefix has letters, digits and underscores"
    case .package:
      let parts = value.split(separator: ".", omittingEmptySubsequences: false)
      return parts.allSatisfy(isWord) ? nil : "'\(value)' is not a package name"
    }
  }
}
