import MoultRules
import MoultSemantics
import MoultSource
import MoultSurfaces
import MoultSyntax

/// Copies of the libraries themselves that lie in the project's tree, which are no use of them.
///
/// A package is a library's if its target is called as a module of the library and its manifest, or the folder that
/// it is vendored in, says so; where the package is called as a module, too, it declares types of that: others call one
/// `Connect`. A folder of sources without manifest is, where it is called as such a module and lies in a folder for others'
/// code. What lies in the package and has a manifest of its own, as examples do, is a user.
/// A library for Objective-C shows by the folder of its headers: below `src/objective-c/`, or beside the podspec of its pod, or in a
/// framework that was built of it; a whole repository by a file that no other has.
private struct VendoredLibraries {
  private let layout: ProjectLayout

  /// The manifests of packages, by their folders with a final `/`.
  private let packages: [String: [UInt8]]

  /// Folders of sources without manifest, and of libraries for Objective-C, with a final `/`.
  private let sources: Set<String>

  /// - Complexity: O(*n*) in the files, and in the bytes of the manifests.
  init(_ files: [ProjectText], _ catalogue: Catalogue) {
    let libraries = catalogue.libraries
    layout = ProjectLayout(files)
    let modules = Set(libraries.flatMap { $0.eras.flatMap(\.signs.modules) + $0.signs.modules })
    var manifests: [String: [UInt8]] = [:]
    for file in files where lastComponent(ofPath: file.source.path) == "Package.swift" {
      manifests[layout.project(ofPath: file.source.path)] = file.source.bytes
    }
    let names = Set(
      libraries.flatMap { library in
        (library.eras.flatMap(\.signs.packages) + library.signs.packages)
          .map { lastComponent(ofPath: $0.name).lowercased() } + [library.library]
      }
    )
    let namesOfModules = Set(modules.map { $0.lowercased() })
    var packages: [String: [UInt8]] = [:]
    var sources: Set<String> = []
    var types: [String: Set<String>] = [:]
    for file in files where file.surface == .swift {
      let path = file.source.path
      let package = layout.project(ofPath: path)
      if let target = layout.target(ofPath: path) {
        guard modules.contains(target), packages[package] == nil,
          let manifest = manifests[package]
        else { continue }
        let name = packageName(in: manifest)?.lowercased() ?? ""
        if isForOthersCode(package) || names.contains(name) {
          packages[package] = manifest
        } else if namesOfModules.contains(name) {
          let known = types[target] ?? catalogue.typesDeclared(in: target)
          types[target] = known
          if known.isEmpty || file.source.declares(typeOf: known) { packages[package] = manifest }
        }
      } else if let folder = foldersAbove(path).first(where: { folder in
        modules.contains(lastComponent(ofPath: String(folder.dropLast())))
          && isForOthersCode(folder)
      }) {
        sources.insert(folder)
      }
    }
    self.packages = packages
    self.sources = sources.union(objectiveCFolders(files, libraries))
      .union(checkouts(in: files, libraries))
  }

  var isEmpty: Bool { packages.isEmpty && sources.isEmpty }

  /// Whether the file at a path belongs to a library and not to the project.
  func contains(_ path: String) -> Bool {
    packages[layout.project(ofPath: path)] != nil
      || foldersAbove(path).contains(where: sources.contains)
  }

  /// The copies that are packages, in the order of their folders.
  ///
  /// - Complexity: O(*n*) in the files of the tree, and in the bytes of the copies.
  /// - Parameter known: asked only where there is such a package: a tree without any needs to know of no release.
  func copies(in files: [ProjectText], _ known: () -> SymbolVersions) -> [LibraryCopy] {
    guard !packages.isEmpty else { return [] }
    let versions = known()
    var sources: [String: [ProjectText]] = [:]
    for file in files where file.surface == .swift {
      let package = layout.project(ofPath: file.source.path)
      if packages[package] != nil { sources[package, default: []].append(file) }
    }
    return packages.sorted { $0.key < $1.key }.compactMap { folder, manifest in
      LibraryCopy(
        in: folder, named: packageName(in: manifest).map(String.init), sources[folder] ?? [],
        versions)
    }
  }
}

extension Catalogue {
  /// The types at the top of what a library's module declares, in any era; empty where no interface has the module.
  fileprivate func typesDeclared(in module: String) -> Set<String> {
    let files = interfaces.files(neededBy: [], and: [module]).filter { $0.module == module }
    return Set(
      files.flatMap(\.tree.root.itemNodes).filter(\.kind.isNominalType).map(\.name))
  }
}

