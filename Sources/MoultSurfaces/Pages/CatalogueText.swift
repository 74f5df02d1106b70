/// A text of the catalogue under its path: `grpc-swift/0-1/status-code-type.md`.
package struct CatalogueText: Sendable {
  /// Where the text stands among the libraries and their eras, whatever folder they lie in.
  package let path: String

  /// What messages call it, if that is not its path.
  package let name: String
  package let text: String

  /// What the build has read of the text already, if it was built in.
  package let matter: EmbeddedMatter?

  package init(
    path: String, called name: String? = nil, text: String, matter: EmbeddedMatter? = nil
  ) {
    self.path = path
    self.name = name ?? path
    self.text = text
    self.matter = matter
  }
}
