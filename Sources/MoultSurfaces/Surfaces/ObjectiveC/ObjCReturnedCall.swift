import MoultFindings
import MoultMatching
import MoultObjC
import MoultSource

/// A call that a method returns as a protocol of the project, by which it can be started or cancelled and nothing else.
///
/// The old class adopts the protocol in a category, and so does the new one then.
struct ObjCReturnedCall {
  /// What lets the new class adopt the protocol; nil where it does.
  let adoption: FileEdits?

  /// - Parameters:
  ///   - place: where the call is returned.
  ///   - callClass: the class of the new call.
  /// - Returns: nil for what is returned as anything else.
  init?(at place: ByteRange, _ match: ObjCMatch, _ callClass: String) {
    let (file, model) = (match.file, match.project.model)
    guard !file.blocks.contains(where: { $0.body.contains(place.lowerBound) }),
      let method = file.methods.first(where: { $0.body?.contains(place.lowerBound) == true }),
      method.result.name == "id", method.result.arguments.count == 1,
      let name = method.result.arguments.first,
      let requirements = model.requirements(ofProtocol: name),
      requirements.isSubset(of: ["start", "cancel"])
    else { return nil }
    guard !model.adopts(callClass, name) else {
      adoption = nil
      return
    }
    let categories = match.project.emptyCategories(of: "GRPCProtoCall", adopting: name)
    guard categories.count == 1, let (header, category) = categories.first,
      file.sees(header.source.path)
    else { return nil }
    adoption = FileEdits(
      path: header.source.path,
      edits: header.importEdits(adding: ["ProtoRPC/ProtoRPC.h"])
        + [header.copy(of: category, for: callClass)])
  }
}

/// Whether an expression is all that a statement returns.
func isReturned(_ expression: ByteRange, in source: SourceText) -> Bool {
  let before = source.bytes[..<expression.lowerBound.index].reversed().drop { $0.isBlank }
  let behind = source.bytes[expression.upperBound.index...].drop { $0.isBlank }
  return before.starts(with: "return".utf8.reversed()) && behind.first == UInt8(ascii: ";")
}

extension ObjCProject {
  /// The categories of a class that add a protocol to it and nothing else, in the order of paths.
  fileprivate func emptyCategories(
    of name: String, adopting protocolName: String
  ) -> [(file: ObjCFile, category: ObjCContainer)] {
    types.sorted { $0.key < $1.key }.map(\.value.file).flatMap { file in
      file.containers.enumerated().filter { index, container in
        container.kind == .category && container.name == name && container.end != nil
          && container.protocols == [protocolName]
          && !file.methods.contains { $0.container == index }
          && !file.properties.contains { $0.container == index }
      }.map { (file, $0.element) }
    }
  }
}

extension ObjCFile {
  /// Whether a file is this one, or is imported by it.
  fileprivate func sees(_ path: String) -> Bool {
    let name = path.split(separator: "/").last
    return source.path == path || imports.contains { $0.path.split(separator: "/").last == name }
  }

  /// Writes a category again, for another class, behind the one that it is made of.
  fileprivate func copy(of category: ObjCContainer, for name: String) -> Edit {
    let end = category.range.upperBound
    let lineBreak = source.bytes.lineEnding
    let head = source.text(category.nameRange.upperBound..<end)
    return Edit(end..<end, lineBreak + lineBreak + "@interface " + name + head)
  }
}
