import MoultSource

/// What the Objective-C of a project declares, and what its libraries do.
package struct ObjCModel: Sendable {
  /// A class or a protocol.
  struct Declared: Sendable {
    var superclass: String?
    var protocols: [String] = []
    var properties: [String: ObjCType] = [:]
    var instanceMethods: [String: ObjCType] = [:]
    var classMethods: [String: ObjCType] = [:]
    var variables: [String: ObjCType] = [:]

    /// True if an `@interface` or `@protocol` itself was seen, not only a category or an implementation.
    var isDeclared = false
    var isLibrary = false
  }

  /// What has members in the way of C and C++.
  ///
  /// Two of one name are one here; a member that both have with other types is of no type.
  struct Record: Sendable {
    var bases: [String] = []
    var fields: [String: ObjCType] = [:]
    var functions: [String: ObjCType] = [:]
  }

  private(set) var classes: [String: Declared] = [:]
  private(set) var protocols: [String: Declared] = [:]
  private var functions: [String: ObjCType] = [:]
  private var globals: [String: ObjCType] = [:]
  private var records: [String: Record] = [:]

  /// - Parameters:
  ///   - library: headers of libraries. A class that the project declares as well is the project's.
  ///   - project: the project's own files, generated ones included.
  package init(library: [ObjCFile], project: [ObjCFile]) {
    for file in library { add(file, isLibrary: true) }
    var own = ObjCModel()
    for file in project { own.add(file, isLibrary: false) }
    // What the project declares replaces the library's; what it adds in a category joins it.
    classes.merge(own.classes) { $1.isDeclared ? $1 : joined($0, $1) }
    protocols.merge(own.protocols) { $1 }
    functions.merge(own.functions) { $1 }
    globals.merge(own.globals) { $1 }
    records.merge(own.records) { $1 }
  }

  private init() {}

  /// True if a library of the catalogue declares the class or the protocol, and the project does not.
  package func isLibraryType(_ name: String) -> Bool {
    classes[name]?.isLibrary ?? protocols[name]?.isLibrary ?? false
  }

  /// True if an `@interface` of the class was seen.
  package func declaresClass(_ name: String) -> Bool { classes[name]?.isDeclared ?? false }

  /// True if `name` is `ancestor` or inherits from it, as far as the declarations show.
  package func inherits(_ name: String, from ancestor: String) -> Bool {
    lineage(name).contains(ancestor)
  }

  /// Returns the class and what it inherits from, nearest first.
  package func lineage(_ name: String) -> [String] {
    var result: [String] = []
    var next: String? = name
    // A class that inherits from itself ends the way.
    while let current = next, result.count < 64, !result.contains(current) {
      result.append(current)
      next = classes[current]?.superclass
    }
    return result
  }

  /// Returns the names of the classes that inherit from `ancestor`, sorted.
  package func descendants(of ancestor: String) -> [String] {
    classes.keys.filter { $0 != ancestor && inherits($0, from: ancestor) }.sorted()
  }

  /// True if the class, or one it inherits from, adopts the protocol.
  package func adopts(_ name: String, _ wanted: String) -> Bool {
    allProtocols(of: name).contains(wanted)
  }

  /// Returns what a protocol of the project asks for: the selectors of its methods and the names of its properties.
  ///
  /// - Returns: nil for a protocol that is not declared, or that adopts one which may ask for more.
  package func requirements(ofProtocol name: String) -> Set<String>? {
    guard let declared = protocols[name], declared.isDeclared, !declared.isLibrary,
      declared.protocols.allSatisfy({ $0 == "NSObject" })
    else { return nil }
    return Set(declared.instanceMethods.keys).union(declared.classMethods.keys)
      .union(declared.properties.keys)
  }

  /// Returns the protocols that an object of the type adopts: those of its class, those that its type names, and what they adopt.
  package func protocols(of type: ObjCType) -> [String] {
    closure(of: lineage(type.name).flatMap { classes[$0]?.protocols ?? [] } + type.arguments)
  }

  /// True unless the protocol is declared and asks for no such method.
  package func mayAsk(_ protocolName: String, for selector: String) -> Bool {
    guard let declared = protocols[protocolName], declared.isDeclared else { return true }
    return declared.instanceMethods[selector] != nil
  }

  private func allProtocols(of name: String) -> [String] {
    closure(of: lineage(name).flatMap { classes[$0]?.protocols ?? [] })
  }

  private func closure(of names: [String]) -> [String] {
    var pending = names
    var result: [String] = []
    while let next = pending.popLast() {
      guard !result.contains(next) else { continue }
      result.append(next)
      pending += protocols[next]?.protocols ?? []
    }
    return result
  }

  /// Returns the type of the property, nil where none is declared.
  func property(_ name: String, of type: ObjCType) -> ObjCType? {
    member(of: type) { $0.properties[name] ?? $0.instanceMethods[name] }
  }

  func instanceVariable(_ name: String, of className: String) -> ObjCType? {
    for ancestor in lineage(className) {
      guard let declared = classes[ancestor] else { continue }
      if let type = declared.variables[name] { return type }
      if name.hasPrefix("_"), let type = declared.properties[String(name.dropFirst())] {
        return type
      }
    }
    return nil
  }

  /// Returns what the method gives back, nil where none is declared.
  func result(of selector: String, sentTo type: ObjCType) -> ObjCType? {
    member(of: type) { declared in
      if let result = declared.instanceMethods[selector] { return result }
      return selector.contains(":") ? nil : declared.properties[selector]
    }
  }

  func result(of selector: String, sentToClass name: String) -> ObjCType? {
    for ancestor in lineage(name) {
      if let result = classes[ancestor]?.classMethods[selector] { return result }
    }
    return nil
  }

  func classProperty(_ name: String, of className: String) -> ObjCType? {
    for ancestor in lineage(className) {
      if let found = classes[ancestor].flatMap({ $0.properties[name] ?? $0.classMethods[name] }) {
        return found
      }
    }
    return nil
  }

  func field(_ name: String, ofRecord record: String) -> ObjCType? {
    member(ofRecord: record) { $0.fields[name] }
  }

  func result(ofFunction name: String, ofRecord record: String) -> ObjCType? {
    member(ofRecord: record) { $0.functions[name] }
  }

  private func member(ofRecord record: String, _ find: (Record) -> ObjCType?) -> ObjCType? {
    var pending = [record]
    var seen: Set<String> = []
    while let next = pending.popLast() {
      guard seen.insert(next).inserted, let declared = records[next] else { continue }
      if let found = find(declared) { return found == .unknown ? nil : found }
      pending += declared.bases
    }
    return nil
  }

  func result(ofFunction name: String) -> ObjCType? { functions[name] }
  func global(_ name: String) -> ObjCType? { globals[name] }

  private func member(of type: ObjCType, _ find: (Declared) -> ObjCType?) -> ObjCType? {
    for ancestor in lineage(type.name) {
      if let found = classes[ancestor].flatMap(find) { return found }
    }
    for name in allProtocols(of: type.name) + type.arguments {
      if let found = protocols[name].flatMap(find) { return found }
    }
    return nil
  }

  private mutating func add(_ file: ObjCFile, isLibrary: Bool) {
    func key(_ index: Int?) -> (name: String, isProtocol: Bool)? {
      index.map { (file.containers[$0].name, file.containers[$0].kind == .protocol) }
    }
    for container in file.containers {
      update((container.name, container.kind == .protocol)) { declared in
        if let superclass = container.superclass { declared.superclass = superclass }
        declared.protocols += container.protocols
        declared.isLibrary = isLibrary
        if container.kind == .interface || container.kind == .protocol {
          declared.isDeclared = true
        }
      }
    }
    for method in file.methods {
      guard let key = key(method.container) else { continue }
      update(key) { declared in
        if method.isClassMethod {
          declared.classMethods[method.selector] = method.result
        } else {
          declared.instanceMethods[method.selector] = method.result
        }
      }
    }
    for property in file.properties {
      if let key = key(property.container) {
        update(key) { $0.properties[property.name] = property.type }
      }
    }
    for record in file.records {
      records[record.name, default: Record()].bases += record.bases
      for field in record.fields {
        note(field.type, as: field.name, in: &records[record.name, default: Record()].fields)
      }
    }
    for function in file.functions {
      if let owner = function.owner {
        note(function.result, as: function.name, in: &records[owner, default: Record()].functions)
      } else {
        functions[function.name] = function.result
      }
    }
    let places = ContainerPlaces(file)
    for variable in file.variables {
      switch variable.kind {
      case .global: globals[variable.name] = variable.type
      case .instance:
        if let container = places.container(at: variable.nameRange.lowerBound) {
          update((container.name, false)) { $0.variables[variable.name] = variable.type }
        }
      case .local, .parameter, .field: continue
      }
    }
  }

  private mutating func update(
    _ key: (name: String, isProtocol: Bool), _ change: (inout Declared) -> Void
  ) {
    if key.isProtocol {
      change(&protocols[key.name, default: Declared()])
    } else {
      change(&classes[key.name, default: Declared()])
    }
  }
}

