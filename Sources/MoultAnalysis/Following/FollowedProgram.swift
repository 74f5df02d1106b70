import MoultFindings
import MoultRules
import MoultSemantics
import MoultSource
import MoultSurfaces
import MoultSyntax

/// A program while files of it are edited: what was found in each file, and what its judgement looked at in others.
///
/// An edit that changes bodies and nothing else leaves all declarations what they were, and with them whatever follows
/// from these: who sees what, which rules can match. Due again are the file itself and those whose judgement has looked
/// at it, beyond the heads of its declarations. Where members have come, gone or changed, so are those that mention one
/// of them, or a variable that has its type from one, and those that asked for such a name or for all members of a type.
/// The file itself is judged at once, the others when `judgeDue` is called.
struct FollowedProgram: Sendable {
  private struct Judgement: Sendable {
    let found: JudgedFindings
    let glances: Glances
  }

  private var project: Project
  private var finding: ProjectFinding
  private var judgements: [String: Judgement]

  /// What was looked at for what manifests will say, which holds for all files.
  private let ofManifests: Glances
  private let places: [String: Int]
  private let asked: Set<String>
  private let catalogue: Catalogue
  private let signs: ProjectSigns

  /// The paths of the files that are to be judged, or to be judged again; what was found in them is of an earlier text.
  private(set) var due: Set<String>

  /// Reads the files of a program, and judges one of them if its path is given; all the others are due.
  init(
    _ files: [ProjectText], _ catalogue: Catalogue, _ options: AnalysisOptions, cache: TreeCache,
    first: String? = nil
  ) async {
    project = await Project(files, catalogue, options, cache: cache)
    self.catalogue = catalogue
    ofManifests = Glances()
    finding = Glances.$current.withValue(ofManifests) { [project] in
      ProjectFinding(project, catalogue)
    }
    places = Dictionary(
      project.files.enumerated().map { ($1.source.path, $0) },
      uniquingKeysWith: { first, _ in first })
    signs = ProjectSigns(project.files, catalogue, cache: project.cache)
    asked = Set(project.asked.map(\.source.path))
    judgements = [:]
    due = asked
    if let first, due.contains(first) { await judge([first]) }
  }

  /// What was found, as `analyse` gives it, if nothing is due.
  var result: AnalysisResult { project.result(of: judgements.values.map(\.found)) }

  /// Whether a comment has asked to ignore what a fix would change, so that what is found in one file may say something of others.
  private(set) var ignoresFixes = false

  /// Returns what was found in the files at some paths, each sorted.
  ///
  /// - Complexity: O(*n*) in the paths; in all that is found where something is ignored.
  func findings(at paths: Set<String>) -> [String: [Finding]] {
    let all = judgements.values.lazy.map(\.found)
    let ignored = IgnoredPlaces(
      ignoresFixes ? all.flatMap(\.suppressed) : [],
      among: ignoresFixes ? all.flatMap(\.findings) : [], in: project.files, project.cache)
    var found: [String: [Finding]] = [:]
    for path in paths {
      found[path] = judgements[path]?.found.findings.map(ignored.leaving).sorted()
    }
    return found
  }

  /// Judges files that are due, in no order.
  ///
  /// - Parameter count: how many at most.
  /// - Returns: the paths of those that were judged.
  mutating func judgeDue(atMost count: Int) async -> Set<String> {
    let paths = Set(due.prefix(count))
    await judge(paths)
    return paths
  }

  /// Takes another text of a file if nothing but bodies and members of it have changed, and judges that file; others may
  /// be due.
  ///
  /// - Returns: false if more may have changed. Then this program is not to be used any more.
  mutating func replace(by file: ProjectText) async -> Bool {
    let path = file.source.path
    guard let place = places[path], let swift = project.swift, signs.allows(project) else {
      return false
    }
    let old = project.files[place]
    guard !old.isGenerated, !file.isGenerated, old.surface == .swift, file.surface == .swift else {
      return false
    }
    let (before, after) = (
      project.cache.tree(of: old.source), project.cache.tree(of: file.source)
    )
    guard !ofManifests.maySee(path),
      signs.areSame(in: old, file, project.facts, catalogue),
      showSameUnseenServices(before, after),
      let change = BodyChange(from: before, to: after, orMembers: true),
      let (model, members) = swift.model.replacing(
        path, by: after, change,
        filesMentioning: { [finding] in finding.paths(mentioning: $0) }),
      !ofManifests.see(members)
    else { return false }
    var concerned: Set = [path]
    if !members.keys.isEmpty { concerned.formUnion(finding.paths(mentioning: members.keys)) }
    finding = finding.replacing(model, before, change, members, concerning: concerned)
    project = project.replacing(place, by: file, model)
    await noteDue(concerned, members)
    if asked.contains(path) { await judge([path]) }
    return true
  }

  /// Notes who is to be judged again, as files may mean something else.
  private mutating func noteDue(_ paths: Set<String>, _ members: MemberChange) async {
    let paths = paths.sorted()
    let uses = await parallelMap(paths, jobs: project.options.jobs) { [finding] path in
      (path: path, uses: finding.uses(inFile: path))
    }
    due.formUnion(asked.intersection(paths))
    for (path, judgement) in judgements where !due.contains(path) {
      let glances = judgement.glances
      if glances.see(members) || uses.contains(where: { glances.see($0.path, using: $0.uses) }) {
        due.insert(path)
      }
    }
  }

  private mutating func judge(_ paths: some Sequence<String>) async {
    let files = paths.compactMap { places[$0] }.map { project.files[$0] }
    due.subtract(paths)
    let made = await parallelMap(files, jobs: project.options.jobs) {
      [project, finding] file -> Judgement in
      let glances = Glances()
      let found = Glances.$current.withValue(glances) { project.findings(in: file, finding) }
      return Judgement(found: found, glances: glances)
    }
    for (file, judgement) in zip(files, made) {
      judgements[file.source.path] = judgement
      if judgement.found.suppressed.contains(where: { $0.finding.fix != nil }) {
        ignoresFixes = true
      }
    }
  }
}
