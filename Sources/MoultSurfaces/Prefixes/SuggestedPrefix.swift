import MoultProto

extension SurfaceFacts {
  /// Returns a command that gives the package of a file a prefix that no other package has.
  ///
  /// The prefix is the one that the configuration wants, or that most files of the package have, or that its authors publish it
  /// with, or else what buf derives from the package, with `X` behind it until it is free.
  func renamePrefixCommand(for proto: ProtoFile) -> String {
    let own = classPrefix.prefix(ofPackage: proto.package)
    let stated = statedPrefixes.majority(ofPackage: proto.package)
    let isFit = stated.map { isFree($0, for: proto.package) && isFitPrefix($0) } ?? false
    var prefix =
      own ?? (isFit ? stated : nil) ?? statedPrefixes.derived[proto.package]
      ?? publishedPrefix(ofPackage: proto.package)
      ?? derivedObjectiveCPrefix(forPackage: proto.package)
    if own == nil {
      // What begins otherwise never becomes fit by what is put behind it.
      prefix = String(prefix.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
      if prefix.first.map({ !$0.isUppercase }) ?? true { prefix = "APP" }
      while !isFitPrefix(prefix) || !isFree(prefix, for: proto.package) { prefix += "X" }
    }
    return MoultSurfaces.renamePrefixCommand(proto.package, to: prefix)
  }

  private func isFree(_ prefix: String, for package: String) -> Bool {
    (statedPrefixes.packages[prefix] ?? []).allSatisfy { $0.package == package }
  }
}

/// Returns the command as a shell reads it; the package may be empty.
func renamePrefixCommand(_ package: String, to prefix: String) -> String {
  "moult rename-prefix \(package.isEmpty ? "\"\"" : package) \(prefix)"
}

/// Returns a command that gives the Swift types of a file without a package a prefix.
func renameSwiftPrefixCommand(for proto: ProtoFile) -> String {
  let stem = objectiveCFileStem(proto.path)
  return renamePrefixCommand(proto.package, to: "\(stem.isEmpty ? "App" : stem)_")
    + " --option swift_prefix"
}

private func isFitPrefix(_ prefix: String) -> Bool {
  prefix.utf8.count >= 3 && !isReservedPrefix(prefix)
    && prefix.utf8.first.map { (0x41...0x5A).contains($0) } ?? false
    && prefix.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: false
      }
    }
}
