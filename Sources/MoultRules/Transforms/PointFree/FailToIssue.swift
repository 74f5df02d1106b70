import MoultMatching
import MoultRewriting
import MoultSyntax

/// Reports an issue where a library failed a test: `XCTFail("…", file: f, line: l)` becomes
/// `reportIssue("…", filePath: f, line: l)`.
///
/// In a file that sees XCTest the name is XCTest's, and no finding.
func failToIssue(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let seesTests = file.tree.importedModules.contains { module in
    module == "XCTest" || module.hasSuffix("TestSupport") || module.hasSuffix("TestHelpers")
  }
  guard !seesTests, let call = CallExpr(match.node), let called = call.called else { return nil }
  var editor = file.editor
  editor.replace(called.node, with: .word("reportIssue"))
  if let argument = call.argument(labeled: "file") { editor.rename(argument.node, to: "filePath") }
  return TransformOutcome(Consequence(editor))
}
