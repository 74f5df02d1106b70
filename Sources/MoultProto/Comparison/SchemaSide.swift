/// One of two states of a project's `.proto` files.
package struct SchemaSide: Sendable {
  package let project: ProtoProject

  /// The Objective-C prefix of each file, wherever it comes from.
  package let objectiveCPrefixes: [String]

  let messages: [DeclaredMessage]
  let enums: [DeclaredEnum]
  let services: [DeclaredService]
  let extensions: [DeclaredExtension]

  /// - Parameter objectiveCPrefix: returns the prefix that a file's Objective-C names get.
  package init(_ project: ProtoProject, objectiveCPrefix: (ProtoFile) -> String) {
    self.project = project
    objectiveCPrefixes = project.files.map(objectiveCPrefix)
    var messages: [DeclaredMessage] = []
    var enums: [DeclaredEnum] = []
    var services: [DeclaredService] = []
    var extensions: [DeclaredExtension] = []
    for (index, file) in project.files.enumerated() where file.package != "google.protobuf" {
      func add(_ message: ProtoMessage, _ outer: [String]) {
        let path = outer + [message.name]
        messages.append(DeclaredMessage(file: index, path: path, message: message))
        for inner in message.enums {
          enums.append(DeclaredEnum(file: index, path: path + [inner.name], enumeration: inner))
        }
        for field in message.extensions {
          extensions.append(DeclaredExtension(file: index, scope: path, field: field))
        }
        for inner in message.messages { add(inner, path) }
      }
      for enumeration in file.enums {
        enums.append(DeclaredEnum(file: index, path: [enumeration.name], enumeration: enumeration))
      }
      for message in file.messages { add(message, []) }
      for field in file.extensions {
        extensions.append(DeclaredExtension(file: index, scope: [], field: field))
      }
      for (position, service) in file.services.enumerated() {
        services.append(DeclaredService(file: index, position: position, service: service))
      }
    }
    self.messages = messages
    self.enums = enums
    self.services = services
    self.extensions = extensions
  }

  func types(of file: Int) -> SwiftTypeReferences {
    SwiftTypeReferences(project: project, fileIndex: file)
  }

  func objectiveCNames(of file: Int) -> ObjectiveCNames {
    ObjectiveCNames(prefix: objectiveCPrefixes[file])
  }

  /// Returns a name behind the package of a file.
  func fullName(_ path: [String], in file: Int) -> String {
    let package = project.files[file].package
    return (package.isEmpty ? path : [package] + path).joined(separator: ".")
  }

  func subject(
    _ kind: SchemaSubject.Kind, _ path: [String], in file: Int, _ place: ProtoPlace?
  ) -> SchemaSubject {
    SchemaSubject(
      kind: kind, name: fullName(path, in: file), path: project.files[file].path,
      range: place?.nameRange, shortName: path.joined(separator: "."))
  }

  func subject(ofFile file: Int) -> SchemaSubject {
    let path = project.files[file].path
    return SchemaSubject(
      kind: .file, name: path, path: path, range: project.files[file].packageStatement?.range,
      shortName: path)
  }
}

struct DeclaredMessage: Sendable {
  let file: Int
  let path: [String]
  let message: ProtoMessage
}

struct DeclaredEnum: Sendable {
  let file: Int
  let path: [String]
  let enumeration: ProtoEnum
}

struct DeclaredService: Sendable {
  let file: Int
  let position: Int
  let service: ProtoService
}

/// A field of an `extend` block, and the messages around the block, outermost first.
struct DeclaredExtension: Sendable {
  let file: Int
  let scope: [String]
  let field: ProtoField
}
