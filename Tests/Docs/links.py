"""Follows every link of the site, and asks whether each rule has its page: links.py SITE RULES.JSON"""

import json
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.ids, self.repeated = [], set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if attributes.get("id"):
            (self.repeated if attributes["id"] in self.ids else self.ids).add(attributes["id"])
        target = attributes.get("src") or (attributes.get("href") if tag in {"a", "link"} else None)
        if target:
            self.links.append(target)


def main(site, rules):
    site = Path(site)
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    problems, followed, reached = [], 0, {site / "index.html"}
    for path, page in pages.items():
        name = path.relative_to(site)
        problems += [f"{name}: two elements have the id '{identity}'" for identity in page.repeated]
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme in {"http", "https", "mailto"}:
                continue
            followed += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file():
                problems.append(f"{name}: '{link}' leads nowhere")
            elif parts.fragment and unquote(parts.fragment) not in pages[target].ids:
                problems.append(f"{name}: '{link}' names no place on its page")
            elif target != path:
                reached.add(target)
    problems += [f"{path.relative_to(site)}: no page leads to it" for path in pages if path not in reached]
    wanted = {rule["id"] for rule in json.loads(Path(rules).read_text())}
    found = {path.stem for path in site.glob("rules/*.html")} - {"index"}
    problems += [f"the rule {rule} has no page" for rule in sorted(wanted - found)]
    problems += [f"the page {rule} is about no rule" for rule in sorted(found - wanted)]
    for problem in problems:
        print(f"Docs: {problem}")
    print(f"Docs: {len(pages)} pages, {len(wanted)} rules, {followed} links followed, {len(problems)} problems")
    return bool(problems) or not wanted or not followed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
