import MoultMatching
import MoultSemantics
import MoultSource
import MoultSurfaces
import Synchronization

/// Which modules declare names that pages write, so that no page says what has to be imported.
///
/// A class because all rules share what was read, and nothing is read before a fix needs it.
package final class DeclaringModules: Sendable {
  private let interfaces: [String: [CatalogueText]]

  /// The modules that the pages about imports write, by hop: `grpc-swift/1-2`.
  private let replaced: Mutex<[String: Set<String>]>

  /// The modules by the names that they declare, by folder: `grpc-swift/2`.
  private let read = Mutex<[String: ModulesByName]>([:])

  /// - Parameter texts: the interfaces.
  init(_ texts: [CatalogueText]) {
    interfaces = Dictionary(grouping: texts) { eraFolder(of: $0.path) }
    replaced = Mutex([:])
  }

  /// Says what the pages about imports write, for which nothing has to be imported.
  func leaveOut(_ modules: Set<String>, inHop hop: String) {
    replaced.withLock { $0[hop, default: []].formUnion(modules) }
  }

  /// Returns the modules that code of a page needs, by the names that it writes.
  ///
  /// A module that a page of the same hop puts in the place of another is imported by that page.
  ///
  /// - Parameters:
  ///   - texts: code with metavariables.
  ///   - path: the page's, which says to which era it leads.
  func modules(for texts: [String], onPage path: String) -> Set<String> {
    let parts = path.split(separator: "/").map(String.init)
    guard let folder = newEraFolder(ofPage: path) else { return [] }
    let names = texts.reduce(into: Set<String>()) { $0.formUnion(leadingNames(in: $1)) }
    guard !names.isEmpty else { return [] }
    let own = modulesByName(folder)
    let support = modulesByName("support")
    var modules: Set<String> = []
    for name in names {
      if own.modules.contains(name) || support.modules.contains(name) {
        modules.insert(name)
      } else if let module = own.byName[name] ?? support.byName[name] ?? foundationModule(of: name)
      {
        modules.insert(module)
      }
    }
    let left = replaced.withLock { $0["\(parts[0])/\(parts[1])"] ?? [] }
    return modules.subtracting(left)
  }

  /// Returns the types that a module declares outside of any other.
  ///
  /// - Parameter path: of a page, which says to which era it leads.
  func types(declaredBy module: String, forPage path: String) -> Set<String> {
    let names = newEraFolder(ofPage: path).map { modulesByName($0).byName } ?? [:]
    return Set(names.filter { $0.value == module && $0.key.first?.isUppercase == true }.keys)
  }

  /// Returns the module that declares a name outside of any type.
  ///
  /// - Parameter path: of a page, which says to which era it leads.
  func module(declaring name: String, forPage path: String) -> String? {
    newEraFolder(ofPage: path).flatMap { modulesByName($0).byName[name] }
      ?? modulesByName("support").byName[name]
  }

  private func modulesByName(_ folder: String) -> ModulesByName {
    if let known = read.withLock({ $0[folder] }) { return known }
    let new = ModulesByName(interfaces[folder] ?? [], passesOn: folder != "support")
    read.withLock { $0[folder] = new }
    return new
  }
}

/// The top-level names of one folder's interfaces.
private struct ModulesByName {
  private(set) var byName: [String: String] = [:]
  let modules: Set<String>

  /// - Parameter passesOn: whether a module that passes on another is what one imports.
  /// - Complexity: O(*n*) in the bytes of the interfaces.
  init(_ texts: [CatalogueText], passesOn: Bool) {
    modules = Set(texts.map { moduleName($0.path) })
    let read = texts.map { (module: moduleName($0.path), lines: TopLevelLines($0.text)) }
    // A module that declares nothing is there to be imported for others; what a library passes on is another's.
    var umbrellas: [String: String] = [:]
    for (module, lines) in read where passesOn && lines.names.isEmpty {
      for other in lines.passedOn { umbrellas[other] = module }
    }
    for (module, lines) in read {
      for name in lines.names where byName[name] == nil {
        byName[name] = umbrellas[module] ?? module
      }
    }
  }
}

