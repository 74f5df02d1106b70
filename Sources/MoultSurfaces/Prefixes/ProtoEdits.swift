import MoultFindings
import MoultProto
import MoultSource

/// The edits of `.proto` files that a change of a prefix or a package makes, and what stands in its way.
struct ProtoEdits {
  private(set) var edits: [String: [Edit]] = [:]
  private(set) var uncertain: [UncertainUse] = []
  private(set) var obstacles: [String] = []

  private let change: PrefixChange
  private let project: ProtoProject
  private let sources: [String: SourceText]

  /// - Parameter members: the indices of the files of the package.
  init(
    _ change: PrefixChange, _ members: [Int], _ project: ProtoProject,
    sources: [String: SourceText]
  ) {
    self.change = change
    self.project = project
    self.sources = sources
    // The names of a package stand in any file, an option in its own.
    for index in change.option == .package ? Array(project.files.indices) : members {
      let file = project.files[index]
      guard let source = sources[file.path] else { continue }
      let isMember = file.package == change.package
      if isMember, let problem = file.diagnostics.first {
        obstacles.append("\(file.path) is not understood: \(problem.message)")
      }
      switch change.option {
      case .objectiveC, .swift: if isMember { setOption(in: file, source) }
      case .package:
        if isMember { renamePackage(in: file, source) }
        renameReferences(in: file, at: index, source)
        renameOptions(in: file, source)
      }
    }
  }

  private mutating func setOption(in file: ProtoFile, _ source: SourceText) {
    let name = change.option.rawValue
    if let option = file.option(named: name) {
      guard let range = option.valueRange else {
        obstacles.append("\(file.path) has a '\(name)' without a text")
        return
      }
      if option.string != change.value {
        edits[file.path, default: []].append(Edit(range, "\"\(change.value)\""))
      }
    } else if let edit = file.insertingOption(name, change.value, in: source) {
      edits[file.path, default: []].append(edit)
    }
  }

  private mutating func renamePackage(in file: ProtoFile, _ source: SourceText) {
    guard let range = file.packageStatement?.range else {
      obstacles.append("\(file.path) has no 'package' statement to change")
      return
    }
    let statement = source.text(range)
    guard let place = statement.firstRange(of: change.package) else {
      obstacles.append("the 'package' statement of \(file.path) is written over comments or lines")
      return
    }
    let start = range.lowerBound.index + statement[..<place.lowerBound].utf8.count
    let end = start + change.package.utf8.count
    edits[file.path, default: []].append(Edit(ByteRange(indices: start..<end), change.value))
  }

  /// Rewrites the references that spell the package out, wholly or in part.
  private mutating func renameReferences(
    in file: ProtoFile, at index: Int, _ source: SourceText
  ) {
    var seen: Set<ByteRange> = []
    for reference in typeReferences(in: file) {
      guard
        let target = project.type(named: reference.name, in: reference.scope, of: index),
        project.files[target.fileIndex].package == change.package, let range = reference.range,
        seen.insert(range).inserted
      else { continue }
      let written = reference.name.split(separator: ".").map(String.init)
      let isLocal = written.count <= target.path.count && file.package == change.package
      if isLocal { continue }
      let isFull = reference.name.hasPrefix(".")
      let tail = target.path.suffix(max(written.count, target.path.count)).joined(separator: ".")
      let text = (isFull ? "." : "") + change.value + "." + tail
      guard let place = place(of: reference.name, in: range, source) else {
        uncertain.append(
          UncertainUse(path: file.path, range: range, reason: "'\(reference.name)' over comments"))
        continue
      }
      edits[file.path, default: []].append(Edit(place, text))
    }
  }

  /// The bytes of a name in a range that may hold more, as `map<string, a.B>` does.
  private func place(of name: String, in range: ByteRange, _ source: SourceText) -> ByteRange? {
    let text = source.text(range)
    guard let found = text.ranges(of: name).last else { return nil }
    let start = range.lowerBound.index + text[..<found.lowerBound].utf8.count
    return ByteRange(indices: start..<start + name.utf8.count)
  }

  /// Rewrites the names of custom options that spell the package out: `(hello.v1.note)`.
  private mutating func renameOptions(in file: ProtoFile, _ source: SourceText) {
    for option in allOptions(of: file) {
      guard let range = option.nameRange else { continue }
      let name = source.text(range)
      for start in ["(\(change.package).", "(.\(change.package)."] where name.hasPrefix(start) {
        let first = range.lowerBound.index + start.utf8.count - 1 - change.package.utf8.count
        let place = ByteRange(indices: first..<first + change.package.utf8.count)
        edits[file.path, default: []].append(Edit(place, change.value))
      }
    }
  }
}

/// Every option that a file sets, on whatever.
func allOptions(of file: ProtoFile) -> [ProtoOption] {
  var result = file.options
  func add(_ enumeration: ProtoEnum) {
    result += enumeration.options + enumeration.values.flatMap(\.options)
  }
  func add(_ message: ProtoMessage) {
    result += message.options + message.oneofs.flatMap(\.options)
    result += (message.fields + message.extensions).flatMap(\.options)
    message.enums.forEach(add)
    message.messages.forEach(add)
  }
  file.messages.forEach(add)
  file.enums.forEach(add)
  result += file.extensions.flatMap(\.options)
  for service in file.services {
    result += service.options + service.methods.flatMap(\.options)
  }
  return result
}
