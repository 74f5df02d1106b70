import MoultObjC
import MoultProto
import MoultSource

/// Finds the uses of changed names in an Objective-C file.
///
/// - Parameters:
///   - types: over a model in which the old schema's classes are declared.
///   - seesHeader: whether the file sees a header that is generated from a changed file, or from one that imports it.
///   - own: names of classes and types that the project's own Objective-C declares.
func objectiveCImpact(
  in types: ObjCTypes, _ table: ImpactTable, seesHeader: Bool, own: Set<String>
) -> [ImpactUse] {
  let file = types.file
  var uses: [ImpactUse] = []
  func add(_ change: GeneratedChange, _ range: ByteRange, _ name: String, _ edits: EditShape) {
    uses.append(use(of: change, at: range, name, in: file.source.path, edits))
  }
  func doubt(_ change: GeneratedChange, _ range: ByteRange, _ name: String) {
    uses.append(
      ImpactUse(
        path: file.source.path, range: range, effect: .mayBreak, cause: change.cause,
        message: "'\(name)' of a value whose class is not known", edit: nil, newName: nil))
  }
  for statement in file.imports {
    let name = lastComponent(ofPath: statement.path)
    guard statement.form != .module, let change = table.objectiveCHeaders[name] else { continue }
    let range = statement.range
    guard
      let start = file.source.bytes.firstIndex(
        ofBytes: Array(name.utf8), from: range.lowerBound.index),
      start < range.upperBound.index
    else { continue }
    add(change, ByteRange(indices: start..<start + name.utf8.count), name, .name)
  }
  for member in file.members {
    guard table.objectiveCMemberNames.contains(member.name) else { continue }
    if let change = change(types.base(of: member), member.name, types.model, table) {
      add(change, member.nameRange, member.name, .name)
    } else if types.base(of: member) == .unknown, seesHeader,
      let change = anyChange(of: member.name, table)
    {
      doubt(change, member.nameRange, member.name)
    }
  }
  for message in file.messages {
    guard let found = change(message, types, table) else { continue }
    guard let first = message.pieces.first else { continue }
    switch found {
    case .known(let change, let shape): add(change, first.nameRange, message.selector, shape)
    case .unknown(let change) where seesHeader:
      doubt(change, first.nameRange, message.selector)
    case .unknown: continue
    }
  }
  uses += globalUses(in: file, table, seesHeader: seesHeader, own: own)
  return uses
}

/// How the new name is put in the place of the old one.
private enum EditShape {
  case name
  /// `setTotal:`, of which the colon stays.
  case setter
  /// A selector's pieces, each with its colon.
  case pieces([ObjCSelectorPiece])
}

private enum FoundMessage {
  case known(GeneratedChange, EditShape)
  case unknown(GeneratedChange)
}

private func change(
  _ value: ObjCValue, _ name: String, _ model: ObjCModel, _ table: ImpactTable
) -> GeneratedChange? {
  var classes: [String] = []
  switch value {
  case .classObject(let name): classes = model.lineage(name)
  case .instance(let type):
    classes = model.lineage(type.name)
    // A service is held as its class or as 'id<Service2>'.
    classes += type.arguments.flatMap { [$0, $0.hasSuffix("2") ? String($0.dropLast()) : $0] }
  case .unknown: return nil
  }
  for name_ in classes { if let change = table.objectiveCMembers[name_]?[name] { return change } }
  return nil
}

private func change(
  _ message: ObjCMessage, _ types: ObjCTypes, _ table: ImpactTable
) -> FoundMessage? {
  let selector = message.selector
  guard table.objectiveCMemberNames.contains(selector) else { return nil }
  let receiver = types.receiver(of: message)
  if let change = change(receiver, selector, types.model, table) {
    let shape: EditShape =
      selector.hasSuffix(":")
      ? message.pieces.count == 1 ? .setter : .pieces(message.pieces) : .name
    return .known(change, shape)
  }
  guard receiver == .unknown, let change = anyChange(of: selector, table) else { return nil }
  return .unknown(change)
}

private func anyChange(of name: String, _ table: ImpactTable) -> GeneratedChange? {
  table.comparison.objectiveC.first { $0.old.container != nil && $0.old.name == name }
}

/// Classes, functions and constants, which are words of their own.
private func globalUses(
  in file: ObjCFile, _ table: ImpactTable, seesHeader: Bool, own: Set<String>
) -> [ImpactUse] {
  guard !table.objectiveCNames.isEmpty else { return [] }
  let forward = Set(file.declaredNames.filter { $0.kind == .forward }.map(\.name))
  let variables = Dictionary(grouping: file.variables, by: \.name)
  var uses: [ImpactUse] = []
  for identifier in file.identifiers {
    switch identifier.role {
    case .type, .receiver, .call, .expression: break
    case .selector, .member, .declaration, .other: continue
    }
    let name = file.source.text(identifier.range)
    guard let change = table.objectiveCNames[name], !own.contains(name) else { continue }
    let isHidden =
      variables[name]?.contains {
        $0.kind == .instance || $0.kind == .field || $0.scope.contains(identifier.range.lowerBound)
      } ?? false
    guard !isHidden else { continue }
    if seesHeader || forward.contains(name) {
      uses.append(use(of: change, at: identifier.range, name, in: file.source.path, .name))
    } else {
      uses.append(
        ImpactUse(
          path: file.source.path, range: identifier.range, effect: .mayBreak,
          cause: change.cause,
          message: "'\(name)' in a file that imports no known generated header", edit: nil,
          newName: nil))
    }
  }
  return uses
}

private func use(
  of change: GeneratedChange, at range: ByteRange, _ name: String, in path: String,
  _ shape: EditShape
) -> ImpactUse {
  var effect = ImpactUse.Effect.breaks
  var edit: Edit?
  var newName: String?
  switch change.effect {
  case .removed, .replaced: break
  case .retyped: effect = .changesType
  case .renamed(let new):
    newName = new.name
    switch shape {
    case .name: edit = Edit(range, new.name)
    case .setter: edit = Edit(range, String(new.name.dropLast()))
    case .pieces(let pieces):
      let old = name.split(separator: ":")
      let words = new.name.split(separator: ":")
      // Only the first word of a method's selector holds its name.
      if words.count == pieces.count, old.dropFirst() == words.dropFirst(),
        let first = words.first
      {
        edit = Edit(range, String(first))
      }
    }
  }
  return ImpactUse(
    path: path, range: range, effect: effect, cause: change.cause,
    message: message(change, name), edit: edit, newName: newName)
}
