import ArgumentParser
import Foundation
import MoultAnalysis
import MoultFindings
import MoultReporting
import MoultSource
import MoultSurfaces

/// `moult learn`: rule pages from two versions of a library.
struct LearnCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn", _superCommandName: "moult",
    abstract: "Draft rule pages from what two versions of a library declare.",
    discussion: """
      A version is a '.swiftinterface', a folder of them, a checkout with a 'Package.swift', or a folder of Swift files. \
      What was renamed, got other labels, effects or another optionality, moved, went or became deprecated is on a page: \
      with a fix where the library itself or its types say which, for a person with the likeliest successors otherwise. \
      Each page has passed as 'moult test' judges it, and a fix is 'safe' only if the Swift compiler in PATH has accepted \
      the code on both sides.
      """)

  @Argument(help: ArgumentHelp("The older version.", valueName: "old"))
  var old: String

  @Argument(help: ArgumentHelp("The newer version.", valueName: "new"))
  var new: String

  @Option(
    help: ArgumentHelp(
      "Write the pages and the interfaces of both versions into this rule folder (default: list what would be written).",
      valueName: "folder"))
  var into: String?

  @Option(
    help: ArgumentHelp(
      "What the library's folder and rules are called (default: the name of the newer version's only module or folder).",
      valueName: "name"))
  var library: String?

  @Option(help: ArgumentHelp("The eras that the pages lead between.", valueName: "hop"))
  var hop = "1-2"

  @Option(help: "How to print the list.")
  var format: ListFormat = .text

  @Flag(
    inversion: .prefixedNo,
    help: "Have the Swift compiler in PATH judge the code of both sides; without, no fix is 'safe'."
  )
  var typeCheck = true

  @OptionGroup var catalogue: CatalogueOption

  func validate() throws {
    let ends = hop.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard ends.count == 2, let from = ends[0], let to = ends[1], from < to else {
      throw ValidationError("'\(hop)' is not a hop such as '2-3'")
    }
    guard let library else { return }
    do throws(Failure) {
      _ = try Self.checked(library)
    } catch {
      throw ValidationError(error.message)
    }
  }

  func run() async throws {
    let progress = Progress()
    progress.begin("reading two versions")
    let name = try library ?? Self.name(of: new)
    let ends = hop.split(separator: "-").map(String.init)
    let known = try into.map(Self.known) ?? []
    let versions = try LibraryVersions(
      LibraryDraftRequest(
        library: name, from: ends[0], to: ends[1], version: "\(name) \(ends[1])", known: known),
      old: old, new: new, catalogue: catalogue.folder)
    progress.begin("drafting pages")
    let drafts = try await versions.drafts(checkingTypes: typeCheck)
    progress.pause()
    if let into { try write(drafts.pages + versions.interfaces, into) }
    switch format {
    case .text: Terminal.write(text(drafts, name))
    case .json: Terminal.write(try json(drafts, name))
    }
  }

  /// The declarations that the pages of a folder are about already.
  private static func known(in folder: String) throws -> Set<String> {
    guard access(folder, F_OK) == 0, let directory = resolvedPath(".") else { return [] }
    let pages = try rulePages(in: [folder], of: directory).filter { $0.name.hasSuffix(".md") }
    do throws(PageError) {
      return try declarations(namedBy: pages.map(\.catalogueText))
    } catch {
      throw Failure(error.description)
    }
  }

  /// A package's name as rule ids have it: lower case, with `-` for what an id cannot have.
  static func ruleName(_ package: String) -> String {
    String(
      package.lowercased().map { character in
        character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
      })
  }

  /// A library's name from that of its newer version: `AcmeNet.swiftinterface`, `checkouts/acme-net`.
  static func name(of path: String) throws -> String {
    guard let real = resolvedPath(path) else {
      throw Failure("cannot read '\(path)': \(systemMessage(errno))")
    }
    let last = real.split(separator: "/").last.map(String.init) ?? ""
    return try checked(String(last.prefix { $0 != "." }).lowercased())
  }

  private static func checked(_ name: String) throws(Failure) -> String {
    let isName =
      name.first?.isLetter ?? false
      && name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
    guard isName else {
      throw Failure(
        "'\(name)' cannot be a library's name in rule ids; say one in lower case with --library")
    }
    return name
  }

  /// Writes what is not there yet; no page is written over.
  private func write(_ texts: [CatalogueText], _ folder: String) throws {
    for text in texts {
      let path = joined(folder, text.path)
      guard access(path, F_OK) != 0 else {
        if path.hasSuffix(".md") { throw Failure("'\(path)' is there already") }
        continue
      }
      do {
        try FileManager.default.createDirectory(
          atPath: parentFolder(path), withIntermediateDirectories: true)
      } catch {
        throw Failure("cannot make the folder of '\(path)': \(error.localizedDescription)")
      }
      try writeWhole(text.text, to: path, called: path)
    }
  }

  private func text(_ drafts: LibraryDrafts, _ name: String) -> String {
    var output = ""
    for change in drafts.changes {
      output += "\(change.safety.rawValue)  \(change.name): \(change.message)\n"
      if let put = change.put {
        output += "  put: \(put)\n"
      } else if !change.candidates.isEmpty {
        output += "  likely: \(change.candidates.joined(separator: ", "))\n"
      }
      if let reason = change.reason {
        output += "  \(change.page == nil ? "no page" : "no fix"): \(reason)\n"
      }
    }
    let drafted = drafts.changes.filter { $0.page != nil }
    let fixes = drafted.filter { $0.put != nil }
    let safe = fixes.count { $0.safety == .safe }
    output +=
      "\(drafts.changes.count) changes: \(drafted.count) on \(drafts.pages.count) pages, \(fixes.count) of them with a fix (\(safe) safe)\n"
    if !drafts.isTypeChecked {
      output +=
        typeCheck
        ? "not type-checked: there is no 'swiftc' in PATH that reads both versions, so no fix is safe\n"
        : "not type-checked, so no fix is safe\n"
    }
    if let into {
      output += "Wrote \(joined(into, name))\nnext: edit the pages, then run 'moult test \(into)'\n"
    } else if !drafts.pages.isEmpty {
      output += "next: --into writes the pages\n"
    }
    return output
  }

  private func json(_ drafts: LibraryDrafts, _ name: String) throws -> String {
    let list = LearnedPages(
      library: name, hop: hop, typeChecked: drafts.isTypeChecked, pages: drafts.pages.map(\.path),
      changes: drafts.changes.map { change in
        LearnedPages.Change(
          name: change.name, message: change.message, page: change.page?.rawValue,
          safety: change.safety.rawValue, put: change.put, candidates: change.candidates,
          reason: change.reason)
      })
    return try jsonText(list) + "\n"
  }
}

/// What `moult learn --format json` prints.
private struct LearnedPages: Codable {
  let library: String
  let hop: String
  let typeChecked: Bool
  let pages: [String]
  let changes: [Change]

  struct Change: Codable {
    let name: String
    let message: String
    /// Nil where no page is about it.
    let page: String?
    let safety: String
    let put: String?
    let candidates: [String]
    let reason: String?
  }
}
