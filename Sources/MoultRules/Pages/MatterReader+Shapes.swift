import MoultMatching
import MoultSource
import MoultSurfaces

/// Judges code that pages write: shapes of calls, and pieces that change inside of them.
extension MatterReader {
  /// The shape of a call is one call, in Swift.
  func judge(shape node: MatterNode) throws(PageError) {
    let pattern: StatementPattern
    do {
      pattern = try StatementPattern(node.string ?? "")
    } catch {
      switch error {
      case .syntax(let message): throw self.error("the shape is not Swift: \(message)", at: node)
      case .empty: throw self.error("the shape is not one call", at: node)
      }
    }
    guard pattern.isOneCall else { throw error("the shape is not one call", at: node) }
  }

  /// Holds what stands behind `inside` and `uses` against what the finder binds.
  ///
  /// - Parameter node: what stands behind `put`.
  func judge(
    inner: InnerRewrites, at node: MatterNode?, _ finder: Finder, _ find: FinderSpec
  ) throws(PageError) {
    guard let table = node?.mapping, !inner.isEmpty else { return }
    let bound = finder.terms.binds(find)
    for (hole, pieces) in table["inside"]?.mapping ?? [:] {
      let text = hole.string ?? ""
      let name = String(text.drop { $0 == "$" })
      guard find.shape != nil || find.word == StatementFinder.terms.word else {
        throw error(
          "'inside' is about what a shape or statements hold, and '\(find.word)' has none; write 'like' beside 'call'",
          at: hole)
      }
      guard bound.contains(name) else {
        throw error(
          "'\(text)' stands for nothing in '\(find.word)'\(near(text, bound.names.sorted().map { "$" + $0 }))",
          at: hole)
      }
      for (old, new) in pieces.mapping ?? [:] { try judgePiece(old, new, bound) }
    }
    for (old, new) in table["uses"]?.mapping ?? [:] {
      let names = try judgePiece(old, new, bound)
      guard names.contains(where: { $0 == "variable" || bound.contains($0) }) else {
        throw error(
          "a use speaks of a variable that was found: '$variable', which what was found is the value of\(bound.names.isEmpty ? "" : ", or \(bound.names.sorted().map { "$" + $0 }.joined(separator: ", "))")",
          at: old)
      }
    }
  }

  /// Each side is one expression or statement, and what one side holds is in the other.
  ///
  /// - Returns: the names of the metavariables of the old one.
  @discardableResult
  private func judgePiece(
    _ old: MatterNode, _ new: MatterNode, _ bound: Metavariables
  ) throws(PageError) -> [String] {
    let names = try metavariables(ofPiece: old)
    for name in try metavariables(ofPiece: new)
    where !names.contains(name) && !bound.contains(name) {
      throw error(
        "'$\(name)' stands for nothing in '\(old.string ?? "")'\(near("$" + name, names.map { "$" + $0 }))",
        at: new, marking: "$" + name)
    }
    let kept = try metavariables(ofPiece: new)
    for name in names where !kept.contains(name) && !bound.contains(name) && name != "variable" {
      throw error(
        "'$\(name)' is in the piece and not in what it becomes, so its code would be lost; write '$_' if it should be",
        at: new)
    }
    return names
  }

  private func metavariables(ofPiece node: MatterNode) throws(PageError) -> [String] {
    let text = node.string ?? ""
    let pattern: StatementPattern
    do {
      pattern = try StatementPattern(text)
    } catch {
      if case .syntax(let message) = error {
        throw self.error("the piece is not Swift: \(message)", at: node)
      }
      throw self.error("'\(text)' is not one expression or statement", at: node)
    }
    guard pattern.isOnePiece else {
      throw error("'\(text)' is not one expression or statement", at: node)
    }
    return pattern.metavariables
  }
}
