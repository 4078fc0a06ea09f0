#!/usr/bin/python3
"""page.py TEST_PAGE AXE: pages of games in a real browser (Debian: chromium, chromium-driver, python3-selenium), without a
network: at the size of a telephone and of a desk, dark and light, by keys alone. TEST_PAGE writes the pages, of people with
hostile names; AXE is axe-core, which looks for what shuts people out. PAGES=FOLDER looks at the pages of a folder instead;
SHOTS=FOLDER keeps pictures of them there. Exit status 77: something could not be measured here, as the last line says."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

SECONDS = 60
FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync --disable-dev-shm-usage --hide-scrollbars""".split()
PHONE, DESK = (393, 852), (1280, 800)


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


try:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys
except ImportError:
    skip("python3-selenium is not installed, so no page was opened in a browser")

FAULTS = []


def expect(holds, page, what):
    if not holds:
        FAULTS.append(f"{page}: {what}")


def open_browser(folder):
    options = Options()
    for flag in FLAGS + [f"--user-data-dir={folder}"]:
        options.add_argument(flag)
    options.binary_location = shutil.which("chromium")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)


class Page:
    """One file, opened at a size and in a theme."""

    def __init__(self, browser, path, size, dark, step=0, still=True):
        self.browser, self.path, self.name = browser, path, f"{os.path.basename(path)} {size[0]} {'dark' if dark else 'light'}"
        text = open(path, encoding="utf-8").read()
        self.data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.S).group(1))
        self.last = len(self.data.get("steps", [0])) - 1
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size is PHONE})
        browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": size is PHONE})
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}]})
        browser.get("about:blank")
        browser.get_log("performance")
        browser.get(f"file://{path}#{step}")

    def js(self, script, *args):
        return self.browser.execute_script(script, *args)

    def at(self):
        return self.js("return +document.getElementById('at').value")

    def said(self):
        return self.js("return document.getElementById('said').textContent")

    def keys(self, *keys):
        ActionChains(self.browser).send_keys("".join(keys)).perform()

    def wait(self, script, what):
        end = time.monotonic() + SECONDS
        while not self.js("return " + script):
            if time.monotonic() > end:
                expect(False, self.name, what)
                return
            time.sleep(0.05)

    def expect(self, holds, what):
        expect(holds, self.name, what)

    def expect_quiet(self):
        """Nothing was asked of anybody, and nobody complained."""
        for entry in self.browser.get_log("browser"):
            self.expect(False, f"the console says: {entry['message']}")
        for entry in self.browser.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            url = message["params"].get("request", {}).get("url", "")
            if message["method"] == "Network.requestWillBeSent" and url.split("#")[0] not in ("", f"file://{self.path}"):
                self.expect(False, f"it asks for {url}")

    def expect_step(self, step):
        said, call, _, *result = self.data["steps"][step]
        self.expect(self.at() == step, f"it is at {self.at()}, not at {step}")
        self.expect(self.said() == said, f"step {step} says '{self.said()}'")
        told = self.js("return [...document.querySelectorAll('#list a')].map(a => a.textContent)")
        self.expect(told == [one[0] or f"Step {i}" for i, one in enumerate(self.data["steps"][:step + 1])], f"its list at step {step} is {told[-2:]}")
        shown = self.js("return document.body.innerText")
        end = self.data["steps"][self.last][3][0]
        self.expect((end in shown) == (step == self.last), f"the result is in sight at step {step}, or not at the end")

    def expect_room(self):
        wide = self.js("return [document.documentElement.scrollWidth, innerWidth]")
        self.expect(wide[0] <= wide[1], f"it is {wide[0]} points wide, in a window of {wide[1]}")

    def shoot(self, step):
        if "SHOTS" in os.environ:
            name = f"{self.name} {step}".replace(" ", "-").replace(".html", "")
            self.browser.save_screenshot(os.path.join(os.environ["SHOTS"], name + ".png"))

    def expect_open_to_all(self, axe, step):
        if not axe:
            return
        if not self.js("return !!window.axe"):
            self.js(axe)
        found = self.browser.execute_async_script("""
            const done = arguments[arguments.length - 1];
            axe.run({resultTypes: ["violations"]}).then(
                found => done(found.violations.map(one => one.id + ": " + one.nodes.map(node => node.html).slice(0, 2).join(" "))),
                error => done(["axe fails: " + error]))""")
        for violation in found:
            self.expect(False, f"axe at step {step}: {violation}")


