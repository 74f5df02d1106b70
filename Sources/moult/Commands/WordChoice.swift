import ArgumentParser

/// A choice among words, each of which the command line spells as its raw value.
///
/// What the parser works out of such a type by itself makes the runtime search the conformances of all libraries, for each
/// type and at each start.
protocol WordChoice: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue == String, AllCases == [Self] {}

extension WordChoice {
  static var allValueStrings: [String] { allCases.map { $0.rawValue } }

  /// None: the words say what they mean.
  static var allValueDescriptions: [String: String] { [:] }
}
