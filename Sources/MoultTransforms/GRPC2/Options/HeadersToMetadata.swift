package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns what is done with `HPACKHeaders` into what `Metadata` can do, in modules that use gRPC.
package func headersToMetadata(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  guard
    speaksGRPC(file) || areWantedAsMetadata(match.node, file)
      || isMetadata(match.nodes["base"], file),
    let symbol = match.symbol
  else { return nil }
  if let refusal = refusalOfHeadersThatStay(match.nodes["base"] ?? match.node, file) {
    throw refusal
  }
  var editor = file.editor
  if symbol.qualifiedName == "NIOHPACK.HPACKHeaders" {
    if let call = CallExpr(of: match.node.parent), call.called?.node == match.node,
      !call.arguments.isEmpty
    {
      LiteralsOfHeaders(assignedTo: call.node, file).rewrite(&editor)
      if let pairs = pairs(of: call, file), let ways = waysThroughMade(call.node, file) {
        editor.replace(call.node, with: metadata(ofPairs: pairs))
        for way in ways { way.rewrite(&editor) }
        return TransformOutcome(editor)
      }
      guard case .form(.dictionary(let entries)) = metadataCode(call.node, file),
        !file.tree.holdsComment(in: call.range)
      else {
        return .manual("create a 'Metadata' from the entries, '[key: .string(value)]'")
      }
      editor.replace(
        call.node,
        with: .infix(.form(.dictionary(entries)), "as", .library("GRPCCore.Metadata"))
      )
    } else {
      let declared = DeclaredHeaders(match.node)
      guard let ways = declared.map({ $0.ways(file) }) ?? [] else {
        return .manual(
          "go through 'Metadata' instead: its elements have a 'key', and a 'value' whose 'encoded()' is the text, which nothing splits at commas"
        )
      }
      editor.rename(match.replaced, to: file.spelling(of: "GRPCCore.Metadata", at: match.node))
      if let call = CallExpr(of: match.node.parent), call.called?.node == match.node {
        LiteralsOfHeaders(assignedTo: call.node, file).rewrite(&editor)
      } else {
        LiteralsOfHeaders(of: match.node, file).rewrite(&editor)
      }
      for way in ways { way.rewrite(&editor) }
    }
    return TransformOutcome(
      Consequence(editor), imports: speaksGRPC(file) ? [] : ["GRPCCore"])
  }
  let base = match.nodes["base"]
  guard base != nil || isOfHeadersThemselves(match.node, file), let asked = match.nodes["1"],
    let successor = successor(
      of: symbol.qualifiedName, base.map { .kept($0) } ?? .word("self"), .kept(asked),
      match.nodes["2"].map { .kept($0) })
  else {
    return .manual("use the members of 'Metadata', whose values are strings or bytes")
  }
  if isRead(symbol), isKeyOfBytes(asked) { return .manual(stepOfBytes) }
  if asked.literalText?.hasPrefix(":") ?? false {
    return .manual(
      "do without HTTP/2's own headers, such as ':status', which 'Metadata' never has: where a call failed it throws an 'RPCError' with a code"
    )
  }
  if symbol.qualifiedName.hasSuffix("(canonicalForm:)"), splitsValues(match.node, under: asked) {
    return .manual(stepOfSplitValues)
  }
  if let outcome = try optionsSplit(adding: match.node, file) { return outcome }
  if let base, isOfPairsThatStay(base, file) {
    return .manual("create '\(base.text)' as 'Metadata' first, whose members these are")
  }
  if let owner = base.flatMap({ ownerThatStays($0, file) }) {
    return .manual("first migrate '\(owner)', then use the members of 'Metadata'")
  }
  editor.replace(match.node, with: successor)
  return TransformOutcome(editor)
}

/// `HPACKHeaders(pairs)`, whose pairs are no literal, as `Metadata`.
///
/// - Returns: nil for other headers, and where pairs are taken out of them again, which have other names.
func metadataOfPairs(_ call: CallExpr, _ file: FileContext) -> Code? {
  guard let pairs = pairs(of: call, file), waysThroughMade(call.node, file)?.isEmpty == true
  else { return nil }
  return metadata(ofPairs: pairs)
}

/// What `HPACKHeaders(pairs)` is given, where that is no literal.
private func pairs(of call: CallExpr, _ file: FileContext) -> Node? {
  guard call.called?.node.name == "HPACKHeaders", call.trailingClosures.isEmpty,
    let argument = call.arguments.only, argument.label == nil,
    let pairs = argument.expression?.node, !file.tree.holdsComment(in: call.range),
    case .kept = metadataCode(call.node, file)
  else { return nil }
  return pairs
}

/// `Metadata` of names and values.
func metadata(ofPairs pairs: Node) -> Code {
  .quoted("GRPCCore::Metadata(\(pairs).map { (key: $0.0, value: .string($0.1)) })")
}

