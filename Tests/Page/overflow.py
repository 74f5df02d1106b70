#!/usr/bin/env python3
"""Writes a page that shows a plan's page in frames as wide as a phone, a screen and a sheet of paper, and measures them.

  overflow.py PLAN.html > measured.html

The page writes 'overflow: none', or what is wider than its frame. A window of a browser without a screen cannot be as narrow
as a phone, a frame can. What holds for print holds in the last frame.
"""
import html
import sys

text = open(sys.argv[1], encoding="utf-8").read()
paper = text.replace("@media print", "@media all")
frames = [("phone", 390, text), ("screen", 1300, text), ("paper", 700, paper)]
for name, width, page in frames:
    print(f'<iframe id="{name}" style="width:{width}px;height:900px;border:0" srcdoc="{html.escape(page)}"></iframe>')
print("""
<script>
  addEventListener("load", () => {
    const found = [];
    for (const frame of document.querySelectorAll("iframe")) {
      const page = frame.contentDocument, width = frame.clientWidth;
      if (page.querySelectorAll("tr").length < 5) found.push(`${frame.id}: there are no rows`);
      if (page.documentElement.scrollWidth > width)
        found.push(`${frame.id}: the page is ${page.documentElement.scrollWidth} wide`);
      for (const element of page.querySelectorAll("body *")) {
        const box = element.getBoundingClientRect();
        if (box.width > 0 && box.right > width + 1 && found.length < 8)
          found.push(`${frame.id}: ${element.tagName} '${element.textContent.slice(0, 40)}' ends at ${Math.round(box.right)}`);
      }
      for (const field of page.querySelectorAll("input"))
        if (frame.id === "paper" && getComputedStyle(field).display !== "none") found.push("paper: a field is printed");
    }
    const verdict = document.createElement("pre");
    verdict.id = "overflow";
    verdict.textContent = "overflow: " + (found.join("; ") || "none");
    document.body.append(verdict);
  });
</script>""")
