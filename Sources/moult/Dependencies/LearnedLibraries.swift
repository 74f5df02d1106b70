import Foundation
import MoultLearning
import MoultRules
import MoultSource
import MoultSyntax

/// What a command asks of dependencies.
struct DependencyRequest {
  /// Whether all that are not named in the configuration are learned from.
  var isOn = false

  /// Whether what a module of the project has retired is found in the module itself.
  var includesOwn = false

  /// What holds where the configuration says nothing else.
  var choice: DependencyChoice {
    if isOn { return DependencyChoice(others: .fix) }
    return includesOwn
      ? DependencyChoice(named: [LearnedLibrary.ownName: .fix]) : DependencyChoice()
  }
}

/// Returns what the dependencies of a project declare, but for those that the choice leaves out, sorted by name.
///
/// - Parameter start: the folder that is asked about, absolute.
func learnedLibraries(
  _ choice: DependencyChoice, around start: String, _ request: DependencyRequest
) -> [LearnedLibrary] {
  guard choice.isOn else { return [] }
  let chosen = checkouts(around: start).filter { choice.use(of: $0.name) != .off }
  let cache = InterfaceCache()
  let found = parallelRanges(
    chosen.count, jobs: ProcessInfo.processInfo.activeProcessorCount, atLeast: 1
  ) { part in chosen[part].map { library(in: $0, cache) } }.flatMap(\.self)
  var libraries = found.filter { !$0.interfaces.isEmpty }
  if request.includesOwn || choice.use(of: LearnedLibrary.ownName) != .off {
    libraries.append(.own(everywhere: request.includesOwn))
  }
  return libraries.sorted { $0.name < $1.name }
}

private func library(in checkout: Checkout, _ cache: InterfaceCache) -> LearnedLibrary {
  let files = sourceFiles(of: checkout)
  let interfaces = cache.interfaces(of: files, in: checkout) {
    readInterfaces(files, in: checkout)
  }
  return LearnedLibrary(
    name: checkout.name, version: checkout.version, interfaces: interfaces)
}

/// A file of a dependency, with what changes when it does.
struct CheckoutFile {
  /// Relative to the checkout.
  let path: String
  let size: Int
  let time: timespec
}

/// Returns the Swift files that modules for others can be made of, and manifests, sorted by path.
private func sourceFiles(of checkout: Checkout) -> [CheckoutFile] {
  var found: [CheckoutFile] = []
  var open = [""]
  while let folder = open.popLast() {
    guard let entries = try? entries(ofFolder: joined(checkout.folder, folder)) else { continue }
    let isNested =
      !folder.isEmpty && entries.contains { $0.kind == .file && $0.name == "Package.swift" }
    if isNested { continue }
    for entry in entries {
      let path = joined(folder, entry.name)
      if entry.kind == .folder {
        let isTop = folder.isEmpty && notForOthers.contains(entry.name)
        if !entry.name.hasPrefix("."), !isTop, !entry.name.hasSuffix(".docc") { open.append(path) }
        continue
      }
      guard entry.kind == .file, entry.name.hasSuffix(".swift") else { continue }
      var status = stat()
      guard stat(joined(checkout.folder, path), &status) == 0 else { continue }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      found.append(CheckoutFile(path: path, size: Int(status.st_size), time: time))
    }
  }
  return found.sorted { $0.path < $1.path }
}

/// Folders at the top of a package that hold no module for others.
private let notForOthers: Set<String> = [
  "Tests", "Examples", "Example", "Benchmarks", "Benchmark", "Snippets", "IntegrationTests",
  "Plugins", "Fuzzing", "FuzzTesting", "dev", "docker", "scripts", "Documentation", "Utils",
]

private func readInterfaces(_ files: [CheckoutFile], in checkout: Checkout) -> [LearnedInterface] {
  let texts = files.compactMap { file -> SourceText? in
    guard let bytes = try? readFile(joined(checkout.folder, file.path), below: 1 << 25) else {
      return nil
    }
    return SourceText(path: file.path, bytes: bytes)
  }
  let layout = ProjectLayout(
    texts.filter { !$0.path.contains("/") }.map {
      ProjectText(source: $0, surface: .manifest, isGenerated: false)
    })
  var byModule: [String: [SyntaxTree]] = [:]
  for text in texts {
    let module: String?
    switch checkout.layout {
    case .pod: module = checkout.folder.split(separator: "/").last.map(String.init)
    case .package:
      module = layout.target(ofPath: text.path) == nil ? nil : layout.module(ofPath: text.path)
    }
    guard let module, text.path != "Package.swift", !isWithoutPublic(text) else { continue }
    byModule[module, default: []].append(parse(text))
  }
  return byModule.sorted { $0.key < $1.key }.map { module, trees in
    LearnedInterface(
      module: module, path: "\(checkout.name)/\(module).swiftinterface",
      text: String(decoding: publicInterface(of: trees), as: UTF8.self))
  }
}

/// Whether a file declares nothing for others, as far as a look for two words tells; extensions can add conformances.
private func isWithoutPublic(_ text: SourceText) -> Bool {
  !publicWords.findsAnchor(in: text.bytes)
}

private let publicWords = AnchorScanner(anchors: [
  "public", "open", "extension", "_exported", "operator",
])
