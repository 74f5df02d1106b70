import MoultSemantics
import MoultSource
import MoultSyntax

/// The calls of XCTest in a function that becomes async which wait for expectations and block, and the call that suspends instead.
struct AwaitedExpectations {
  /// What changes, in the file of the function.
  private(set) var edits: [(range: ByteRange, text: String)] = []

  /// Whether a call blocks of which nobody knows what it waits for.
  private(set) var hasUnknown = false

  /// - Complexity: O(*n*) in the nodes of the function.
  init(in function: Node, _ file: FileContext) {
    guard file.semantics.visibleModules.contains("XCTest") else { return }
    let calls = function.descendants.filter { node in
      node.kind == .functionCall && Self.names.contains(node.callee?.name ?? "")
        && file.semantics.symbol(of: node)?.module == "XCTest"
        && node.functionAround == function
    }
    for call in calls {
      guard let callee = call.callee else { continue }
      if callee.name == "wait", let list = call.arguments.first, list.argumentLabel == "for" {
        replace(callee, in: call)
        let start = list.range.lowerBound
        edits.append((start..<ByteOffset(start.index + "for".utf8.count), "of"))
      } else if callee.name == "waitForExpectations", calls.count == 1, call.arguments.count == 1,
        call.trailingClosures.isEmpty, let timeout = call.arguments.first,
        let names = Self.expectations(madeIn: function)
      {
        replace(callee, in: call)
        let start = timeout.range.lowerBound
        edits.append((start..<start, "of: [\(names.joined(separator: ", "))], "))
      } else {
        hasUnknown = true
      }
    }
  }

  private static let names = ["wait", "waitForExpectations"]

  private mutating func replace(_ callee: Node, in call: Node) {
    let start = call.range.lowerBound
    edits.append((start..<start, "await "))
    edits.append((callee.mainToken.range, "fulfillment"))
  }

  /// The constants of a function that hold all the expectations that it makes; nil where it makes some otherwise, or none.
  private static func expectations(madeIn function: Node) -> [String]? {
    var names: [(name: String, start: ByteOffset)] = []
    for node in function.descendants where node.kind == .functionCall {
      guard let name = node.callee?.name, name.lowercased().hasSuffix("expectation") else {
        continue
      }
      guard name == "expectation", let binding = node.parent?.parent,
        binding.kind == .patternBinding, let pattern = binding.pattern,
        pattern.kind == .identifierPattern, binding.parent?.name == "let",
        binding.parent?.parent == function.body
      else { return nil }
      names.append((pattern.name, node.range.lowerBound))
    }
    return names.isEmpty ? nil : names.sorted { $0.start < $1.start }.map(\.name)
  }
}
