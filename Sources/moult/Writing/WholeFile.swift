import Foundation

/// Writes a file that is new or wholly replaced: a report, a baseline, a configuration.
///
/// - Parameters:
///   - path: absolute, or relative to the working directory.
///   - name: what messages call it.
func writeWhole(_ text: String, to path: String, called name: String) throws(Failure) {
  try writeWhole(Array(text.utf8), to: path, called: name)
}

/// - Parameter mode: the rights of a file that is new, less those that the process withholds.
func writeWhole(
  _ bytes: [UInt8], to path: String, called name: String, mode: mode_t = 0o666
) throws(Failure) {
  // A device or a pipe (`/dev/stderr`) takes what it is given and cannot be renamed over.
  var status = stat()
  let isSpecial = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  let temporary = isSpecial ? path : path + temporarySuffix + "\(getpid())"
  // What lies there is a run's that did not end, or a link that leads elsewhere.
  if !isSpecial { unlink(temporary) }
  let file = open(
    temporary, O_WRONLY | O_CLOEXEC | (isSpecial ? 0 : O_CREAT | O_EXCL | O_NOFOLLOW), mode)
  guard file >= 0 else { throw Failure("cannot write '\(name)': \(systemMessage(errno))") }
  var rest = bytes[...]
  var failure: Int32 = 0
  while !rest.isEmpty, failure == 0 {
    let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { failure = errno }
  }
  close(file)
  if failure == 0, !isSpecial, rename(temporary, path) != 0 { failure = errno }
  guard failure == 0 else {
    if !isSpecial { unlink(temporary) }
    throw Failure("cannot write '\(name)': \(systemMessage(failure))")
  }
}

/// What the name of a file that is not finished ends with, before the number of the process that writes it.
let temporarySuffix = ".moult-"
