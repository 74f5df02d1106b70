import MoultReporting
import MoultRules
import MoultSource
import MoultSurfaces

/// What another text of one file does to the files of a tree.
enum TextChange {
  /// Nothing: it is still a file that no rule can have anything to say about.
  case nothing
  /// No more than that the file has another text.
  case ofText(Workspace, WorkspaceFile)
  /// Perhaps more: where programs end, which of them show a library, what is generated.
  case ofTree
}

extension Workspace {
  /// Returns what changes where a file gets another text.
  ///
  /// The tree stays what it is where a Swift file imports the same, is generated as before, and is evidence of a library
  /// as before: it rests on nothing else of handwritten Swift.
  ///
  /// - Parameters:
  ///   - path: as output names the file.
  ///   - old: the text that was read.
  /// - Complexity: O(*n*) in both texts, and in the number of files.
  func change(of path: String, from old: [UInt8], to new: [UInt8]) -> TextChange {
    guard Surface(path: path) == .swift else { return .ofTree }
    let index = files.firstIndex { $0.source.path == path }
    let isInScope = index.map { files[$0].isInScope } ?? true
    let before = LoadedFile(old, at: path, isInScope: isInScope)
    let after = LoadedFile(new, at: path, isInScope: isInScope)
    guard before.gap == nil, after.gap == nil, let file = after.file,
      before.imports == after.imports, before.isGenerated == after.isGenerated,
      before.surface == after.surface
    else { return .ofTree }
    func anchors(_ text: [UInt8]) -> [String] {
      scanner.anchors(in: text).map { scanner.anchors[$0] }
    }
    let (known, found) = (anchors(old), anchors(new))
    guard shows(before, known) == shows(after, found) else { return .ofTree }
    guard let index else { return .nothing }
    let replaced = WorkspaceFile(
      source: file.source, surface: file.surface, isGenerated: file.isGenerated,
      isInScope: isInScope, anchors: found)
    return .ofText(replacing(index, by: replaced), replaced)
  }

  /// What a file shows, by itself and beside `.proto` files, and whether it speaks to Moult.
  private func shows(_ file: LoadedFile, _ anchors: [String]) -> [Bool] {
    guard let evidence else { return [anchors.isEmpty] }
    return [false, true].map {
      evidence.shows(.swift, imports: file.imports, anchors: anchors, seesProtos: $0)
    } + [evidence.concernsMoult(anchors)]
  }
}
