import Foundation

/// One name in a folder.
struct FolderEntry: Sendable {
  enum Kind: Sendable {
    case file
    case folder
    case link
    /// A pipe, socket or device.
    case other
  }

  let name: String
  let kind: Kind
}

/// Why a system call on a path failed.
struct SystemError: Error, Equatable {
  let number: Int32

  var message: String { systemMessage(number) }
}

/// Returns what is in a folder, ordered so that a walk that enters folders on the way yields paths in byte
/// order.
func entries(ofFolder path: String) throws(SystemError) -> [FolderEntry] {
  guard let stream = opendir(path) else { throw SystemError(number: errno) }
  defer { closedir(stream) }
  var result: [FolderEntry] = []
  errno = 0
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(
        to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)
      ) {
        String(cString: $0)
      }
    }
    if name != ".", name != ".." {
      result.append(FolderEntry(name: name, kind: kind(entry.pointee.d_type, path, name)))
    }
    errno = 0
  }
  if errno != 0 { throw SystemError(number: errno) }
  return result.sorted { sortsBefore($0, $1) }
}

/// Compares as if each folder's name ended with the slash that its paths have there.
private func sortsBefore(_ a: FolderEntry, _ b: FolderEntry) -> Bool {
  if a.kind != .folder, b.kind != .folder { return a.name < b.name }
  let left = a.kind == .folder ? a.name + "/" : a.name
  let right = b.kind == .folder ? b.name + "/" : b.name
  return left.utf8.lexicographicallyPrecedes(right.utf8)
}

private func kind(_ type: UInt8, _ folder: String, _ name: String) -> FolderEntry.Kind {
  switch Int32(type) {
  case Int32(DT_REG): return .file
  case Int32(DT_DIR): return .folder
  case Int32(DT_LNK): return .link
  case Int32(DT_UNKNOWN):
    // Some file systems do not say; ask the long way.
    var status = stat()
    guard lstat(joined(folder, name), &status) == 0 else { return .other }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .other
    }
  default: return .other
  }
}

/// Whether a symbolic link leads to a folder.
func leadsToFolder(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}
