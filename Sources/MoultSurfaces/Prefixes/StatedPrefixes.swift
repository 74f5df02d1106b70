import MoultProto

/// What the `.proto` files of a project state as their Objective-C prefixes.
struct StatedPrefixes: Sendable {
  private let counts: [String: [String: Int]]

  /// By prefix: the packages that state it, each with the first of its files that does, by path.
  let packages: [String: [(package: String, path: String)]]

  /// By package that states none: what its authors publish it with, or what buf derives, with `X` behind it until it is nobody else's.
  let derived: [String: String]

  /// - Parameters:
  ///   - files: sorted by path.
  ///   - consumers: of the classes; a package of which there are none stands in nobody's way.
  init(_ files: [ProtoFile], madeBy consumers: [ObjectiveCConsumer]) {
    var counts: [String: [String: Int]] = [:]
    var packages: [String: [(package: String, path: String)]] = [:]
    for file in files {
      guard let prefix = file.objectiveCPrefix else { continue }
      counts[file.package, default: [:]][prefix, default: 0] += 1
      if !packages[prefix, default: []].contains(where: { $0.package == file.package }) {
        packages[prefix, default: []].append((file.package, file.path))
      }
    }
    self.counts = counts
    self.packages = packages
    var taken = Set(packages.keys)
    var derived: [String: String] = [:]
    let made = files.filter { consumers.isEmpty || consumers.consume($0.path) }
    for package in Set(made.map(\.package)).sorted() where counts[package] == nil {
      var prefix =
        publishedPrefix(ofPackage: package) ?? derivedObjectiveCPrefix(forPackage: package)
      guard !prefix.isEmpty else { continue }
      while isReservedPrefix(prefix) || taken.contains(prefix) { prefix += "X" }
      taken.insert(prefix)
      derived[package] = prefix
    }
    self.derived = derived
  }

  /// The different prefixes of a package's files, sorted.
  func all(ofPackage package: String) -> [String] { (counts[package] ?? [:]).keys.sorted() }

  /// The prefix that more files of a package state than any other; nil if there is none.
  func majority(ofPackage package: String) -> String? {
    let ordered = (counts[package] ?? [:]).sorted { $0.value > $1.value }
    guard let first = ordered.first else { return nil }
    return ordered.count > 1 && ordered[1].value == first.value ? nil : first.key
  }
}

/// The prefix that a package's own authors state, where everybody keeps copies of it; nil for all others.
///
/// Old copies have none. Whoever gives them another one parts from the next copy.
func publishedPrefix(ofPackage package: String) -> String? {
  ["google.api": "GAPI", "google.rpc": "RPC", "google.type": "GTP"][package]
}
