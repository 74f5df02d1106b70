import MoultFindings
import MoultMatching
import MoultObjC
import MoultSource

/// One place in an Objective-C file where a rule's finder matched.
struct ObjCMatch {
  let rule: SurfaceRule
  var types: ObjCTypes
  let project: ObjCProject

  /// What the finding points at.
  let range: ByteRange

  /// What a template replaces.
  let replaced: ByteRange
  var bindings: [String: Binding] = [:]
  var evidence: [Evidence] = []
  var message: ObjCMessage?

  /// The protocol with the new methods, which the type of the receiver does not name; nil where nothing is missing.
  var missingProtocol: String?

  /// The macro in whose replacement it stands.
  var macro: ObjCMacro? { file.macro(around: range.lowerBound) }

  /// Whether all that is done stays in one line of a macro's, and the receiver is what it is wherever the macro is used.
  func isWritten(_ action: ObjCAction, in macro: ObjCMacro) -> Bool {
    guard case .edits(let edits, _, let elsewhere) = action, elsewhere.isEmpty, let message,
      types.isKnownWithoutUses(message)
    else { return false }
    return edits.allSatisfy { edit in
      file.macro(around: edit.range.lowerBound) == macro
        && !edit.replacement.contains(where: \.isLineBreak)
    }
  }

  /// Whether it was found by the type of a receiver or of what stands before a dot.
  var asksForType: Bool { message != nil || bindings["base"] != nil }

  var file: ObjCFile { types.file }
  var source: SourceText { types.file.source }
  var options: [String: String] { rule.row.find.options }

  /// The template of the page's `put`, or nil.
  var put: PutSpec? {
    if case .put(let put) = rule.row.action { put } else { nil }
  }
}

/// What is done at a match.
enum ObjCAction {
  /// Edits of the file, headers that it must import, and what changes in other files with it.
  case edits([Edit], headers: Set<String>, elsewhere: [FileEdits] = [])
  /// No edit; a sentence says what a person does, or nil for what the page says.
  case advise(String?)
}

/// Returns the findings of a rule in one Objective-C file.
func objectiveCFindings(
  _ rule: SurfaceRule, _ search: ObjectiveCSearch, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  guard file.surface == .objectiveC, !file.isGenerated, let project = facts.objectiveC,
    let types = project.types[file.source.path]
  else { return [] }
  return objectiveCMatches(rule, search, types, project).map { finding($0, search, file) }
}

private func finding(
  _ match: ObjCMatch, _ search: ObjectiveCSearch, _ file: ProjectText
) -> Finding {
  let rule = match.rule
  var bindings = match.bindings
  bindings["found"] = .source(match.range)
  func text(_ template: String) -> String {
    Template(template).text(bindings, in: match.source) ?? template
  }
  var fix: Fix?
  var next = rule.row.nextStep
  switch objectiveCAction(match, search) {
  case .edits(let edits, let headers, let elsewhere) where !edits.isEmpty:
    fix = Fix(
      title: text(rule.row.fixTitle), safety: rule.row.safety,
      files: [FileEdits(path: file.source.path, edits: edits)] + elsewhere,
      imports: ImportChange(add: headers))
    next = nil
  case .edits: break
  case .advise(let own): next = own ?? next
  }
  return Finding(
    rule: rule.id, severity: rule.severity, path: file.source.path, range: match.range,
    message: text(rule.row.message), nextStep: next.map(text), evidence: match.evidence, fix: fix)
}

private func objectiveCAction(_ match: ObjCMatch, _ search: ObjectiveCSearch) -> ObjCAction {
  let action = possibleAction(match) { actionOfRow($0, search) }
  guard case .edits = action, match.rule.isAboutOldCall,
    case .text(let name)? = match.bindings["class"],
    let advice = match.project.hosts.advice(onCallTo: name)
  else { return action }
  return .advise(advice)
}

/// What is done at a match, unless its receiver or a macro around it forbids that.
func possibleAction(_ match: ObjCMatch, _ action: (ObjCMatch) -> ObjCAction) -> ObjCAction {
  if let missing = match.missingProtocol {
    return .advise(
      "give the receiver a type with the protocol '\(missing)', as 'id<\(missing)>', whose method returns the call to start"
    )
  }
  let action = action(match)
  guard let macro = match.macro, match.asksForType, !match.isWritten(action, in: macro) else {
    return action
  }
  // Who changes a macro changes all its uses, in each of which its words may mean something else.
  return .advise(
    "change the macro '\(macro.name)', whose uses say what its words are, or write out what it does where it is used"
  )
}

/// What a row of a page says is done at a match.
func actionOfRow(_ match: ObjCMatch, _ search: ObjectiveCSearch) -> ObjCAction {
  switch match.rule.row.action {
  case .advise: return .advise(nil)
  // These are Swift's; a page that asks for them here has no edit.
  case .relabel, .retype, .rewriteStatements, .extend, .askType, .makeInstanceMember,
    .removeStatement:
    return .advise(nil)
  case .transform(let call): return objectiveCTransforms[call.name]?(match) ?? .advise(nil)
  case .put(let put): return search.put(match, put)
  }
}

/// Puts the page's template in the place of what was found.
@Sendable func filledTemplate(_ match: ObjCMatch, _ put: PutSpec) -> ObjCAction {
  let template = Template(put.text)
  guard let edits = template.edits(replacing: match.replaced, match.bindings, in: match.source)
  else { return .advise(nil) }
  return .edits(edits, headers: Set(put.imports))
}

/// The transforms that pages can call in Objective-C, each with its forms, of which there are none.
package var objectiveCTransformForms: [String: [String]] {
  objectiveCTransforms.mapValues { _ in [] }
}

/// What no template can say, by the names that pages call them by.
let objectiveCTransforms: [String: @Sendable (ObjCMatch) -> ObjCAction] = [
  "objc-copied-options": copiedOptions,
  "objc-host-scheme": hostWithoutScheme,
  "objc-interceptor-skeleton": interceptorSkeleton,
  "objc-streaming-call": streamingCall,
  "objc-unary-call": unaryCall,
]

/// Gives each piece of a method's selector its new name.
@Sendable func selectorRename(_ match: ObjCMatch, _ put: PutSpec) -> ObjCAction {
  guard
    let method = match.file.methods.first(where: {
      $0.pieces.first?.nameRange == match.range
    })
  else { return .advise(nil) }
  let names = put.text.split(separator: ":").map(String.init)
  guard names.count == method.pieces.count else { return .advise(nil) }
  let edits = zip(method.pieces, names).compactMap { piece, name in
    match.source.text(piece.nameRange) == name ? nil : Edit(piece.nameRange, name)
  }
  return .edits(edits, headers: Set(put.imports))
}