/// The ways through headers that are made, or through the local that holds them.
///
/// - Returns: nil where they are asked for what `Metadata` does not answer.
private func waysThroughMade(_ headers: Node, _ file: FileContext) -> [WayThroughHeaders]? {
  let known: Set<String> = [
    "add", "replaceOrAdd", "remove", "first", "contains", "isEmpty", "count", "reserveCapacity",
  ]
  func isKnown(_ use: Node) -> Bool {
    guard let parent = use.parent else { return false }
    if let member = MemberAccess(parent), !WayThroughHeaders.isOne(use, file) {
      return member.base?.node == use && known.contains(member.name)
    }
    return parent.kind != .binaryOperator
  }
  guard isKnown(headers) else { return nil }
  if PatternBinding(giving: headers) != nil {
    guard LocalVariable(holding: headers, file)?.uses(file).allSatisfy(isKnown) == true else {
      return nil
    }
  }
  return DeclaredHeaders.ways(of: [headers], file)
}

/// Whether headers are held by a local, and made of pairs that are left to a person.
private func isOfPairsThatStay(_ headers: Node, _ file: FileContext) -> Bool {
  guard let call = CallExpr(of: LocalVariable(named: headers, file)?.value),
    pairs(of: call, file) != nil
  else { return false }
  return waysThroughMade(call.node, file) == nil
}

/// Whether a member of headers gives the text under a key.
private func isRead(_ member: Symbol) -> Bool {
  ["first(name:)", "subscript(_:)", "subscript(canonicalForm:)"].contains(
    member.qualifiedName.dropFirst("NIOHPACK.HPACKHeaders.".count))
}

/// What a person does where values are split at commas, which `Metadata` does not do.
private let stepOfSplitValues =
  "read '[stringValues: key]' of 'Metadata' and split each value at its commas, without the blanks around them: 'canonicalForm' did so, and 'Metadata' does not"

/// Whether values that were split at commas are taken for more than the first of them.
///
/// Those of 'set-cookie' are not split.
func splitsValues(_ values: Node, under key: Node) -> Bool {
  key.literalText?.lowercased() != "set-cookie" && MemberAccess(on: values)?.name != "first"
}

/// What is asked of headers once they are `Metadata`.
private func successor(of name: String, _ headers: Code, _ key: Code, _ value: Code?) -> Code? {
  switch name.dropFirst("NIOHPACK.HPACKHeaders.".count) {
  case "add(name:value:indexing:)":
    return value.map { .quoted("\(headers).addString(\($0), forKey: \(key))") }
  case "replaceOrAdd(name:value:indexing:)":
    return value.map { .quoted("\(headers).replaceOrAddString(\($0), forKey: \(key))") }
  case "remove(name:)": return .quoted("\(headers).removeAllValues(forKey: \(key))")
  case "first(name:)": return headers.firstString(forKey: key)
  case "contains(name:)": return .quoted("\(headers)[\(key)].contains(where: { _ in true })")
  case "subscript(_:)", "subscript(canonicalForm:)":
    return .call("Array", [.plain(headers.strings(forKey: key))])
  default: return nil
  }
}

extension Code {
  /// The strings that metadata have for a key.
  func strings(forKey key: Code) -> Code { .subscripted(self, [CodeArgument("stringValues", key)]) }

  /// The first of the strings that metadata have for a key, or nil.
  func firstString(forKey key: Code) -> Code {
    .quoted("\(strings(forKey: key)).first(where: { _ in true })")
  }
}

/// Whether a call without a receiver stands in what the project has added to headers, and asks these.
private func isOfHeadersThemselves(_ call: Node, _ file: FileContext) -> Bool {
  guard case .name? = CallExpr(call)?.called,
    let owner = call.ancestors.first(where: isTypeOrExtension), owner.kind == .extensionDecl
  else { return false }
  return typeOfOwner(owner, file)?.qualifiedName == "NIOHPACK.HPACKHeaders"
}

/// What headers are asked of, if it is left to a person: then they stay what they are.
private func ownerThatStays(_ headers: Node, _ file: FileContext) -> String? {
  guard let member = MemberAccess(headers.withoutUnwrapping), let owner = member.base else {
    // What an extension of the options says of itself.
    let isOwn =
      file.semantics.symbol(of: headers)?.qualifiedName == "GRPC.CallOptions.customMetadata"
    return isOwn ? headers.text : nil
  }
  switch file.semantics.symbol(of: member.node)?.qualifiedName {
  case "GRPC.GRPCStatusAndTrailers.trailers": return member.node.text
  case "GRPC.CallOptions.customMetadata":
    if headersBesideProperty(owner.node, file) != nil
      || MakersOfHeaders(around: member.node, file) != nil
    {
      return nil
    }
    if case .name = owner, let options = file.semantics.symbol(of: owner.node),
      options.kind == .local, headersHaveVariable(options, file), !optionsLeave(options, file)
    {
      return nil
    }
    return member.node.text
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
