import MoultManifests
package import MoultObjC
package import MoultProto
import MoultProtoParser
package import MoultSource
package import MoultSyntax
import Synchronization

/// What the readers of each language made of texts, so that a round of fixes reads again only what changed.
///
/// Of each path the two texts that were asked for last are kept: those before and after a fix. One cache serves a
/// whole run, whatever is asked of the files; who judges programs one after another lets go of what none of them needs any more.
package final class TreeCache: Sendable {
  private let trees = ReadTexts<SyntaxTree>()
  private let outlines = ReadTexts<ObjCFile>()
  private let protos = ReadTexts<ProtoFile>()
  private let commandLines = ReadTexts<[ReadCommand]>()
  private let pods = ReadTexts<[PodDependency]>()
  private let manifests = ReadTexts<PackageManifest>()
  private let xcodeProjects = ReadTexts<XcodeProject>()
  private let xcodeObjects = ReadTexts<XcodeObjects?>()
  private let locks = ReadTexts<[ResolvedDependency]>()

  /// How many bytes of Swift a project has at least whose files are kept as outlines.
  private let leastOutlined: Int

  /// - Parameter bytes: of Swift in a project whose files are kept as outlines where they can be. What is found does not
  ///   depend on it.
  package init(outliningFrom bytes: Int = 1 << 20) { leastOutlined = bytes }

  /// Returns the tree of a Swift file, which is parsed when it is first asked for; never fails, like `parse`.
  package func tree(of source: SourceText) -> SyntaxTree { trees.value(of: source) { parse($0) } }

  /// Returns the trees of a project's Swift files, in their order.
  ///
  /// In a large project most files only declare what others use: those that import none of some modules have no bodies, as
  /// long as nobody asks for them.
  package func trees(
    of sources: [SourceText], wholeWith modules: @autoclosure () -> Set<String>, jobs: Int
  ) async -> [SyntaxTree] {
    let isLarge = sources.reduce(0) { $0 + $1.bytes.count } >= leastOutlined
    let modules = isLarge ? modules() : []
    return await parallelMap(sources, jobs: jobs) { source in
      let tree = isLarge ? self.tree(of: source, wholeWith: modules) : self.tree(of: source)
      // Nearly everybody asks for them.
      _ = tree.importedModules
      return tree
    }
  }

  private func tree(of source: SourceText, wholeWith modules: Set<String>) -> SyntaxTree {
    trees.value(of: source) { source in
      let tree = parse(source)
      return tree.importedModules.contains(where: modules.contains) ? tree : tree.outlined()
    }
  }

  /// Returns the outline of an Objective-C file or header, which is read when it is first asked for.
  package func outline(of source: SourceText) -> ObjCFile {
    outlines.value(of: source, read: parseObjectiveC)
  }

  /// Returns what a `.proto` file declares, which is read when it is first asked for; its errors are in the value.
  package func proto(of source: SourceText) -> ProtoFile {
    protos.value(of: source, read: parseProto)
  }

  /// Lets go of what was made of code: a tree is several times its text.
  package func forgetCode(inFiles paths: some Sequence<String>) {
    trees.forget(paths)
    outlines.forget(paths)
  }

  func commands(of source: SourceText) -> [ReadCommand] {
    commandLines.value(of: source) { source in
      let lines =
        manifestKind(of: source) == .xcodeProject
        ? MoultManifests.commandLines(of: xcodeProject(of: source))
        : MoultManifests.commandLines(in: source)
      return lines.map { ReadCommand($0, in: source) }
    }
  }

  func pods(of source: SourceText) -> [PodDependency] {
    pods.value(of: source, read: podDependencies)
  }

  func manifest(of source: SourceText) -> PackageManifest {
    manifests.value(of: source, read: parsePackageManifest)
  }

  func xcodeProject(of source: SourceText) -> XcodeProject {
    xcodeProjects.value(of: source, read: parseXcodeProject)
  }

  /// Returns what is written into a project; nil where that is not wholly understood.
  func xcodeObjects(of source: SourceText) -> XcodeObjects? {
    xcodeObjects.value(of: source) { XcodeObjects($0) }
  }

  func lock(of source: SourceText) -> [ResolvedDependency] {
    locks.value(of: source, read: resolvedDependencies)
  }
}

/// A command line, and the call of protoc that it is, if it is one.
struct ReadCommand: Sendable {
  let line: CommandLine
  let invocation: ProtocInvocation?

  init(_ line: CommandLine, in source: SourceText) {
    self.line = line
    invocation = ProtocInvocation(line, in: source)
  }
}

/// What a reader made of the last two texts of each path.
private final class ReadTexts<Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    let bytes: [UInt8]
    let value: Value
  }

  /// The text asked for last is the first.
  private let entries = Mutex<[String: [Entry]]>([:])

  /// Returns what `read` makes of the text, which it is asked for only if neither of the last two texts was the same.
  func value(of source: SourceText, read: (SourceText) -> Value) -> Value {
    let known = entries.withLock { entries -> Value? in
      guard let own = entries[source.path],
        let index = own.firstIndex(where: { $0.bytes == source.bytes })
      else { return nil }
      if index > 0 { entries[source.path]?.swapAt(0, index) }
      return own[index].value
    }
    if let known { return known }
    let entry = Entry(bytes: source.bytes, value: read(source))
    entries.withLock { entries in
      entries[source.path] = [entry] + (entries[source.path]?.prefix(1) ?? [])
    }
    return entry.value
  }

  func forget(_ paths: some Sequence<String>) {
    entries.withLock { entries in
      for path in paths { entries[path] = nil }
    }
  }
}
