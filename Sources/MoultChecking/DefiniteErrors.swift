package import MoultFindings
package import MoultMatching

/// Returns what a compiler would refuse in a file, in the era that the file is in; sorted.
///
/// - Complexity: O(*n*) in the nodes of the file, plus the inference of its bodies.
package func definiteErrors(in file: FileContext) -> [DefiniteError] {
  let subject = Subject(file)
  let found =
    unknownNames(in: subject) + unknownMembers(in: subject) + missingEffects(in: subject)
    + redeclarations(in: subject)
  var seen: Set<DefiniteError> = []
  return found.filter { seen.insert($0).inserted }.sorted()
}