extension SourceText {
  /// Whether the text declares a type of one of some names.
  ///
  /// - Complexity: O(*n*) in the bytes of the text.
  fileprivate func declares(typeOf names: Set<String>) -> Bool {
    ["struct", "class", "enum", "protocol", "actor"].contains { keyword in
      let word = Array("\(keyword) ".utf8)
      var position = 0
      while let start = bytes.firstIndex(ofBytes: word, from: position) {
        position = start + word.count
        let name = bytes[position...].prefix(while: \.isOfName)
        if names.contains(String(decoding: name, as: UTF8.self)) { return true }
      }
      return false
    }
  }
}

extension [ProjectText] {
  /// Returns the files of a whole tree that belong to the project, and not to copies of libraries in it.
  ///
  /// - Complexity: O(*n*) in the files, and in the bytes of the manifests.
  func withoutLibraries(_ catalogue: Catalogue) -> [ProjectText] {
    without(VendoredLibraries(self, catalogue))
  }

  /// Returns the same, and the packages of libraries that are left out.
  ///
  /// - Complexity: O(*n*) in the files, and in the bytes of the manifests and of the copies.
  func withoutLibraries(
    _ catalogue: Catalogue, versions: () -> SymbolVersions
  ) -> (files: [ProjectText], copies: [LibraryCopy]) {
    let vendored = VendoredLibraries(self, catalogue)
    return (without(vendored), vendored.copies(in: self, versions))
  }

  private func without(_ copies: VendoredLibraries) -> [ProjectText] {
    copies.isEmpty ? self : filter { !copies.contains($0.source.path) }
  }
}

/// The folders of copies of libraries for Objective-C, each with a final `/`.
///
/// The whole copy is the library's where the podspec of one of its pods lies beside its `src/`; else no more than its sources.
private func objectiveCFolders(_ files: [ProjectText], _ libraries: [LibraryEras]) -> Set<String> {
  let signs = libraries.flatMap { $0.eras.map(\.signs) + [$0.signs] }
  let headers = Set(signs.flatMap(\.headers)).sorted()
  let podspecs = Set(signs.flatMap(\.pods).map { $0.name + ".podspec" })
  var roots: Set<String> = []
  for file in files where file.source.path.hasSuffix(".podspec") {
    let path = file.source.path
    let name = lastComponent(ofPath: path)
    if podspecs.contains(name) { roots.insert(String(path.dropLast(name.count))) }
  }
  var folders: Set<String> = []
  let frameworks = headers.map { $0 + ".framework" }
  for file in files where file.surface == .objectiveC {
    let path = file.source.path
    for range in foldersNamed(frameworks, in: path) {
      folders.insert(path[..<range.upperBound] + "/")
    }
    for range in foldersNamed(headers, in: path) {
      // With a final '/', or empty for the root.
      let holder = String(path[..<range.lowerBound])
      let sources = "src/objective-c/"
      let isInSources = holder == sources || holder.hasSuffix("/" + sources)
      let root = isInSources ? String(holder.dropLast(sources.count)) : holder
      if isInSources {
        folders.insert(roots.contains(root) && !root.isEmpty ? root : holder)
      } else if roots.contains(root) {
        folders.insert(path[..<range.upperBound] + "/")
      }
    }
  }
  return folders
}

/// The folders of whole repositories of the libraries, each with a final `/`; never the root, which is what is looked at.
private func checkouts(in files: [ProjectText], _ libraries: [LibraryEras]) -> Set<String> {
  let ends = libraries.flatMap(\.signs.checkouts).map { "/" + $0 }
  var folders: Set<String> = []
  for file in files {
    for end in ends where file.source.path.hasSuffix(end) {
      folders.insert(String(file.source.path.dropLast(end.count - 1)))
    }
  }
  return folders
}

/// Where the folders of a path have one of some names, the outermost first.
private func foldersNamed(_ names: [String], in path: String) -> [Range<String.Index>] {
  var found: [Range<String.Index>] = []
  var start = path.startIndex
  while let end = path.utf8[start...].firstIndex(of: UInt8(ascii: "/")) {
    if names.contains(where: { path[start..<end] == $0 }) { found.append(start..<end) }
    start = path.utf8.index(after: end)
  }
  return found
}

/// Whether a folder lies in one in which people keep what others wrote.
private func isForOthersCode(_ folder: String) -> Bool {
  folder.split(separator: "/").contains { part in
    foldersForOthersCode.contains(part.lowercased().filter { $0 != "_" && $0 != "-" })
  }
}

private let foldersForOthersCode: Set<String> = [
  "vendor", "vendored", "vendors", "thirdparty", "3rdparty", "external", "externals", "submodules",
  "checkouts", "carthage", "pods",
]

/// The name that a manifest gives its package: the first `name:` in it.
private func packageName(in manifest: [UInt8]) -> Substring? {
  let text = String(decoding: manifest, as: UTF8.self)
  guard let start = text.firstRange(of: "Package("),
    let label = text[start.upperBound...].firstRange(of: "name:"),
    let open = text[label.upperBound...].firstIndex(of: "\"")
  else { return nil }
  return text[text.index(after: open)...].prefix { $0 != "\"" }
}
