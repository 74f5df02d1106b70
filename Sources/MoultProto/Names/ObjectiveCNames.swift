/// The names that protoc's Objective-C generator gives to what a file declares, under one prefix.
///
/// Names are computed from the declaration, never from other names: a prefix can take a suffix away, as in
/// `Method_Class` and `XYZMethod`.
///
/// Source: facts on gRPC for Objective-C, sections 6, 8.2 and 9. Valid for protobuf 3.7 and later.
package struct ObjectiveCNames: Sendable {
  package let prefix: String

  /// - Parameter prefix: the prefix of the file that declares the names, wherever it comes from.
  package init(prefix: String) { self.prefix = prefix }

  /// Returns the name of the class for a message.
  ///
  /// The path is the names of the messages around it, outermost first, and its own.
  package func className(_ path: [String]) -> String {
    sanitized(path.joined(separator: "_"), suffix: "_Class")
  }

  /// Returns the name of the type for an enum.
  ///
  /// The path is the names of the messages around it, outermost first, and its own.
  package func enumName(_ path: [String]) -> String {
    sanitized(path.joined(separator: "_"), suffix: "_Enum")
  }

  /// Returns the name of the constant for a value of the enum at `path`.
  package func constantName(_ value: String, ofEnum path: [String]) -> String {
    unprefixed(enumName(path) + "_" + objectiveCCamelCased(value, .upper), suffix: "_Value")
  }

  /// Returns the name of the class that holds a file's extensions: `VRoot` for `a/v.proto`.
  package func rootClassName(forFile path: String) -> String {
    sanitized(objectiveCFileStem(path) + "Root", suffix: "_RootClass")
  }

  /// Returns the name of the class for a service, which its v1 protocol has as well; that of the v2 protocol is
  /// the same with `2` behind it.
  package func serviceName(_ name: String) -> String { joiningObjectiveCPrefix(prefix, name) }

  /// Returns the name of the method that gives a file-level or nested extension, on the root class or on the
  /// class of the message around it.
  package static func extensionMethodName(_ field: ProtoField) -> String {
    unprefixed(objectiveCCamelCased(field.objectiveCNamingBase, .lower), suffix: "_Extension")
  }

  private func sanitized(_ name: String, suffix: String) -> String {
    let joined = joiningObjectiveCPrefix(prefix, name)
    return ObjectiveCReservedWords.contains(joined) ? joined + suffix : joined
  }
}

private func unprefixed(_ name: String, suffix: String) -> String {
  ObjectiveCReservedWords.contains(name) ? name + suffix : name
}

extension ProtoField {
  /// The name of the field's property in Objective-C.
  package var objectiveCName: String {
    var name = objectiveCCamelCased(objectiveCNamingBase, .lower)
    switch (cardinality, type) {
    case (.repeated, .scalar), (.repeated, .named), (.repeated, .group): name += "Array"
    default: if name.hasSuffix("Array") { name += "_p" }
    }
    return unprefixed(name, suffix: "_p")
  }

  fileprivate var objectiveCNamingBase: String { swiftNamingBase }
}

extension ProtoOneof {
  /// The name of the oneof in Objective-C as it stands in the names of its enum: `Kind` in `Foo_Kind_OneOfCase`.
  package var objectiveCName: String { objectiveCCamelCased(name, .upper) }
}

/// Returns the name without folder and extension of the files that protoc and the gRPC plugin write for the file
/// at `path`: `HelloWorld` for `a/hello_world.proto`, as in `HelloWorld.pbobjc.h`.
package func objectiveCFileStem(_ path: String) -> String {
  var name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  for ending in [".protodevel", ".proto"] where name.hasSuffix(ending) {
    name = name.dropLast(ending.count)
    break
  }
  return objectiveCCamelCased(String(name), .upper)
}

/// Returns `name` as protoc's Objective-C generator camel-cases it.
///
/// A segment begins at a digit after anything else, at an upper-case letter after anything else, and at a
/// lower-case letter after anything but a letter; all that is neither is dropped. Segments are capitalized;
/// `url`, `http` and `https` become capitals throughout, and keep them even at the front.
func objectiveCCamelCased(_ name: String, _ initial: InitialCase) -> String {
  var result: [UInt8] = []
  result.reserveCapacity(name.utf8.count)
  var start = 0
  func endSegment() {
    guard start < result.count else { return }
    let segment = result[start...]
    if objectiveCCapitalSegments.contains(where: { segment.elementsEqual($0.utf8) }) {
      for index in start..<result.count { result[index] = uppercased(result[index]) }
    } else if start > 0 || initial == .upper {
      result[start] = uppercased(result[start])
    }
    start = result.count
  }
  var last = ASCIIClass.other
  for byte in name.utf8 {
    let current = ASCIIClass(byte)
    switch current {
    case .digit: if last != .digit { endSegment() }
    case .upper: if last != .upper { endSegment() }
    case .lower: if last != .lower, last != .upper { endSegment() }
    case .underscore, .other: break
    }
    last = current
    guard current != .underscore, current != .other else { continue }
    result.append(lowercased(byte))
  }
  endSegment()
  return String(decoding: result, as: UTF8.self)
}

private let objectiveCCapitalSegments = ["url", "http", "https"]
