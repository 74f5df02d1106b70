import Testing

private func project(_ template: String) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.write(
    "Sources/App/Load.swift",
    "import Foundation\nimport SwiftProtobuf\nfunc load(_ data: Data) throws -> Google_Protobuf_Timestamp {\n  try Google_Protobuf_Timestamp(serializedData: data)\n}\n"
  )
  try folder.write("Templates/load.stencil", template)
  return folder
}

@Test func `an old name that stands in a template is told of with the template`() throws {
  let folder = try project(
    "{% for type in types %}\ntry {{ type }}(serializedData: data)\n{% endfor %}\n")
  try folder.commitAll()
  let said =
    "skipped: Templates/load.stencil (a template, of which the code is not looked at; it has 'serializedData', which 1 finding is about: change it there as well, or what is made of it brings it back)\n"
  let lint = try folder.moult("lint")
  #expect((lint.output + lint.errors).contains(said), "\(lint.output)\(lint.errors)")
  #expect((lint.output + lint.errors).contains("1 template not read"))
  let fix = try folder.moult("fix")
  #expect((fix.output + fix.errors).contains(said), "\(fix.output)\(fix.errors)")
  #expect(try folder.read("Templates/load.stencil").contains("serializedData"))
}

@Test func `a template that is mended, or of other names, is listed and no more`() throws {
  for template in ["try {{ type }}(serializedBytes: data)\n", "let serializedDataOfAll = 1\n"] {
    let folder = try project(template)
    try folder.commitAll()
    let lint = try folder.moult("lint")
    #expect(
      (lint.output + lint.errors).contains(
        "skipped: Templates/load.stencil (a template, of which the code is not looked at)\n"))
  }
}

@Test func `a template of Xcode holds no hop back, as nothing in it is code yet`() throws {
  let folder = try project("")
  try folder.write(
    "Templates/Load.xctemplate/___FILEBASENAME___Load.swift",
    "import SwiftProtobuf\nstruct ___VARIABLE_productName:identifier___ { let data = ___FILEBASENAME___(serializedData: d) }\n"
  )
  try folder.commitAll()
  let fix = try folder.moult("fix")
  #expect(
    (fix.output + fix.errors).contains(
      "skipped: Templates/Load.xctemplate/___FILEBASENAME___Load.swift (a template, of which the code is not looked at; it has 'serializedData', which 1 finding is about"
    ), "\(fix.output)\(fix.errors)")
  #expect(
    try folder.read("Templates/Load.xctemplate/___FILEBASENAME___Load.swift")
      .contains("serializedData"))
}
