import MoultSemantics
import MoultSource
import MoultSyntax

/// Which parameter each argument of a call is for.
struct ArgumentMap {
  /// The arguments between the parentheses, with the index of their parameter.
  let arguments: [(node: Node, parameter: Int)]

  /// The closures behind the parentheses, with the index of their parameter.
  let closures: [(label: String?, closure: Node, parameter: Int)]

  /// - Returns: nil if an argument fits no parameter.
  init?(_ call: Node, _ parameters: [SymbolParameter]) {
    var next = 0
    var arguments: [(node: Node, parameter: Int)] = []
    for argument in call.arguments {
      let label = argument.argumentLabel
      if label == nil, let last = arguments.last?.parameter, parameters[last].isVariadic {
        arguments.append((argument, last))
        continue
      }
      while next < parameters.count, parameters[next].label != label { next += 1 }
      guard next < parameters.count else { return nil }
      arguments.append((argument, next))
      next += 1
    }
    var closures: [(label: String?, closure: Node, parameter: Int)] = []
    let trailing = call.trailingClosures
    for (position, (label, closure)) in trailing.enumerated() {
      if position > 0 {
        guard let place = parameters.indices.first(where: { parameters[$0].label == label }) else {
          return nil
        }
        closures.append((label, closure, place))
        continue
      }
      // The first goes to the first parameter behind the arguments that takes a function.
      let free = (next..<Swift.max(next, parameters.count)).filter { takesFunction(parameters[$0]) }
      let wanted =
        free.first { !parameters[$0].hasDefault } ?? (trailing.count == 1 ? free.last : free.first)
      guard let place = wanted else { return nil }
      closures.append((nil, closure, place))
    }
    self.arguments = arguments
    self.closures = closures
  }

  /// The expression that a parameter is given, or nil if nothing is written for it.
  func value(of parameter: Int) -> Node? {
    arguments.first { $0.parameter == parameter }?.node.argumentValue
      ?? closures.first { $0.parameter == parameter }?.closure
  }
}

private func takesFunction(_ parameter: SymbolParameter) -> Bool {
  guard let type = parameter.declaration?.parameterType else { return false }
  return type.descendants.contains { $0.kind == .functionType }
    // A type that is a name for one.
    || type.kind == .identifierType || type.kind == .attributedType || type.kind == .optionalType
}

/// Returns the edits that give the arguments of a call new labels; nil if a comment would be lost.
///
/// - Parameter labels: by parameter.
func relabelled(_ map: ArgumentMap, to labels: [String?]) -> [Edit]? {
  var edits: [Edit] = []
  var seen: Set<Int> = []
  for (argument, parameter) in map.arguments {
    // Further values of a variadic parameter have no label.
    guard seen.insert(parameter).inserted else { continue }
    let (old, new) = (argument.argumentLabel, labels[parameter])
    guard old != new else { continue }
    let value = argument.argumentValue.range.lowerBound
    guard let new else {
      let label = argument.range.lowerBound..<value
      guard argument.tree.commentRanges(in: label).isEmpty else { return nil }
      edits.append(Edit(label, ""))
      continue
    }
    edits.append(
      old == nil ? Edit(value..<value, new + ": ") : Edit(argument.mainToken.range, new))
  }
  for (label, closure, parameter) in map.closures {
    guard let label, let new = labels[parameter], new != label, let holder = closure.parent else {
      continue
    }
    edits.append(Edit(holder.mainToken.range, new))
  }
  return edits
}