/// Notes the type of a member, which two of one name and other types have not.
///
/// No method, which would have a copy of the model made while a part of it changes.
private func note(_ type: ObjCType, as name: String, in members: inout [String: ObjCType]) {
  let known = members[name] ?? type
  members[name] = known == type ? type : .unknown
}

private func joined(_ a: ObjCModel.Declared, _ b: ObjCModel.Declared) -> ObjCModel.Declared {
  var result = a
  result.superclass = a.superclass ?? b.superclass
  result.protocols += b.protocols
  result.properties.merge(b.properties) { $1 }
  result.instanceMethods.merge(b.instanceMethods) { $1 }
  result.classMethods.merge(b.classMethods) { $1 }
  result.variables.merge(b.variables) { $1 }
  return result
}

extension ObjCType {
  /// A type that no class has.
  fileprivate static let unknown = ObjCType(name: "?")
}

/// The containers of a file by place.
struct ContainerPlaces: Sendable {
  private let containers: [ObjCContainer]

  init(_ file: ObjCFile) { containers = file.containers }

  /// Returns the container around the offset.
  ///
  /// - Complexity: O(log *n*).
  func container(at offset: ByteOffset) -> ObjCContainer? {
    let behind = containers.partitioningIndex { $0.range.lowerBound > offset }
    guard behind > 0, containers[behind - 1].range.contains(offset) else { return nil }
    return containers[behind - 1]
  }
}
