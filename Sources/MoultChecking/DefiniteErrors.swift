package import MoultFindings
package import MoultMatching

/// Returns what a compiler would refuse in a file, in the era that the file is in; sorted.
///
/// - Parameter left: the modules of eras that the run leads away from. What still is of one of them waits for its own fix
///   or for a person, and a finding speaks of it.
/// - Complexity: O(*n* log *n*) in the nodes of the file, plus the inference of its bodies.
package func definiteErrors(
  in file: FileContext, leaving left: Set<String> = []
) -> [DefiniteError] {
  let subject = Subject(file, leaving: left)
  let checks: [(Subject) -> [DefiniteError]] = [
    unknownNames, unknownMembers, refusedCalls, wrongOptionals, missingEffects, redeclarations,
    incompleteSwitches, misplacedModifiers, conformancesOfProtocols, unmetRequirements,
    unusedValues, sharedObjects, objectsOfValues,
  ]
  var seen: Set<DefiniteError> = []
  return checks.flatMap { $0(subject) }.filter { seen.insert($0).inserted }.sorted()
}
