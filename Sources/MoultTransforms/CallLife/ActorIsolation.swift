import MoultMatching
import MoultSemantics
import MoultSyntax

/// The actor that code runs on, as far as its declarations show.
enum ActorIsolation {
  case none

  /// A closure can say that it runs there, too.
  case mainActor

  /// The one whose type it stands in.
  case ownActor

  init(of place: Node, _ file: FileContext) {
    for node in place.ancestors {
      if node.modifierNames.contains("nonisolated") {
        self = .none
        return
      }
      let extended =
        node.kind == .extensionDecl ? typeOfOwner(node, file)?.declaration : nil
      if Self.isOfMainActor(node) || extended.map(Self.isOfMainActor) == true {
        self = .mainActor
        return
      }
      if node.kind == .actorDecl || extended?.kind == .actorDecl {
        self = .ownActor
        return
      }
    }
    self = .none
  }

  /// Whether a declaration says so, or a type inherits from what the platforms' frameworks declare to be of the main actor, by its name.
  private static func isOfMainActor(_ declaration: Node) -> Bool {
    if declaration.attributes.contains(where: { $0.name == "MainActor" }) { return true }
    return declaration.isTypeDeclaration
      && declaration.inheritedTypes.contains { inherited in
        typesOfMainActor.contains(inherited.name)
          || inherited.name.hasPrefix("UI") && inherited.name.hasSuffix("Controller")
          || inherited.name.hasPrefix("NS") && inherited.name.hasSuffix("Controller")
      }
  }

  /// Whether code runs on the main actor wherever it is started: in a closure that says so, or that is given to who runs it there.
  static func runsOnMainActor(_ node: Node) -> Bool {
    node.ancestors.lazy.filter { $0.kind == .closure }.contains { closure in
      if closure.attributes.contains(where: { $0.name == "MainActor" }) { return true }
      guard let called = CallExpr(of: closure.callGiven)?.called?.node.text else { return false }
      return ["MainActor.run", "DispatchQueue.main.async"].contains(called)
    }
  }
}

/// Of UIKit, AppKit and SwiftUI.
private let typesOfMainActor: Set = [
  "UIApplicationDelegate", "UIResponder", "UISceneDelegate", "UIView", "UIWindowSceneDelegate",
  "NSApplicationDelegate", "NSView", "NSWindow", "App", "Scene", "View", "ViewModifier",
]
