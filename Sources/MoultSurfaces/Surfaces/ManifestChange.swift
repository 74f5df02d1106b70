import MoultSource

/// What is found in a manifest, and what comes in its place.
struct ManifestChange {
  let range: ByteRange

  /// Empty where a person decides.
  let edits: [Edit]
}
