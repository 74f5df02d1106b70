import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Writes a stream of grpc-swift 0 anew, in place: statements that move into a closure keep their bytes.
struct StreamRewriting {
  var consequence = Consequence()
  let stream: WholeStream
  let file: FileContext
  let completion: StreamCompletion?

  /// `try await client.watch(request)`.
  let head: String

  /// One level of indentation.
  let step: String

  /// A line break with the indentation of the block's items.
  let margin: String
  let refusal = Refusal("write the call for grpc-swift 2")

  init(_ stream: WholeStream, _ file: FileContext) throws(Refusal) {
    (self.stream, self.file) = (stream, file)
    let statement = stream.site.statement
    margin = file.lineBreak(before: statement)
    step = file.step(around: statement)
    head =
      (stream.isQuiet ? "try? await " : "try await ")
      + (try callOfGRPC2(from: stream.site.call, file))
    completion = try StreamCompletion(CallHead(stream.site.call, file).completion, file)
    guard completion == nil || !stream.isQuiet else { throw refusal }
    guard !file.source.text(stream.block.range).contains("\"\"\"") else { throw refusal }
  }

  /// One level deeper if the call stands in a `do`.
  var outer: String { completion == nil ? "" : step }

  /// The statement that made the call goes; its completion stays there under a name.
  ///
  /// - Parameter lead: a statement that takes its place, before the completion; empty for none.
  mutating func replaceStatement(by lead: String = "") throws(Refusal) {
    let statement = stream.site.statement
    if let completion {
      let closure = completion.closure.range
      guard
        !file.tree.holdsComment(in: statement.range.lowerBound..<closure.lowerBound),
        !file.tree.holdsComment(in: closure.upperBound..<statement.range.upperBound)
      else { throw refusal }
      consequence.edits.append(
        Edit(
          statement.range.lowerBound..<closure.lowerBound,
          (lead.isEmpty ? "" : lead + margin) + completion.declaration))
      if closure.upperBound < statement.range.upperBound {
        consequence.edits.append(Edit(closure.upperBound..<statement.range.upperBound, ""))
      }
      consequence.edits += completion.edits
    } else {
      guard !file.tree.holdsComment(in: statement.range) else { throw refusal }
      let gone = lead.isEmpty ? file.lines(of: statement) : statement.range
      consequence.edits.append(Edit(gone, lead))
    }
  }

  /// What ended the sending, or waited for it, goes.
  mutating func dropClosings() {
    for closing in stream.closings {
      consequence.edits.append(Edit(file.lines(of: statement(of: closing)), ""))
    }
  }

  /// What tells the completion how the call ended.
  func ending(throwingAgain: Bool) -> String {
    guard let completion else { return "" }
    var lines = [step + completion.success, "} catch let error as RPCError {"]
    lines.append(step + completion.failure)
    if throwingAgain { lines.append(step + "throw error") }
    lines.append("}")
    return lines.map { margin + $0 }.joined()
  }
}
