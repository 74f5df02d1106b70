import MoultSource
import MoultSurfaces

/// What is known of the releases of libraries, read when somebody asks where all of it is built in: a tree without anything
/// old asks for none.
struct KnownReleases: Sendable {
  private let texts: [CatalogueText]
  private let known: Once<(SymbolVersions, RequirementTable)>

  var versions: SymbolVersions { value.0 }
  var requirements: RequirementTable { value.1 }

  /// - Parameter texts: of `versions.yml` and `requirements.yml`, by path.
  /// - Throws: the first `PageError`, in the order given; nothing for what is built in, which the tests have read.
  init(_ texts: [CatalogueText]) throws(PageError) {
    self.texts = texts
    let isBuiltIn = texts.allSatisfy { $0.matter != nil }
    known = Once(isBuiltIn ? nil : try Self.read(texts))
  }

  private var value: (SymbolVersions, RequirementTable) {
    known.value {
      do {
        return try Self.read(texts)
      } catch {
        preconditionFailure("what is built in of releases cannot be read: \(error)")
      }
    }
  }

  private static func read(
    _ texts: [CatalogueText]
  ) throws(PageError) -> (SymbolVersions, RequirementTable) {
    var versions: [VersionFile] = []
    var requirements: [RequirementFile] = []
    for text in texts {
      if text.path.hasSuffix("versions.yml") {
        versions += try parseVersions(text)
      } else {
        requirements.append(try parseRequirements(text))
      }
    }
    return (SymbolVersions(versions), RequirementTable(requirements))
  }
}
