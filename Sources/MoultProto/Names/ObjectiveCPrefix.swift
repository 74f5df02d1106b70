extension ProtoFile {
  /// The value of `option objc_class_prefix`, or nil if it is absent.
  ///
  /// Empty and absent differ.
  package var objectiveCPrefix: String? { option(named: "objc_class_prefix")?.string }
}

/// Returns the prefix that buf's managed mode gives the files of a package.
///
/// It is the first letters of the package's components in upper case, a version at the end left out, padded with
/// `X` to three letters, and `GPX` for `GPB`, which is the runtime's own. `acme.weather.v1` gives `AWX`, and no
/// package no prefix.
///
/// Source: facts on gRPC for Objective-C, section 12.1.
package func derivedObjectiveCPrefix(forPackage package: String) -> String {
  var components = package.split(separator: ".")
  guard !components.isEmpty else { return "" }
  if components.count > 1, let last = components.last, isPackageVersion(last) {
    components.removeLast()
  }
  var prefix = String(components.compactMap(\.first)).uppercased()
  while prefix.count < 3 { prefix += "X" }
  return prefix == "GPB" ? "GPX" : prefix
}

/// Returns the prefix that protoc makes of a package with `use_package_as_prefix`: `Acme_WebShop_V1_` for
/// `acme.web_shop.v1`.
///
/// Source: facts on gRPC for Objective-C, section 8.1.
///
/// What is forced is the value of `package_as_prefix_forced_prefix`.
package func objectiveCPackagePrefix(forPackage package: String, forced: String) -> String {
  let parts = package.split(separator: ".").map { objectiveCCamelCased(String($0), .upper) }
  return forced + parts.filter { !$0.isEmpty }.map { $0 + "_" }.joined()
}

/// Returns `prefix` and `name` as protoc joins them: once, if `name` already has the prefix and an upper-case
/// letter behind it.
///
/// Source: facts on gRPC for Objective-C, section 8.2. Before protobuf 3.7 the prefix always came in front.
func joiningObjectiveCPrefix(_ prefix: String, _ name: String) -> String {
  if name.hasPrefix(prefix), let next = name.utf8.dropFirst(prefix.utf8.count).first,
    ASCIIClass(next) == .upper
  {
    return name
  }
  return prefix + name
}

/// Whether a package's component is a version: `v1`, `v2beta1`, `v1p1alpha`, `v1test` and the like.
private func isPackageVersion(_ component: Substring) -> Bool {
  guard component.first == "v" else { return false }
  var rest = component.dropFirst()
  guard let major = takeNumber(&rest), major > 0 else { return false }
  if rest.isEmpty || rest.hasPrefix("test") { return true }
  if rest.first == "p" {
    rest.removeFirst()
    guard let patch = takeNumber(&rest), patch > 0 else { return false }
  }
  guard let stage = ["alpha", "beta"].first(where: rest.hasPrefix) else { return false }
  rest = rest.dropFirst(stage.count)
  if rest.isEmpty { return true }
  guard let minor = takeNumber(&rest), minor > 0 else { return false }
  return rest.isEmpty
}

private func takeNumber(_ text: inout Substring) -> Int? {
  let digits = text.prefix { $0.isASCII && $0.isNumber }
  text = text.dropFirst(digits.count)
  return Int(digits)
}
