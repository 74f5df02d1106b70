package import MoultSurfaces

/// A release of a package without which what a page writes does not compile, where the project takes the package at all.
///
/// For what no word of new code shows: an overload that takes a key path, or a package that cannot be taken beside
/// an older release of another one.
package struct NeededRelease: Sendable {
  /// The identity of the package: `swift-composable-architecture`.
  package let package: String
  package let from: Release

  /// Where the page says so.
  let place: PagePlace
}
