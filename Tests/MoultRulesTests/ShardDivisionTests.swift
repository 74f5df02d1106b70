import MoultSource
import MoultSurfaces
import Testing

private let manifest = "// swift-tools-version: 6.0\nimport PackageDescription\n"

/// A tree of which each file is so many bytes long.
private struct Tree {
  var files: [TreeFile] = []
  var sizes: [String: Int] = [:]

  /// What a file of code imports, by path.
  var imports: [String: [String]] = [:]

  mutating func add(_ path: String, _ text: String = "", size: Int) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let surface = Surface(fileName: name) else { return }
    let source = SourceText(path: path, bytes: Array(text.utf8))
    files.append(
      TreeFile(path: path, surface: surface, imports: [], source: surface.isCode ? nil : source))
    imports[path] = TreeFile.imports(in: source.bytes, surface)
    sizes[path] = size
  }

  /// Adds a package with one file of code.
  mutating func addPackage(_ folder: String, _ code: String = "", size: Int) {
    add("\(folder)/Package.swift", manifest, size: 0)
    add("\(folder)/Sources/Main/A.swift", code, size: size)
  }

  /// Returns the shard of each file of code, and the files of which imports were asked.
  func divided(_ count: Int, shuffled: Bool = false) async -> (
    shards: [String: Int], asked: Set<String>
  ) {
    let division = await ShardDivision(
      shuffled ? files.shuffled() : files, sizes: sizes, count: count
    ) { paths in
      imports.filter { paths.contains($0.key) }
    }
    let code = files.map(\.path).filter { $0.hasSuffix("/A.swift") }
    return (
      Dictionary(uniqueKeysWithValues: code.map { ($0, division.shard(ofPath: $0)) }),
      Set(division.imports.keys)
    )
  }

  /// Twenty packages of different sizes, in no order of size.
  static let packages: Tree = {
    var tree = Tree()
    for number in 0..<20 {
      let name = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(number)))
      tree.addPackage(name, size: 1000 + number * 737 % 900)
    }
    return tree
  }()
}

struct ShardDivisionTests {
  @Test func `a tree is divided in one way, whatever the order of its files`() async {
    let tree = Tree.packages
    for count in [1, 2, 3, 7, 50] {
      let expected = await tree.divided(count).shards
      #expect(Set(expected.values).isSubset(of: 1...count))
      for _ in 0..<10 {
        let found = await tree.divided(count, shuffled: true).shards
        #expect(found == expected)
      }
    }
  }

  @Test func `no shard has more than its share and the halves of two programs`() async {
    let tree = Tree.packages
    let total = tree.sizes.values.reduce(0, +)
    let largest = tree.sizes.values.max() ?? 0
    for count in 1...10 {
      let shards = await tree.divided(count).shards
      let loads = Dictionary(grouping: shards.keys, by: { shards[$0] ?? 0 })
        .mapValues { $0.reduce(0) { $0 + (tree.sizes[$1] ?? 0) } }
      #expect(loads.count == count)
      #expect(loads.values.allSatisfy { $0 <= total / count + largest + 1 }, "\(count): \(loads)")
    }
  }

  @Test func `a program that grows a little moves nobody who is not at a cut`() async {
    let tree = Tree.packages
    let before = await tree.divided(4).shards
    for path in before.keys {
      var grown = tree
      grown.sizes[path, default: 0] += 10
      let after = await grown.divided(4).shards
      let moved = before.filter { after[$0.key] != $0.value }
      // At each of the three cuts stands one program at most.
      #expect(moved.count <= 3, "\(path): \(moved)")
    }
    var same = tree
    same.sizes["a/Sources/Main/A.swift", default: 0] += 1
    let shards = await same.divided(4).shards
    #expect(shards == before)
  }

  @Test func `a package and the one that it names by its path go to one shard`() async {
    var tree = Tree()
    tree.addPackage("a", size: 100)
    tree.addPackage("b", size: 100)
    tree.add("z/Package.swift", manifest + #"let p = [.package(path: "../a")]"#, size: 0)
    tree.add("z/Sources/Main/A.swift", size: 100)
    let (shards, asked) = await tree.divided(2)
    #expect(shards["a/Sources/Main/A.swift"] == shards["z/Sources/Main/A.swift"])
    #expect(shards["a/Sources/Main/A.swift"] != shards["b/Sources/Main/A.swift"])
    // Two packages that depend on each other may import each other, but they are less than half of a share in three.
    #expect(!asked.contains("b/Sources/Main/A.swift"))
  }

  @Test func `what only imports could tie together is asked for imports where it is large`() async {
    var tree = Tree()
    tree.add("r/Podfile", size: 0)
    tree.addPackage("r/one", "import Shared\n", size: 100)
    tree.addPackage("r/two", size: 100)
    tree.addPackage("r/three", size: 100)
    tree.addPackage("r/Shared", size: 100)
    tree.addPackage("s", size: 50)
    let (shards, asked) = await tree.divided(2)
    #expect(asked.contains("r/one/Sources/Main/A.swift"))
    #expect(!asked.contains("s/Sources/Main/A.swift"))
    #expect(shards["r/one/Sources/Main/A.swift"] == shards["r/Shared/Sources/Main/A.swift"])
    #expect(Set(shards.values) == [1, 2])

    // What a shard gets with its largest home, nobody divides.
    var lopsided = tree
    lopsided.addPackage("r/zero", size: 2000)
    #expect(await lopsided.divided(2).asked.isEmpty)

    // Beside something far larger it is a small part of a share, and goes to one shard unread.
    tree.addPackage("t", size: 4000)
    let small = await tree.divided(2)
    #expect(small.asked.isEmpty)
    let repository = small.shards.filter { $0.key.hasPrefix("r/") }
    #expect(Set(repository.values).count == 1)
  }

  @Test func `code above all packages can be tied to each of them by imports`() async {
    var tree = Tree()
    tree.addPackage("a", size: 100)
    tree.addPackage("b", size: 100)
    tree.addPackage("c", size: 100)
    tree.add("stray/A.swift", "import a\n", size: 100)
    let (shards, asked) = await tree.divided(4)
    #expect(asked.contains("b/Sources/Main/A.swift"))
    #expect(shards["a/Sources/Main/A.swift"] == shards["stray/A.swift"])
  }

  @Test func `programs of which one sees code of another go to one shard`() async {
    var tree = Tree()
    // Two apps with a module of one name that both depend on a third package: one of them only sees it.
    for app in ["one", "two"] {
      tree.add(
        "r/\(app)/Package.swift", manifest + #"let p = [.package(path: "../core")]"#, size: 0)
      tree.add("r/\(app)/Sources/App/A.swift", size: 100)
    }
    tree.add("r/core/Package.swift", manifest, size: 0)
    tree.add("r/core/Sources/Core/A.swift", size: 100)
    let shards = await tree.divided(3).shards
    #expect(Set(shards.values).count == 1, "\(shards)")
  }

  @Test func `a tree without a byte is the first shard's`() async {
    var tree = Tree()
    tree.addPackage("a", size: 0)
    tree.addPackage("b", size: 0)
    let shards = await tree.divided(3).shards
    #expect(Set(shards.values) == [1])
  }
}
