/// What a project decides about the options of rule families.
///
/// Names are those of the table of options: `grpc-swift.server-style`. An option that nobody set has no
/// value, and the rule that reads it knows what holds then.
package struct OptionValues: Hashable, Sendable {
  private let values: [String: OptionValue]

  package init(_ values: [String: OptionValue] = [:]) { self.values = values }

  /// The names of the options that are set, sorted.
  package var names: [String] { values.keys.sorted() }

  /// Returns these values with those of `others` in their place.
  package func changed(by others: OptionValues) -> OptionValues {
    OptionValues(values.merging(others.values) { $1 })
  }

  /// The value of an option, or nil where it is not set.
  package subscript(name: String) -> OptionValue? { values[name] }

  /// Returns the text of an option that is a choice or a text; nil where it is not set.
  package func text(_ name: String) -> String? {
    guard case .text(let text)? = values[name] else { return nil }
    return text
  }

  /// Returns the texts of an option that is a list; empty where it is not set.
  package func texts(_ name: String) -> [String] {
    guard case .texts(let texts)? = values[name] else { return [] }
    return texts
  }

  /// Returns the pairs of an option that may be a table; empty where it is not set.
  package func table(_ name: String) -> [String: String] {
    guard case .table(let table)? = values[name] else { return [:] }
    return table
  }

  /// Returns whether an option that is a flag is set to `true`.
  package func flag(_ name: String) -> Bool { values[name] == .flag(true) }
}

/// The value of one option.
package enum OptionValue: Hashable, Sendable {
  case text(String)
  case flag(Bool)
  case texts([String])
  case table([String: String])
}
