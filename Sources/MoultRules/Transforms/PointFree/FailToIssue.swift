import MoultMatching
import MoultSource
import MoultSyntax

/// Reports an issue where a library failed a test: `XCTFail("…", file: f, line: l)` becomes
/// `reportIssue("…", filePath: f, line: l)`.
///
/// In a file that sees XCTest the name is XCTest's, and no finding.
func failToIssue(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let seesTests = file.tree.importedModules.contains { module in
    module == "XCTest" || module.hasSuffix("TestSupport") || module.hasSuffix("TestHelpers")
  }
  guard !seesTests, let callee = match.node.callee else { return nil }
  var consequence = Consequence()
  consequence.edits = [Edit(callee.range, "reportIssue")]
  for argument in match.node.arguments where argument.argumentLabel == "file" {
    consequence.edits.append(Edit(argument.mainToken.range, "filePath"))
  }
  return TransformOutcome(consequence)
}
