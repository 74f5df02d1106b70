import Foundation

/// What tells two states of a file or folder apart without a look at its content.
struct FileStamp: Hashable, Sendable {
  let size: Int
  let number: UInt64

  /// When the content and the file itself were changed, in nanoseconds.
  let content: Int
  let file: Int

  /// The stamp of what may have been another when it was read; like no other.
  static let doubtful = FileStamp(size: -1, number: 0, content: 0, file: 0)

  init(size: Int, number: UInt64, content: Int, file: Int) {
    (self.size, self.number, self.content, self.file) = (size, number, content, file)
  }

  /// Asks the system about a path, which costs some microseconds; nil if nothing is there.
  init?(_ path: UnsafePointer<CChar>) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let (content, file) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (content, file) = (status.st_mtim, status.st_ctim)
    #endif
    // Beyond the year 2262 it is another number that stands for the time, and no error.
    func nanoseconds(_ time: timespec) -> Int {
      Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
    }
    self.init(
      size: Int(status.st_size), number: UInt64(status.st_ino), content: nanoseconds(content),
      file: nanoseconds(file))
  }

  /// Returns the stamp of a path, `doubtful` where it was written at a time or later; nil if nothing is there.
  static func stamp(_ path: String, before start: Date) -> FileStamp? {
    guard let stamp = FileStamp(path) else { return nil }
    // The clock of a file system goes by ticks of some milliseconds, or by whole seconds.
    let isWhole = stamp.content % 1_000_000_000 == 0 && stamp.file % 1_000_000_000 == 0
    let limit = Int((start.timeIntervalSince1970 - (isWhole ? 2 : 0.02)) * 1e9)
    return max(stamp.content, stamp.file) < limit ? stamp : .doubtful
  }
}
