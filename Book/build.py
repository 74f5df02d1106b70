#!/usr/bin/env python3
"""Builds the site from the project's own files and a finished moult.

    build.py MOULT FOLDER
"""

import html
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from pygments.formatters import HtmlFormatter

import libraries
import prose
import reference

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent

# Which sections of the README stand on which page; one that no page names goes to the first.
README_PAGES = {
    "use.html": ("Use", ["Use"]),
    "tools.html": ("In your tools", ["In your tools"]),
    "writing-a-rule.html": ("Writing a rule", ["Rules", "Writing a rule"]),
    "limits.html": ("Limits", ["Limits"]),
    "tests.html": ("How it is tested", ["How it is tested"]),
}
# The sections that other pages hold.
ELSEWHERE = {"Configuration"}
# Files that are pages as they are.
FILES = {
    "Rules/README.md": ("rule-language.html", "What lies in Rules"),
    "Sources/ARCHITECTURE.md": ("architecture.html", "Architecture"),
    "Sources/WORDS.md": ("words.html", "Words"),
    "CONTRIBUTING.md": ("contributing.html", "Contributing"),
    "CHANGELOG.md": ("changelog.html", "Changes"),
    "SECURITY.md": ("security.html", "Security"),
}
SCHEMAS = {
    "configuration.html": ("Configuration", "configuration.schema.json"),
    "report.html": ("JSON report", "report.schema.json"),
    "baseline.html": ("Baseline", "baseline.schema.json"),
    "page.html": ("A rule as JSON", "page.schema.json"),
}


