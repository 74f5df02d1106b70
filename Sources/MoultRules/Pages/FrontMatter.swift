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
