"""Times `moult lint` over generated projects of growing size, and prints seconds, memory and growth.

A project is made of modules: each has a copy of the client code and of the generated code of `Fixtures/hello-v0` under
names of its own, every file of which holds anchors, and as many files of other code (models, protocols, closures) as
make the anchored ones their share of all. Nothing else is read from disk, and the text depends on nothing but the size.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

SIZES = [100_000, 200_000, 400_000, 500_000]
ROUNDS = 3

# The shares of files that hold anchors.
SHARES = [0.05, 1.0]

# The bar, for the largest project: so many seconds and megabytes, and at most so much more processor time per line than
# in the smallest.
SECONDS, MEGABYTES, GROWTH = 5.0, 1024, 1.4


def plain_file(module, number):
    """A file of application code without any old name in it: about 70 lines."""
    name = f"Item{module}x{number}"
    return f"""import Foundation

/// One entry of the list that screen {number} shows.
struct {name}: Codable, Equatable {{
  let identifier: Int
  var title: String
  var tags: [String] = []
  var parent: Int?

  var isEmpty: Bool {{ title.isEmpty && tags.isEmpty }}

  func renamed(_ title: String) -> {name} {{
    var copy = self
    copy.title = title
    return copy
  }}
}}

protocol {name}Storing: AnyObject {{
  func load(_ identifier: Int) throws -> {name}?
  func save(_ item: {name}) throws
}}

enum {name}Failure: Error {{
  case missing(Int)
  case broken(reason: String)
}}

final class {name}Store: {name}Storing {{
  private var items: [Int: {name}] = [:]
  private let queue = DispatchQueue(label: "store.{number}")
  var onChange: (({name}) -> Void)?

  func load(_ identifier: Int) throws -> {name}? {{
    guard let item = items[identifier] else {{ throw {name}Failure.missing(identifier) }}
    return item.isEmpty ? nil : item
  }}

  func save(_ item: {name}) throws {{
    items[item.identifier] = item
    queue.async {{ [weak self] in
      guard let self = self else {{ return }}
      self.onChange?(item)
    }}
  }}

  func titles(matching text: String) -> [String] {{
    items.values
      .filter {{ $0.title.contains(text) || $0.tags.contains(where: {{ $0.hasPrefix(text) }}) }}
      .sorted {{ $0.identifier < $1.identifier }}
      .map {{ item in item.parent.map {{ "\\($0)/\\(item.title)" }} ?? item.title }}
  }}

  func summary() -> String {{
    var lines: [String] = []
    for (key, item) in items where !item.isEmpty {{
      switch item.tags.count {{
      case 0: lines.append("\\(key): \\(item.title)")
      case 1...3: lines.append("\\(key): \\(item.title) " + item.tags.joined(separator: ", "))
      default: lines.append("\\(key): many")
      }}
    }}
    do {{
      let first = try load(items.keys.min() ?? 0)
      if let title = first?.title {{ lines.append(title) }}
    }} catch {name}Failure.missing(let identifier) {{
      lines.append("no \\(identifier)")
    }} catch {{
      lines.append(String(describing: error))
    }}
    return lines.joined(separator: "\\n")
  }}
}}
"""


def sample_files(fixture):
    """The fixture's Swift sources, as pairs of a path below `Sources` and a text."""
    sources = os.path.join(fixture, "before", "Sources")
    found = []
    for parent, _, names in os.walk(sources):
        for name in names:
            if name.endswith(".swift") and name != "main.swift":
                path = os.path.join(parent, name)
                with open(path, encoding="utf-8") as file:
                    found.append((os.path.relpath(path, sources), file.read()))
    if not found:
        sys.exit(f"scale: no Swift files in {sources}")
    return sorted(found)


def write(root, path, text):
    path = os.path.join(root, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return text.count("\n")


def generate(root, lines, share, samples):
    """Writes a project of about so many lines, of whose files a share holds anchors, and returns their number."""
    write(root, "Package.swift", "// swift-tools-version:5.0\nimport PackageDescription\n")
    total = 0
    number = 0
    # How many files of other code are still owed to the anchored ones.
    owed = 0.0
    module = 0
    while total < lines:
        for path, text in samples:
            text = re.sub(r"Hello_V1_", f"Hello{module}_V1_", text)
            text = re.sub(r"\bHelloAPI\b", f"HelloAPI{module}", text)
            folder, name = os.path.split(path)
            total += write(root, f"Sources/{folder}{module}/{name}", text)
            owed += 1 / share - 1
            while owed >= 1:
                total += write(
                    root, f"Sources/HelloClient{module}/Item{number}.swift",
                    plain_file(module, number))
                number += 1
                owed -= 1
            if total >= lines and share < 1:
                break
        module += 1
    return total


def measure(command, folder):
    """Returns wall seconds, processor seconds and peak megabytes of one run."""
    start = time.monotonic()
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    message = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, 1):
        sys.exit(f"scale: {command} ended with {code}: {message.decode(errors='replace')[-300:]}")
    unit = 1 if sys.platform == "darwin" else 1024
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit / 1e6


def table(command, base, sizes, share, rounds, samples):
    """Prints a table of projects that grow, and returns what is above the bar."""
    rows = []
    for size in sizes:
        folder = os.path.join(base, f"{share}-{size}")
        shutil.rmtree(folder, ignore_errors=True)
        lines = generate(folder, size, share, samples)
        runs = [measure(command, folder) for _ in range(rounds)]
        rows.append(
            (lines, min(r[0] for r in runs), min(r[1] for r in runs), max(r[2] for r in runs)))
    print(f"scale: {share:.0%} of the files hold anchors\n")
    print("| lines | seconds | processor seconds | peak MB | processor time per line |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    first = rows[0]
    for lines, wall, cpu, memory in rows:
        growth = (cpu / lines) / (first[2] / first[0])
        print(f"| {lines} | {wall:.2f} | {cpu:.2f} | {memory:.0f} | {growth:.2f} × |")
    print()
    _, wall, _, memory = rows[-1]
    above = []
    if wall > SECONDS:
        above.append(f"{wall:.1f} s, and the bar is {SECONDS:.0f} s")
    if memory > MEGABYTES:
        above.append(f"{memory:.0f} MB, and the bar is {MEGABYTES} MB")
    if growth > GROWTH:
        above.append(f"{growth:.2f} times the processor time per line, and the bar is {GROWTH}")
    return [f"at {share:.0%}: {text}" for text in above]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--moult", required=True)
    parser.add_argument("--fixture", required=True)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--shares", type=float, nargs="*", default=SHARES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--command", default="lint --format json")
    parser.add_argument("--keep", help="write the projects here and leave them")
    options = parser.parse_args()
    samples = sample_files(options.fixture)
    command = [options.moult] + options.command.split()
    base = options.keep or tempfile.mkdtemp(prefix="moult-scale-")
    above = []
    try:
        for share in options.shares:
            above += table(command, base, options.sizes, share, options.rounds, samples)
    finally:
        if not options.keep:
            shutil.rmtree(base)
    if above:
        sys.exit("scale: above the bar\n" + "\n".join(above))


if __name__ == "__main__":
    main()
