import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Writes all of a call's life as one call of grpc-swift 2, with closures into which the statements go that send and read.
struct CallInClosures {
  var editor: SyntaxEditor

  /// What else becomes of the code around.
  var around = Consequence()

  /// Why a person should look at it.
  var reasons: [String] = []
  let life: CallLife
  let file: FileContext

  /// What becomes of a call.
  ///
  /// - Throws: a `Refusal` where closures cannot do what its code does.
  static func consequence(of life: CallLife, _ file: FileContext) throws(Refusal) -> Consequence {
    var writing = CallInClosures(editor: file.editor, life: life, file: file)
    switch life.replies {
    case .awaited(let reply): try writing.takeReply(reply)
    case .read(let replies): try writing.read(replies)
    case .told(let reply): try writing.tell(reply)
    case .ignored: try writing.sendAlone()
    }
    var consequence = Consequence(writing.editor)
    consequence.merge(writing.around)
    if !life.isAwaited {
      let isCaught = life.isQuiet || life.statusBehind != nil
      let effects: Effects = isCaught ? .async : [.async, .throwing]
      guard
        let climb = additionOutside(
          of: life.statement, effects, to: life.made.call.node, in: file)
      else { throw life.refusal }
      consequence.merge(climb)
    }
    life.made.lower(&consequence)
    for reason in writing.reasons { consequence.lower(to: .review, because: reason) }
    if !life.isUnary {
      consequence.lower(
        to: .review, because: "what sends and what reads runs in closures, perhaps in another task")
    }
    if !life.sent.isEmpty {
      consequence.lower(to: .review, because: "requests are sent again where a call is tried again")
    }
    return consequence
  }

  /// `try await client.watch(request) { … }`.
  func call(_ closures: [ClosureCode], isMoved: Bool = false) -> Code {
    let call = Code.marked(.await, life.made.code(closures, isMoved: isMoved))
    return .marked(life.isQuiet ? .optionalTry : .tryMark, call)
  }

  /// What is said with the call, in a `do` if a completion is told how it ended.
  func told(_ item: Code, throwingAgain: Bool = false) -> Code {
    life.completion?.told(item, throwingAgain: throwingAgain) ?? item
  }

  /// The same, and what says behind it how it ended.
  ///
  /// - Parameter region: what is replaced as a whole.
  mutating func toldEach(
    _ items: [Code], replacing region: ByteRange? = nil
  ) throws(Refusal) -> [Code] {
    if var handled = life.handledStatus, let statement = handled.handler.statement {
      handled.lead = editor.takeComments(on: statement, replacing: region)
      return try handled.following(behind: items, &editor)
    }
    return life.statusBehind?.told(items) ?? items.map { told($0) }
  }

  /// The statement that made the call goes; its completion stays there under a name.
  ///
  /// - Parameter lead: a statement that takes its place, before the completion.
  mutating func replaceStatement(by lead: Code? = nil) throws(Refusal) {
    var items = lead.map { [$0] } ?? []
    if let completion = life.completion { items.append(try completion.declaration(&editor)) }
    editor.replace(item: life.statement, with: items)
  }

  /// What ended the sending, or waited for an end, goes.
  ///
  /// - Parameter rewritten: what takes the place of some of it already.
  mutating func dropEndings(apartFrom rewritten: ByteRange? = nil) {
    for ending in life.endings + life.waits where rewritten?.holds(ending.range) != true {
      editor.remove(item: ending)
    }
  }

  /// The comments on what ended the sending and on what waits, which are replaced together with what sends.
  mutating func remarks(upTo place: Node) -> [Code] {
    guard life.statusBehind != nil else { return [] }
    return (life.endings + [place]).flatMap { editor.moveComments(on: $0) }
  }

  /// Lets parameters escape that are called in a closure.
  mutating func escape(_ lent: [Symbol]) throws(Refusal) {
    for symbol in lent {
      let parameter = try EscapingParameter(symbol, file)
      parameter.rewrite(&editor)
      reasons.append(parameter.reason)
    }
  }

  /// Refuses to move statements into a closure over which a string goes, whose lines count its indentation.
  func checkStrings(_ statements: [Node]) throws(Refusal) {
    if statements.contains(where: \.holdsStringOverLines) { throw life.refusal }
  }
}

extension SyntaxEditor {
  /// Takes an item away, and has the comments on it stand elsewhere.
  ///
  /// - Parameter region: what is replaced as a whole, perhaps with the item.
  mutating func takeComments(on item: Node, replacing region: ByteRange?) -> [Code] {
    region?.holds(item.range) == true ? moveComments(on: item) : removeWithComments(item)
  }
}
