import Foundation

/// One file of the corpus.
package struct CorpusFile: Sendable {
  package let path: String
  package let bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

/// Returns the Swift files in `directories`, in the order of their paths.
///
/// - Throws: What Foundation throws where a file cannot be read.
package func swiftFiles(in directories: [String]) throws -> [CorpusFile] {
  var paths: [String] = []
  for directory in directories {
    guard directory.hasSuffix(".swift") == false else {
      paths.append(directory)
      continue
    }
    guard let walk = FileManager.default.enumerator(atPath: directory) else { continue }
    for case let path as String in walk where path.hasSuffix(".swift") && !path.contains(".build/")
    {
      paths.append(directory + "/" + path)
    }
  }
  return try paths.sorted().compactMap { path in
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
      !isDirectory.boolValue
    else { return nil }
    return CorpusFile(path: path, bytes: Array(try Data(contentsOf: URL(filePath: path))))
  }
}

/// Returns the one-based line of `offset`.
package func line(of offset: Int, in bytes: [UInt8]) -> Int {
  bytes[..<min(offset, bytes.count)].count { $0 == 0x0A } + 1
}

/// Returns what `body` takes of one core's time, in seconds.
package func processorTime(_ body: () -> Void) -> Double {
  var start = timespec()
  var end = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start)
  body()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end)
  return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
}
