import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Writes a stream of grpc-swift 0 anew: one call with closures, into which the statements go that send and read.
struct StreamRewriting {
  var editor: SyntaxEditor

  /// Why a person should look at it.
  var reasons: [String] = []
  let stream: WholeStream
  let file: FileContext
  private let completion: StreamCompletion?
  let refusal = Refusal("write the call for grpc-swift 2")

  init(_ stream: WholeStream, _ file: FileContext) throws(Refusal) {
    (self.stream, self.file) = (stream, file)
    editor = file.editor
    completion = try StreamCompletion(CallHead(stream.site.call, file).completion, file)
    guard completion == nil || !stream.isQuiet, !stream.block.text.contains("\"\"\"") else {
      throw refusal
    }
  }

  /// Whether a completion is told how the call ended.
  var tellsCompletion: Bool { completion != nil }

  var consequence: Consequence {
    var consequence = Consequence(editor)
    for reason in reasons { consequence.lower(to: .review, because: reason) }
    return consequence
  }

  /// `try await client.watch(request) { … }`.
  func call(_ closures: [ClosureCode]) throws(Refusal) -> Code {
    let call = Code.marked(.await, try codeOfGRPC2(from: stream.site.call, closures, file))
    return .marked(stream.isQuiet ? .optionalTry : .tryMark, call)
  }

  /// What is said with the call, in a `do` if a completion is told how it ended.
  func told(_ item: Code, throwingAgain: Bool = false) -> Code {
    completion?.told([item], throwingAgain: throwingAgain) ?? item
  }

  /// The statement that made the call goes; its completion stays there under a name.
  ///
  /// - Parameter lead: a statement that takes its place, before the completion.
  mutating func replaceStatement(by lead: Code? = nil) throws(Refusal) {
    let statement = stream.site.statement
    let isCommented = file.tree.commentRanges(in: statement.range).contains { comment in
      completion?.range.holds(comment) != true
    }
    guard !isCommented else { throw refusal }
    var items = lead.map { [$0] } ?? []
    if let completion { items.append(try completion.declaration(&editor)) }
    editor.replace(item: statement, with: items)
  }

  /// What ended the sending, or waited for it, goes.
  ///
  /// - Parameter rewritten: whose place is taken already by what is made of the call.
  mutating func dropClosings(apartFrom rewritten: [Node] = []) {
    for closing in stream.closings where !rewritten.contains(where: { closing.isInside($0) }) {
      editor.remove(item: statement(of: closing))
    }
  }
}
