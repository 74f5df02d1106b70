"""Opens every page in Chromium, and looks at it in two sizes: browser.py SITE CHROMIUM

No page may be wider than the window, write an error to the console, ask for anything that is not there, or ask the
network for anything at all. The search has to find, by keyboard and by mouse, and colours have to follow the system.
"""

import sys
from pathlib import Path

from playwright.sync_api import TimeoutError, sync_playwright

SIZES = {"phone": (360, 740), "desk": (1280, 900)}
# Elements that stand out of the window, though not in a box that scrolls.
OVERFLOW = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const scrolls = (e) => e && (/auto|scroll|hidden/.test(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
  return ["" + document.documentElement.scrollWidth, ...[...document.body.querySelectorAll("*")]
    .filter((e) => e.getBoundingClientRect().right > width + 1 && !scrolls(e.parentElement))
    .slice(0, 3).map((e) => e.outerHTML.slice(0, 120))];
}"""


def luminance(page):
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    red, green, blue = (int(part) for part in colour[colour.index("(") + 1:-1].split(",")[:3])
    return (red + green + blue) / 765


def comes(page, condition):
    """Whether a condition of the page holds within ten seconds: a search answers when its index has come."""
    try:
        page.wait_for_function(condition, timeout=10_000)
        return True
    except TimeoutError:
        return False


def search(page, site, problems):
    page.goto((site / "index.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type("rpc error type")
    if not comes(page, "document.querySelector('.results a')?.getAttribute('href')"
                       " === 'rules/grpc-swift.rpc-error-type.html'"):
        found = page.evaluate("document.querySelector('.results a')?.getAttribute('href')")
        problems.append(f"'rpc error type' finds {found} first")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules/grpc-swift.rpc-error-type.html")
    field = page.locator("input[type=search]")
    field.fill("zzqx")
    if not comes(page, "!document.querySelector('.results a')"
                       " && document.querySelector('.results').innerText.includes('Nothing')"):
        problems.append("a search for nothing finds something")
    field.fill("HPACKHeaders")
    page.locator(".results a").first.click()
    if not comes(page, "!location.pathname.endsWith('rpc-error-type.html')"):
        problems.append("a click on a result leads nowhere")
    field.fill("<img src=x onerror=alert(1)>")
    page.keyboard.press("Escape")
    if page.locator(".results").is_visible():
        problems.append("Escape does not close the results")


def watched(chromium, **options):
    """Returns a new page, and the list of what goes wrong in it from now on."""
    page = chromium.new_context(**options).new_page()
    said = []
    page.on("console", lambda message: said.append(message.text) if message.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    # A page that is left before its icon is there asks for it no longer.
    page.on("requestfailed", lambda request: None if request.failure == "net::ERR_ABORTED"
            else said.append(f"{request.url} is not there: {request.failure}"))
    page.on("request", lambda request: None if request.url.startswith(("file:", "data:"))
            else said.append(f"{request.url} was asked for"))
    return page, said


def main(folder, browser):
    site = Path(folder).resolve()
    pages = sorted(site.rglob("*.html"))
    problems, looked = [], 0
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=browser, args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"])
        page, said = watched(chromium)
        sizes = list(SIZES.items())
        for path in pages:
            for name, (width, height) in sizes:
                page.set_viewport_size({"width": width, "height": height})
                if name == sizes[0][0]:
                    page.goto(path.as_uri())
                looked += 1
                if not page.locator("h1").first.is_visible():
                    problems.append(f"{path.relative_to(site)} at {name}: no heading")
                overflow = page.evaluate(OVERFLOW)
                if overflow:
                    problems.append(f"{path.relative_to(site)} at {name}: wider than {width}: {overflow}")
                problems += [f"{path.relative_to(site)} at {name}: {text}" for text in said]
                said.clear()
            # The next page has the size that this one ends with, so that half of all are loaded at each.
            sizes.reverse()
        for name, (width, height) in SIZES.items():
            page, said = watched(chromium, viewport={"width": width, "height": height})
            page.goto(pages[0].as_uri())
            is_open = page.locator(".menu nav").is_visible()
            if is_open != (name == "desk"):
                problems.append(f"the contents are {'open' if is_open else 'closed'} at {name}")
            search(page, site, problems)
            problems += said
        for scheme in ["light", "dark"]:
            page = chromium.new_context(color_scheme=scheme).new_page()
            page.goto(pages[0].as_uri())
            if (luminance(page) > 0.5) != (scheme == "light"):
                problems.append(f"the page is not {scheme}")
        chromium.close()
    for problem in problems:
        print(f"Docs: {problem}")
    print(f"Docs: {len(pages)} pages looked at {looked} times, {len(problems)} problems")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
