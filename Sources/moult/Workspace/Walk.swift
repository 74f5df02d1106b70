import Foundation
import MoultReporting
import MoultSource

/// A file that is worth reading.
struct FoundFile: Sendable {
  /// As output names it: relative to the base folder.
  let path: String
  let absolutePath: String
  /// Nil where only the first bytes can tell: a name without a dot.
  let surface: Surface?

  /// Whether it is source of a module, judged by its name.
  var isCode: Bool { surface?.isCode ?? false }
}

/// What a walk over folders found.
struct Walk {
  private(set) var files: [FoundFile] = []

  /// The Markdown files, those with a surface among them.
  private(set) var documents: [FoundFile] = []
  private(set) var unrelated = 0
  private(set) var excluded = 0
  private(set) var gaps: [Gap] = []

  /// The folders that were entered, absolute.
  private(set) var folders: [String] = []

  /// The folders that are repositories of their own and no submodules, as output names them, each with a final `/`; not the
  /// only one that was asked for.
  private(set) var repositories: Set<String> = []

  /// The symbolic links, which are not followed, absolute; of some is told whether they lead to a folder.
  private(set) var links: [String] = []

  /// The indices of git that were read for what they track, absolute.
  private(set) var indices: Set<String> = []

  private let base: String
  private let choice: PathChoice

  /// What git tracks in the repository of the folder that is walked over; read once something is left out.
  private var tracked: TrackedFiles?
  private var repository: String?

  /// Folders that tools fill; `include` in the configuration opens them.
  static let toolFolders: Set<String> = [
    ".build", ".bundle", ".git", ".hg", ".svn", ".swiftpm", ".venv", "DerivedData", "Pods",
    "node_modules",
  ]

