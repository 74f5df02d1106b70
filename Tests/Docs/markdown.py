"""Holds Moult's Markdown against markdown-it, on the prose of every page: markdown.py PAGES.JSON"""

import html
import json
import re
import sys

from markdown_it import MarkdownIt


def normal(text):
    """Both escape quotes in their own way, and set line feeds between tags as they like."""
    text = re.sub(r">\s+<", "><", html.unescape(text.replace("&lt;", "\0").replace("&gt;", "\1")))
    return text.strip()


def main(path):
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    compared, problems = 0, 0
    for page in json.load(open(path, encoding="utf-8")):
        whole = normal(page["html"])
        texts = [page["introduction"]] + [section["text"] for section in page["sections"]]
        for text in filter(None, texts):
            compared += 1
            wanted = normal(parser.render(text))
            if wanted not in whole:
                problems += 1
                print(f"Docs: {page['id']}: markdown-it makes something else of\n{text}\n-> {wanted}\n")
    print(f"Docs: {compared} pieces of Markdown compared, {problems} differ")
    return problems > 0 or compared == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
