import MoultLearning
package import MoultSemantics
package import MoultSource
import MoultSurfaces
package import MoultSyntax
import Synchronization

/// The interfaces of all eras, each parsed at most once, when a project needs it.
///
/// A class because all tasks share what one of them parsed.
package final class InterfaceLibrary: Sendable {
  private let texts: [CatalogueText]
  private let textsByModule: [String: [CatalogueText]]

  /// The modules that several eras of their library declare under one name, by library.
  package let modulesOfSeveralEras: [String: Set<String>]

  /// The same with those in whose place a dependency's own declarations stand.
  private let allTexts: [CatalogueText]

  /// What dependencies declare, in the version that is built with, by module.
  private let learned: [String: LearnedText]
  private let parsed = Mutex<[String: InterfaceFile]>([:])

  /// How the names begin that are read where they are named, by the name of the interface.
  private let prefixes = Mutex<[String: [UInt8]]>([:])
  private let models = Mutex<[ModelKey: InterfaceModel]>([:])

  private struct ModelKey: Hashable {
    let files: [File]
    let own: Set<String>

    /// A file, and how much of it was read.
    struct File: Hashable {
      let path: String
      let size: Int
    }
  }

  private struct LearnedText {
    let library: LearnedLibrary
    let interface: LearnedInterface
  }

  init(_ texts: [CatalogueText], _ learned: [LearnedLibrary] = []) {
    var byModule: [String: LearnedText] = [:]
    for library in learned {
      for interface in library.interfaces where byModule[interface.module] == nil {
        byModule[interface.module] = LearnedText(library: library, interface: interface)
      }
    }
    self.learned = byModule
    allTexts = texts
    // What a dependency declares itself is more than what is kept beside the pages for all of its versions.
    self.texts = texts.filter {
      !$0.path.hasPrefix("support/") || byModule[moduleName($0)] == nil
    }
    textsByModule = Dictionary(grouping: self.texts, by: moduleName)
    var modules: [String: Set<String>] = [:]
    for (module, texts) in textsByModule where texts.count > 1 {
      let library = texts.first?.path.prefix { $0 != "/" } ?? ""
      modules[String(library), default: []].insert(module)
    }
    modulesOfSeveralEras = modules
  }

  /// Every interface that is kept beside the pages, in the order of their paths.
  package var all: [InterfaceFile] { allTexts.map(wholeFile) }

  /// Returns the interfaces of the modules that the files import, and of those that these import in turn.
  ///
  /// A project that speaks of one library pays for no other. A module that keeps its name over several eras
  /// is read as the newest declares it, and as older eras do that count. What an interface declares below a line
  /// `// read where named: Prefix` is read if one of the files says a name that begins so and stands there.
  ///
  /// - Parameters:
  ///   - trees: if there are none, interfaces are read whole, as nobody knows what will be named.
  ///   - modules: what is needed although no file imports it.
  ///   - eras: the eras that were seen, by library; of a library that has no entry, all count.
  /// - Returns: the interfaces by path, so that an older era of a module comes before a newer one.
  package func files(
    neededBy trees: [SyntaxTree], and modules: Set<String> = [],
    speaking eras: [String: Set<String>] = [:]
  ) -> [InterfaceFile] {
    var needed: Set<String> = []
    var open = trees.flatMap(\.importedModules) + modules.sorted()
    while let module = open.popLast() {
      guard textsByModule[module] != nil || learned[module] != nil, needed.insert(module).inserted
      else { continue }
      open += textsByModule[module, default: []].flatMap { firstPart($0).tree.importedModules }
      open += learnedFile(module)?.tree.importedModules ?? []
    }
    let first = needed.sorted().flatMap {
      spoken(textsByModule[$0, default: []].map(firstPart), eras)
    }
    .sorted { $0.tree.source.path < $1.tree.source.path }
    let kept = first.map { file in
      // Another era of a module has names of its own.
      let others = first.filter { $0.module != file.module }.map(\.tree)
      return trees.isEmpty ? wholeFile(of: file) : self.file(file, namedIn: trees + others)
    }
    return kept + needed.sorted().compactMap(learnedFile)
  }

  /// Returns the names of a file for which more of an interface is read than its first part.
  ///
  /// Of the interfaces that were needed so far.
  package func namesReadWhereNamed(in source: SourceText) -> Set<String> {
    let prefixes = Set(prefixes.withLock { Array($0.values) })
    return Set(prefixes.flatMap { names(beginningWith: $0, in: source.bytes) })
  }

  /// Returns the same interfaces as declarations, resolved at most once.
  ///
  /// - Parameters:
  ///   - others: modules that are needed although no file imports them.
  ///   - own: the project's modules, which are no library's.
  package func model(
    neededBy trees: [SyntaxTree], and others: Set<String> = [],
    speaking eras: [String: Set<String>], without own: Set<String>
  ) -> InterfaceModel {
    let files = files(neededBy: trees, and: others, speaking: eras)
    let modules = Set(files.map(\.module)).union(builtInModules)
    let key = ModelKey(
      files: files.map {
        ModelKey.File(path: $0.tree.source.path, size: $0.tree.source.bytes.count)
      }, own: own.intersection(modules))
    if let known = models.withLock({ $0[key] }) { return known }
    let model = InterfaceModel(files, without: key.own)
    return models.withLock { models in
      if let known = models[key] { return known }
      models[key] = model
      return model
    }
  }

  /// The modules of which there are interfaces, sorted.
  var modules: [String] { Set(texts.map(moduleName)).sorted() }

  private func spoken(
    _ files: [InterfaceFile], _ eras: [String: Set<String>]
  ) -> [InterfaceFile] {
    guard let newest = files.map(\.era).max(by: isOlder) else { return [] }
    return files.filter { $0.era == newest || eras[$0.library]?.contains($0.era) ?? true }
  }

  private func learnedFile(_ module: String) -> InterfaceFile? {
    guard let text = learned[module] else { return nil }
    let path = text.interface.path
    if let known = parsed.withLock({ $0[path] }) { return known }
    let file = InterfaceFile(
      tree: parse(SourceText(path: path, bytes: Array(text.interface.text.utf8))), module: module,
      library: text.library.name, era: text.library.version ?? "",
      isAddition: texts.contains { moduleName($0) == module })
    parsed.withLock { $0[path] = file }
    return file
  }

  /// Returns the interface, whole if one of the trees names something that its first part lacks.
  private func file(_ first: InterfaceFile, namedIn trees: [SyntaxTree]) -> InterfaceFile {
    guard let prefix = prefixes.withLock({ $0[first.tree.source.path] }) else { return first }
    let known = topLevelNames(first)
    var lacking: Set<String>?
    for tree in trees {
      for name in names(beginningWith: prefix, in: tree.source.bytes) where !known.contains(name) {
        let wanted = lacking ?? topLevelNames(wholeFile(of: first))
        if wanted.contains(name) { return wholeFile(of: first) }
        lacking = wanted
      }
    }
    return first
  }

  private func wholeFile(of first: InterfaceFile) -> InterfaceFile {
    allTexts.first { $0.name == first.tree.source.path }.map(wholeFile) ?? first
  }

  private func wholeFile(_ text: CatalogueText) -> InterfaceFile {
    parsed(text, Array(text.text.utf8), as: text.name)
  }

  /// Returns the interface up to what is read where it is named.
  private func firstPart(_ text: CatalogueText) -> InterfaceFile {
    let key = text.name + " up to what is named"
    if let known = parsed.withLock({ $0[key] }) { return known }
    let bytes = Array(text.text.utf8)
    let marker = Array("\n// read where named: ".utf8)
    guard let line = bytes.firstIndex(ofBytes: marker, from: 0) else {
      let file = parsed(text, bytes, as: text.name)
      parsed.withLock { $0[key] = file }
      return file
    }
    let prefix = bytes[(line + marker.count)...].prefix { $0 != UInt8(ascii: "\n") }
    prefixes.withLock { $0[text.name] = Array(prefix) }
    return parsed(text, Array(bytes[...line]), as: key)
  }

  private func parsed(_ text: CatalogueText, _ bytes: [UInt8], as key: String) -> InterfaceFile {
    if let known = parsed.withLock({ $0[key] }) { return known }
    let parts = text.path.split(separator: "/").map(String.init)
    let file = InterfaceFile(
      tree: parse(SourceText(path: text.name, bytes: bytes)), module: moduleName(text),
      library: parts.first ?? "", era: parts.count > 2 ? parts[parts.count - 2] : "")
    parsed.withLock { $0[key] = file }
    return file
  }
}

/// Returns the names of the types that a file declares outside any other.
private func topLevelNames(_ file: InterfaceFile) -> Set<String> {
  Set(file.tree.root.itemNodes.filter(\.isTypeDeclaration).map(\.name))
}

/// Returns the identifiers in a text that begin with `prefix`, in order, once for each place.
private func names(
  beginningWith prefix: [UInt8], in bytes: [UInt8]
) -> some Sequence<String> {
  sequence(state: 0) { (start: inout Int) -> String? in
    guard let found = bytes.firstIndex(ofBytes: prefix, from: start) else { return nil }
    let name = bytes[found...].prefix(while: isIdentifierByte)
    start = max(name.endIndex, found + 1)
    return String(decoding: name, as: UTF8.self)
  }
}

private func isOlder(_ era: String, _ other: String) -> Bool {
  (Int(era) ?? 0) < (Int(other) ?? 0)
}

private func moduleName(_ text: CatalogueText) -> String {
  let name = lastComponent(ofPath: text.path)
  return String(name.dropLast(".swiftinterface".count))
}
