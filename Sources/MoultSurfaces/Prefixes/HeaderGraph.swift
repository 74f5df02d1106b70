import MoultObjC
import MoultProto
import MoultSource

/// Which Objective-C files see generated headers, directly or through other headers.
///
/// Headers are told apart by the last component of their paths, as search paths are not known.
struct HeaderGraph: Sendable {
  private var includers: [String: [String]] = [:]
  private var pathsByName: [String: [String]] = [:]
  private var includes: [String: [String]] = [:]

  /// - Parameter files: the Objective-C files of the project, generated ones included.
  /// - Complexity: O(*n*) in the files and their imports.
  init(_ files: [ObjCFile]) {
    for file in files {
      let path = file.source.path
      pathsByName[lastComponent(ofPath: path), default: []].append(path)
      includes[path] = file.imports.map { lastComponent(ofPath: $0.path) }
      for name in includes[path] ?? [] { includers[name, default: []].append(path) }
    }
  }

  /// Returns the paths of the files that see one of some headers.
  ///
  /// - Parameter headers: the names of the generated headers that count, be they in the project or not.
  /// - Complexity: O(*n*) in the files that do and their imports.
  func seeing(_ headers: Set<String>) -> Set<String> {
    var seeing: Set<String> = []
    var open = headers.flatMap { includers[$0] ?? [] }
    while let path = open.popLast() {
      if seeing.insert(path).inserted { open += includers[lastComponent(ofPath: path)] ?? [] }
    }
    // A header is read where it is included: what its includer sees is visible in it.
    open = Array(seeing)
    while let path = open.popLast() {
      for name in includes[path] ?? [] where !headers.contains(name) {
        for target in pathsByName[name] ?? [] where seeing.insert(target).inserted {
          open.append(target)
        }
      }
    }
    return seeing
  }
}

/// The names of the headers that are generated for a file: of its messages, then of its services.
func generatedHeaders(of proto: ProtoFile) -> [String] {
  let stem = objectiveCFileStem(proto.path)
  return ["\(stem).pbobjc.h", "\(stem).pbrpc.h"]
}

/// Whether a header brings Objective-C into Swift, as Xcode and people call such headers.
func isBridgingHeader(_ path: String) -> Bool {
  let name = lastComponent(ofPath: path).lowercased()
  return name.hasSuffix("bridging-header.h") || name.hasSuffix("bridgingheader.h")
    || name.hasSuffix("bridging_header.h")
}
