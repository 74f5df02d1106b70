extension ProtoFile {
  /// Returns the file as it would be with another value of a string option; nil takes the option away.
  ///
  /// Ranges stay those of the text that there is.
  package func replacingOption(_ name: String, with value: String?) -> ProtoFile {
    var changed = options.filter { $0.name != name }
    if let value {
      changed.append(
        ProtoOption(
          name: name, value: .string(Array(value.utf8)), range: nil, nameRange: nil,
          valueRange: nil))
    }
    return replacing(packageStatement, changed)
  }

  /// Returns the file as it would be in another package.
  package func replacingPackage(with name: String) -> ProtoFile {
    replacing(ProtoPackageStatement(name: name, range: packageStatement?.range), options)
  }

  private func replacing(
    _ statement: ProtoPackageStatement?, _ options: [ProtoOption]
  ) -> ProtoFile {
    ProtoFile(
      path: path, syntax: syntax, isEditionFallback: isEditionFallback,
      packageStatement: statement, imports: imports, options: options, messages: messages,
      enums: enums, services: services, extensions: extensions, diagnostics: diagnostics,
      isRefused: isRefused,
      lineEnding: lineEnding, insertionPointForOption: insertionPointForOption)
  }
}
