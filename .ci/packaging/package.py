#!/usr/bin/env python3
"""Makes packages of the archives in a folder: `moult-VERSION-SYSTEM-ARCHITECTURE.tar.gz`, as release.sh makes them.

    package.py FOLDER [--address URL] [--homepage URL]

Writes an artifact bundle for SwiftPM with its checksum beside the archives, everything that `templates` holds into
FOLDER/packages, and all checksums into FOLDER/SHA256SUMS. A template's `@NAME@` is replaced; what stands between lines
with `@if PLATFORM` and `@end` is left out where the platform has no archive. ADDRESS is the folder that archives can be
downloaded from once they are published; without it they are used from where they lie, which is good for a try.
"""

import argparse
import hashlib
import json
import re
import shutil
import stat
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
# How SwiftPM calls the machines of each platform.
TRIPLES = {
    "linux-x86_64": "x86_64-unknown-linux-gnu",
    "linux-aarch64": "aarch64-unknown-linux-gnu",
    "macos-x86_64": "x86_64-apple-macosx",
    "macos-arm64": "arm64-apple-macosx",
}


def checksum(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def archives(folder):
    """Returns the version and the archives by platform; all have to be of one version."""
    found, versions = {}, set()
    for path in sorted(folder.glob("moult-*.tar.gz")):
        match = re.fullmatch(r"moult-(\d+\.\d+\.\d+)-([a-z]+-[a-z0-9_]+)\.tar\.gz", path.name)
        if not match or match[2] not in TRIPLES:
            raise SystemExit(f"package: {path.name} is no archive of a known platform ({', '.join(TRIPLES)})")
        versions.add(match[1])
        found[match[2]] = path
    if not found:
        raise SystemExit(f"package: there is no archive in {folder}; 'make release' makes one")
    if len(versions) > 1:
        raise SystemExit(f"package: archives of several versions: {', '.join(sorted(versions))}")
    return versions.pop(), found


def bundle(folder, version, found):
    """Writes the artifact bundle. The same archives make the same bytes."""
    variants = []
    path = folder / "moult.artifactbundle.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as output:
        for platform, archive in found.items():
            with tarfile.open(archive) as files:
                top = archive.name.removesuffix(".tar.gz")
                for name, mode in [("bin/moult", 0o755), ("LICENSE", 0o644)]:
                    inner = f"moult-{version}-{platform}/{name}"
                    entry(output, f"moult.artifactbundle/{inner}", files.extractfile(f"{top}/{name}").read(), mode)
            variants.append({
                "path": f"moult-{version}-{platform}/bin/moult", "supportedTriples": [TRIPLES[platform]]})
        info = {"schemaVersion": "1.0", "artifacts": {
            "moult": {"type": "executable", "version": version, "variants": variants}}}
        entry(output, "moult.artifactbundle/info.json", (json.dumps(info, indent=2) + "\n").encode(), 0o644)
    return path


def entry(output, name, content, mode):
    information = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    information.create_system = 3
    information.external_attr = (stat.S_IFREG | mode) << 16
    information.compress_type = zipfile.ZIP_DEFLATED
    output.writestr(information, content)


def filled(text, values, platforms):
    systems = {platform.split("-")[0] for platform in platforms}
    lines, open_blocks = [], []
    for line in text.splitlines(keepends=True):
        mark = re.fullmatch(r"\s*# @(if|end) ?(\S*)\s*", line)
        if mark and mark[1] == "if":
            open_blocks.append(mark[2] in platforms or mark[2] in systems)
        elif mark:
            open_blocks.pop()
        elif all(open_blocks):
            lines.append(line)

    def value(match):
        if match[1] not in values:
            raise SystemExit(f"package: a template wants '{match[1]}', which there is not")
        return values[match[1]]

    return re.sub(r"@([A-Z][A-Z0-9_]*)@", value, "".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--address", help="the folder that archives will be downloaded from")
    parser.add_argument("--homepage", help="the project's page; without it, the address")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    version, found = archives(folder)
    zipped = bundle(folder, version, found)
    address = (arguments.address or folder.as_uri()).rstrip("/")
    if arguments.address and not address.startswith("https://"):
        raise SystemExit(f"package: SwiftPM downloads from https addresses alone, and '{address}' is none")
    if arguments.address:
        target = f'.binaryTarget(\n      name: "moult", url: "{address}/{zipped.name}",\n      checksum: "{checksum(zipped)}")'
    else:
        # SwiftPM takes no file address, but a path inside the package.
        target = f'.binaryTarget(name: "moult", path: "{zipped.name}")'
    values = {
        "VERSION": version,
        "HOMEPAGE": arguments.homepage or address,
        "BINARY_TARGET": target,
        "PLATFORMS": " and ".join(found),
        "TABLE": "\n".join(
            f"{version} {platform} {checksum(path)} {address}/{path.name}" for platform, path in found.items()),
    }
    for platform, path in found.items():
        name = platform.upper().replace("-", "_")
        values |= {f"URL_{name}": f"{address}/{path.name}", f"SHA256_{name}": checksum(path)}
    packages = folder / "packages"
    shutil.rmtree(packages, ignore_errors=True)
    for template in sorted((HERE / "templates").rglob("*")):
        if template.is_dir():
            continue
        path = packages / template.relative_to(HERE / "templates")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(filled(template.read_text(encoding="utf-8"), values, found), encoding="utf-8")
        path.chmod(template.stat().st_mode & 0o777)
    if not arguments.address:
        shutil.copy(zipped, packages / "plugin")
    sums = [*found.values(), zipped]
    (folder / "SHA256SUMS").write_text("".join(f"{checksum(path)}  {path.name}\n" for path in sums))
    print(f"package: {version} for {', '.join(found)}; {zipped.name} has the checksum {checksum(zipped)}")
    print(f"package: {', '.join(sorted(path.name for path in packages.iterdir()))} in {packages}")
    if not arguments.address:
        print("package: they lead to this folder; ADDRESS=https://… makes those to publish")


if __name__ == "__main__":
    main()
