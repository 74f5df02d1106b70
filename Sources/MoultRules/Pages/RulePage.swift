package import MoultFindings
import MoultLearning
package import MoultMatching
import MoultSource
package import MoultSurfaces

/// One page of the catalogue: a rule, its documentation and its test.
package struct RulePage: Sendable {
  /// Where the page stands in the catalogue: `grpc-swift/0-1/status-code-type.md`.
  package let path: String

  /// What messages call the page: its path in the catalogue, or a project's own path to it.
  package let name: String
  package let id: RuleID
  package let severity: Severity

  /// - Complexity: O(*n*) in the front matter of a page that is built in, once.
  package var rows: [RuleRow] { late?.matter.rows ?? statedRows }

  /// The releases of packages that what the fixes write goes with, in the order of the page.
  ///
  /// - Complexity: as that of `rows`.
  package var needs: [NeededRelease] { late?.matter.needs ?? statedNeeds }

  private let statedRows: [RuleRow]
  private let statedNeeds: [NeededRelease]

  /// The front matter of a page that is built in, which a tree without anything old does not ask for; nil for any other.
  private let late: LateMatter?

  /// The words without which no row has anything to say about a project.
  let anchors: Set<String>

  /// The first heading, without `#`.
  package let title: String

  /// The eras that the page leads between, as its folder says (`0-1`), or nil if it is no hop.
  package let hop: String?

  private let content: Content

  enum Content: Sendable {
    case read(body: String, cases: [PageCase])
    /// A text that is read when someone asks; the tests have read it.
    case embedded(String)
  }

  /// Where the id stands.
  let idPlace: PagePlace

  init(path: String, name: String, matter: FrontMatter, title: String, content: Content) {
    self.init(path: path, name: name, matter.head, title: title, content, matter: matter)
  }

  /// Creates a page that is built in, whose front matter is read when somebody asks for more than its head.
  init(path: String, name: String, head: PageHead, matter: EmbeddedMatter, content: Content) {
    self.init(
      path: path, name: name, head, title: matter.title, content,
      late: LateMatter(matter, name: name))
  }

  private init(
    path: String, name: String, _ head: PageHead, title: String, _ content: Content,
    matter: FrontMatter? = nil, late: LateMatter? = nil
  ) {
    self.path = path
    self.name = name
    (id, severity, anchors, idPlace) = (head.id, head.severity, head.anchors, head.idPlace)
    (statedRows, statedNeeds) = (matter?.rows ?? [], matter?.needs ?? [])
    self.late = late
    self.title = title
    self.content = content
    hop = eras(inPath: path)
  }

  /// The text of a page that is built in, of which only the front matter was read; else nil.
  var embeddedText: String? {
    if case .embedded(let text) = content { text } else { nil }
  }

  /// Creates the page of what a dependency says of itself.
  init(_ library: LearnedLibrary) {
    let path = library.rule.rawValue
    let head = PageHead(
      id: library.rule, severity: .warning, anchors: [],
      idPlace: PagePlace(line: 1, column: 1, length: 1))
    self.init(
      path: path, name: path, head, title: pageTitle(library.page),
      .read(body: library.page, cases: []))
  }

  /// The page below its front matter, as written.
  ///
  /// - Complexity: O(*n*) in the bytes of the page, at each call.
  package var body: String {
    switch content {
    case .read(let body, _): body
    case .embedded(let text): pageBody(text)
    }
  }

  /// - Complexity: O(*n*) in the bytes of the page, at each call.
  package var cases: [PageCase] {
    switch content {
    case .read(_, let cases): return cases
    case .embedded(let text):
      do throws(PageError) {
        return try parsePage(text, path: path, called: name).cases
      } catch {
        preconditionFailure("\(error)")
      }
    }
  }

}

/// Front matter that was judged, read once by whoever asks first.
private final class LateMatter: Sendable {
  private let embedded: EmbeddedMatter
  private let name: String
  private let known = Once<FrontMatter>()

  init(_ embedded: EmbeddedMatter, name: String) { (self.embedded, self.name) = (embedded, name) }

  var matter: FrontMatter {
    known.value {
      do throws(PageError) {
        return try frontMatter(embedded.root, path: name, firstLine: 2, judgedBy: nil)
      } catch {
        preconditionFailure("a page that is built in is none: \(error)")
      }
    }
  }
}

/// Returns the folder in the middle of `library/0-1/page.md` if it is called as a hop.
private func eras(inPath path: String) -> String? {
  let bytes = path.utf8
  guard let start = bytes.firstIndex(of: UInt8(ascii: "/")),
    let end = bytes.lastIndex(of: UInt8(ascii: "/")), start < end
  else { return nil }
  let folder = bytes[bytes.index(after: start)..<end]
  var dashes = 0
  var isBehindDigit = false
  for byte in folder {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): isBehindDigit = true
    case UInt8(ascii: "-") where isBehindDigit: (dashes, isBehindDigit) = (dashes + 1, false)
    default: return nil
    }
  }
  return dashes == 1 && isBehindDigit ? String(Substring(folder)) : nil
}

private func pageTitle(_ body: String) -> String {
  String(body.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " })
}

/// A named example of a page: a small project before and, if it changes, after.
package struct PageCase: Sendable {
  package let name: String

  /// The one-based line of the page on which the case's heading stands.
  package let line: Int
  package let before: [CodeBlock]

  /// Empty if the case must stay as it is.
  package let after: [CodeBlock]

  /// What the case's `.moult.yml` says about options; the file is in neither list of blocks.
  package let options: OptionValues
}

/// A fenced block of a case, without its marker lines.
package struct CodeBlock: Sendable {
  package let language: String

  /// Where the block lies in the case's project.
  package let path: String
  package let text: String
  package let expected: [ExpectedFinding]

  /// Where the rule of each of these stands on the page.
  let expectedPlaces: [PagePlace]

  /// The one-based line of the page on which the fence opens.
  package let line: Int
}

/// What a caret line asks for.
package struct ExpectedFinding: Hashable, Sendable {
  package let path: String

  /// One-based, in the block without its marker lines.
  package let line: Int

  /// One-based columns in UTF-8 bytes, the last exclusive.
  package let columns: Range<Int>
  package let rule: RuleID
  package let safety: Safety

  package init(path: String, line: Int, columns: Range<Int>, rule: RuleID, safety: Safety) {
    self.path = path
    self.line = line
    self.columns = columns
    self.rule = rule
    self.safety = safety
  }
}

extension CodeBlock {
  /// The one-based line of the page for each line of the text; each caret line stands below the line it means.
  package var pageLines: [Int] {
    var next = line
    return text.split(separator: "\n", omittingEmptySubsequences: false).indices.map { index in
      next += 1
      defer { next += expected.count { $0.line == index + 1 } }
      return next
    }
  }
}
