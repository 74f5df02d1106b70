import Foundation
import MoultSource
import MoultSurfaces

/// A text of rules on the disk: a page, an interface, a sample, or what tells eras apart.
struct RuleFile: Sendable {
  /// What messages call it.
  let name: String
  let absolutePath: String

  /// Where it stands among the libraries and their eras, whatever folder these lie in: `acme/2-3/ping-client.md`.
  let cataloguePath: String
  let bytes: [UInt8]

  /// Whether the file is the one at a path of the catalogue, whichever of the folders above it was named.
  func isAt(_ path: String) -> Bool {
    cataloguePath == path || absolutePath.hasSuffix("/" + path)
  }

  var catalogueText: CatalogueText {
    CatalogueText(
      path: cataloguePath, called: name, text: String(decoding: bytes, as: UTF8.self))
  }

  /// - Parameter folder: the rule folder that it was found in, absolute.
  init(name: String, absolutePath: String, in folder: String, bytes: [UInt8]) {
    self.name = name
    self.absolutePath = absolutePath
    self.bytes = bytes
    // A rule folder may be a library's or a hop's own: then its name is part of what the page says.
    let parts = absolutePath.split(separator: "/")
    let isOfEra = parts.count > 2 && isEraFolder(parts[parts.count - 2])
    let isOfLibrary = parts.last == "eras.yml" || parts.last == "versions.yml"
    cataloguePath =
      isOfEra
      ? parts.suffix(3).joined(separator: "/")
      : isOfLibrary && parts.count > 1
        ? parts.suffix(2).joined(separator: "/")
        : String(absolutePath.dropFirst(folder == "/" ? 1 : folder.utf8.count + 1))
  }
}

/// Whether a folder is called as eras and hops are: `2`, `2-3`.
private func isEraFolder(_ name: Substring) -> Bool {
  let ends = name.split(separator: "-", omittingEmptySubsequences: false)
  return ends.count <= 2 && ends.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
}

/// Returns the texts of a folder that is laid out as `Rules` is, with paths relative to it.
func catalogueTexts(in folder: String) throws(Failure) -> [CatalogueText] {
  guard let root = resolvedPath(folder) else {
    throw Failure("cannot read '\(folder)': \(systemMessage(errno))")
  }
  return try rulePages(in: [root], of: root).map { file in
    let path = String(file.absolutePath.dropFirst(root.utf8.count + 1))
    return CatalogueText(
      path: path, called: joined(folder, path),
      text: String(decoding: file.bytes, as: UTF8.self))
  }
}

/// Returns the texts of rules in `folders` and below, sorted by name: pages, interfaces, samples and
/// what tells eras apart.
///
/// A page is any Markdown file but `README.md`; a sample is called `Generated.swift`.
///
/// - Parameter parent: the folder that the names of the folders begin at, absolute.
func rulePages(in folders: [String], of parent: String) throws(Failure) -> [RuleFile] {
  var pages: [RuleFile] = []
  for folder in folders {
    let absolute = folder.hasPrefix("/") ? folder : joined(parent, folder)
    let root = resolvedPath(absolute) ?? absolute
    var open = [(path: root, name: folder)]
    while let (path, name) = open.popLast() {
      do throws(SystemError) {
        for entry in try entries(ofFolder: path) where entry.kind == .folder {
          open.append((joined(path, entry.name), joined(name, entry.name)))
        }
        for entry in try entries(ofFolder: path)
        where entry.kind == .file && isRuleText(entry.name) {
          guard let bytes = try? readFile(joined(path, entry.name)) else {
            throw SystemError(number: EACCES)
          }
          pages.append(
            RuleFile(
              name: joined(name, entry.name), absolutePath: joined(path, entry.name), in: root,
              bytes: bytes))
        }
      } catch {
        throw Failure("cannot read rule folder '\(name)': \(error.message)")
      }
    }
  }
  return pages.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
}

private func isRuleText(_ name: String) -> Bool {
  name.hasSuffix(".md") && name != "README.md" || name.hasSuffix(".swiftinterface")
    || name.hasSuffix(".h") || name == "Generated.swift"
    || ["eras.yml", "versions.yml", "requirements.yml"].contains(name)
}
