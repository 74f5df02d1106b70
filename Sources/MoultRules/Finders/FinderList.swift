import MoultMatching
package import MoultSurfaces

/// Every finder.
///
/// The one list of them: a new finder is its file and its name here.
package let finderList: [Finder] = [
  Finder(ImportFinder.self),
  Finder(TypeFinder.self),
  Finder(MemberFinder.self),
  Finder(MemberOfFinder.self),
  Finder(CallFinder.self),
  Finder(CaseFinder.self),
  Finder(ConformanceFinder.self),
  Finder(PrefixOperatorFinder.self),
  Finder(PatternFinder.self),
  Finder(StatementFinder.self),
  Finder(GeneratedTypeFinder.self),
  Finder(GeneratedCallFinder.self),
  Finder(BridgedCallFinder.self),
  Finder(GeneratedMemberFinder.self),
  Finder(GeneratedValueFinder.self),
  Finder(GeneratedCaseFinder.self),
  Finder(GeneratedInitFinder.self),
  Finder(UnseenInitFinder.self),
  Finder(UnseenTypeFinder.self),
  Finder(UnseenCallFinder.self),
  generatedFileFinder,
  protocPluginFinder,
  podFinder,
  packageFinder,
  classPrefixFinder,
  protoNameFinder,
  halfRenamedFinder,
  objectiveCOptionFinder,
  grpcPodFinder,
  placeholderFinder,
  suppressionFinder,
  swiftGeneratorFinder,
  swiftOptionFinder,
  dependencyFinder,
  commandFinder,
  bufFinder,
  bufCommandFinder,
  connectFinder,
  clientModuleFinder,
  objcClassFinder,
  objcHostSettingFinder,
  objcImportFinder,
  objcMessageFinder,
  objcMethodFinder,
  objcNameFinder,
  objcPropertyFinder,
  objcTextFinder,
]

/// The finders by their words.
let findersByWord = Dictionary(uniqueKeysWithValues: finderList.map { ($0.terms.word, $0) })
