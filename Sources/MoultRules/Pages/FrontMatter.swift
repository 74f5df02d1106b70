import MoultFindings
import MoultMatching
import MoultSource
import MoultSurfaces

/// What stands between the `---` lines of a page.
struct FrontMatter {
  let id: RuleID
  let severity: Severity
  let rows: [RuleRow]

  /// The releases of packages that what the fixes write goes with, in the order of the page.
  let needs: [NeededRelease]

  /// Where the id stands.
  let idPlace: PagePlace

  var head: PageHead {
    var anchors: Set<String> = []
    for row in rows { anchors.formUnion(row.finder.terms.anchors(row.find)) }
    return PageHead(id: id, severity: severity, anchors: anchors, idPlace: idPlace)
  }
}

/// What a run asks of every page, whatever its project holds.
struct PageHead {
  let id: RuleID
  let severity: Severity

  /// The words without which no row of the page has anything to say about a project.
  let anchors: Set<String>

  /// Where the id stands.
  let idPlace: PagePlace
}

/// Reads what a run asks of a page that the build has read and the tests have judged.
///
/// - Parameters:
///   - path: what errors call the page.
///   - firstLine: the one-based line of the page on which the front matter begins.
func pageHead(
  _ root: MatterNode, path: String, firstLine: Int
) throws(PageError) -> PageHead {
  guard let mapping = root.mapping else {
    throw PageError(path: path, line: firstLine, message: "the front matter is not a table of keys")
  }
  return try MatterReader(path: path, firstLine: firstLine, lines: nil).head(mapping)
}

/// Reads the front matter of a page; every key that is not known is an error.
///
/// - Parameters:
///   - path: what errors call the page.
///   - firstLine: the one-based line of the page on which the front matter begins.
///   - lines: the page, to judge what its keys say; nil for one that the build has read and the tests have judged.
func frontMatter(
  _ root: MatterNode?, path: String, firstLine: Int, judgedBy lines: PageLines?
) throws(PageError) -> FrontMatter {
  guard let mapping = root?.mapping else {
    throw PageError(path: path, line: firstLine, message: "the front matter is not a table of keys")
  }
  let reader = MatterReader(path: path, firstLine: firstLine, lines: lines)
  return try reader.matter(mapping)
}
