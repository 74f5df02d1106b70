import MoultLearning
package import MoultSemantics
import MoultSource
package import MoultSyntax
import Synchronization

/// The interfaces of all eras, each parsed at most once, when a project needs it.
///
/// A class because all tasks share what one of them parsed.
package final class InterfaceLibrary: Sendable {
  private let texts: [CatalogueText]

  /// The same with those in whose place a dependency's own declarations stand.
  private let allTexts: [CatalogueText]

  /// What dependencies declare, in the version that is built with, by module.
  private let learned: [String: LearnedText]
  private let parsed = Mutex<[String: InterfaceFile]>([:])
  private let models = Mutex<[ModelKey: InterfaceModel]>([:])

  private struct ModelKey: Hashable {
    let paths: [String]
    let own: Set<String>
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
  }

  /// Every interface that is kept beside the pages, in the order of their paths.
  package var all: [InterfaceFile] { allTexts.map(file) }

  /// Returns the interfaces of the modules that the files import, and of those that these import in turn.
  ///
  /// A project that speaks of one library pays for no other. A module that keeps its name over several eras
  /// is read as the newest declares it, and as older eras do that count.
  ///
  /// - Parameters:
  ///   - modules: what is needed although no file imports it.
  ///   - eras: the eras that were seen, by library; of a library that has no entry, all count.
  /// - Returns: the interfaces by path, so that an older era of a module comes before a newer one.
  package func files(
    neededBy trees: [SyntaxTree], and modules: Set<String> = [],
    speaking eras: [String: Set<String>] = [:]
  ) -> [InterfaceFile] {
    let byModule = Dictionary(grouping: texts, by: moduleName)
    var needed: Set<String> = []
    var open = trees.flatMap(\.importedModules) + modules.sorted()
    while let module = open.popLast() {
      guard byModule[module] != nil || learned[module] != nil, needed.insert(module).inserted
      else { continue }
      open += byModule[module, default: []].flatMap { file($0).tree.importedModules }
      open += learnedFile(module)?.tree.importedModules ?? []
    }
    let kept = needed.sorted().flatMap { spoken(byModule[$0, default: []].map(file), eras) }
      .sorted { $0.tree.source.path < $1.tree.source.path }
    return kept + needed.sorted().compactMap(learnedFile)
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
      paths: files.map(\.tree.source.path), own: own.intersection(modules))
    if let known = models.withLock({ $0[key] }) { return known }
    let model = InterfaceModel(files, without: key.own)
    return models.withLock { models in
      if let known = models[key] { return known }
      models[key] = model
      return model
    }
  }

  /// The modules that several eras of their library declare under one name, by library.
  package var modulesOfSeveralEras: [String: Set<String>] {
    var result: [String: Set<String>] = [:]
    for (module, texts) in Dictionary(grouping: texts, by: moduleName) where texts.count > 1 {
      let library = texts.first?.path.prefix { $0 != "/" } ?? ""
      result[String(library), default: []].insert(module)
    }
    return result
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

  private func file(_ text: CatalogueText) -> InterfaceFile {
    if let known = parsed.withLock({ $0[text.name] }) { return known }
    let parts = text.path.split(separator: "/").map(String.init)
    let file = InterfaceFile(
      tree: parse(SourceText(path: text.name, bytes: Array(text.text.utf8))),
      module: moduleName(text), library: parts.first ?? "",
      era: parts.count > 2 ? parts[parts.count - 2] : "")
    parsed.withLock { $0[text.name] = file }
    return file
  }
}

private func isOlder(_ era: String, _ other: String) -> Bool {
  (Int(era) ?? 0) < (Int(other) ?? 0)
}

private func moduleName(_ text: CatalogueText) -> String {
  let name = text.path.split(separator: "/").last.map(String.init) ?? text.path
  return String(name.dropLast(".swiftinterface".count))
}
