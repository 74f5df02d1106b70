"""What the project knows of a library: its eras, its hops, and what each hop changes."""

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import yaml

SAFETIES = {
    "safe": "means the same, and builds: <code>moult fix</code>",
    "review": "builds, but may mean something else: <code>moult fix --review</code>",
    "placeholder": "leaves <code>&lt;#…#&gt;</code> for you: <code>moult fix --placeholders</code>",
    "manual": "advice, no edit: the finding says what to do next",
}
# In the order of `moult fix --commit-each`: the numbers are the rules' own.
STEPS = {
    0: ("Calls, members and values", "They go first: the types and imports that are still there say what they mean."),
    1: ("Types", "Once what is done with them is new, the types themselves are."),
    2: ("Imports", "An import goes when nothing in its file needs it any more."),
    3: ("Manifests, generators and other files", "Packages, pods, generator calls and files outside Swift go last."),
}
# How libraries without a file of eras are called.
TITLES = {"proto": ".proto files", "moult": "Comments for Moult", "buf": "buf", "swift-package": "SwiftPM's commands"}


@dataclass
class Hop:
    """One migration, or the rules of a topic that lead to no era."""

    library: str
    name: str
    rules: list
    source: str
    notes: str = ""
    requirements: list = field(default_factory=list)

    @property
    def is_migration(self):
        return re.fullmatch(r"\d+-\d+", self.name) is not None

    @property
    def ends(self):
        return self.name.split("-")

    @property
    def title(self):
        if not self.is_migration:
            return f"{self.library}: {self.name.replace('-', ' ')}"
        first, last = self.ends
        return f"{self.library} {first} → {last}" if first != last else f"{self.library}: inside {first}.x"

    @property
    def page(self):
        return f"guides/{self.library}-{self.name}.html"

    @property
    def counts(self):
        """How many rules promise what at best: every page has at least one safety."""
        return Counter(rule["safeties"][0] for rule in self.rules)

    @property
    def steps(self):
        for number, (title, why) in STEPS.items():
            rules = [rule for rule in self.rules if rule["step"] == number]
            if rules:
                yield title, why, rules


@dataclass
class Library:
    name: str
    title: str
    eras: list
    hops: list
    notes: str

    @property
    def page(self):
        return f"libraries/{self.name}.html"


def libraries(root, articles):
    """Returns the libraries by name; a rule without a page among `articles` is an error."""
    articles = {article["id"]: article for article in articles}
    found = {}
    for path in sorted(Path(root, "Rules").glob("*/*/*.md")):
        if path.name == "README.md":
            continue
        identity = re.search(r"^id: *(\S+)", path.read_text(encoding="utf-8"), re.M)[1]
        name, hop = path.parts[-3:-1]
        found.setdefault(name, {}).setdefault(hop, []).append(articles.pop(identity))
    if articles:
        raise SystemExit(f"docs: no page for {', '.join(sorted(articles))}")
    return [library(Path(root, "Rules", name), hops) for name, hops in sorted(found.items())]


def library(folder, hops):
    eras = _yaml(folder / "eras.yml").get("eras", [])
    notes = folder / "README.md"
    return Library(
        name=folder.name,
        title=TITLES.get(folder.name, folder.name),
        eras=[{"era": str(era["era"]), "title": era.get("title", ""), **_signs(era)} for era in eras],
        hops=[_hop(folder, name, rules) for name, rules in sorted(hops.items())],
        notes=notes.read_text(encoding="utf-8") if notes.exists() else "")


def _hop(folder, name, rules):
    notes = folder / name / "README.md"
    hop = Hop(folder.name, name, sorted(rules, key=lambda rule: rule["id"]), f"Rules/{folder.name}/{name}/README.md")
    if notes.exists():
        hop.notes = notes.read_text(encoding="utf-8")
    if hop.is_migration:
        hop.requirements = [
            row for row in _yaml(folder / "requirements.yml").get("releases", [])
            if str(row["from"]).split(".")[0] == hop.ends[1]
        ]
    return hop


def _signs(era):
    signs = era.get("signs", {})
    packages = [entry["name"] if isinstance(entry, dict) else entry for entry in signs.get("packages", [])]
    return {"modules": signs.get("modules", []), "packages": packages, "pods": signs.get("pods", [])}


def _yaml(path):
    return yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else {}
