import MoultFindings
import MoultSource

/// The errors that a round brings.
struct NewErrors {
  /// Those that no finding on their lines tells of.
  var untold: [DefiniteError] = []

  /// Those that an import would mend, told of or not.
  var withoutImport: [DefiniteError] = []

  /// Those that a finding on their lines tells of, and those of earlier rounds that it tells of still.
  var told: [DefiniteError] = []
}

extension RoundResult {
  /// Returns the errors that the round brings, sorted.
  ///
  /// An error that was there before is known by its kind and message at the moved place, or else by their number in the
  /// file. One on a line with a finding is what that finding speaks of, if it is of the same library as the round's fixes
  /// in the file and more than a note; what is declared twice no finding speaks of.
  ///
  /// An error that an earlier round of the session brought is no old one: its finding must stay, or it must go.
  ///
  /// - Parameters:
  ///   - paths: the files to ask about, after the round; before it only those with errors are.
  ///   - excused: what earlier rounds brought and findings told of, in the texts before the round.
  func newErrors(
    in paths: Set<String>, excused: Set<DefiniteError>, _ inspection: Inspection
  ) async -> NewErrors {
    let excusedKeys = Set(excused.map(ErrorKey.init))
    var names: [String: Set<String>] = [:]
    // Most files have names that nothing at hand declares, so what is not new is sorted out before more is asked.
    let after = await after.errors(paths).filter {
      excusedKeys.contains(ErrorKey($0)) || isOfNewCode($0, &names, inspection)
    }
    guard !after.isEmpty else { return NewErrors() }
    let old = await before.errors(Set(after.map(\.path)))
    let new = unmatched(after, by: old.filter { !excused.contains($0) })
    let untold = unspoken(new)
    let untoldOnes = Set(untold)
    return NewErrors(
      untold: untold, withoutImport: new.filter { $0.missingImport != nil },
      told: new.filter { !untoldOnes.contains($0) })
  }

  /// Whether an error is none that the code had in another form before.
  ///
  /// A value that nobody read then is nobody's concern, and of names that nobody may declare, those are a fix's own that it made
  /// of one of the code's. In a file that no fix touches, a name that a module declares which the file never imported is another
  /// module's.
  ///
  /// - Parameter names: those that files had before, by path, of the files that were asked for.
  private func isOfNewCode(
    _ error: DefiniteError, _ names: inout [String: Set<String>], _ inspection: Inspection
  ) -> Bool {
    if error.kind == .unknownName, error.missingImport != nil, changes[error.path] == nil {
      return false
    }
    guard error.kind == .unusedValue || error.kind == .danglingName, let before = texts[error.path]
    else { return true }
    let name = String(decoding: text(after: error.path)[error.range.indices], as: UTF8.self)
    let known = names[error.path] ?? inspection.names(error.path, before)
    names[error.path] = known
    guard !known.contains(name) else { return false }
    // Any other name is what somebody's page says that a module declares.
    return error.kind != .danglingName
      || known.contains { $0.utf8.count > 2 && name.hasPrefix($0) }
  }

  private func unmatched(_ after: [DefiniteError], by old: [DefiniteError]) -> [DefiniteError] {
    var indices: [String: LineIndex] = [:]
    for path in Set(after.map(\.path)) { indices[path] = LineIndex(text(after: path)) }
    func line(_ range: ByteRange, _ path: String) -> Int {
      indices[path]?.line(of: range.lowerBound) ?? 0
    }
    var placed: [PlacedError: Int] = [:]
    for error in old {
      let moved = image(of: error.range, in: error.path)
      placed[PlacedError(ErrorKey(error), line(moved, error.path)), default: 0] += 1
    }
    var open: [DefiniteError] = []
    for error in after {
      let key = PlacedError(ErrorKey(error), line(error.range, error.path))
      if let number = placed[key], number > 0 {
        placed[key] = number - 1
      } else {
        open.append(error)
      }
    }
    var counted: [ErrorKey: Int] = [:]
    for (key, number) in placed { counted[key.error, default: 0] += number }
    return open.filter { error in
      let number = counted[ErrorKey(error), default: 0]
      counted[ErrorKey(error)] = number - 1
      return number <= 0
    }
  }

  private func unspoken(_ errors: [DefiniteError]) -> [DefiniteError] {
    guard !errors.isEmpty else { return [] }
    let telling = after.findings.filter { $0.severity >= .warning }
    let places = FindingPlaces(telling) { text(after: $0) }
    return errors.filter { error in
      // No finding is about a name that is taken.
      guard error.kind != .redeclaration else { return true }
      let libraries = libraries(changing: error.path)
      return !places.findings(onLinesOf: error.range, in: error.path).contains {
        libraries.contains($0.rule.library)
      }
    }
  }

  /// The libraries whose fixes edit a file; those of all fixes if none does.
  private func libraries(changing path: String) -> Set<Substring> {
    let own = applied.filter { $0.edits(path) }
    return Set((own.isEmpty ? applied : own).map(\.rule.library))
  }
}

/// What an error is, wherever in its file.
struct ErrorKey: Hashable {
  let kind: DefiniteError.Kind
  let path: String
  let message: String

  init(_ error: DefiniteError) {
    kind = error.kind
    path = error.path
    message = error.message
  }
}

private struct PlacedError: Hashable {
  let error: ErrorKey
  let line: Int

  init(_ error: ErrorKey, _ line: Int) {
    self.error = error
    self.line = line
  }
}
