import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// What stays of a call to a generated method of grpc-swift 0: the callee, and the arguments but `completion:`.
struct CallHead {
  /// The edits of the arguments that stay.
  var consequence = Consequence()

  /// Where what stays ends; from here to the completion everything goes.
  let end: ByteOffset

  /// What closes the arguments there.
  let closing: String
  let completion: Completion

  enum Completion {
    /// None, or `nil`.
    case none
    case closure(Node)
    /// A function, or a variable that holds one.
    case value(Node)
  }

  init(_ call: Node, _ file: FileContext) throws(Refusal) {
    let arguments = call.arguments
    var stays: [Node] = []
    var consequence = Consequence()
    for argument in arguments where argument.argumentLabel != "completion" {
      if argument.argumentLabel == "metadata" {
        guard try Self.rewriteMetadata(argument, file, &consequence) else { continue }
      }
      stays.append(argument)
    }
    let last = arguments.last
    let completion = last?.argumentLabel == "completion" ? last?.argumentValue : nil
    let trailing = call.trailingClosures.first?.closure
    if let list = call.child(.argumentList), stays.isEmpty,
      !file.tree.holdsComment(in: list.range)
    {
      end = list.range.lowerBound
      closing = "()"
    } else if let list = call.child(.argumentList), completion == nil {
      // What is dropped lies between what stays and the parenthesis.
      let open = ByteOffset(list.range.lowerBound.index + 1)
      let close = ByteOffset(list.range.upperBound.index - 1)
      let cut = (stays.last?.range.upperBound ?? open)..<close
      if stays.count < arguments.count { consequence.delete(cut) }
      end = list.range.upperBound
      closing = ""
    } else if let list = call.child(.argumentList) {
      end = stays.last?.range.upperBound ?? ByteOffset(list.range.lowerBound.index + 1)
      closing = ")"
    } else {
      end = call.children.first?.range.upperBound ?? call.range.lowerBound
      closing = "()"
    }
    self.consequence = consequence
    if let trailing {
      self.completion = .closure(trailing)
    } else if let completion, completion.kind != .nilLiteral {
      self.completion = completion.kind == .closure ? .closure(completion) : .value(completion)
    } else {
      self.completion = .none
    }
    guard call.trailingClosures.count < 2 else {
      throw Refusal("pass one completion to the call, then run the fix again")
    }
  }

  /// Returns what stands behind what stays: a trailing closure needs no empty parentheses.
  func opening(with handler: String) -> String {
    closing == "()" && !handler.isEmpty ? handler : closing + handler
  }

  /// Returns whether the argument stays.
  private static func rewriteMetadata(
    _ argument: Node, _ file: FileContext, _ consequence: inout Consequence
  ) throws(Refusal) -> Bool {
    let value = argument.argumentValue
    if isEmptyMetadata(value, file) { return false }
    if let owner = foreignMetadata(value, file) {
      throw Refusal(
        "'\(owner)' has headers of a different type; copy them into 'CallOptions(customMetadata:)' and pass that as 'callOptions:'"
      )
    }
    consequence.edits.append(Edit(argument.mainToken.range, "callOptions"))
    if keepsMetadata(file) {
      let (start, end) = (value.range.lowerBound, value.range.upperBound)
      consequence.edits.append(Edit(start..<start, "CallOptions(customMetadata: "))
      consequence.edits.append(Edit(end..<end, ")"))
    }
    return true
  }

  /// The runtime's own property that `value` reads, if its successor is no `CallOptions`.
  private static func foreignMetadata(_ value: Node, _ file: FileContext) -> String? {
    guard value.kind == .memberAccess, let symbol = file.semantics.symbol(of: value),
      symbol.module == "SwiftGRPC", symbol.name != "metadata"
    else { return nil }
    return file.source.text(value.range)
  }

  /// Whether `callOptions:` is passed, which takes the place of the client's defaults.
  var passesOptions: Bool { !consequence.edits.filter { !$0.replacement.isEmpty }.isEmpty }
}

/// Whether the value is `Metadata()`, which says nothing.
func isEmptyMetadata(_ value: Node, _ file: FileContext) -> Bool {
  guard value.kind == .functionCall, value.arguments.isEmpty else { return false }
  return file.semantics.symbol(of: value)?.qualifiedName == "SwiftGRPC.Metadata.init()"
}
