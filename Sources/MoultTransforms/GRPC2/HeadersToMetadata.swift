import MoultFindings
package import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns what is done with `HPACKHeaders` into what `Metadata` can do, in modules that use gRPC.
package func headersToMetadata(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard speaksGRPC(file), let symbol = match.symbol else { return nil }
  let name = symbol.qualifiedName
  if name == "NIOHPACK.HPACKHeaders" {
    var consequence = Consequence()
    if let call = match.node.parent, call.kind == .functionCall, call.callee == match.node,
      !call.arguments.isEmpty
    {
      let text = metadataText(call, file)
      guard text.hasPrefix("["), !file.tree.holdsComment(in: call.range) else {
        return .manual("create a 'Metadata' from the entries, '[key: .string(value)]'")
      }
      consequence.edits.append(Edit(call.range, "(\(text) as Metadata)"))
      return TransformOutcome(consequence)
    }
    consequence.edits.append(Edit(match.replaced, "Metadata"))
    return TransformOutcome(consequence)
  }
  guard let base = match.nodes["base"], let asked = match.nodes["1"],
    let replacement = successor(
      of: name, file.source.text(asked.range), match.nodes["2"].map { file.source.text($0.range) })
  else {
    return .manual("use the members of 'Metadata', whose values are strings or bytes")
  }
  if let owner = ownerThatStays(base, file) {
    return .manual("first migrate '\(owner)', then use the members of 'Metadata'")
  }
  // What the headers are of stays where it is, and what else is found in it with it.
  var consequence = Consequence()
  let start = match.node.range.lowerBound
  if !replacement.before.isEmpty {
    consequence.edits.append(Edit(start..<start, replacement.before))
  }
  consequence.edits.append(
    Edit(base.range.upperBound..<match.node.range.upperBound, replacement.after))
  return TransformOutcome(consequence)
}

/// What stands before and behind the headers once they are `Metadata`.
private func successor(
  of name: String, _ key: String, _ value: String?
) -> (before: String, after: String)? {
  let member = name.dropFirst("NIOHPACK.HPACKHeaders.".count)
  switch member {
  case "add(name:value:indexing:)": return ("", ".addString(\(value ?? ""), forKey: \(key))")
  case "replaceOrAdd(name:value:indexing:)":
    return ("", ".replaceOrAddString(\(value ?? ""), forKey: \(key))")
  case "remove(name:)": return ("", ".removeAllValues(forKey: \(key))")
  case "first(name:)": return ("", "[stringValues: \(key)].first(where: { _ in true })")
  case "contains(name:)": return ("", ".contains(where: { $0.key == \(key) })")
  case "subscript(_:)", "subscript(canonicalForm:)":
    return ("Array(", "[stringValues: \(key)])")
  default: return nil
  }
}

/// What headers are asked of, if it is left to a person: then they stay what they are.
private func ownerThatStays(_ headers: Node, _ file: FileContext) -> String? {
  let member = headers.withoutUnwrapping
  guard member.kind == .memberAccess, let owner = member.base else { return nil }
  switch file.semantics.symbol(of: member)?.qualifiedName {
  case "GRPC.GRPCStatusAndTrailers.trailers": return file.source.text(member.range)
  case "GRPC.CallOptions.customMetadata":
    if let options = file.semantics.symbol(of: owner), owner.kind == .declReference,
      options.kind == .local, headersHaveVariable(options, file)
    {
      return nil
    }
    return file.source.text(member.range)
  default: return nil
  }
}

/// Headers of HTTP/2 that are no gRPC's, and those of a transport for grpc-swift 2, are left alone.
///
/// Where the file's own import is rewritten already, another file of its module, or generated code that it imports,
/// must still be of grpc-swift 1.
private func speaksGRPC(_ file: FileContext) -> Bool {
  let imported = file.tree.importedModules
  if imported.contains("GRPC") { return true }
  guard imported.contains("GRPCCore"), let own = file.model.module(ofFile: file.source.path) else {
    return false
  }
  return ([own] + imported).contains { file.model.module($0, imports: "GRPC") }
}
