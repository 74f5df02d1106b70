import Foundation
import MoultAnalysis
import MoultLearning
import MoultRules
import MoultSemantics
import MoultSource
import MoultSurfaces

/// Two versions of a library, as texts that rule pages can be drafted over.
struct LibraryVersions {
  let request: LibraryDraftRequest

  /// The interfaces of both, to lie beside the pages.
  let interfaces: [CatalogueText]

  /// These, and the interfaces of what they import.
  private let texts: [CatalogueText]

  /// The same as a compiler reads them.
  private let readable: [CatalogueText]

  /// - Parameters:
  ///   - old: as `libraryInterfaces(at:)` takes it.
  ///   - new: the same of the newer version.
  ///   - catalogue: a folder to read instead of the interfaces that are built in.
  init(
    _ request: LibraryDraftRequest, old: String, new: String, catalogue: String?
  ) throws(Failure) {
    self.request = request
    let before = try libraryInterfaces(at: old, keepingBodies: true)
    let after = try libraryInterfaces(at: new, keepingBodies: true)
    func texts(_ interfaces: [LearnedInterface], _ era: String) -> [CatalogueText] {
      interfaces.map {
        CatalogueText(
          path: "\(request.library)/\(era)/\($0.module).swiftinterface", text: $0.text)
      }
    }
    interfaces =
      texts(try libraryInterfaces(at: old, keepingBodies: false), request.from)
      + texts(try libraryInterfaces(at: new, keepingBodies: false), request.to)
    let own = Set((before + after).map(\.module))
    let others = try catalogue.map(catalogueTexts) ?? embeddedTexts
    let around =
      others.filter { text in
        guard text.path.hasSuffix(".swiftinterface"),
          let name = text.path.split(separator: "/").last
        else { return false }
        return !own.contains(String(name.dropLast(".swiftinterface".count)))
          && !text.path.hasPrefix(request.library + "/")
      }
    self.texts = around + texts(before, request.from) + texts(after, request.to)
    readable = around + interfaces
  }

  /// Drafts the pages.
  ///
  /// - Parameter checksTypes: whether the compiler in `PATH` judges them, if there is one.
  func drafts(checkingTypes checksTypes: Bool) async throws -> LibraryDrafts {
    let judge =
      checksTypes && SwiftCompiler.isInPath
      ? try DraftCompiler(request, try Catalogue(readable)) : nil
    defer { judge?.compiler.removeFiles() }
    do {
      guard let judge else { return try await draftedPages(request, texts, judge: nil) }
      return try await draftedPages(request, texts) { side, files in
        try await judge.refused(side, files)
      }
    } catch let problem as DraftProblem {
      throw Failure(problem.message)
    } catch let error as PageError {
      throw Failure(error.description)
    }
  }
}

/// Asks a compiler about code of either version.
private actor DraftCompiler {
  nonisolated let compiler: SwiftCompiler
  private let eras: [EraModules]
  private let modules: [Set<String>]
  private var isReadable: [Bool?] = [nil, nil]
  private var count = 0

  init(_ request: LibraryDraftRequest, _ catalogue: Catalogue) throws(Failure) {
    compiler = try SwiftCompiler()
    let page = "\(request.library)/\(request.hop)/page.md"
    eras = [HopEnd.start, .end].map { EraModules($0, ofPage: page, in: catalogue) }
    modules = [request.from, request.to].map { era in
      Set(
        catalogue.interfaces.all.filter { $0.library == request.library && $0.era == era }
          .map(\.module))
    }
  }

  /// The lines that the compiler refuses, by file; nil if it cannot read the interfaces.
  func refused(_ side: DraftSide, _ files: [String: String]) throws -> [String: Set<Int>]? {
    let index = side == .old ? 0 : 1
    let isReadable =
      try self.isReadable[index]
      ?? compiler.prepare(eras[index], index: index, reading: modules[index]).isEmpty
    self.isReadable[index] = isReadable
    guard isReadable else { return nil }
    if files.isEmpty { return [:] }
    count += 1
    // The compiler lets one file alone have statements outside of functions, and none here needs them.
    let sources = files.sorted { $0.key < $1.key }.map { path, text in
      SourceText(path: path, bytes: Array(text.utf8))
    }
    var lines: [String: Set<Int>] = [:]
    for error in try compiler.errors(in: sources, beside: [], era: index, id: count) {
      guard let path = error.path else { return nil }
      lines[path, default: []].insert(error.line)
    }
    return lines
  }
}
