import Foundation

/// Why the content of a file is not at hand.
enum ReadError: Error, Equatable {
  case system(SystemError)
  case notARegularFile
  /// The first size in bytes that is refused.
  case tooLarge(limit: Int)

  var message: String {
    switch self {
    case .system(let error): error.message
    case .notARegularFile: "not a regular file"
    case .tooLarge(let limit): "\(limit >> 20) MiB or larger"
    }
  }
}

/// The first size that is refused: offsets are 32 bits wide.
private let sizeLimit = 1 << 32

/// Returns the content of a regular file; a symbolic link is not followed.
///
/// - Parameter limit: the first size in bytes that is refused.
func readFile(_ path: String, below limit: Int = sizeLimit) throws(ReadError) -> [UInt8] {
  // Without O_NONBLOCK, opening a pipe would wait for someone to write into it.
  let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
  guard file >= 0 else { throw .system(SystemError(number: errno)) }
  defer { close(file) }
  var status = stat()
  guard fstat(file, &status) == 0 else { throw .system(SystemError(number: errno)) }
  guard status.st_mode & S_IFMT == S_IFREG else { throw .notARegularFile }
  guard status.st_size < limit else { throw .tooLarge(limit: limit) }

  // One byte more than the file has, so that one `read` usually sees the end as well.
  var failure: Int32 = 0
  let size = Int(status.st_size)
  let content = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
    while count < buffer.count {
      let got = read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      if got > 0 {
        count += got
        if count == size { break }
      } else if got == 0 || errno != EINTR {
        if got < 0 { failure = errno }
        break
      }
    }
  }
  if failure != 0 { throw .system(SystemError(number: failure)) }
  return content
}
