package import MoultSemantics
import MoultSource
import MoultSyntax
import Synchronization

/// The models of what generators wrote that a session of fixes has made.
///
/// A session judges many states of a project, and no fix changes generated code: its model is made in the first state,
/// and again only where something that it rests on has changed. A class because all states of a session share it.
package final class ModelsOfGeneratedCode: Sendable {
  /// What a model is of: the files of one program, at one of the questions that are asked of them in turn.
  private struct Subject: Hashable {
    let paths: [String]
    let question: Question
  }

  private struct Entry: Sendable {
    let inputs: Inputs
    let model: ProjectModel
  }

  /// The question that a model is made for.
  package enum Question: Hashable, Sendable {
    case successorsOfGRPC1
    case alphasOfGRPC1
    case successorsOfGRPC2
  }

  /// Everything that a model is made of.
  package struct Inputs: Sendable {
    package let files: [ProjectFile]
    package let synthesized: [SynthesizedSource]
    package let interfaces: InterfaceModel
    package let impliedImports: [String: Set<String>]

    package init(
      files: [ProjectFile], synthesized: [SynthesizedSource], interfaces: InterfaceModel,
      impliedImports: [String: Set<String>]
    ) {
      self.files = files
      self.synthesized = synthesized
      self.interfaces = interfaces
      self.impliedImports = impliedImports
    }
  }

  private let known = Mutex<[Subject: Entry]>([:])

  /// What was presumed of services that nothing declares, by the paths of a program's files.
  private let presumed = Mutex<[[String]: Presumption]>([:])

  package init() {}

  /// Returns the model of the inputs, which `make` is asked for unless they are those of the last time.
  ///
  /// - Complexity: O(*n*) in the bytes of what is synthesized, beside `make`.
  package func model(
    for question: Question, of inputs: Inputs, make: () -> ProjectModel
  ) -> ProjectModel {
    let subject = Subject(paths: inputs.files.map(\.tree.source.path), question: question)
    if let entry = known.withLock({ $0[subject] }), entry.inputs.isSame(as: inputs) {
      return entry.model
    }
    let entry = Entry(inputs: inputs, model: make())
    known.withLock { $0[subject] = entry }
    return entry.model
  }
}

/// Services that show only by their uses.
struct Presumption: Sendable {
  /// What the names of their types begin with.
  let stems: Set<String>
  let sources: [SynthesizedSource]
}

extension ModelsOfGeneratedCode {
  /// Returns what is presumed of the services of a program, which `make` is asked for in the first state that shows any of
  /// them: what fixes have rewritten does not show them as it did.
  ///
  /// - Parameters:
  ///   - stems: what the state at hand shows.
  ///   - isKept: whether a service of an earlier state is still declared nowhere.
  func presumption(
    ofFilesAt paths: [String], showing stems: Set<String>, isKept: (String) -> Bool,
    make: () -> Presumption
  ) -> Presumption {
    let old = presumed.withLock { $0[paths] }
    if let old, stems.isSubset(of: old.stems), old.stems.allSatisfy(isKept) { return old }
    guard !stems.isEmpty else { return Presumption(stems: [], sources: []) }
    var made = make()
    if let old, old.stems.allSatisfy(isKept) {
      let paths = Set(old.sources.map(\.tree.source.path))
      made = Presumption(
        stems: old.stems.union(made.stems),
        sources: old.sources + made.sources.filter { !paths.contains($0.tree.source.path) })
    }
    if !made.sources.isEmpty { presumed.withLock { $0[paths] = made } }
    return made
  }
}

extension ModelsOfGeneratedCode.Inputs {
  /// Whether the same model would be made of both.
  fileprivate func isSame(as other: Self) -> Bool {
    interfaces === other.interfaces && impliedImports == other.impliedImports
      && files.elementsEqual(other.files) { $0.isSame(as: $1) }
      && synthesized.elementsEqual(other.synthesized) { $0.isSame(as: $1) }
  }
}

extension ProjectFile {
  /// Whether both are one tree in one module; what was read twice is taken for different.
  fileprivate func isSame(as other: ProjectFile) -> Bool {
    tree === other.tree && module == other.module && isGenerated == other.isGenerated
      && place == other.place
  }
}

extension SynthesizedSource {
  /// Whether both say the same; text is made anew for each state.
  fileprivate func isSame(as other: SynthesizedSource) -> Bool {
    module == other.module && reason == other.reason
      && tree.source.path == other.tree.source.path && tree.source.bytes == other.tree.source.bytes
  }
}
