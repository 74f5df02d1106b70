#!/usr/bin/env python3
"""Writes a package with the command plugins of this one, and a `moult` that calls one that is built already.

    standin.py MOULT FOLDER <dump-package.json

Reads what `swift package dump-package` prints of this package, so that verbs and permissions are those that users get. The
plugins' sources are this package's own, by a link. What SwiftPM builds for them is a program of one line.
"""

import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def swift(text):
    """Returns a string literal of Swift."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def permission(entry):
    kind, values = next(iter(entry.items()))
    if kind != "writeToPackageDirectory":
        sys.exit(f"standin: permission '{kind}' is not known here")
    return f".writeToPackageDirectory(reason: {swift(values['reason'])})"


def plugin(target):
    intent, permissions = target["pluginCapability"]["command"]
    custom = intent["custom"]
    if target.get("dependencies"):
        sys.exit(f"standin: plugin '{target['name']}' has dependencies, which would be built in each build of the package")
    return f"""    .plugin(
      name: {swift(target["name"])},
      capability: .command(
        intent: .custom(verb: {swift(custom["verb"])}, description: {swift(custom["description"])}),
        permissions: [{", ".join(map(permission, permissions))}])),
"""


def main():
    moult, folder = sys.argv[1], Path(sys.argv[2])
    package = json.load(sys.stdin)
    commands = [target for target in package["targets"] if "command" in (target.get("pluginCapability") or {})]
    products = {target for product in package["products"] if "plugin" in product["type"] for target in product["targets"]}
    for target in commands:
        if target["name"] not in products:
            sys.exit(f"standin: plugin '{target['name']}' is in no product")
    (folder / "Sources/moult").mkdir(parents=True)
    os.symlink(ROOT / "Plugins", folder / "Plugins")
    version = package["toolsVersion"]["_version"]
    (folder / "Package.swift").write_text(f"""// swift-tools-version: {".".join(version.split(".")[:2])}
import PackageDescription
let package = Package(
  name: "moult",
  products: [.executable(name: "moult", targets: ["moult"])],
  targets: [
    .executableTarget(name: "moult"),
{"".join(map(plugin, commands))}  ])
""")
    (folder / "Sources/moult/main.swift").write_text(f"""import Foundation
let moult = Process()
moult.executableURL = URL(fileURLWithPath: {swift(moult)})
moult.arguments = Array(CommandLine.arguments.dropFirst())
try moult.run()
moult.waitUntilExit()
exit(moult.terminationStatus)
""")


main()
