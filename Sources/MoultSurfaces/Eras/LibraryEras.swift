package import MoultSource

/// What tells the eras of a library apart, as the `eras.yml` of its folder says.
package struct LibraryEras: Sendable {
  /// The name of the folder: `grpc-swift`.
  package let library: String

  /// Whether its generators make clients or servers of services.
  package let hasServices: Bool

  /// What shows the library and fits all its eras.
  package let signs: EraSigns

  /// Oldest first.
  package let eras: [Era]

  /// The modules by which code shows an era that has others before it under other names.
  package var modulesOfLaterEras: [String] {
    var before: Set<String> = []
    var result: [String] = []
    for era in eras {
      if !before.isEmpty { result += era.signs.modules.filter { !before.contains($0) } }
      before.formUnion(era.signs.modules)
    }
    return result
  }

  /// Returns the era that follows `name`, or nil for the newest and for a name that is none.
  package func successor(of name: String) -> Era? {
    guard let index = eras.firstIndex(where: { $0.name == name }), index + 1 < eras.count else {
      return nil
    }
    return eras[index + 1]
  }
}

/// One era of a library.
package struct Era: Sendable {
  /// As hops name it: `0`.
  package let name: String

  /// For people: `grpc-swift 0.x`.
  package let title: String
  package let signs: EraSigns

  /// The least version of each platform (`macOS`) that the packages themselves declare.
  package let needs: [String: String]

  /// The types of earlier eras whose place a type of this one has taken, by the type: `GRPC.GRPCStatus`.
  package let follows: [String: [String]]

  /// True if the era's names are so common that they only count in a project that shows the era.
  package let mustBeSeen: Bool

  /// True if Carthage can build it.
  package let comesByCarthage: Bool

  /// Addresses of pages where the library says what changed on the way to the era.
  package let notes: [String]
}

/// What an era looks like on each surface.
package struct EraSigns: Sendable {
  /// Modules that Swift imports.
  package var modules: [String] = []

  /// Words that stand in generated code.
  package var marks: [String] = []

  /// Words of code that people write, and that nothing else is called.
  package var words: [String] = []

  /// Folders or modules of Objective-C imports: `ProtoRPC` of `<ProtoRPC/ProtoService.h>`.
  package var headers: [String] = []

  /// Products and plugins that targets of a `Package.swift` name.
  package var products: [String] = []

  /// The ends of repositories' addresses: `grpc/grpc-swift`.
  package var packages: [VersionedName] = []
  package var pods: [VersionedName] = []

  /// Plugins of protoc, as flags name them: `grpc-swift` of `--grpc-swift_out`.
  package var generators: [String] = []

  /// Plugins of the Buf registry without host and version: `grpc/swift`.
  package var remotes: [String] = []

  /// Names of a build plugin's configuration files.
  package var files: [String] = []

  /// Files that nothing but the library's own repository has, from its root: `src/google/protobuf/unittest.proto`.
  package var checkouts: [String] = []
}

/// A package's name, with the versions of it that are meant.
package struct VersionedName: Hashable, Sendable {
  package let name: String

  /// The first version that is meant; nil for all from the beginning.
  package let from: VersionNumber?

  /// The first version that is not meant; nil for all to the end.
  package let below: VersionNumber?

  /// Branches that are meant.
  package let branches: [String]

  func includes(_ version: VersionNumber) -> Bool {
    if let from, version < from { return false }
    if let below, !(version < below) { return false }
    return true
  }
}