/// What an interface says outside of any type.
private struct TopLevelLines {
  private(set) var names: [String] = []

  /// The modules that it passes on.
  private(set) var passedOn: [String] = []

  init(_ text: String) {
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      // What is indented, a comment or the end of a type declares nothing here.
      switch line.first {
      case UInt8(ascii: " "), UInt8(ascii: "/"), UInt8(ascii: "}"), nil: continue
      default: read(line)
      }
    }
  }

  private mutating func read(_ line: Substring.UTF8View) {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 6).map(Substring.init)
    if words.count == 3, words[0] == "@_exported", words[1] == "import" {
      passedOn.append(String(words[2]))
    }
    guard words.contains(where: { $0 == "public" || $0 == "open" }),
      let place = words.firstIndex(where: introducers.contains), place + 1 < words.count
    else { return }
    let name = words[place + 1].utf8.prefix { isIdentifierByte($0) || $0 >= 0x80 }
    if !name.isEmpty { names.append(String(Substring(name))) }
  }
}

private let introducers: Set<Substring> = [
  "struct", "class", "enum", "actor", "protocol", "typealias", "func", "let", "var", "macro",
]

/// The names in a template that stand behind no point and before no colon, without what stands in string literals.
func leadingNames(in text: String) -> Set<String> {
  let code = Template(text).pieces.map { piece in
    if case .text(let text) = piece { text } else { "  " }
  }.joined()
  var names: Set<String> = []
  var previous: Character = " "
  var isInString = false
  var rest = Substring(code)
  while let character = rest.first {
    if character == "\"", previous != "\\" { isInString.toggle() }
    guard !isInString, character.isLetter || character == "_" else {
      previous = character
      rest.removeFirst()
      continue
    }
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    rest = rest[name.endIndex...]
    if previous != ".", rest.first != ":" { names.insert(String(name)) }
    previous = " "
  }
  return names
}

/// `grpc-swift/2` of a page in `grpc-swift/1-2`; nil for a page that leads to no era.
private func newEraFolder(ofPage path: String) -> String? {
  let parts = path.split(separator: "/").map(String.init)
  guard parts.count == 3, let era = parts[1].split(separator: "-").last else { return nil }
  return "\(parts[0])/\(era)"
}

private func eraFolder(of path: String) -> String {
  path.split(separator: "/").dropLast().joined(separator: "/")
}

private func moduleName(_ path: String) -> String {
  let name = lastComponent(ofPath: path)
  return String(name.dropLast(".swiftinterface".count))
}

extension ActionSpec {
  /// The code that it writes, with metavariables.
  var writtenTexts: [String] {
    switch self {
    case .advise, .askType, .makeInstanceMember, .removeStatement, .transform: []
    case .put(let put):
      (put.keepsText ? [] : [put.text]) + (put.fallback.map { [$0] } ?? []) + put.inner.texts
    case .relabel(let change):
      (change.callee.map { [$0] } ?? []) + change.wrapped.values.sorted() + change.added
    case .retype(let change): (change.name.map { [$0] } ?? []) + change.arguments
    case .rewriteStatements(let rewriting): [rewriting.text] + rewriting.inner.texts
    case .extend(let addition): addition.members + addition.conformances
    }
  }

  /// The modules that the page names itself.
  var statedImports: Set<String> {
    switch self {
    case .advise, .askType, .makeInstanceMember, .removeStatement, .transform: []
    case .put(let put): Set(put.imports)
    case .relabel(let change): change.imports
    case .retype(let change): change.imports
    case .rewriteStatements(let rewriting): rewriting.imports
    case .extend(let addition): addition.imports
    }
  }
}

extension InnerRewrites {
  fileprivate var texts: [String] {
    (inside.sorted { $0.key < $1.key }.flatMap(\.value) + uses).map(\.text)
  }
}
