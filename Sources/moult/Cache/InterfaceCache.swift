import Foundation
import MoultLearning
import MoultSource

/// What was read from dependencies in earlier runs, in the user's folder for caches.
///
/// An entry is good as long as the names, sizes and times of a dependency's files are what they were. Who cannot write
/// there reads the dependency anew each time.
struct InterfaceCache {
  /// Nil where nothing is kept.
  private let folder: CacheFolder?

  init(_ folder: CacheFolder?) { self.folder = folder }

  /// Returns what a dependency declares, read by `body` unless an earlier run has done so.
  func interfaces(
    of files: [CheckoutFile], in checkout: Checkout, reading body: () -> [LearnedInterface]
  ) -> [LearnedInterface] {
    guard let folder else { return body() }
    var key = "\(toolVersion) 5 \(checkout.name)\n"
    for file in files {
      key += "\(file.path) \(file.size) \(file.time.tv_sec).\(file.time.tv_nsec)\n"
    }
    let name = "\(checkout.name)-\(hexadecimal(stableHash(key.utf8)))" + CacheFolder.interfaces
    if let bytes = folder.entry(named: name), let known = decoded(bytes) { return known }
    let new = body()
    folder.keep(Array(encoded(new).utf8), named: name)
    return new
  }

  /// `module path bytes`, a line break, and the text.
  private func encoded(_ interfaces: [LearnedInterface]) -> String {
    interfaces.map { "\($0.module) \($0.path) \($0.text.utf8.count)\n\($0.text)" }.joined()
      + "end\n"
  }

  /// - Returns: nil for what is not whole.
  private func decoded(_ bytes: [UInt8]) -> [LearnedInterface]? {
    var found: [LearnedInterface] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      let parts = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      rest = rest[(end + 1)...]
      if parts == ["end"] { return rest.isEmpty ? found : nil }
      guard parts.count == 3, let count = Int(parts[2]), count <= rest.count else { return nil }
      found.append(
        LearnedInterface(
          module: String(parts[0]), path: String(parts[1]),
          text: String(decoding: rest.prefix(count), as: UTF8.self)))
      rest = rest.dropFirst(count)
    }
    return nil
  }
}