def every_step_by_keys(page):
    """All steps forwards, seen one by one, and there and back by larger strides."""
    page.js("""window.seen = [];
        new MutationObserver(() => seen.push(document.getElementById('said').textContent)).observe(
            document.getElementById('count'), {childList: true});""")
    page.keys(Keys.ARROW_RIGHT * page.last)
    page.wait("window.seen.length >= %d" % page.last, "some steps are not reached")
    page.expect(page.js("return seen") == [step[0] for step in page.data["steps"][1:]], "steps are shown that are others")
    page.expect_step(page.last)
    page.expect_room()
    for keys, step in ((Keys.ARROW_RIGHT, page.last), (Keys.HOME, 0), (Keys.PAGE_DOWN, min(10, page.last)),
                       (Keys.ARROW_LEFT * 3, min(10, page.last) - 3), (Keys.END, page.last),
                       (Keys.PAGE_UP, max(page.last - 10, 0)), (Keys.PAGE_UP * 99, 0)):
        page.keys(keys)
        page.wait(f"document.getElementById('at').value == {step}", f"a key does not lead to step {step}")
    page.expect_step(0)


def everything_by_tab(page):
    """Each control has its turn, and does what it says by Enter; the slider by its own keys."""
    order = []
    for _ in range(8):
        page.keys(Keys.TAB)
        order.append(page.js("return document.activeElement.id || document.activeElement.tagName.toLowerCase()"))
        if order[-1] == "look":
            before = page.js("return getComputedStyle(document.body).backgroundColor")
            page.keys(Keys.ENTER)
            page.expect(page.js("return getComputedStyle(document.body).backgroundColor") != before, "the look does not change")
            page.keys(Keys.ENTER)
            page.expect(page.js("return getComputedStyle(document.body).backgroundColor") == before, "the look is stuck")
        elif order[-1] == "next":
            page.keys(Keys.ENTER)
            page.expect_step(2)
        elif order[-1] == "at":
            page.keys(Keys.ARROW_RIGHT)
            page.expect_step(1)
            page.expect(page.js("return document.getElementById('at').ariaValueText || document.getElementById('at').getAttribute('aria-valuetext')")
                        == "1: " + page.said(), "the slider does not say the step")
    page.expect(order[:6] == ["look", "summary", "first", "back", "at", "next"], f"Tab goes through {order}")


def speaks_when_it_rests(page):
    """A burst of steps is told once, when it is over; the slider, which says its own value, not at all."""
    page.js("""window.waiting = [];
        window.setTimeout = call => waiting.push(call);
        window.clearTimeout = number => { delete waiting[number - 1] };""")
    page.keys(Keys.HOME + Keys.ARROW_RIGHT * 5)
    told = page.js("""return waiting.filter(call => call).map(call => {
        call();
        return document.getElementById('aloud').textContent;
    })""")
    page.expect(len(told) == 1 and told[0].startswith(page.said()) and page.js("return location.hash") == f"#{page.at()}",
                f"it says {told} at {page.js('return location.hash')}")


def swipes(page):
    """To the left is on; down is no step, and neither is what begins on the slider."""
    def swipe(x, y, to_x, to_y):
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchMove", [{"x": to_x, "y": to_y}]), ("touchEnd", [])):
            page.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.keys(Keys.HOME)
    for x, y, to_x, to_y, step in ((300, 300, 80, 310, 1), (300, 300, 290, 100, 1), (80, 300, 300, 310, 0)):
        swipe(x, y, to_x, to_y)
        page.expect(page.at() == step, f"a swipe from {x},{y} to {to_x},{to_y} leads to step {page.at()}")


