import MoultManifests
import MoultSource
import Testing

private func packages(_ text: String) -> [String] {
  packagesNamed(inBazelPackage: SourceText(path: "BUILD", bytes: Array(text.utf8)))
}

struct BazelLabelTests {
  @Test func `labels of what a target is made of name packages`() {
    #expect(
      packages(
        """
        load("//tools:rules.bzl", "swift_library")

        swift_library(
            name = "App",
            srcs = glob(["Sources/**/*.swift"]) + ["//shared:version.swift"],
            visibility = ["//visibility:public", "//apps:__subpackages__"],
            deps = [
                ":Local",
                "@swiftpkg_grpc//:GRPC",
                "//kits/core",
                "//kits/net:Net",
                '@//kits/ui:UI',
                "//kits/core:Core",
                "//:root",
            ],
        )
        """) == ["shared", "kits/core", "kits/net", "kits/ui", ""])
  }

  @Test func `the conditions of a select name none, and what they lead to does`() {
    #expect(
      packages(
        """
        swift_library(
            name = "App",
            deps = select({
                "//conditions:linux": ["//kits/linux"],
                "//conditions:default": ["//kits/apple"],
            }),
        )
        alias(name = "other", actual = "//kits/other:x")
        package_group(name = "g", packages = ["//apps/..."])
        """) == ["kits/linux", "kits/apple", "kits/other"])
  }

  @Test func `comments and texts of other attributes name none`() {
    #expect(
      packages(
        #"""
        """deps = ["//in/prose"]"""
        # deps = ["//in/comment"]
        genrule(
            name = "g",
            cmd = "echo \"//in/command\" deps = [\"//quoted\"]",
            data = ["//kits/data:files"],  # "//behind"
        )
        """#) == ["kits/data"])
  }

  @Test func `a text without an end ends with its line`() {
    #expect(packages("x(deps = [\"//a\n  \"//b\"])\ny(deps = [\"//c\"])") == ["a", "b", "c"])
  }
}
