/// The files of which an editor is asked to tell when they change on the disk: what an analysis reads.
enum WatchedFiles {
  /// What an editor is asked to register.
  static let registration: JSONValue = [
    "id": "moult-files", "method": "workspace/didChangeWatchedFiles",
    "registerOptions": ["watchers": .array(patterns.map { ["globPattern": .string($0)] })],
  ]

  /// Patterns for the names that `Surface` knows, and for those that settings are read from.
  ///
  /// A file that none of them meets is seen all the same, with the next edit.
  private static let patterns = [
    "**/*.{swift,m,mm,h,proto,podspec,options,sh,bash,zsh,command,mk,mak,just,yml,yaml,rb,rake}",
    "**/{Package.resolved,Podfile,Podfile.lock,Cartfile,Cartfile.private,Cartfile.resolved}",
    "**/{buf.lock,project.pbxproj,*.podspec.json,*.xcconfig}",
    "**/{swift-protobuf-config,grpc-swift-config,grpc-swift-proto-generator-config}.json",
    "**/{Makefile,makefile,GNUmakefile,Justfile,justfile,.justfile,*.Makefile,*.makefile}",
    "**/{Dockerfile,Containerfile,*.dockerfile,Rakefile,Fastfile,Gemfile,Dangerfile}",
    "**/{.gitignore,.swift-format,.editorconfig}", "**/{README,CONTRIBUTING}*.md",
  ]
}
