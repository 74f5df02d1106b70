"""Markdown of the project as HTML of the site."""

import html
import posixpath
import re

from markdown_it import MarkdownIt
from mdit_py_plugins.anchors import anchors_plugin
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

FORMATTER = HtmlFormatter(nowrap=True)
# Names that pages use and Pygments does not know.
LEXERS = {"text": None, "pbxproj": None, "objc": "objective-c", "proto": "protobuf"}


def slug(text):
    """The id of a heading: lower case, words with hyphens between them."""
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"<[^>]*>", "", text).lower()).strip("-") or "section"


def coloured(code, language):
    """Code as HTML; without colours where the language has no lexer."""
    name = LEXERS.get(language, language)
    if name:
        try:
            return highlight(code, get_lexer_by_name(name, stripnl=False), FORMATTER)
        except ClassNotFound:
            pass
    return html.escape(code)


def recoloured(article):
    """The article of a rule, with the code in its prose coloured as everywhere."""

    def block(match):
        code = html.unescape(match[2])
        return f'<pre><code class="language-{match[1]}">{coloured(code, match[1])}</code></pre>'

    return re.sub(r'<pre><code class="language-([^"]*)">(.*?)</code></pre>', block, article, flags=re.S)


class Prose:
    """Turns Markdown into HTML.

    `pages` maps a file of the project to its page, relative to the site's root; `rules` holds the ids of rules.
    """

    def __init__(self, pages, rules):
        self.pages = pages
        self.rules = rules
        self.parser = MarkdownIt("commonmark", {"highlight": self._code}).enable("table")
        self.parser.use(anchors_plugin, min_level=2, max_level=4, slug_func=slug)

    @staticmethod
    def _code(code, language, _):
        return coloured(code, language)

    def html(self, text, source, page):
        """Returns `text`, a part of the file `source`, as it stands on `page`.

        A link to a file that the site does not have becomes text, as there is no saying where the reader's copy is.
        Code that is nothing but the id of a rule leads to the rule.
        """
        tokens = self.parser.parse(text)
        here = posixpath.dirname(page)
        for token in tokens:
            for child in token.children or []:
                if child.type == "link_open":
                    self._lead(child, source, here)
        self._link_rules(tokens, here)
        return re.sub(
            r"(<table>.*?</table>)", r'<div class="scroll">\1</div>',
            self.parser.renderer.render(tokens, self.parser.options, {}), flags=re.S)

    def _lead(self, link, source, here):
        target = link.attrs["href"]
        if re.match(r"https?://|mailto:|#", target):
            return
        path, _, anchor = target.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        if path in self.pages:
            link.attrs["href"] = posixpath.relpath(self.pages[path], here or ".") + (f"#{anchor}" if anchor else "")
        else:
            del link.attrs["href"]

    def _link_rules(self, tokens, here):
        for token in tokens:
            children, inside = [], 0
            for child in token.children or []:
                inside += child.type == "link_open"
                inside -= child.type == "link_close"
                if child.type == "code_inline" and not inside and child.content in self.rules:
                    href = posixpath.relpath(f"rules/{child.content}.html", here or ".")
                    opening = type(child)("link_open", "a", 1, attrs={"href": href})
                    children += [opening, child, type(child)("link_close", "a", -1)]
                else:
                    children.append(child)
            if token.children is not None:
                token.children = children


def sections(text):
    """Cuts Markdown at its headings of the second level: what stands before them, and a dictionary in their order."""
    parts, title, fence = {None: []}, None, None
    for line in text.split("\n"):
        mark = re.match(r"(`{3,})", line)
        if fence:
            fence = None if line.strip() == fence else fence
        elif mark:
            fence = mark[1]
        elif line.startswith("## "):
            title = line[3:].strip()
            parts[title] = []
            continue
        parts[title].append(line)
    introduction = "\n".join(parts.pop(None))
    return introduction, {title: "\n".join(lines).strip() for title, lines in parts.items()}
