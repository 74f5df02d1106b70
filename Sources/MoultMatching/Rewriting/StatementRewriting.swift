import MoultFindings
import MoultRewriting
import MoultSource
import MoultSyntax

/// What statements that were found become, part by part; what stands between the parts stays.
package struct StatementRewriting: Hashable, Sendable {
  /// The new statements as a page writes them, with `…` between those that take the place of one part each.
  package let text: String

  package let inner: InnerRewrites

  /// Modules that the new text needs.
  package let imports: Set<String>

  package init(text: String, inner: InnerRewrites = InnerRewrites(), imports: Set<String> = []) {
    self.text = text
    self.inner = inner
    self.imports = imports
  }

  /// Templates of the statements that take each part's place; empty for none.
  package var chunks: [String] { StatementPattern.chunks(of: text).map(statementTemplate) }

  /// The new statements of each part, or of all of them where a stretch between them has a name and may be carried.
  ///
  /// - Returns: nil if the text is no Swift.
  var parts: [[Node]]? {
    let tree = parse(SourceText(path: "template", bytes: Array(spelledPattern(text).utf8)))
    guard tree.diagnostics.isEmpty else { return nil }
    var parts: [[Node]] = [[]]
    for item in tree.root.children {
      if stretch(item) == .anonymous {
        parts.append([])
      } else {
        parts[parts.count - 1].append(item)
      }
    }
    return parts
  }
}

/// Returns what puts other statements in the place of those that a pattern found; nil if none changes.
func rewritten(
  _ rewriting: StatementRewriting, _ match: Match, in file: FileContext
) -> TransformOutcome? {
  guard let finder = match.rule.finder as? StatementFinder, let found = match.shape,
    let templates = rewriting.parts
  else { return nil }
  let inner: [Edit]
  do throws(InnerObstacle) {
    inner = try innerEdits(rewriting.inner, of: match, in: file)
  } catch {
    return .manual(error.nextStep)
  }
  var writer = ShapeWriter(found, inner: inner, in: file)
  var editor = file.editor
  let isCarried = finder.pattern.stretches.contains { $0 != nil }
  let old = isCarried ? [finder.pattern.chunks.flatMap(\.self)] : finder.pattern.chunks
  let statements = isCarried ? [found.wholeBlock] : found.chunks
  guard templates.count == statements.count else { return nil }
  for (index, new) in templates.enumerated() {
    if new.isEmpty {
      for statement in statements[index] { editor.remove(item: statement) }
    } else if isCarried {
      writer.rewriteAll(statements[index], into: new)
    } else {
      writer.rewrite(statements[index], old[index], into: new)
    }
  }
  if let obstacle = writer.obstacle { return .manual(obstacle) }
  var consequence = Consequence(editor)
  for edit in writer.edits where !consequence.edits.contains(edit) {
    consequence.edits.append(edit)
  }
  consequence.edits.sort { $0.range.lowerBound < $1.range.lowerBound }
  guard !consequence.edits.isEmpty else { return nil }
  guard consequence.edits.areApart else { return .manual("two rewrites meet in it") }
  return TransformOutcome(consequence, imports: rewriting.imports)
}

/// Returns what gives a call of which a page says the shape its new one; nil if nothing changes.
func reshaped(
  _ call: ReshapedCall, _ match: Match, in file: FileContext
) -> TransformOutcome? {
  guard let finder = match.rule.finder as? CallFinder, let pattern = finder.shape?.only,
    let found = match.shape,
    let new = (try? StatementPattern(call.text))?.only
  else { return nil }
  let inner: [Edit]
  do throws(InnerObstacle) {
    inner = try innerEdits(call.inner, of: match, in: file)
  } catch {
    return .manual(error.nextStep)
  }
  var writer = ShapeWriter(found, computed: match.bindings, inner: inner, in: file)
  writer.rewrite(match.node, pattern, into: new)
  if let obstacle = writer.obstacle { return .manual(obstacle) }
  var consequence = Consequence()
  consequence.edits = writer.edits
  guard !consequence.edits.isEmpty else { return nil }
  guard consequence.edits.areApart else { return .manual("two rewrites meet in it") }
  return TransformOutcome(consequence, imports: call.imports)
}

extension StatementMatch {
  /// From the first statement that was found to the last, with what stands between.
  fileprivate var wholeBlock: [Node] {
    let carried = stretches.values.flatMap(\.items)
    return (chunks.joined() + carried).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}
