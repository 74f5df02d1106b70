/// Which configuration is whose, and what packages targets take products of, by the identifiers of objects.
struct XcodeRelations {
  private var packages: [String: String] = [:]
  private var packageOfProduct: [String: String] = [:]
  private var configurationsOfList: [String: [String]] = [:]
  private var targets: [(list: String, products: [String])] = []
  private var listOfProject: String?

  mutating func note(
    _ id: String, _ kind: String, _ values: [String: String], _ lists: [String: [String]]
  ) {
    switch kind {
    case "XCRemoteSwiftPackageReference":
      packages[id] = values["repositoryURL"].map(packageIdentity(ofAddress:))
    case "XCSwiftPackageProductDependency": packageOfProduct[id] = values["package"]
    case "XCConfigurationList": configurationsOfList[id] = lists["buildConfigurations"]
    case "PBXNativeTarget":
      targets.append(
        (values["buildConfigurationList"] ?? "", lists["packageProductDependencies"] ?? []))
    case "PBXProject": listOfProject = values["buildConfigurationList"]
    default: return
    }
  }

  /// Says of settings which packages they are for.
  func owned(_ settings: [XcodeDeploymentTarget]) -> [XcodeDeploymentTarget] {
    guard !targets.isEmpty else { return settings }
    let known = targets.map { target in
      (
        configurations: configurationsOfList[target.list] ?? [],
        packages: Set(target.products.compactMap { packageOfProduct[$0].flatMap { packages[$0] } })
      )
    }
    let ofProject = listOfProject.flatMap { configurationsOfList[$0] } ?? []
    return settings.map { setting in
      var setting = setting
      if ofProject.contains(setting.configuration) {
        // A target takes what the project says where it says nothing itself.
        let heirs = known.filter { target in
          !settings.contains {
            $0.platform == setting.platform && target.configurations.contains($0.configuration)
          }
        }
        setting.packages = heirs.reduce(into: []) { $0.formUnion($1.packages) }
      } else {
        setting.packages =
          known.first { $0.configurations.contains(setting.configuration) }?.packages
      }
      return setting
    }
  }
}
