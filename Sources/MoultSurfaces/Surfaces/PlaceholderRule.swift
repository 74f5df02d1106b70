import MoultFindings
import MoultMatching
import MoultObjC
import MoultSource
import MoultSyntax

package let placeholderFinder = Finder(
  FinderTerms(
    "placeholder", .word(["left"]), reach: .advice,
    // Where a fix leaves one, it also writes a name of the library, and that has the file read.
    anchors: { _ in [] }), on: [.swift, .objectiveC], placeholderFindings)

/// Finds what an editor shows as a field to fill in, `<#host#>`.
///
/// - Complexity: O(*n*), a byte search, for a file without any; the tokens are looked at where there may be one.
func placeholderFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  guard !file.isGenerated, !isTemplateOfXcode(file.source.path),
    file.source.bytes.firstIndex(ofBytes: placeholderMark, from: 0) != nil
  else { return [] }
  return placeholders(in: file, facts.cache).map { rule.finding(in: file, at: $0) }
}

private let placeholderMark = Array("<#".utf8)

/// Xcode fills these in when it makes a file of them.
private func isTemplateOfXcode(_ path: String) -> Bool {
  path.utf8.split(separator: UInt8(ascii: "/")).dropLast().contains {
    Substring($0).hasSuffix(".xctemplate")
  }
}

/// Returns the places of a file's placeholders, by offset: those in comments and strings are text.
private func placeholders(in file: ProjectText, _ cache: TreeCache) -> [ByteRange] {
  switch file.surface {
  case .swift:
    cache.tree(of: file.source).tokens.filter { $0.kind == .editorPlaceholder }.map(\.range)
  case .objectiveC: cache.outline(of: file.source).placeholders
  case .proto, .manifest, .script: []
  }
}
