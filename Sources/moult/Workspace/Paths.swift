import Foundation
import MoultSource

/// What a command line path means on disk.
struct Root: Equatable {
  /// Absolute, without symbolic links.
  let path: String
  let isFolder: Bool

  /// - Throws: `Failure` if there is nothing at `argument` or it is neither a file nor a folder.
  init(_ argument: String) throws(Failure) {
    guard let path = resolvedPath(argument) else {
      let reason = systemMessage(errno)
      throw Failure("cannot read '\(argument)': \(reason)\(commandHint(argument))")
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw Failure("cannot read '\(argument)': \(systemMessage(errno))")
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: isFolder = true
    case S_IFREG: isFolder = false
    default: throw Failure("cannot read '\(argument)': neither a file nor a folder")
    }
    self.path = path
  }

  /// Creates the root of a folder that is known to be one.
  init(folder path: String) {
    self.path = path
    isFolder = true
  }

  /// Creates the root of a file that may not exist yet, in a folder that does.
  init(newFile argument: String) throws(Failure) {
    let name = argument.split(separator: "/").last.map(String.init) ?? ""
    let folder = argument.hasPrefix("/") ? parentFolder(argument) : parentFolder("/" + argument)
    let place = argument.hasPrefix("/") ? folder : "." + folder
    guard !name.isEmpty, !argument.hasSuffix("/"), let resolved = resolvedPath(place) else {
      throw Failure("there is no folder for '\(argument)'")
    }
    path = joined(resolved, name)
    isFolder = false
  }

  /// The folder itself, or the one that the file is in.
  var folder: String { isFolder ? path : parentFolder(path) }
}

/// Returns which command may have been meant by something that is no path.
private func commandHint(_ word: String) -> String {
  guard !word.contains("/") else { return "" }
  return nearestSpelling(of: word, among: MoultCommand.names).map {
    "; did you mean 'moult \($0)'?"
  } ?? ""
}

/// Returns the absolute path without symbolic links, or nil, with the reason in `errno`.
func resolvedPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// Returns the folder that paths in output are relative to.
///
/// It is the working directory if all `folders` lie in it, and else the deepest folder that holds them all.
func baseFolder(of folders: [String], workingDirectory: String) -> String {
  if folders.allSatisfy({ isInside($0, workingDirectory) }) { return workingDirectory }
  var base = folders.first ?? workingDirectory
  while !folders.allSatisfy({ isInside($0, base) }) { base = parentFolder(base) }
  return base
}

/// Whether `path` is `folder` or lies below it; both absolute.
func isInside(_ path: String, _ folder: String) -> Bool {
  path == folder || folder == "/" || path.hasPrefix(folder + "/")
}

/// Returns `path` as seen from `folder`, in which it lies; empty for the folder itself.
func relativePath(_ path: String, in folder: String) -> String {
  if path == folder { return "" }
  return String(path.dropFirst(folder == "/" ? 1 : folder.count + 1))
}

/// Returns the folder that holds `path`, which is absolute.
func parentFolder(_ path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else {
    return "/"
  }
  return String(path[..<slash])
}

func joined(_ folder: String, _ name: String) -> String {
  folder.isEmpty ? name : folder.hasSuffix("/") ? folder + name : folder + "/" + name
}

/// Returns `path` and the folders above it, innermost first.
func ancestors(of path: String) -> [String] {
  var result = [path]
  var current = path
  while current != "/" {
    current = parentFolder(current)
    result.append(current)
  }
  return result
}

/// Returns the components of an absolute path as bytes.
func components(of path: String) -> [[UInt8]] {
  path.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) }
}

/// Returns the innermost folder at or above `folder` that is the top of a git work tree.
func repositoryRoot(above folder: String) -> String? {
  ancestors(of: folder).first { access(joined($0, ".git"), F_OK) == 0 }
}

/// The files that stand at the top of a project.
let projectMarks = ["Package.swift", "Podfile", "Cartfile"]

/// Returns the folder of the project that `folder` is a part of, or `folder` itself.
///
/// It is the nearest one upward that has a manifest or a configuration, up to `searchLimit`.
func projectFolder(around folder: String) -> String {
  let limit = searchLimit(above: folder)
  let marks = projectMarks + [ProjectConfiguration.fileName]
  return ancestors(of: folder).filter { isInside($0, limit) }.first { candidate in
    marks.contains { access(joined(candidate, $0), F_OK) == 0 }
  } ?? folder
}

/// Returns the outermost folder that can belong to the same project as `folder`: the top of the repository, or outside
/// of any the current folder if `folder` lies in it.
///
/// Elsewhere nobody can say where a project ends, and it is `folder` itself.
func searchLimit(above folder: String) -> String {
  if let repository = repositoryRoot(above: folder) { return repository }
  guard let current = resolvedPath("."), isInside(folder, current) else { return folder }
  return current
}

/// Returns what the system says about an error number, without depending on the locale.
func systemMessage(_ number: Int32) -> String {
  switch number {
  case ENOENT: "no such file or folder"
  case EACCES, EPERM: "permission denied"
  case ENAMETOOLONG: "path too long"
  case ELOOP: "too many symbolic links"
  case EISDIR: "is a folder"
  case ENOTDIR: "not a folder"
  case EMFILE, ENFILE: "too many open files"
  case EROFS: "read-only file system"
  case ENOSPC, EDQUOT: "no space left"
  case EFBIG: "file too large"
  default: "system error \(number)"
  }
}