def look_at_season(browser, path, axe):
    """A table for each game, and its curves, with names as they are."""
    for size, dark in ((PHONE, False), (DESK, False), (PHONE, True), (DESK, True)):
        page = Page(browser, path, size, dark)
        shown = page.js("return [...document.querySelectorAll('section')].map(one => [one.querySelector('h2').textContent,"
                        "[...one.querySelectorAll('.who')].map(who => who.textContent), one.querySelectorAll('.line').length])")
        page.expect(shown == [[game, [row[1] for row in rows], min(8, len(rows))] for game, rows in page.data["season"]], f"it shows {shown}")
        page.expect(page.js("return document.images.length") == 0, "a name became an image")
        page.expect_room()
        page.shoot(0)
        page.expect_open_to_all(axe, 0)
        page.keys(Keys.TAB)
        before = page.js("return getComputedStyle(document.body).backgroundColor")
        page.keys(Keys.ENTER)
        page.expect(page.js("return getComputedStyle(document.body).backgroundColor") != before, "the look does not change")
        page.expect_quiet()


def look_at(browser, path, axe, number):
    """All of it for the first page; what depends on the game for each."""
    is_first = number == 0
    page = Page(browser, path, PHONE, False)
    page.expect_step(0)
    every_step_by_keys(page)
    if is_first:
        everything_by_tab(page)
        speaks_when_it_rests(page)
        swipes(page)
    page.expect(page.js("return document.scripts.length") == 2, "there are other scripts")
    page.expect(page.js("return document.images.length") == 0, "a name became an image")
    page.expect(page.js("return document.getAnimations().length") == 0, "it moves, though it should not")
    page.expect_quiet()
    looks = ((DESK, number % 2 == 1, 1), (PHONE, True, 0.5), (DESK, True, 0.4))
    for size, dark, part in looks if is_first or "SHOTS" in os.environ else looks[:1]:
        step = int(page.last * part)
        page = Page(browser, path, size, dark, step)
        page.expect_step(step)
        page.expect_room()
        page.shoot(step)
        if is_first or part == 1:  # it is dear
            page.js("document.querySelector('details').open = true")
            page.expect_open_to_all(axe, step)
        page.expect_quiet()
    if is_first:
        page = Page(browser, path, PHONE, False, 1, still=False)
        page.keys(Keys.ARROW_RIGHT)
        page.wait("document.getAnimations().length > 0 || document.querySelector('.fresh')", "what is new is not seen")
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 320, "height": 600, "deviceScaleFactor": 1, "mobile": True})
        page.expect_room()


def main():
    for program, package in (("chromium", "chromium"), ("chromedriver", "chromium-driver")):
        if not shutil.which(program):
            skip(f"{package} is not installed, so no page was opened in a browser")
    test_page, axe_path = sys.argv[1:]
    axe = open(axe_path, encoding="utf-8").read() if os.path.exists(axe_path) else None
    with tempfile.TemporaryDirectory() as folder:
        pages = os.environ.get("PAGES", folder)
        if pages is folder:
            subprocess.run([test_page], check=True, stdout=subprocess.DEVNULL, env={**os.environ, "TABLETALK_PAGE_FOLDER": folder})
        names = sorted(name for name in os.listdir(pages) if name.endswith(".html"))
        expect(names, "test_page", "it wrote no page")
        browser = open_browser(os.path.join(folder, "profile"))
        try:
            for number, name in enumerate(names):
                if name == "season.html":
                    look_at_season(browser, os.path.join(pages, name), axe)
                else:
                    look_at(browser, os.path.join(pages, name), axe, number)
        finally:
            browser.quit()
    for fault in FAULTS:
        print(fault)
    print(f"{len(names)} pages, {len(FAULTS)} faults")
    if not FAULTS and not axe:
        skip(f"axe-core is not in {axe_path}, so nobody looked for what shuts people out; all else is well")
    sys.exit(bool(FAULTS))


if __name__ == "__main__":
    main()
