import MoultProto
import MoultSource

/// Who generates which Objective-C name, over all `.proto` files of a project.
struct GeneratedNames: Sendable {
  /// One declaration that gives a name.
  struct Holder: Hashable, Sendable {
    let path: String
    let subject: String
    let range: ByteRange?
    let isService: Bool

    /// What makes two holders the same declaration, of which a project may hold copies.
    fileprivate let identity: String
  }

  /// The names that more than one declaration gives, with these in the order of the files.
  let contested: [String: [Holder]]

  /// By path: the contested names that a file gives, in order.
  let contestedByPath: [String: [String]]

  /// - Parameters:
  ///   - files: sorted by path.
  ///   - described: files that only descriptors tell of, whose code is linked as well.
  ///   - consumers: without one nothing is looked at.
  init(
    _ files: [ProtoFile], described: [ProtoFile], _ prefixes: ClassPrefixSources,
    consumers: [ObjectiveCConsumer]
  ) {
    guard !consumers.isEmpty else {
      contested = [:]
      contestedByPath = [:]
      return
    }
    var holders: [String: [Holder]] = [:]
    let consumed = files.filter { file in consumers.contains { $0.consumes(file.path) } }
    // Findings stand at all holders but the first, so what has no text goes first.
    for file in described + consumed {
      let services = Set(file.services.map { file.fullName(of: $0) })
      let prefix = prefixes.prefix(of: file).value
      for symbol in file.objectiveCTypes(prefix: prefix) {
        let isRoot = symbol.subject == file.path
        let holder = Holder(
          path: file.path, subject: symbol.subject, range: symbol.range,
          isService: services.contains(symbol.subject),
          identity: isRoot ? "\(file.package)/\(lastComponent(ofPath: file.path))" : symbol.subject)
        let known = holders[symbol.name] ?? []
        // A copy of a file is the same declaration.
        if !known.contains(where: { $0.identity == holder.identity }) {
          holders[symbol.name] = known + [holder]
        }
      }
    }
    let contested = holders.filter { $0.value.count > 1 }
    self.contested = contested
    var byPath: [String: [String]] = [:]
    for (name, holders) in contested.sorted(by: { $0.key < $1.key }) {
      for path in Set(holders.map(\.path)) { byPath[path, default: []].append(name) }
    }
    contestedByPath = byPath
  }
}
