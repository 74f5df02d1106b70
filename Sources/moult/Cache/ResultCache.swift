import Foundation
import MoultAnalysis
import MoultMatching
import MoultReporting
import MoultSource
import MoultSurfaces

/// Returns a question for what earlier runs of this program have found by the same rules; it is answered by nil where nothing is
/// to be kept.
///
/// Nothing is read or made on the disk before somebody asks. Where dependencies are read, or the catalogue is another,
/// findings follow from more than is digested here.
///
/// - Parameters:
///   - decided: what the command line says about rules' options.
///   - configuration: with that and the eras that were aimed at.
///   - programs: each with the targets that its deployment targets leave.
func knownResults(
  _ options: ProjectOptions, _ chosen: ChosenProject, _ decided: OptionValues,
  _ configuration: Configuration, _ limits: ReachableEras, _ programs: Programs
) -> @Sendable () -> ResultStore? {
  guard let folder = options.cacheFolder, !chosen.project.readsDependencies,
    options.catalogue.folder == nil
  else { return { nil } }
  var hasher = ContentHasher()
  hasher.add(chosen.project.digest)
  // Patterns of paths are relative to the configuration, and paths in findings to the base.
  hasher.add(chosen.project.files.map { relative(parentFolder($0), from: "/", to: chosen.base) })
  hasher.add(options.rules.sorted())
  hasher.add(decided)
  hasher.add(configuration.targets)
  for set in options.descriptorSets {
    guard let bytes = try? readFile(set) else { return { nil } }
    hasher.add(bytes)
  }
  func digest(_ targets: [String: String]) -> ContentDigest {
    var hasher = ContentHasher()
    hasher.add(targets)
    return hasher.digest()
  }
  let ofTree = digest(limits.implied(configuration).targets)
  let ofProgram = limits.ofProgram.indices.map {
    digest(limits.implied(configuration, program: $0).targets)
  }
  return { [hasher] in
    guard folder.isMade(), let program = runningProgram(folder) else { return nil }
    var ground = hasher
    ground.add(program)
    return ResultStore(
      ground: ground.digest(),
      // As `ProgramChoice` has it.
      ofFile: { path in programs.home(ofPath: path).map { ofProgram[$0] } ?? ofTree },
      find: { key in folder.entry(named: key.text + CacheFolder.findings) },
      keep: { key, bytes in folder.keep(bytes, named: key.text + CacheFolder.findings) })
  }
}

/// The digest of this program's own file, in hexadecimal digits; nil if it cannot be read.
///
/// By its content, so that what one machine has kept is known to others. The content is read once as long as the file looks
/// the same.
func runningProgram(_ folder: CacheFolder) -> [UInt8]? {
  #if os(Linux)
    let path: String? = "/proc/self/exe"
  #else
    let path = Bundle.main.executablePath
  #endif
  var status = stat()
  guard let path, stat(path, &status) == 0 else { return nil }
  var look = ContentHasher()
  look.add(Int(status.st_size))
  look.add(Int(truncatingIfNeeded: status.st_dev))
  look.add(Int(truncatingIfNeeded: status.st_ino))
  #if canImport(Darwin)
    let (changed, written) = (status.st_ctimespec, status.st_mtimespec)
  #else
    let (changed, written) = (status.st_ctim, status.st_mtim)
  #endif
  for time in [changed, written] {
    look.add(time.tv_sec)
    look.add(Int(time.tv_nsec))
  }
  let name = look.digest().text + CacheFolder.program
  if let known = folder.entry(named: name), known.count == look.digest().text.utf8.count {
    return known
  }
  guard let digest = contentDigest(ofFile: path) else { return nil }
  let text = Array(digest.text.utf8)
  folder.keep(text, named: name)
  return text
}

/// Reads a file piece by piece; nil if that fails.
private func contentDigest(ofFile path: String) -> ContentDigest? {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return nil }
  defer { close(file) }
  var hasher = ContentHasher()
  var piece = [UInt8](repeating: 0, count: 1 << 20)
  while true {
    let count = piece.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { return nil }
    if count == 0 { return hasher.digest() }
    hasher.add(piece[..<count])
  }
}
