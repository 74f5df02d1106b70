import Foundation
import MoultRules
import MoultSurfaces
import Testing

private let transforms = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "Sources/MoultTransforms")

/// The folders of `MoultTransforms`, at any depth; the first, without a name, is that of the files beside them.
private let folders: [String] = {
  let below = try? FileManager.default.subpathsOfDirectory(atPath: transforms.path)
  return [""] + (below ?? []).filter { !$0.contains(".") }.sorted()
}()

/// Those that hold transforms, and no folders alone.
private let families = folders.filter { contents(of: $0).contains { $0.hasSuffix(".swift") } }

private let pages = Set(
  embeddedTexts.filter { $0.path.hasSuffix(".md") }.compactMap { page in
    page.text.split(separator: "\n").prefix(3).first { $0.hasPrefix("id: ") }
      .map { String($0.dropFirst("id: ".count)) }
  })

private func contents(of family: String) -> [String] {
  let folder = transforms.appending(path: family).path
  return (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
}

/// Returns what stands in backticks on a line.
private func code(in line: Substring) -> [String] {
  line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
    .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
}

/// Whether a word looks like the id of a page: `grpc-swift.call-type`.
private func isPage(_ word: String) -> Bool {
  let library = word.prefix { $0 != "." }
  return word.split(separator: ".").count == 2 && pages.contains { $0.hasPrefix("\(library).") }
}

/// Each family of transforms opens with what it rewrites and what it leaves to a person.
@Suite struct TransformReadmeTests {
  @Test func `every folder is looked at`() {
    #expect(families.count >= 21)
  }

  @Test(arguments: folders)
  func `a folder names the folders in it`(folder: String) throws {
    let path = transforms.appending(path: folder).appending(path: "README.md")
    let text = try String(contentsOf: path, encoding: .utf8)
    for name in contents(of: folder) where !name.contains(".") {
      #expect(text.contains("[\(name)](\(name)/README.md)"), "\(folder)/\(name)")
    }
  }

  // A build warns of each file that nobody compiles or leaves out.
  @Test(arguments: folders.dropFirst())
  func `the manifest leaves out what a folder opens with`(folder: String) throws {
    let manifest = transforms.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Package.swift")
    #expect(try String(contentsOf: manifest, encoding: .utf8).contains("\"\(folder)\""))
  }

  @Test(arguments: families)
  func `a family names its shapes, its files and its pages`(family: String) throws {
    let path = transforms.appending(path: family).appending(path: "README.md")
    let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.contains("## Shapes"))
    #expect(lines.contains("## Refused because"))
    let words = Set(lines.flatMap(code))
    let files = Set(contents(of: family).filter { $0.hasSuffix(".swift") })
    let named = words.filter { $0.hasSuffix(".swift") && !$0.contains("/") }
    // A part of a type, `Type+Part.swift`, is found by the file of the type, and need not be named.
    let parts = files.filter { $0.contains("+") }
    #expect(named.subtracting(parts) == files.subtracting(parts))
    let known = words.filter(isPage)
    #expect(!known.isEmpty)
    #expect(known.subtracting(pages) == [])
  }
}
