/// Returns whether a module comes with a system or a toolchain.
///
/// None of them passes on anything of the libraries that have interfaces, and but for the `Mutex` of `Synchronization`
/// none declares a name of theirs.
///
/// - Parameter name: may name a submodule, such as `os.log`.
package func isModuleOfPlatform(_ name: String) -> Bool {
  platformModules.contains(String(name.prefix { $0 != "." }))
}

private let platformModules: Set<String> = [
  "AppKit", "AuthenticationServices", "AVFoundation", "BackgroundTasks", "Bionic", "CallKit",
  "CFNetwork", "Cocoa", "Combine", "CommonCrypto", "Contacts", "CoreBluetooth", "CoreData",
  "CoreFoundation", "CoreGraphics", "CoreImage", "CoreLocation", "CoreMotion", "CoreTelephony",
  "CRT", "CryptoKit", "Darwin", "Dispatch", "EventKit", "Foundation", "FoundationEssentials",
  "FoundationNetworking", "GameKit", "Glibc", "HealthKit", "Intents", "IOKit",
  "LocalAuthentication", "MapKit", "MessageUI", "Metal", "MobileCoreServices", "Musl", "Network",
  "ObjectiveC", "Observation", "os", "OSLog", "PackageDescription", "PackagePlugin", "Photos",
  "PhotosUI", "PushKit", "QuartzCore", "RegexBuilder", "SafariServices", "SceneKit", "Security",
  "StoreKit", "Swift", "SwiftData", "SwiftUI", "Synchronization", "SystemConfiguration", "Testing",
  "UIKit", "UniformTypeIdentifiers", "UserNotifications", "WatchKit", "WebKit", "WidgetKit",
  "WinSDK", "XCTest",
]
