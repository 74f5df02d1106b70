import Foundation
import MoultReporting
import MoultRewriting
import MoultSource

/// What the files of a tree that formatters and editors read say about layout.
///
/// Beside a source file and above it, up to the top of its project, `.swift-format`, `.editorconfig` and
/// `.swiftlint.yml` are looked for. For each setting the nearest file that says something decides; of one folder, in
/// that order. Each file is read once.
struct LayoutFiles {
  /// What is looked for in a folder, in the order in which it decides.
  static let names = [swiftFormat, editorConfig, swiftLint]
  private static let swiftFormat = ".swift-format"
  private static let editorConfig = ".editorconfig"
  private static let swiftLint = ".swiftlint.yml"

  /// The files that could not be read, sorted.
  private(set) var notes: [Gap] = []

  /// By absolute path, without symbolic links.
  private var folders: [String: Folder] = [:]

  /// What holds for all files of a folder, where no `.editorconfig` tells them apart; by absolute path.
  private var settingsOfFolders: [String: LayoutSettings] = [:]
  private let base: String

  /// What the three files of one folder say.
  private struct Folder {
    var swiftFormat = LayoutSettings()
    var editorConfig: EditorConfig?
    var swiftLint = LayoutSettings()
    /// Whether nothing above belongs to the project.
    var isTop = false
  }

  /// - Parameter base: what paths in notes are relative to, absolute.
  init(base: String) { self.base = base }

  /// Returns what holds for the file at an absolute path.
  ///
  /// - Complexity: O(*depth*), and three attempts to open a file for each folder that was not asked about before.
  mutating func settings(forFile path: String) -> LayoutSettings {
    let folder = parentFolder(path)
    if let known = settingsOfFolders[folder] { return known }
    let chain = folders(above: path)
    let editor = EditorSettings(
      chain.compactMap { folder in folder.content.editorConfig.map { (folder.path, $0) } },
      forFile: path)
    var result = LayoutSettings()
    for folder in chain {
      result.complete(with: folder.content.swiftFormat)
      result.complete(with: editor.settings(decidedIn: folder.path))
      result.complete(with: folder.content.swiftLint)
    }
    if chain.allSatisfy({ $0.content.editorConfig == nil }) { settingsOfFolders[folder] = result }
    return result
  }

  /// The folders of a file's project that hold it, the innermost first.
  private mutating func folders(above path: String) -> [(path: String, content: Folder)] {
    var result: [(path: String, content: Folder)] = []
    for folder in ancestors(of: parentFolder(path)) {
      let content = folders[folder] ?? read(folder, above: path)
      folders[folder] = content
      result.append((folder, content))
      if content.isTop { break }
    }
    return result
  }

  private mutating func read(_ folder: String, above path: String) -> Folder {
    var result = Folder()
    result.isTop = folder == searchLimit(above: parentFolder(path))
    if let text = text(Self.swiftFormat, in: folder) {
      do throws(LayoutFileError) {
        result.swiftFormat = try swiftFormatSettings(text)
      } catch {
        note(Self.swiftFormat, in: folder, error.reason)
      }
    }
    if let text = text(Self.editorConfig, in: folder) {
      let file = EditorConfig(text, in: folder)
      result.editorConfig = file
      for problem in file.problems { note(Self.editorConfig, in: folder, problem) }
    }
    if let text = text(Self.swiftLint, in: folder) {
      do throws(LayoutFileError) {
        result.swiftLint = try swiftLintSettings(text)
      } catch {
        note(Self.swiftLint, in: folder, error.reason)
      }
    }
    return result
  }

  private mutating func text(_ name: String, in folder: String) -> String? {
    let path = joined(folder, name)
    guard access(path, F_OK) == 0, let resolved = resolvedPath(path) else { return nil }
    do throws(Failure) {
      return try textFile(resolved, called: name)
    } catch {
      note(name, in: folder, error.message)
      return nil
    }
  }

  private mutating func note(_ name: String, in folder: String, _ reason: String) {
    let path = joined(folder, name)
    let shown = isInside(path, base) ? relativePath(path, in: base) : path
    notes.append(
      Gap(path: shown, kind: .skipped, reason: "\(reason); it does not say how code is laid out"))
    notes.sort()
  }
}

/// Why a file says nothing about layout.
struct LayoutFileError: Error, Equatable {
  /// A phrase without a final period.
  let reason: String
}

extension LayoutSettings {
  /// Takes from `other` what nothing nearer has said.
  fileprivate mutating func complete(with other: LayoutSettings) {
    indentUnit = indentUnit ?? other.indentUnit
    width = width ?? other.width
    tabWidth = tabWidth ?? other.tabWidth
    lineEnding = lineEnding ?? other.lineEnding
  }
}
