import MoultManifests
import MoultMatching
import MoultSource

/// What an Xcode project says instead of a package and its products, where their successors are several.
///
/// New objects are copies of those that they stand behind. Their identifiers follow from the identifiers of these and
/// from what they are for, so that each run writes the same.
struct XcodeSuccession {
  /// What gives the reference to the package its new address, and takes away products without a successor.
  private(set) var ofPackage: [Edit] = []

  /// What gives each product its successors, by the place of its name.
  private(set) var ofProducts: [ByteRange: [Edit]] = [:]

  private let project: XcodeObjects
  private let reference: XcodeEntry

  /// The identifiers of the new packages' references, by the last part of their address.
  private var packages: [String: String] = [:]

  /// - Parameters:
  ///   - isOld: whether an address and a version are those of the package that is left.
  ///   - isSuccessor: whether an address is one of its successors.
  /// - Returns: one for each reference to the package, by the place of its version; none where the project refers to a
  ///   successor already, or where something has to be left to a person.
  static func all(
    in project: XcodeObjects, _ put: PutSpec,
    isOld: (_ address: String, _ version: VersionNumber) -> Bool,
    isSuccessor: (_ address: String) -> Bool
  ) -> [ByteRange: XcodeSuccession] {
    let references = project.objects("XCRemoteSwiftPackageReference")
    guard !references.contains(where: { isSuccessor($0.word("repositoryURL")?.text ?? "") }) else {
      return [:]
    }
    var result: [ByteRange: XcodeSuccession] = [:]
    for reference in references {
      guard let version = plainVersion(of: reference),
        let number = VersionNumber(version.text),
        isOld(reference.word("repositoryURL")?.text ?? "", number)
      else { continue }
      guard let succession = XcodeSuccession(project, put, of: reference) else { return [:] }
      result[version.range] = succession
    }
    return result
  }

  /// - Returns: nil where something is taken from the package that the page knows no successor of, where its
  ///   requirement is no plain version, where a script names what goes, or where objects are used in a way that is not
  ///   known here.
  private init?(_ project: XcodeObjects, _ put: PutSpec, of reference: XcodeEntry) {
    (self.project, self.reference) = (project, reference)
    let products = project.objects("XCSwiftPackageProductDependency").filter {
      $0.word("package")?.text == reference.key.text
    }
    let removed = successors("removedInXcode", put).map(\.name)
    var gone: [XcodeEntry] = []
    var kept: [(product: XcodeEntry, successors: [Successor])] = []
    for product in products {
      let name = product.word("productName")?.text ?? ""
      if removed.contains(name) {
        gone.append(product)
      } else {
        kept.append((product, successors(name, put)))
      }
    }
    // What names no package may be taken from this one.
    let isOnlyNamed =
      products.isEmpty
      && !project.objects("XCSwiftPackageProductDependency").contains { product in
        let name = product.word("productName")?.text ?? ""
        return product.word("package") == nil
          && (removed.contains(name) || !successors(name, put).isEmpty)
      }
    guard !kept.isEmpty || isOnlyNamed, kept.allSatisfy({ !$0.successors.isEmpty }),
      !project.scripts.contains(where: { script in removed.contains { script.contains($0) } }),
      project.uses(of: reference.key.text) == Self.uses(of: reference, in: project, products),
      products.allSatisfy({ isWhole($0) })
    else { return nil }
    let used = Set(kept.flatMap(\.successors).map(\.detail))
    let wanted =
      successors("packages", put)
      + successors("packagesWhenUsed", put).filter { used.contains($0.identity) }
    for (index, package) in wanted.enumerated() {
      packages[package.identity] =
        index == 0
        ? reference.key.text : project.identifier(for: package.identity, beside: reference)
    }
    guard used.allSatisfy({ packages[$0] != nil }) else { return nil }
    for (product, successors) in kept {
      guard let name = product.word("productName") else { return nil }
      ofProducts[name.range] = edits(of: product, successors)
    }
    ofPackage = project.edits(
      of: [reference.key.text], [reference], wanted.compactMap { renaming(of: $0) })
    for entry in gone.flatMap({ [$0] + project.buildFiles(of: $0) }) {
      ofPackage.append(project.removal(of: entry.range))
      ofPackage += project.elements(entry.key.text).map { project.removal(of: $0.range) }
    }
  }

