import Foundation
import MoultSource

/// What lies on the disk of what a session has read, so that it is seen when something is another.
///
/// Files are told apart by times, sizes and numbers, which costs a call of the system for each: nothing else would see
/// what an editor does not tell of, such as another branch or a generator that has run. Folders are told apart by what
/// they hold, once their time is another: editors write a file beside the old one and put it in its place.
struct DiskState {
  /// What was done since.
  struct Changes {
    /// The files with another content, absolute.
    var files: Set<String> = []

    /// Whether files came or went, or anything else that was read is another.
    var isOther = false
  }

  private struct Folder {
    let stamp: FileStamp?
    /// Nil if it may have been another when it was walked, or nobody compares it.
    let content: Int?
  }

  /// Nil for what is not there.
  private var files: [String: FileStamp?] = [:]
  private var settings: [String: FileStamp?] = [:]
  private var folders: [String: Folder] = [:]

  /// What has only to be there.
  private var marks: [String: Bool] = [:]

  /// - Parameters:
  ///   - inputs: what was read.
  ///   - roots: what was asked for, absolute.
  ///   - start: the time before anything was read. What was written after it may have been read before or after.
  ///   - comparesFolders: whether `changes` is to be asked, which looks into folders whose time is another.
  init(
    _ inputs: SessionInputs, roots: [String], since start: Date, comparesFolders: Bool = true
  ) {
    for file in inputs.files {
      files[file.absolutePath] = FileStamp.stamp(file.absolutePath, before: start)
    }
    for link in inputs.links { marks[link] = Self.exists(link) }
    let above = Set(roots.flatMap(ancestors))
    for folder in above {
      for name in Self.namesOfMarks {
        marks[joined(folder, name)] = Self.exists(joined(folder, name))
      }
    }
    for folder in above.union(inputs.folders) {
      for name in Self.namesOfSettings {
        let path = joined(folder, name)
        let stamp = FileStamp.stamp(path, before: start)
        // Where a folder was entered, what comes is seen by what it holds.
        if stamp != nil || above.contains(folder) { settings[path] = stamp }
      }
    }
    // It was there, or it would not have been read.
    for path in inputs.configuration {
      settings[path] = .some(FileStamp.stamp(path, before: start) ?? .doubtful)
    }
    let ofRules = inputs.ruleFolders.flatMap(Self.folders)
    for folder in inputs.folders + ofRules {
      let stamp = FileStamp.stamp(folder, before: start)
      folders[folder] = Folder(
        stamp: stamp,
        content: comparesFolders && stamp != FileStamp.doubtful ? Self.content(folder) : nil)
    }
    for folder in ofRules {
      for entry in (try? entries(ofFolder: folder)) ?? [] where entry.kind == .file {
        let path = joined(folder, entry.name)
        settings[path] = FileStamp.stamp(path, before: start)
      }
    }
  }

  /// Adds what was read beside; anything may be missing.
  mutating func add(_ paths: [String], since start: Date) {
    for path in paths { settings[path] = .some(FileStamp.stamp(path, before: start)) }
  }

  /// Whether a file that was read is what it was.
  func holds(_ file: String) -> Bool {
    guard let known = files[file], let known else { return false }
    return FileStamp(file) == known
  }

  /// Returns what is another by now, and takes it for known.
  ///
  /// - Complexity: O(*n*) in the files and folders: some microseconds for each.
  mutating func changes() -> Changes {
    var changes = Changes()
    changes.isOther =
      settings.contains { path, stamp in stamp == FileStamp.doubtful || FileStamp(path) != stamp }
      || marks.contains { path, isThere in Self.exists(path) != isThere }
    for (path, folder) in folders where !changes.isOther {
      let now = FileStamp(path)
      guard now != folder.stamp else { continue }
      let content = Self.content(path)
      if now == nil || content != folder.content { changes.isOther = true }
      folders[path] = Folder(stamp: now, content: content)
    }
    for (path, stamp) in files where !changes.isOther {
      let now = FileStamp(path)
      guard now != stamp else { continue }
      if now == nil { changes.isOther = true }
      changes.files.insert(path)
      files[path] = now
    }
    return changes
  }

  /// What another run has to find as it is to read the same; nil if something may have been another when it was read.
  ///
  /// Of a folder that is its time, which is another after anything came or went, whatever it was.
  var looks: [String: DiskLook]? {
    var looks: [String: DiskLook] = [:]
    guard !files.values.contains(nil) else { return nil }
    for (path, isThere) in marks { looks[path] = isThere ? .something : .nothing }
    for (path, stamp) in files.merging(settings, uniquingKeysWith: { $1 }) {
      looks[path] = stamp.map { .stamp($0) } ?? .nothing
    }
    for (path, folder) in folders { looks[path] = folder.stamp.map { .stamp($0) } ?? .nothing }
    return looks.values.contains(.stamp(.doubtful)) ? nil : looks
  }

  /// The files that are looked for beside others and above them, for what they say.
  private static let namesOfSettings =
    [".gitignore", ".git/info/exclude", ProjectConfiguration.fileName] + LayoutFiles.names

  private static let namesOfMarks = [".git"] + projectMarks

  private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// A number for what a folder holds that a walk would find.
  private static func content(_ folder: String) -> Int {
    let found = ((try? entries(ofFolder: folder)) ?? []).filter { entry in
      entry.kind == .folder || Surface(fileName: entry.name) != nil || !entry.name.contains(".")
        || namesOfSettings.contains(entry.name)
    }
    return Set(found.map { "\($0.kind) \($0.name)" }).hashValue
  }

  private static func folders(below root: String) -> [String] {
    var result: [String] = []
    var open = [root]
    while let folder = open.popLast() {
      result.append(folder)
      for entry in (try? entries(ofFolder: folder)) ?? [] where entry.kind == .folder {
        open.append(joined(folder, entry.name))
      }
    }
    return result
  }
}
