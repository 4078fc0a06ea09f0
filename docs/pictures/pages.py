#!/usr/bin/python3
"""docs/pictures/pages.py PROGRAM: draws docs/pictures/pages-*.png anew, by Chromium (Debian: chromium, chromium-driver,
python3-selenium): the page of a recorded game of each kind, as seat 1 saw it in the middle of the game, and that of a month, on a
telephone and on a desk, light and dark. SHOTS=FOLDER keeps each at its full size there."""
import base64
import glob
import os
import sqlite3
import subprocess
import sys
import tempfile

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PROGRAM = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.join(TOP, "tests", "picture"))

import page  # noqa: E402
import records  # noqa: E402

SCALE = 0.38
STEPS = {"heartcatchers": 0.3}  # where else than at two thirds


def write_page(folder, record):
    """In the folder; the name of the game."""
    game = os.path.basename(record).split(".")[0]
    record = records.first_of(record, os.path.join(folder, game + ".record"))
    subprocess.run([PROGRAM, "replay", record, "--seat", "1", "--page", os.path.join(folder, game + ".html")],
                   check=True, stdout=subprocess.DEVNULL)
    return game


def write_month(folder):
    """Of six people who meet every other day, as the program itself counts it."""
    data = os.path.join(folder, "data")
    subprocess.run([PROGRAM, "--data", data], input="\n", text=True, check=True, capture_output=True)
    base = sqlite3.connect(os.path.join(data, "tabletalk.db"))
    for i, name in enumerate(("ann", "bob", "cid", "dan", "eve", "fay"), 1):
        base.execute("INSERT INTO identity VALUES (?, 'irc:oftc', ?, ?, 1)", (i, "$" + name, name))
    number = 0
    for day in range(0, 30, 2):
        for table in range(2):
            number += 1
            order = sorted(range(1, 7), key=lambda who: (who * 7 + day * 5 + table * 11 + who * day) % 13 + 2 * who)[table::2]
            base.execute("INSERT INTO outcome VALUES (?, ?, 1, ?, 'coloretto', '', 'irc:oftc', '#games', '')",
                         (number, number, 1793491200 + day * 86400 + 70000 + table))
            for seat, who in enumerate(order, 1):
                base.execute("INSERT INTO outcome_seat VALUES (?, ?, ?, '', ?, ?, 0, 1, 1)", (number, seat, who, seat, 40 - 7 * seat))
    base.commit()
    base.close()
    subprocess.run([PROGRAM, "--data", data, "standings", "--rebuild"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([PROGRAM, "--data", data, "page", "--season", "2026-11", "--room", "irc:oftc #games", os.path.join(folder, "month.html")],
                   check=True, stdout=subprocess.DEVNULL)


def shoot(browser, path, size, dark, part):
    """The bytes of a picture."""
    shown = page.Page(browser, path, size, dark)
    shown = page.Page(browser, path, size, dark, int(shown.last * part))
    wide, tall = size
    folder = os.environ.get("SHOTS")
    if folder:
        name = f"{os.path.basename(path)[:-5]}-{wide}-{'dark' if dark else 'light'}.png"
        browser.save_screenshot(os.path.join(folder, name))
    taken = browser.execute_cdp_cmd("Page.captureScreenshot", {"clip": {"x": 0, "y": 0, "width": wide, "height": tall, "scale": SCALE}})
    return taken["data"]


def put_together(browser, shots, path):
    """A telephone and a desk in a row; light above, dark below."""
    wide = int((page.PHONE[0] + page.DESK[0]) * SCALE) + 30
    tall = 2 * int(page.PHONE[1] * SCALE) + 30
    images = "".join(f'<img src="data:image/png;base64,{shot}">' for shot in shots)
    sheet = ("<style>body{margin:10px;display:grid;grid-template-columns:auto 1fr;gap:10px;align-items:start;background:#9aa0ad}"
             "img{display:block;border-radius:6px}</style>" + images)
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": wide, "height": tall, "deviceScaleFactor": 1, "mobile": False})
    with tempfile.NamedTemporaryFile("w", suffix=".html") as file:
        file.write(sheet)
        file.flush()
        browser.get("file://" + file.name)
        taken = browser.execute_cdp_cmd("Page.captureScreenshot", {"clip": {"x": 0, "y": 0, "width": wide, "height": tall, "scale": 1}})
    with open(path, "wb") as out:
        out.write(base64.b64decode(taken["data"]))


def main():
    with tempfile.TemporaryDirectory() as folder:
        names = [write_page(folder, os.path.join(TOP, "tests", "records", f"{game}.record"))
                 for game in ("coloretto", "colorcatcher", "heartcatchers", "roygbiv", "kritters", "maumau")]
        write_month(folder)
        browser = page.open_browser(os.path.join(folder, "profile"))
        try:
            for name in names + ["month"]:
                shots = [shoot(browser, os.path.join(folder, name + ".html"), size, dark, STEPS.get(name, 0.67))
                         for dark in (False, True) for size in (page.PHONE, page.DESK)]
                put_together(browser, shots, os.path.join(TOP, "docs", "pictures", f"pages-{name}.png"))
        finally:
            browser.quit()
    sizes = [os.path.getsize(path) for path in glob.glob(os.path.join(TOP, "docs", "pictures", "pages-*.png"))]
    print(f"{len(sizes)} pictures, {sum(sizes)} bytes")


main()
