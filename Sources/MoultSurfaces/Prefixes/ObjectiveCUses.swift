import MoultObjC
import MoultProto
import MoultSource

/// The uses of renamed names in one file.
struct FileUses: Sendable {
  var edits: [Edit] = []
  var uncertain: [UncertainUse] = []
}

/// Finds the uses of generated Objective-C names in an Objective-C file.
///
/// - Parameter seesHeader: whether the file sees a generated header of the renamed packages.
func objectiveCUses(in file: ObjCFile, _ names: RenameNames, seesHeader: Bool) -> FileUses {
  var uses = FileUses()
  let table = names.table
  let forward =
    names.areOfToday
    ? Set(file.declaredNames.filter { $0.kind == .forward }.map(\.name)) : []
  let variables = Dictionary(grouping: file.variables, by: \.name)
  let pasted = file.pastedWords
  let types = declaredTypes(of: [file])
  let swift = file.swiftNames
  for identifier in file.identifiers where isReference(identifier.role) {
    let name = file.source.text(identifier.range)
    guard let entry = table.entries[name], pasted[identifier.range] == nil else { continue }
    if swift.contains(where: { $0.contains(identifier.range.lowerBound) }) { continue }
    // Nobody calls a class: it is a function of that name.
    if identifier.role == .call, entry.kind == .objectiveC(.type) { continue }
    func doubt(_ reason: String) {
      uses.uncertain.append(
        UncertainUse(path: file.source.path, range: identifier.range, reason: reason))
    }
    if let reason = names.doubt(about: name) {
      doubt(reason)
    } else if types.contains(name) {
      doubt("'\(name)', which the file declares itself as well")
    } else if variables[name]?.contains(where: { hides($0, identifier.range) }) ?? false {
      doubt("'\(name)', which is also the name of a variable here")
    } else if seesHeader || forward.contains(name) {
      uses.edits.append(Edit(identifier.range, entry.new))
    } else {
      doubt("'\(name)' in a file that imports no known generated header")
    }
  }
  let sorted = pasted.isEmpty ? [] : table.entries.keys.sorted()
  for (range, side) in pasted.sorted(by: { $0.key.lowerBound < $1.key.lowerBound }) {
    let word = file.source.text(range)
    let isPart =
      switch side {
      case .before:
        sorted[sorted.partitioningIndex { $0 >= word }...].first?.hasPrefix(word) ?? false
      case .behind: table.entries[word] != nil
      }
    guard isPart else { continue }
    uses.uncertain.append(
      UncertainUse(
        path: file.source.path, range: range, reason: "'\(word)', which a macro joins to a name"))
  }
  for range in file.strings {
    if let name = quotedName(file.source.text(range)), table.entries[name] != nil {
      uses.uncertain.append(
        UncertainUse(path: file.source.path, range: range, reason: "'\(name)' in a string"))
    }
  }
  return uses
}

/// Whether a word may stand for the variable of its name.
private func hides(_ variable: ObjCVariable, _ word: ByteRange) -> Bool {
  switch variable.kind {
  // Wherever the class has methods.
  case .instance, .field: true
  case .local, .parameter, .global: variable.scope.contains(word.lowerBound)
  }
}

/// A selector, a member and what a declaration names are words of the same letters and no use.
private func isReference(_ role: ObjCIdentifier.Role) -> Bool {
  switch role {
  case .type, .receiver, .call, .expression: true
  case .selector, .member, .declaration, .other: false
  }
}

/// The content of a literal without `@` and quotes.
func quotedName(_ literal: String) -> String? {
  var text = literal[...]
  if text.first == "@" { text = text.dropFirst() }
  guard text.count > 2, text.first == "\"", text.last == "\"" else { return nil }
  return String(text.dropFirst().dropLast())
}

/// The classes that the project's own Objective-C declares, and the types of its headers.
///
/// A `struct` or a C++ class that a file declares for itself is nobody else's.
func sharedObjectiveCNames(_ files: [ObjCFile]) -> Set<String> {
  let headers = files.filter { ["h", "hh", "hpp", "pch"].contains(pathExtension($0.source.path)) }
  return ownObjectiveCNames(files, typesOf: headers)
}

private func pathExtension(_ path: String) -> Substring {
  path.lastIndex(of: ".").map { path[path.index(after: $0)...] } ?? ""
}

/// The classes and types that the project's own Objective-C declares; categories declare none.
func ownObjectiveCNames(_ files: [ObjCFile]) -> Set<String> {
  ownObjectiveCNames(files, typesOf: files)
}

private func ownObjectiveCNames(_ files: [ObjCFile], typesOf others: [ObjCFile]) -> Set<String> {
  var names = declaredTypes(of: others)
  for file in files {
    for container in file.containers {
      switch container.kind {
      case .interface, .implementation, .protocol: names.insert(container.name)
      case .classExtension, .category, .categoryImplementation: continue
      }
    }
  }
  return names
}

private func declaredTypes(of files: [ObjCFile]) -> Set<String> {
  Set(files.flatMap(\.declaredNames).filter { $0.kind == .type }.map(\.name))
}
