import MoultSource

/// What a compiler is to be asked about the cases of rule pages, and what it cannot be asked.
struct TypeCheckPlan: Sendable {
  /// The eras that the tasks speak of, each once.
  var eras: [EraModules] = []
  var tasks: [TypeCheckTask] = []

  /// What no compiler can judge, and why.
  var unchecked: [CaseRemark] = []

  /// Cases whose result is not finished: something in it has no fix or only a placeholder.
  ///
  /// They are tasks as well, with the lines where no compiler can be content.
  var left: [CaseRemark] = []
}

/// The code of a case, before or after its fixes, as a module of its own.
struct TypeCheckTask: Sendable {
  let place: CasePlace
  let side: CaseSide
  let files: [CaseFile]

  /// The modules that the files import.
  let imports: Set<String>

  /// The index of the era that the code is written for.
  let era: Int

  /// The other eras that the code may be written for: it has no findings, and says nothing of its era.
  let alternatives: [Alternative]

  /// The code as one of another era.
  struct Alternative: Sendable {
    /// The index of the era.
    let era: Int

    /// The files, with what that era's generator makes of the sample service if they use it.
    let files: [CaseFile]
  }

  /// The one-based lines of the page on which something is left for a person.
  let unfinished: Set<Int>
}

/// Which text of a case is meant.
enum CaseSide: String, Sendable {
  case before
  case after
}

/// A case of a page.
struct CasePlace: Sendable {
  let page: String

  /// The one-based line of the page on which the case begins.
  let line: Int
  let name: String
}

/// Something to say about a case.
struct CaseRemark: Sendable, CustomStringConvertible {
  let place: CasePlace

  /// The one-based line of the page that is meant.
  let line: Int

  /// A phrase without a final period.
  let message: String

  init(_ place: CasePlace, line: Int? = nil, _ message: String) {
    self.place = place
    self.line = line ?? place.line
    self.message = message
  }

  var description: String { "\(place.page):\(line): \(place.name): \(message)" }
}

/// A Swift file of a case.
struct CaseFile: Sendable {
  let source: SourceText

  /// The one-based line of the page for each line of the text; empty if the text stands on no page.
  let pageLines: [Int]
}
