import MoultManifests
import MoultSource
import Testing

/// Two apps and their tests beside one another, which share a file of another folder.
private let project = """
  { objects = {
    P = { isa = PBXProject; mainGroup = G; targets = ( T1, T2, T3 ); };
    G = { isa = PBXGroup; children = ( G1, G2, G3 ); sourceTree = "<group>"; };
    G1 = { isa = PBXGroup; children = ( F1, V1 ); path = One; sourceTree = "<group>"; };
    G2 = { isa = PBXGroup; children = ( F2, F3 ); name = Two; sourceTree = "<group>"; };
    G3 = { isa = PBXGroup; children = ( F4 ); path = Elsewhere; sourceTree = SDKROOT; };
    V1 = { isa = PBXVariantGroup; children = ( F5 ); name = V; sourceTree = "<group>"; };
    F1 = { isa = PBXFileReference; path = A.swift; sourceTree = "<group>"; };
    F2 = { isa = PBXFileReference; path = Two/B.swift; sourceTree = SOURCE_ROOT; };
    F3 = { isa = PBXFileReference; path = ../Shared/./C.swift; sourceTree = "<group>"; };
    F4 = { isa = PBXFileReference; path = D.swift; sourceTree = "<group>"; };
    F5 = { isa = PBXFileReference; path = E.swift; sourceTree = "<group>"; };
    F6 = { isa = PBXFileReference; path = InNoGroup.swift; sourceTree = "<group>"; };
    B1 = { isa = PBXBuildFile; fileRef = F1; };
    B2 = { isa = PBXBuildFile; fileRef = F2; };
    B3 = { isa = PBXBuildFile; fileRef = F3; };
    B4 = { isa = PBXBuildFile; fileRef = F3; };
    B5 = { isa = PBXBuildFile; fileRef = F4; };
    B6 = { isa = PBXBuildFile; fileRef = F5; };
    B7 = { isa = PBXBuildFile; productRef = Q; };
    S1 = { isa = PBXSourcesBuildPhase; files = ( B1, B3, B5, B6, B7 ); };
    S2 = { isa = PBXSourcesBuildPhase; files = ( B2, B4, ); };
    R2 = { isa = PBXResourcesBuildPhase; files = ( B1 ); };
    D1 = { isa = PBXTargetDependency; target = T2; };
    T1 = { isa = PBXNativeTarget; buildPhases = ( S1 ); name = One;
      productType = "com.apple.product-type.application"; };
    T2 = { isa = PBXNativeTarget; buildPhases = ( S2, R2 ); name = Two;
      productType = "com.apple.product-type.framework"; };
    T3 = { isa = PBXNativeTarget; buildPhases = ( ); dependencies = ( D1 ); name = TwoTests;
      productType = "com.apple.product-type.bundle.unit-test"; };
  }; rootObject = P; }
  """

@Test func `targets of an Xcode project compile what their phases name, by the paths of groups`() {
  let targets = parseXcodeProject(source(project, path: "apps/X.xcodeproj/project.pbxproj")).targets
  #expect(targets.map(\.name) == ["One", "Two", "TwoTests"])
  #expect(targets.map(\.isLibrary) == [false, true, false])
  #expect(targets.map(\.isTest) == [false, false, true])
  #expect(targets.map(\.dependencies) == [[], [], [1]])
  #expect(
    targets.map { $0.files.sorted() } == [
      ["Shared/C.swift", "apps/One/A.swift", "apps/One/E.swift"],
      ["Shared/C.swift", "apps/Two/B.swift"], [],
    ])
}

@Test func `what leads out of the tree is no file of a target`() {
  let targets = parseXcodeProject(source(project, path: "X.xcodeproj/project.pbxproj")).targets
  #expect(targets.map(\.files) == [["One/A.swift", "One/E.swift"], ["Two/B.swift"], []])
}

@Test func `targets of an Xcode project have folders as they lie on the disk`() {
  let text = """
    { objects = {
      P = { isa = PBXProject; mainGroup = G; };
      G = { isa = PBXGroup; children = ( D1, D2 ); sourceTree = "<group>"; };
      D1 = { isa = PBXFileSystemSynchronizedRootGroup; exceptions = ( E1, E2, E3 ); path = App;
        sourceTree = "<group>"; };
      D2 = { isa = PBXFileSystemSynchronizedRootGroup; path = "Shared Code"; sourceTree = "<group>"; };
      E1 = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet;
        membershipExceptions = ( Info.plist, Sub/Widget.swift, ); target = T1; };
      E2 = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet;
        membershipExceptions = ( Sub/Widget.swift, ); target = T2; };
      E3 = { isa = PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet;
        membershipExceptions = ( Other.swift, ); buildPhase = S; };
      T1 = { isa = PBXNativeTarget; fileSystemSynchronizedGroups = ( D1, D2 ); name = App;
        productType = "com.apple.product-type.application"; };
      T2 = { isa = PBXNativeTarget; fileSystemSynchronizedGroups = ( D2 ); name = Widget;
        productType = "com.apple.product-type.app-extension"; };
    }; }
    """
  let targets = parseXcodeProject(source(text, path: "X.xcodeproj/project.pbxproj")).targets
  #expect(targets.map { $0.folders.map(\.path) } == [["App/", "Shared Code/"], ["Shared Code/"]])
  #expect(
    targets.map { $0.folders.first?.without } == [["App/Info.plist", "App/Sub/Widget.swift"], []])
  #expect(targets.map(\.files) == [[], ["App/Sub/Widget.swift"]])
}

@Test func `groups that hold one another, and nothing at all, end`() {
  let text = """
    { objects = {
      P = { isa = PBXProject; mainGroup = G; };
      G = { isa = PBXGroup; children = ( H ); }; H = { isa = PBXGroup; children = ( G, F, X ); };
      F = { isa = PBXFileReference; path = A.swift; }; B = { isa = PBXBuildFile; fileRef = F; };
      S = { isa = PBXSourcesBuildPhase; files = ( B, B, Y ); };
      T = { isa = PBXNativeTarget; buildPhases = ( S, Z ); dependencies = ( W ); };
    }; }
    """
  let targets = parseXcodeProject(source(text, path: "project.pbxproj")).targets
  #expect(targets.map(\.files) == [["A.swift"]])
  #expect(targets.map(\.dependencies) == [[]])
}