class Site:
    def __init__(self, moult, folder):
        self.moult, self.folder = moult, folder
        self.articles = json.loads(self.ask("explain", "--all", "--format", "json"))
        for article in self.articles:
            title = re.search(r"<h1>(.*?)</h1>", article["html"], re.S)
            article["titleHTML"] = Markup(title[1])
        self.libraries = libraries.libraries(ROOT, self.articles)
        pages = {source: page for source, (page, _) in FILES.items()}
        pages |= {"README.md": "index.html", "Schemas": "configuration.html"}
        for library in self.libraries:
            pages[f"Rules/{library.name}/README.md"] = library.page
            pages |= {hop.source: hop.page for hop in library.hops}
        self.prose = prose.Prose(pages, {article["id"] for article in self.articles})
        self.index = []
        self.templates = Environment(
            loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined,
            trim_blocks=True, lstrip_blocks=True)
        self.templates.filters["slug"] = prose.slug
        self.menu = self.contents()

    def ask(self, *arguments):
        return subprocess.run([self.moult, *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout

    def contents(self):
        return [
            ("Moult", [("index.html", "Start"), ("use.html", "Use"), ("tools.html", "In your tools"),
                       ("limits.html", "Limits")]),
            ("Migrations", [(library.page, library.title) for library in self.libraries]),
            ("Rules", [("rules/index.html", "All rules"), ("writing-a-rule.html", "Writing a rule"),
                       ("rule-language.html", "What lies in Rules")]),
            ("Reference", [("commands.html", "Commands")] + [(page, title) for page, (title, _) in SCHEMAS.items()]),
            ("The project", [("tests.html", "How it is tested")] + [(FILES[source][0], FILES[source][1]) for source in FILES if source != "Rules/README.md"]),
        ]

    def write(self, page, template, title, kind, **values):
        root = "../" * page.count("/")
        text = self.templates.get_template(template).render(
            page=page, root=root, title=title, menu=self.menu, **values)
        path = self.folder / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        body = text.split('<main id="content">', 1)[1].rsplit("</main>", 1)[0]
        words = html.unescape(re.sub(r"<[^>]*>", " ", body)).lower()
        self.index.append({
            "url": page, "title": html.unescape(re.sub(r"<[^>]*>", "", str(title))), "kind": kind,
            "text": " ".join(dict.fromkeys(words.split()))})

    def markdown(self, text, source, page):
        return Markup(self.prose.html(text, source, page))

    def build(self):
        if self.folder.exists():
            # Only a site is thrown away, whatever the folder's name.
            if any(self.folder.iterdir()) and not (self.folder / "search-index.js").exists():
                raise SystemExit(f"docs: {self.folder} holds something else than a site")
            shutil.rmtree(self.folder)
        self.folder.mkdir(parents=True)
        (self.folder / "search-index.js").touch()
        self.readme()
        for source, (page, title) in FILES.items():
            text = (ROOT / source).read_text(encoding="utf-8")
            self.write(page, "page.html", title, "page", content=self.markdown(text, source, page))
        for library in self.libraries:
            self.library(library)
        self.write("rules/index.html", "rules.html", "All rules", "page", rules=self.articles)
        self.references()
        self.assets()
        return len(self.index)

    def readme(self):
        introduction, sections = prose.sections((ROOT / "README.md").read_text(encoding="utf-8"))
        for page, (title, names) in README_PAGES.items():
            missing = [name for name in names if name not in sections]
            if missing:
                raise SystemExit(f"docs: README.md has no section {missing}; README_PAGES in build.py names them")
            text = f"# {title}\n\n" + "\n\n".join(
                sections[name] if name == title else f"## {name}\n\n{sections[name]}" for name in names)
            self.write(page, "page.html", title, "page", content=self.markdown(text, "README.md", page))
        taken = ELSEWHERE | {name for _, names in README_PAGES.values() for name in names}
        rest = "".join(f"\n\n## {name}\n\n{text}" for name, text in sections.items() if name not in taken)
        self.write("index.html", "page.html", "Moult", "page",
                   content=self.markdown(introduction + rest, "README.md", "index.html"))
        for image in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", introduction):
            (self.folder / image).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / image, self.folder / image)
        self.configuration = sections["Configuration"]

    def library(self, library):
        self.write(library.page, "library.html", library.title, "library", library=library,
                   notes=self.notes(library.notes, f"Rules/{library.name}/README.md", library.page))
        for hop in library.hops:
            self.write(hop.page, "hop.html", hop.title, "guide", library=library, hop=hop,
                       safeties=libraries.SAFETIES, notes=self.notes(hop.notes, hop.source, hop.page))
            for rule in hop.rules:
                page = f"rules/{rule['id']}.html"
                self.write(page, "rule.html", rule["id"], "rule", library=library, hop=hop,
                           article=Markup(prose.recoloured(rule["html"])))

    def notes(self, text, source, page):
        """A file beside the rules: its headings go one level down, as the page has a title."""
        lowered = re.sub(r"^(#+ )", r"#\1", text, flags=re.M) if text else ""
        return self.markdown(lowered, source, page)

    def references(self):
        tool = json.loads(self.ask("--experimental-dump-help"))["command"]
        self.write("commands.html", "commands.html", "Commands", "page", commands=list(reference.commands(tool)))
        for page, (title, name) in SCHEMAS.items():
            text = self.configuration if page == "configuration.html" else ""
            self.write(page, "schema.html", title, "reference", schema=reference.Schema(ROOT / "Schemas" / name),
                       source=f"Schemas/{name}", introduction=self.markdown(text, "README.md", page))

    def assets(self):
        for name in ["book.css", "book.js", "icon.svg"]:
            shutil.copy(HERE / name, self.folder)
        page = self.ask("explain", self.articles[0]["id"], "--format", "html")
        style = re.search(r"<style>(.*?)</style>", page, re.S)[1]
        light = HtmlFormatter(style="default", nobackground=True).get_style_defs("pre")
        dark = HtmlFormatter(style="github-dark", nobackground=True).get_style_defs("pre")
        (self.folder / "article.css").write_text(
            f"{style}\n{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}\n", encoding="utf-8")
        index = json.dumps(self.index, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
        (self.folder / "search-index.js").write_text(f"const searchIndex = {index};\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    folder = Path(sys.argv[2]).resolve()
    print(f"docs: {Site(sys.argv[1], folder).build()} pages in {folder}")
