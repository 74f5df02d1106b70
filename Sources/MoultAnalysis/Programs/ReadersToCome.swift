import MoultFindings
import MoultSource
import MoultSurfaces
import Synchronization

/// The programs of a tree that have yet to read a file, for each of its files.
///
/// A class, as programs are judged on several threads. Sample apps share the package that they show: what was made of its files
/// is needed until the last of them is judged, and from then on it is only memory.
final class ReadersToCome: Sendable {
  /// By path.
  private let numbers: Mutex<[String: Int]>

  /// - Complexity: O(*n*) in the files of the programs; of a tree that is one program nothing is counted.
  init(of tree: DividedTree) {
    var numbers: [String: Int] = [:]
    if tree.parts.count > 1 {
      for file in tree.parts.lazy.flatMap(\.files) { numbers[file.source.path, default: 0] += 1 }
    }
    self.numbers = Mutex(numbers)
  }

  /// Returns the files that nobody reads once a program is judged, without some of them.
  ///
  /// Of each program once.
  func filesRead(by part: DividedTree.Part, except kept: Set<String>) -> [String] {
    numbers.withLock { numbers in
      part.files.map(\.source.path).filter { path in
        guard let number = numbers[path] else { return false }
        numbers[path] = number - 1
        return number == 1 && !kept.contains(path)
      }
    }
  }
}

extension AnalysisResult {
  /// The files in which something is found, whether or not it is reported: their code is read again for a report.
  var pathsOfFindings: Set<String> {
    Set((findings + kept + suppressed.map(\.finding)).map(\.path))
  }
}
