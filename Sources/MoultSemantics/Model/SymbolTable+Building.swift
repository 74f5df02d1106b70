import MoultSource
import MoultSyntax

extension SymbolTable {
  /// Collects and binds what interfaces declare, and what the compiler knows without any; types are resolved
  /// later, on demand.
  ///
  /// - Parameter own: the project's modules, which are no library's.
  /// - Parameter types: what the symbols ask for their types.
  init(interfaces: [InterfaceFile], without own: Set<String>, types late: LateTypes) {
    // A supplied interface replaces the built-in one of its module; the standard library stays ours.
    let supplied = interfaces.filter { $0.module != "Swift" && !own.contains($0.module) }
    let replaced = own.union(supplied.map(\.module))
    if replaced.isDisjoint(with: MoultSemantics.builtInModules) {
      self = builtInDeclarations.table
      builtInFiles = files.count
      add(supplied, types: late)
    } else {
      self.init()
      add(builtInInterfaces.filter { !replaced.contains($0.module) } + supplied, types: late)
    }
  }

  /// Collects and binds what the modules declare that are known without any interface.
  init(builtIn interfaces: [InterfaceFile], types late: LateTypes) {
    self.init()
    add(interfaces, types: late)
  }

  private mutating func add(_ interfaces: [InterfaceFile], types late: LateTypes) {
    builtInModules = visibleModules
    let (firstFile, firstType) = (files.count, types.count)
    for interface in interfaces {
      let era = (library: interface.library, era: interface.era)
      let isKnown = libraries[interface.module].map { $0 != era || interface.isAddition } ?? false
      if !interface.isAddition || !isKnown { libraries[interface.module] = era }
      let origin = SymbolOrigin.interface(path: interface.tree.source.path)
      add(
        interface.tree, module: interface.module, origin: origin, era: era,
        addsToOlderEra: isKnown, late: late)
    }
    // What a newer era adds to types of an older one needs these to be there.
    let added = firstFile..<files.count
    let newer = added.filter { files[$0].addsToOlderEra }
    var pending = collect(files: added.filter { !newer.contains($0) }, jobs: 2, atLeast: 2)
    for index in newer { pending += collect(file: index) }
    noteImpliedInterfaces()
    bindExtensions(pending)
    addImplicitMembers(from: firstType)
  }

  /// Adds and binds the project's files, and text made for them.
  ///
  /// What is there already is shared with other tables, and only gets new members and extensions here.
  ///
  /// - Parameters:
  ///   - late: what the symbols ask for their types.
  ///   - jobs: how many threads collect; the result does not depend on it.
  mutating func add(
    files projectFiles: [ProjectFile], synthesized: [SynthesizedSource],
    impliedImports: [String: Set<String>], earlier: EarlierEras, types late: LateTypes, jobs: Int
  ) {
    earlierModules = earlier.modules
    newerModules = earlier.newer
    sharedFiles = files.count
    setProjectModules(Set(projectFiles.map(\.module)))
    self.impliedImports = impliedImports
    let firstType = types.count
    // In the order of their paths, so that nothing depends on how they were found.
    let inOrder = projectFiles.sorted { $0.tree.source.path < $1.tree.source.path }
    let first = files.count
    let contexts = parallelRanges(inOrder.count, jobs: jobs, atLeast: 64) { part in
      part.map { position in
        let file = inOrder[position]
        let path = file.tree.source.path
        return FileContext(
          index: first + position, tree: file.tree, module: file.module,
          origin: .project(path: path, isGenerated: file.isGenerated), late: late,
          place: file.place)
      }
    }
    for context in contexts.joined() { add(context) }
    for source in synthesized {
      add(
        source.tree, module: source.module, origin: .synthesized(reason: source.reason), late: late)
    }
    let pending = collect(files: Array(sharedFiles..<files.count), jobs: jobs, atLeast: 16)
    noteImpliedInterfaces()
    bindExtensions(pending, jobs: jobs)
    addImplicitMembers(from: firstType, jobs: jobs)
    noteEarlierTypes(earlier.types)
  }
}
