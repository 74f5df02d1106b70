import Foundation
import MoultFindings
import MoultFixes
import MoultReporting
import MoultSource
import Synchronization

/// Shows each fix to a person and asks what to do with it.
///
/// A class because fixes that are found again after somebody went back know the answers of before.
final class InteractiveChoice: Sendable {
  private let session: Session
  private let style: TextStyle

  /// The number of fixes that were found before anything was changed.
  private let number: Int
  private let safeties: Set<Safety>
  private let state = Mutex(State())

  /// - Throws: `Failure` if nobody sits at a terminal.
  init(_ session: Session, _ style: TextStyle, safeties: Set<Safety>) async throws(Failure) {
    guard isatty(STDIN_FILENO) == 1 else {
      throw Failure("--interactive needs a terminal as its input stream")
    }
    self.session = session
    self.style = style
    self.safeties = safeties
    let found = await session.engine.analyse(
      session.workspace.files, session.request.answering(.none)
    ).findings
    number = found.count { finding in finding.fix.map { safeties.contains($0.safety) } ?? false }
  }

  private struct State {
    /// In the order in which they were asked for.
    var answers: [(finding: Finding, decision: FixDecision)] = []

    /// What was answered for everything that is still to come.
    var standing = Standing.ask

    /// The rules of which everything that is still to come is decided.
    var rules: [RuleID: FixDecision] = [:]
  }

  private enum Standing {
    case ask
    case applyAll
    case declineAll

    /// Somebody wants another answer to an earlier question: the session is let run out, and is begun again.
    case goBack
  }

  var choice: FixChoice { { self.decision(about: $0) } }

  /// Whether the fixes have to be made again, because somebody went back; asked once after each time.
  func isBegunAgain() -> Bool {
    state.withLock { state in
      guard case .goBack = state.standing else { return false }
      state.standing = .ask
      return true
    }
  }

  private func decision(about question: FixQuestion) -> FixDecision {
    let finding = question.finding
    // Where a part of a hop is not wanted, the fixes are made again without the hop, and nobody answers twice.
    let (known, standing) = state.withLock { state in
      (
        state.answers.first { $0.finding == finding }?.decision ?? state.rules[finding.rule],
        state.standing
      )
    }
    if let known { return known }
    switch standing {
    case .applyAll: return .apply
    case .declineAll, .goBack: return .decline
    case .ask: break
    }
    guard let answer = ask(question) else { return .decline }
    state.withLock { $0.answers.append((finding, answer)) }
    return answer
  }

  /// Shows a fix until it is decided; returns nil if somebody goes back.
  private func ask(_ question: FixQuestion) -> FixDecision? {
    let finding = question.finding
    show(question)
    while true {
      let others = alternatives(finding)
      let letters = others.map { ",\($0.letter)" }.joined()
      Terminal.write("Apply this fix? [y\(letters),n,a,q,r,x,b,e,?] ")
      // The end of the input is the end of the person's patience.
      let answer = readLine().map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
      if let other = others.first(where: { $0.letter == answer }) {
        return .replace(with: other.fix)
      }
      switch answer {
      case "y": return .apply
      case "n": return .decline
      case "a":
        state.withLock { $0.standing = .applyAll }
        return .apply
      case "q", nil:
        state.withLock { $0.standing = .declineAll }
        return .decline
      case "r":
        state.withLock { $0.rules[finding.rule] = .apply }
        return .apply
      case "x":
        state.withLock { $0.rules[finding.rule] = .decline }
        return .decline
      case "b":
        let isFirst = state.withLock { state in
          guard let last = state.answers.popLast() else { return true }
          // What was decided with that answer is open again as well.
          state.rules[last.finding.rule] = nil
          state.standing = .goBack
          return false
        }
        if !isFirst { return nil }
        Terminal.write("This is the first one\n")
      case "e":
        if let fix = edited(question) { return .replace(with: fix) }
      case .some:
        Terminal.write(
          """
          y  apply this fix
          \(others.map { "\($0.letter)  \(title($0.fix))\n" }.joined())\
          n  leave the code as it is
          a  apply this fix and all that follow
          q  leave this and all that follow
          r  apply this fix and all of its rule that follow
          x  leave this and all of its rule that follow
          b  go back to the one before
          e  edit the new lines first

          """)
      }
    }
  }

