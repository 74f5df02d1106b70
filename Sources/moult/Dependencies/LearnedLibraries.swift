import Foundation
import MoultLearning
import MoultSource
import MoultSurfaces
import MoultSyntax

/// What a command asks of dependencies.
struct DependencyRequest {
  /// Whether all that are not named in the configuration are learned from.
  var isOn = false

  /// Whether what a module of the project has retired is found in the module itself.
  var includesOwn = false

  /// Where what was read is kept; nil where it is not.
  var cache = CacheFolder.ofUser

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
  let cache = InterfaceCache(request.cache)
  let found = parallelRanges(
    chosen.count, jobs: Surroundings.cores, atLeast: 1
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

/// Returns what a version of a library declares, sorted by module.
///
/// - Parameters:
///   - path: an interface; a folder of interfaces, as they lie beside rule pages or in a built framework; a checkout with a
///     `Package.swift`; or a folder of Swift files, which is one module of its name.
///   - keepsBodies: whether what is read from sources has the bodies of what is retired, which no compiler reads.
/// - Throws: `Failure` if there is no such thing, or nothing public in it.
func libraryInterfaces(
  at path: String, keepingBodies keepsBodies: Bool
) throws(Failure) -> [LearnedInterface] {
  guard let real = resolvedPath(path) else {
    throw Failure("cannot read '\(path)': \(systemMessage(errno))")
  }
  let name = real.split(separator: "/").last.map(String.init) ?? real
  if name.hasSuffix(".swiftinterface") { return [try interface(at: real, called: path)] }
  guard let top = try? entries(ofFolder: real) else {
    throw Failure("'\(path)' is no interface and no folder")
  }
  let isPackage = top.contains { $0.kind == .file && $0.name == "Package.swift" }
  let written = isPackage ? [] : interfaceFiles(below: real)
  if !written.isEmpty {
    var found: [String: LearnedInterface] = [:]
    for file in written {
      let interface = try interface(at: file, called: file)
      if found[interface.module] == nil { found[interface.module] = interface }
    }
    return found.values.sorted { $0.module < $1.module }
  }
  let checkout = Checkout(
    name: name.lowercased(), folder: real, version: nil, layout: isPackage ? .package : .pod)
  let files = sourceFiles(of: checkout)
  let read = readInterfaces(files, in: checkout, keepingBodies: keepsBodies).filter {
    !$0.text.isEmpty
  }
  guard !read.isEmpty else {
    throw Failure(
      "'\(path)' declares nothing for others: it has no '.swiftinterface', and no Swift file of a target with something public"
    )
  }
  return read.map { interface in
    LearnedInterface(
      module: interface.module, path: interface.path,
      text: "// swift-interface-format-version: 1.0\n"
        + "// swift-module-flags: -module-name \(interface.module) -swift-version 5\n"
        + "import Swift\nimport _Concurrency\nimport _StringProcessing\n" + interface.text)
  }
}

private func interface(at path: String, called name: String) throws(Failure) -> LearnedInterface {
  let text = try textFile(path, called: name)
  let source = SourceText(path: path, bytes: Array(text.utf8))
  return LearnedInterface(module: InterfacePair.module(of: source), path: path, text: text)
}

/// The interfaces in a folder and below, those of other programs' private use left out; sorted, one of each architecture.
private func interfaceFiles(below folder: String) -> [String] {
  var found: [String] = []
  var open = [folder]
  while let path = open.popLast() {
    guard let entries = try? entries(ofFolder: path) else { continue }
    for entry in entries {
      let child = joined(path, entry.name)
      if entry.kind == .folder { open.append(child) }
      if entry.kind == .file, entry.name.hasSuffix(".swiftinterface"),
        !entry.name.hasSuffix(".private.swiftinterface"),
        !entry.name.hasSuffix(".package.swiftinterface")
      {
        found.append(child)
      }
    }
  }
  return found.sorted()
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

private func readInterfaces(
  _ files: [CheckoutFile], in checkout: Checkout, keepingBodies keepsBodies: Bool = true
) -> [LearnedInterface] {
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
      text: String(decoding: publicInterface(of: trees, keepingBodies: keepsBodies), as: UTF8.self))
  }
}

/// Whether a file declares nothing for others, as far as a look for two words tells; extensions can add conformances.
private func isWithoutPublic(_ text: SourceText) -> Bool {
  !publicWords.findsAnchor(in: text.bytes)
}

private let publicWords = AnchorScanner(anchors: [
  "public", "open", "extension", "_exported", "operator",
])
