/// Returns `roots` and all modules that one comes to from them, step by step.
///
/// - Parameter steps: the modules one step away from each.
/// - Complexity: O(*n*) in the steps.
package func modulesReached(
  from roots: Set<String>, over steps: [String: Set<String>]
) -> Set<String> {
  var reached = roots
  var open = Array(roots)
  while let module = open.popLast() {
    for next in steps[module] ?? [] where reached.insert(next).inserted { open.append(next) }
  }
  return reached
}
