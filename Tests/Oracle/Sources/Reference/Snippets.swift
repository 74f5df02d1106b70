package import Corpus
import MoultSource
import MoultSyntax

/// Returns the texts of the string literals of several lines in `files`, each as a file.
///
/// In the tests of a parser these are programs, many of them wrong on purpose.
package func snippets(in files: [CorpusFile]) -> [CorpusFile] {
  files.flatMap { file in
    var snippets: [CorpusFile] = []
    var text: [UInt8]?
    for token in tokenize(file.bytes).tokens {
      if token.kind == .multilineStringQuote {
        if let text {
          let place = line(of: token.start.index, in: file.bytes)
          snippets.append(CorpusFile(path: "\(file.path):\(place)", bytes: text))
        }
        text = text == nil ? [] : nil
      } else if token.kind == .stringSegment {
        text? += file.bytes[token.range.indices]
      }
    }
    return snippets
  }
}
