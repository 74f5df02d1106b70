import MoultSource
import MoultSyntax

/// What libFuzzer calls with each input: the tree must hold all of its tokens, and nodes must nest.
@_cdecl("LLVMFuzzerTestOneInput")
public func parseInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let tree = parse(SourceText(path: "input.swift", bytes: bytes))
  let root = tree.root.record
  precondition(root.firstToken == 0 && root.endToken == tree.tokens.count, "the root lacks tokens")
  for record in tree.nodes {
    var last = record.firstToken
    for child in record.firstChild..<record.firstChild + record.childCount {
      let inner = tree.nodes[Int(tree.childList[Int(child)].rawValue)]
      precondition(inner.firstToken >= last && inner.endToken <= record.endToken, "nodes overlap")
      last = inner.endToken
    }
  }
  return 0
}