  /// How often a reference is named where this is known: in itself, in lists, and by products.
  private static func uses(
    of reference: XcodeEntry, in project: XcodeObjects, _ products: [XcodeEntry]
  ) -> Int {
    1 + project.elements(reference.key.text).count + products.count
  }

  /// Whether a product is named in lists and by files of build phases alone.
  private func isWhole(_ product: XcodeEntry) -> Bool {
    let files = project.buildFiles(of: product)
    func elements(_ entry: XcodeEntry) -> Int { project.elements(entry.key.text).count }
    return project.uses(of: product.key.text) == 1 + elements(product) + files.count
      && files.allSatisfy { project.uses(of: $0.key.text) == 1 + elements($0) }
  }

  private func edits(of product: XcodeEntry, _ successors: [Successor]) -> [Edit] {
    let files = project.buildFiles(of: product)
    let family = [product] + files
    let old = product.word("productName")?.text ?? ""
    let renamings = successors.enumerated().map { index, successor in
      var renaming = XcodeRenaming()
      renaming.words[old] = successor.name
      if let package = packages[successor.detail] {
        renaming.words[reference.key.text] = package
        renaming.comments[reference.key.text] = XcodeRenaming.packageComment(
          reference, successor.detail)
      }
      for entry in family {
        renaming.comments[entry.key.text] = (old, successor.name)
        if index > 0 {
          renaming.words[entry.key.text] = project.identifier(for: successor.name, beside: entry)
        }
      }
      return renaming
    }
    return project.edits(of: family.map(\.key.text), family, renamings)
  }

  private func renaming(of package: Successor) -> XcodeRenaming? {
    guard let id = packages[package.identity], let address = reference.word("repositoryURL"),
      let version = plainVersion(of: reference)
    else { return nil }
    var renaming = XcodeRenaming()
    renaming.words = [
      reference.key.text: id, address.text: "\"https://github.com/\(package.name).git\"",
      version.text: package.detail, "version": "minimumVersion",
      "exactVersion": "upToNextMajorVersion", "upToNextMinorVersion": "upToNextMajorVersion",
    ]
    renaming.comments[reference.key.text] = XcodeRenaming.packageComment(
      reference, package.identity)
    return renaming
  }
}

/// The version that a reference requires, unless it requires a range, a branch or a commit.
private func plainVersion(of reference: XcodeEntry) -> XcodeWord? {
  guard let requirement = reference.entries.first(where: { $0.key.text == "requirement" }) else {
    return nil
  }
  switch requirement.word("kind")?.text {
  case "exactVersion": return requirement.word("version")
  case "upToNextMajorVersion", "upToNextMinorVersion": return requirement.word("minimumVersion")
  default: return nil
  }
}

/// `name@detail`: a product and its package, or a package and its first release.
private struct Successor {
  let name: String
  let detail: String

  /// The last part of a package's name.
  var identity: String { name.split(separator: "/").last.map(String.init) ?? name }
}

private func successors(_ key: String, _ put: PutSpec) -> [Successor] {
  ((put.table[key] ?? nil) ?? "").split(separator: " ").map { text in
    let parts = text.split(separator: "@").map(String.init)
    return Successor(name: parts[0], detail: parts.count == 2 ? parts[1] : "")
  }
}

/// What other words stand in a copy of a part of an Xcode project, or in the part itself.
struct XcodeRenaming {
  var words: [String: String] = [:]

  /// What the comment behind a word says, and will say instead.
  var comments: [String: (old: String, new: String)] = [:]

  static func packageComment(_ reference: XcodeEntry, _ identity: String) -> (String, String) {
    let old = repositoryName(reference.word("repositoryURL")?.text ?? "").split(separator: "/").last
    return ("\"\(old ?? "")\"", "\"\(identity)\"")
  }
}
