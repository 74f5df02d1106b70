import Foundation
import MoultFindings
import MoultFixes
import MoultReporting
import MoultSource
import Synchronization

/// Shows each fix to a person and asks what to do with it.
struct InteractiveChoice {
  private let session: Session
  private let style: TextStyle

  /// - Throws: `Failure` if nobody sits at a terminal.
  init(_ session: Session, _ style: TextStyle) throws(Failure) {
    guard isatty(STDIN_FILENO) == 1 else {
      throw Failure("--interactive needs a terminal as its input stream")
    }
    self.session = session
    self.style = style
  }

  /// What was answered for everything that is still to come.
  private enum Standing: Sendable {
    case ask
    case applyAll
    case declineAll
  }

  var choice: FixChoice {
    let standing = Mutex(Standing.ask)
    // Where a part of a hop is not wanted, the fixes are made again without the hop, and nobody answers twice.
    let answers = Mutex<[Finding: FixDecision]>([:])
    return { question in
      if let known = answers.withLock({ $0[question.finding] }) { return known }
      let answer = answer(question, standing)
      answers.withLock { $0[question.finding] = answer }
      return answer
    }
  }

  private func answer(_ question: FixQuestion, _ standing: borrowing Mutex<Standing>) -> FixDecision
  {
    switch standing.withLock({ $0 }) {
    case .applyAll: return .apply
    case .declineAll: return .decline
    case .ask: break
    }
    show(question)
    while true {
      Terminal.write("Apply this fix? [y,n,a,q,e,?] ")
      // The end of the input is the end of the person's patience.
      switch readLine().map({ $0.trimmingCharacters(in: .whitespaces).lowercased() }) {
      case "y": return .apply
      case "n": return .decline
      case "a":
        standing.withLock { $0 = .applyAll }
        return .apply
      case "q", nil:
        standing.withLock { $0 = .declineAll }
        return .decline
      case "e":
        if let fix = edited(question) { return .replace(with: fix) }
      case .some:
        Terminal.write(
          """
          y  apply this fix
          n  leave the code as it is
          a  apply this fix and all that follow
          q  leave this and all that follow
          e  edit the new lines first

          """)
      }
    }
  }

  private func show(_ question: FixQuestion) {
    let finding = question.finding
    let sources = [finding.path].compactMap { path in
      question.texts[path].map { SourceText(path: path, bytes: $0) }
    }
    let report = Report(
      findings: [finding], sources: sources, coverage: Coverage(), verdict: .found)
    Terminal.write("\n" + report.text(finding, style))
    Terminal.write(unifiedDiff(session.engine.preview([finding], question.texts)))
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
    let environment = ProcessInfo.processInfo.environment
    let editor = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
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
