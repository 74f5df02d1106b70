import MoultSource
import MoultSyntax

/// What libFuzzer calls with each input: the tree must hold all of its tokens, and nodes must nest.
@_cdecl("LLVMFuzzerTestOneInput")
public func parseInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let tree = parse(SourceText(path: "input.swift", bytes: bytes))
  let root = tree.root.record
  precondition(root.firstToken == 0 && root.endToken == tree.tokens.count, "the root lacks tokens")
  for index in tree.nodes.indices {
    let node = Node(tree: tree, id: NodeID(rawValue: UInt32(index)))
    let record = node.record
    var last = record.firstToken
    for inner in node.children.lazy.map(\.record) {
      precondition(inner.firstToken >= last && inner.endToken <= record.endToken, "nodes overlap")
      last = inner.endToken
    }
  }
  return 0
}