  /// The other fixes that a finding offers, each with the letter that takes it.
  private func alternatives(_ finding: Finding) -> [(letter: String, fix: Fix)] {
    let fixes = finding.alternatives?.others.map(\.fix) ?? []
    return zip("cdfghijklmopstuvwz".map(String.init), fixes.filter { safeties.contains($0.safety) })
      .map { ($0, $1) }
  }

  private func title(_ fix: Fix) -> String {
    fix.title + (fix.safety == .safe ? "" : " (\(fix.safety.rawValue))")
  }

  private func show(_ question: FixQuestion) {
    let finding = question.finding
    let sources = [finding.path].compactMap { path in
      question.texts[path].map { SourceText(path: path, bytes: $0) }
    }
    let report = Report(
      findings: [finding], sources: sources, coverage: Coverage(), verdict: .found)
    // Later rounds find more than the first could know.
    let asked = state.withLock { $0.answers.count } + 1
    let count = asked > number ? "\(asked)" : "\(asked) of \(number)"
    Terminal.write("\n\(count)\n" + report.text(finding, style))
    Terminal.write(
      style.difference(unifiedDiff(session.engine.preview([finding], question.texts))))
    for other in alternatives(finding) {
      Terminal.write("\nor, with '\(other.letter)': \(title(other.fix))\n")
      let changes = session.engine.preview([finding.with(other.fix)], question.texts)
      Terminal.write(style.difference(unifiedDiff(changes)))
    }
  }

  /// Lets the person change the lines that the fix writes; returns nil if nothing came of it.
  private func edited(_ question: FixQuestion) -> Fix? {
    let finding = question.finding
    guard let fix = finding.fix, let before = question.texts[finding.path],
      let after = session.engine.preview([finding], question.texts).first(where: {
        $0.path == finding.path
      })?.after
    else {
      Terminal.write("This fix changes nothing in \(finding.path)\n")
      return nil
    }
    let (old, new) = changedLines(from: before, to: after)
    guard let text = edit(Array(after[new]), named: finding.path) else { return nil }
    guard text != Array(before[old]) else {
      Terminal.write("These are the old lines; 'n' leaves them\n")
      return nil
    }
    let edit = Edit(range: ByteRange(indices: old), replacement: text)
    return Fix(
      title: fix.title, safety: fix.safety,
      files: fix.files.filter { $0.path != finding.path }
        + [FileEdits(path: finding.path, edits: [edit])], imports: fix.imports)
  }

  /// Opens the person's editor on `text` and returns what it was left with.
  private func edit(_ text: [UInt8], named path: String) -> [UInt8]? {
    let editor = Surroundings.variable("VISUAL") ?? Surroundings.variable("EDITOR") ?? "vi"
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "moult-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The editor may be a command with options, as git reads it too.
    process.arguments = ["-c", editor + " \"$1\"", "editor", file.path]
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text).write(to: file)
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        Terminal.write("'\(editor)' failed; nothing was edited\n")
        return nil
      }
      return [UInt8](try Data(contentsOf: file))
    } catch {
      Terminal.write("cannot edit: \(error.localizedDescription)\n")
      return nil
    }
  }
}

/// Returns the lines of two texts from the first that differs to the last, as ranges of bytes.
private func changedLines(from old: [UInt8], to new: [UInt8]) -> (Range<Int>, Range<Int>) {
  let common = min(old.count, new.count)
  var start = 0
  while start < common, old[start] == new[start] { start += 1 }
  while start > 0, old[start - 1] != 0x0A { start -= 1 }
  var end = 0
  while end < common - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
  func isLineStart(_ bytes: [UInt8], _ index: Int) -> Bool {
    index == 0 || bytes[index - 1] == 0x0A
  }
  while end > 0, !isLineStart(old, old.count - end) || !isLineStart(new, new.count - end) {
    end -= 1
  }
  return (start..<old.count - end, start..<new.count - end)
}
