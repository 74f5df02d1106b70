import MoultFindings

/// A SARIF 2.1.0 log; the property names are those of the standard.
///
/// Lines and columns are one-based; columns count UTF-16 code units; ends are exclusive.
struct SARIFLog: Codable, Equatable {
  var schema = "https://json.schemastore.org/sarif-2.1.0.json"
  var version = "2.1.0"
  let runs: [Run]

  enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version
    case runs
  }

  struct Run: Codable, Equatable {
    let tool: Tool
    let columnKind: String
    let invocations: [Invocation]
    let results: [Result]
    let properties: Properties?

    /// What only Moult understands.
    struct Properties: Codable, Equatable {
      /// What `moult merge` needs.
      let shard: ShardRecord
    }
  }

  struct Tool: Codable, Equatable { let driver: Driver }

  struct Driver: Codable, Equatable {
    let name: String
    let semanticVersion: String
    let rules: [Rule]
  }

  struct Rule: Codable, Equatable {
    let id: String
    let shortDescription: Text
    let fullDescription: Text
    let help: Help
    let defaultConfiguration: Level
    let properties: Properties

    struct Level: Codable, Equatable { let level: String }
    struct Properties: Codable, Equatable { let tags: [String] }
  }

  struct Text: Codable, Equatable { let text: String }

  struct Help: Codable, Equatable {
    let text: String
    let markdown: String
  }

  struct Invocation: Codable, Equatable {
    let executionSuccessful: Bool
    let exitCode: Int
    let toolExecutionNotifications: [Notification]
  }

  struct Notification: Codable, Equatable {
    let level: String
    let message: Text
    let locations: [Location]
  }

  struct Result: Codable, Equatable {
    let ruleId: String
    let ruleIndex: Int
    let level: String
    let message: Text
    let locations: [Location]
    let relatedLocations: [Location]
    let partialFingerprints: [String: String]
    let baselineState: String?
    let suppressions: [Suppression]?
    let fixes: [Fix]?
    let properties: Properties?

    struct Properties: Codable, Equatable {
      let safety: String
      let evidence: [String]
      let nextStep: String?
    }
  }

  struct Location: Codable, Equatable {
    var id: Int?
    var physicalLocation: PhysicalLocation
    var message: Text?
  }

  struct PhysicalLocation: Codable, Equatable {
    let artifactLocation: ArtifactLocation
    let region: Region?
    var contextRegion: Region?
  }

  struct ArtifactLocation: Codable, Equatable { let uri: String }

  struct Region: Codable, Equatable {
    let startLine: Int
    let startColumn: Int
    let endLine: Int
    let endColumn: Int
  }

  struct Suppression: Codable, Equatable {
    let kind: String
    let justification: String?
    let location: Location
  }

  struct Fix: Codable, Equatable {
    let description: Text
    let artifactChanges: [ArtifactChange]
  }

  struct ArtifactChange: Codable, Equatable {
    let artifactLocation: ArtifactLocation
    let replacements: [Replacement]
  }

  struct Replacement: Codable, Equatable {
    let deletedRegion: Region
    let insertedContent: Text
  }
}