  /// Walks over `roots`, which may overlap: no file is found twice.
  init(_ roots: [Root], base: String, choice: PathChoice) {
    self.base = base
    self.choice = choice
    let paths = Set(roots.map(\.path))
    let outermost = roots.filter { root in
      !ancestors(of: root.path).dropFirst().contains { paths.contains($0) }
    }
    var seen: Set<String> = []
    for root in outermost where seen.insert(root.path).inserted {
      if root.isFolder {
        walk(root.path, isOneOfSeveral: outermost.count > 1)
      } else {
        addNamed(root.path)
      }
    }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    documents.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Takes the files that are not to be found in out of the walk, and returns them.
  mutating func setAside(_ matcher: PathMatcher) -> [FoundFile] {
    let aside = files.filter { matcher.matches($0.absolutePath) }
    files.removeAll { matcher.matches($0.absolutePath) }
    documents.removeAll { matcher.matches($0.absolutePath) }
    return aside
  }

  /// Takes over what a walk over other folders of the tree knows of repositories.
  mutating func add(repositoriesOf other: Walk) {
    repositories.formUnion(other.repositories)
    indices.formUnion(other.indices)
  }

  /// Adds files that are open in an editor and were never saved, if they show a surface.
  mutating func add(unsaved paths: [String]) {
    let known = Set(files.map(\.absolutePath))
    for path in paths where access(path, F_OK) != 0 && !known.contains(path) {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      if Surface(fileName: name) != nil { addNamed(path) }
    }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Returns whether a manifest that marks a project was found in a folder, or anywhere below it.
  func findsProject(in folder: String) -> Bool {
    files.contains { file in
      isInside(file.absolutePath, folder)
        && projectMarks.contains { file.absolutePath.hasSuffix("/" + $0) }
    }
  }

  /// A folder that is still to be entered.
  private struct Folder {
    let path: String
    let components: [[UInt8]]
    var ignored: IgnoreStack
    /// Whether `.gitignore` leaves the folder out, so that nothing but what is tracked belongs to the project.
    var isIgnored = false
  }

  private mutating func walk(_ root: String, isOneOfSeveral: Bool) {
    (repository, tracked) = (repositoryRoot(above: root), nil)
    var open = [
      Folder(path: root, components: components(of: root), ignored: Self.inherited(by: root))
    ]
    while var folder = open.popLast() {
      folders.append(folder.path)
      let entries: [FolderEntry]
      do throws(SystemError) {
        entries = try moult.entries(ofFolder: folder.path)
      } catch {
        gaps.append(Gap(path: name(folder.path), kind: .unreadable, reason: error.message))
        continue
      }
      // A submodule has a file of that name, and is a part of what it lies in.
      if folder.path != root || isOneOfSeveral,
        entries.contains(where: { $0.name == ".git" && $0.kind == .folder })
      {
        repositories.insert(name(folder.path) + "/")
      }
      if entries.contains(where: { $0.name == ".gitignore" }) {
        Self.push(".gitignore", of: folder.path, onto: &folder.ignored)
      }
      var inner: [Folder] = []
      for entry in entries {
        let path = joined(folder.path, entry.name)
        switch entry.kind {
        case .file: addFile(entry.name, path, in: folder)
        case .folder:
          let components = folder.components + [Array(entry.name.utf8)]
          if let isIgnored = enters(entry.name, path, components, folder) {
            inner.append(
              Folder(
                path: path, components: components, ignored: folder.ignored, isIgnored: isIgnored))
          }
        case .link: skipLink(entry.name, path)
        case .other: skipOther(entry.name, path)
        }
      }
      open += inner.reversed()
    }
  }

  private mutating func addFile(_ fileName: String, _ path: String, in folder: Folder) {
    let surface = Surface(fileName: fileName)
    let components = folder.components + [Array(fileName.utf8)]
    let isDocument = isMarkdown(fileName)
    guard surface != nil || !fileName.utf8.contains(UInt8(ascii: ".")) else {
      unrelated += 1
      if isTemplate(fileName), standing(components, isFolder: false, folder) != .leftOut {
        gaps.append(Gap(path: name(path), kind: .skipped, reason: Gap.templateReason))
      }
      if isDocument, standing(components, isFolder: false, folder) != .leftOut {
        documents.append(FoundFile(path: name(path), absolutePath: path, surface: nil))
      }
      return
    }
    if standing(components, isFolder: false, folder) == .leftOut {
      excluded += 1
      return
    }
    if surface?.isCode == true, isInTemplateOfXcode(folder.components),
      choice.verdict(components, isFolder: false) != .included
    {
      unrelated += 1
      gaps.append(Gap(path: name(path), kind: .skipped, reason: Gap.templateReason))
      return
    }
    if isDocument {
      documents.append(FoundFile(path: name(path), absolutePath: path, surface: surface))
    }
    files.append(FoundFile(path: name(path), absolutePath: path, surface: surface))
  }

  /// Returns whether a pattern of `.gitignore` fits the folder; nil if it is not entered.
  private mutating func enters(
    _ folderName: String, _ path: String, _ components: [[UInt8]], _ folder: Folder
  ) -> Bool? {
    // Nothing under this name belongs to the project, so it is not worth a line in any report.
    if folderName == ".git" { return nil }
    let isTools =
      Self.toolFolders.contains(folderName)
      || (folder.components.last.map { $0.elementsEqual("Carthage".utf8) } == true
        && (folderName == "Checkouts" || folderName == "Build"))
    if isTools, choice.verdict(components, isFolder: true) != .included {
      gaps.append(
        Gap(path: name(path), kind: .skipped, reason: "filled by a tool; 'include' opens it"))
      return nil
    }
    let standing = standing(components, isFolder: true, folder)
    guard standing != .leftOut else {
      excluded += 1
      return nil
    }
    return standing == .tracked
  }

  /// How a path stands to the configuration and to git.
  private enum Standing {
    case wanted
    /// A pattern of `.gitignore` fits it, or a folder above it that the configuration does not include, and git tracks it, or
    /// what lies in it, all the same.
    case tracked
    case leftOut
  }

  private mutating func standing(
    _ components: [[UInt8]], isFolder: Bool, _ folder: Folder
  ) -> Standing {
    switch choice.verdict(components, isFolder: isFolder) {
    case .excluded: return .leftOut
    case .included: return .wanted
    case nil:
      guard folder.isIgnored || folder.ignored.leavesOut(components, isFolder: isFolder) else {
        return .wanted
      }
      return isTracked(components, isFolder: isFolder) ? .tracked : .leftOut
    }
  }

  private mutating func isTracked(_ components: [[UInt8]], isFolder: Bool) -> Bool {
    guard let repository else { return false }
    let known = tracked ?? TrackedFiles(in: repository)
    tracked = known
    if let index = known.index { indices.insert(index) }
    return known.contains(components, isFolder: isFolder)
  }

  /// Adds a file that the command line names, whatever `.gitignore` says.
  private mutating func addNamed(_ path: String) {
    let fileName = String(
      path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
    let surface = Surface(fileName: fileName)
    if isMarkdown(fileName) {
      documents.append(FoundFile(path: name(path), absolutePath: path, surface: surface))
      if surface == nil { return }
    }
    if surface == nil, fileName.utf8.contains(UInt8(ascii: ".")) {
      gaps.append(
        Gap(path: name(path), kind: .skipped, reason: "no kind of file that has findings"))
      return
    }
    files.append(FoundFile(path: name(path), absolutePath: path, surface: surface))
  }

  private mutating func skipLink(_ linkName: String, _ path: String) {
    links.append(path)
    if Surface(fileName: linkName) != nil || leadsToFolder(path) {
      gaps.append(Gap(path: name(path), kind: .skipped, reason: "symbolic link"))
    } else {
      unrelated += 1
    }
  }

  private mutating func skipOther(_ fileName: String, _ path: String) {
    if Surface(fileName: fileName) != nil {
      gaps.append(Gap(path: name(path), kind: .skipped, reason: "not a regular file"))
    } else {
      unrelated += 1
    }
  }

  private func name(_ path: String) -> String {
    let relative = relativePath(path, in: base)
    return relative.isEmpty ? "." : relative
  }

  /// Returns the patterns that hold for a folder because of the repository it lies in.
  private static func inherited(by root: String) -> IgnoreStack {
    var stack = IgnoreStack()
    guard let repository = repositoryRoot(above: root) else { return stack }
    push(".git/info/exclude", of: repository, onto: &stack)
    let above = ancestors(of: root).dropFirst().reversed().filter { isInside($0, repository) }
    for folder in above { push(".gitignore", of: folder, onto: &stack) }
    return stack
  }

  private static func push(_ fileName: String, of folder: String, onto stack: inout IgnoreStack) {
    // A file that cannot be read leaves nothing out, as in git.
    guard let bytes = try? readFile(joined(folder, fileName), below: 1 << 24) else { return }
    stack.push(IgnoreList(bytes, depth: components(of: folder).count))
  }
}

/// What the configuration says about paths.
struct PathChoice: Sendable {
  enum Verdict: Sendable {
    case included
    case excluded
  }

  private let include: [IgnoreList]
  private let exclude: [IgnoreList]

  init(include: [PathPatterns], exclude: [PathPatterns]) {
    self.include = include.map { IgnoreList($0) }
    self.exclude = exclude.map { IgnoreList($0) }
  }

  /// Returns nil where the configuration says nothing; `exclude` wins over `include`.
  func verdict(_ path: [[UInt8]], isFolder: Bool) -> Verdict? {
    if exclude.contains(where: { $0.verdict(path, isFolder: isFolder) == true }) {
      return .excluded
    }
    if include.contains(where: { $0.verdict(path, isFolder: isFolder) == true }) {
      return .included
    }
    return nil
  }
}

/// Whether a file is Markdown, judged by its name; articles of DocC are.
func isMarkdown(_ fileName: String) -> Bool {
  let name = fileName.lowercased()
  return [".md", ".mdx", ".markdown"].contains { name.hasSuffix($0) }
}

/// Whether code is made of a file by a template engine, judged by its name.
private func isTemplate(_ fileName: String) -> Bool {
  [".stencil", ".gyb", ".swifttemplate", ".swift.mustache", ".swift.leaf", ".swift.in"]
    .contains { fileName.hasSuffix($0) }
}

/// Whether a folder is of a template by which Xcode makes new files, with placeholders such as `___FILEBASENAME___`.
private func isInTemplateOfXcode(_ folder: [[UInt8]]) -> Bool {
  folder.contains { name in
    name.suffix(".xctemplate".utf8.count).elementsEqual(".xctemplate".utf8)
  }
}
