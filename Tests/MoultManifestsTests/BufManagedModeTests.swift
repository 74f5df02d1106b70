import MoultManifests
import MoultSource
import Testing

@Suite struct BufManagedModeTests {
  private func decision(
    _ text: String, forFile path: String = "acme/v1/a.proto", module: String? = nil
  ) -> BufManagedMode.Decision {
    BufManagedMode(source(text, path: "buf.gen.yaml"), option: "objc_class_prefix")
      .decision(on: "objc_class_prefix", forFile: path, module: module)
  }

  @Test(arguments: [
    "version: v1", "version: v1\nmanaged:\n  enabled: false", "managed: nothing", "", "- a",
    "version: v2\nmanaged:\n  override:\n    - file_option: objc_class_prefix\n      value: X",
  ])
  func `a mode that is not enabled decides nothing`(text: String) {
    #expect(decision(text) == .untouched)
  }

  @Test func `an enabled mode derives the prefix`() {
    #expect(decision("version: v1\nmanaged:\n  enabled: true") == .derived)
    #expect(decision("version: v2\nmanaged: {enabled: true}") == .derived)
  }

  @Test func `version 1 has a default, exceptions and overrides by module`() {
    let text = """
      version: v1
      managed:
        enabled: true
        objc_class_prefix:
          default: ACM
          except: [buf.build/acme/plain]
          override:
            buf.build/acme/pets: PET
      """
    #expect(decision(text) == .value("ACM"))
    #expect(decision(text, module: "buf.build/acme/plain") == .untouched)
    #expect(decision(text, module: "buf.build/acme/pets") == .value("PET"))
  }

  @Test func `version 1 overrides by file`() {
    let text = """
      version: v1
      managed:
        enabled: true
        override:
          OBJC_CLASS_PREFIX:
            acme/v1/a.proto: AAA
          JAVA_PACKAGE:
            acme/v1/b.proto: com.acme
      """
    #expect(decision(text) == .value("AAA"))
    #expect(decision(text, forFile: "acme/v1/b.proto") == .derived)
  }

  @Test func `version 2 disables by option, path and module`() {
    func text(_ entry: String) -> String {
      "version: v2\nmanaged:\n  enabled: true\n  disable:\n    - \(entry)\n"
    }
    #expect(decision(text("file_option: objc_class_prefix")) == .untouched)
    #expect(decision(text("file_option: java_package")) == .derived)
    #expect(decision(text("path: acme/v1")) == .untouched)
    #expect(decision(text("path: acme/v")) == .derived)
    #expect(decision(text("module: buf.build/a/b")) == .derived)
    #expect(decision(text("module: buf.build/a/b"), module: "buf.build/a/b") == .untouched)
    #expect(decision(text("field_option: jstype")) == .derived)
  }

  @Test func `of overrides in version 2 the last that matches wins`() {
    let text = """
      version: v2
      managed:
        enabled: true
        override:
          - file_option: objc_class_prefix
            value: ONE
          - file_option: objc_class_prefix
            path: acme/v1
            value: TWO
          - file_option: java_package_prefix
            value: com
      """
    #expect(decision(text) == .value("TWO"))
    #expect(decision(text, forFile: "other/a.proto") == .value("ONE"))
  }

  @Test func `modules of a buf file are told in each of its versions`() {
    func modules(_ text: String, _ path: String = "buf.yaml") -> [String] {
      bufModules(in: source(text, path: path)).map { "\($0.folder):\($0.name ?? "")" }
    }
    #expect(modules("version: v1\nname: buf.build/a/b") == [":buf.build/a/b"])
    #expect(
      modules("version: v2\nmodules:\n  - path: ./protos\n    name: buf.build/a/b\n  - path: .")
        == ["protos:buf.build/a/b", ":"])
    #expect(modules("version: v1\ndirectories: [one, two/]", "buf.work.yaml") == ["one:", "two:"])
  }
}
