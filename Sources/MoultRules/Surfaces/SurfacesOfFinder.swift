package import MoultSource

extension FinderKind {
  /// The surfaces on whose files a finding of the kind can stand.
  ///
  /// Empty for what is found in Swift by its names and types.
  package var surfaces: Set<Surface> {
    switch self {
    case .module, .type, .member, .memberOf, .call, .enumCase, .conformance, .pattern,
      .prefixOperator, .generatedType, .generatedCall, .generatedMember, .generatedValue,
      .generatedCase, .generatedInit, .bridgedCall, .suppression:
      []
    case .generatedFile, .swiftGenerator: [.swift]
    case .protoClassPrefix, .protoName: [.proto]
    case .halfRenamed: [.swift, .objectiveC]
    case .objcClass, .objcHostSetting, .objcImport, .objcMessage, .objcMethod, .objcName,
      .objcProperty, .objcText:
      [.objectiveC]
    case .clientModule, .connect: [.swift, .manifest, .script]
    // A Podfile is a manifest, and YAML that may call a generator is a script.
    case .protocPlugin, .pod, .package, .objcOption, .grpcPod, .swiftOption, .dependency, .command,
      .buf, .bufCommand:
      [.manifest, .script]
    }
  }
}
