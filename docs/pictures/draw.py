#!/usr/bin/env python3
"""docs/pictures/draw.py PROGRAM STANDIN: draws the pictures of docs/screens.md anew: a moment of each game in a terminal of 40 and of
80 columns and on a phone with Discord, as a newcomer who plays against a robot sees it. PROGRAM must know TABLETALK_SEED
(preset gcc). Uses libcairo and the DejaVu fonts.
"""
import ctypes
import json
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM, STANDIN = (os.path.abspath(path) for path in sys.argv[1:3])
sys.path[:0] = [os.path.join(HERE, "..", "..", "tests", folder) for folder in ("e2e", "support")]
sys.argv[1:] = [PROGRAM]
os.environ["TABLETALK_SEED"] = "1"

import places  # noqa: E402
import terminal  # noqa: E402
from newcomer import Newcomer  # noqa: E402

GAMES = {"colorcatcher": 14, "coloretto": 12, "heartcatchers": 3, "kritters": 6, "roygbiv": 4, "maumau": 4}  # moves before the picture
ROWS = {40: 30, 80: 24}
SIZE, ADVANCE, LEADING = 13, 8, 17
BLACK, PAPER, GREY, WHITE = (0x1e, 0x1f, 0x22), (0x31, 0x33, 0x38), (0x9a, 0x9c, 0xa2), (0xe6, 0xe7, 0xea)
BUTTON, BLUE = (0x4e, 0x50, 0x58), (0x58, 0x65, 0xf2)
SIXTEEN = [(0, 0, 0), (205, 49, 49), (13, 188, 121), (229, 229, 16), (36, 114, 200), (188, 63, 188), (17, 168, 205), (229, 229, 229)]
# As the squares of the colours look, and the hearts and stars of those that have none.
SQUARES = dict(zip("\U0001f7e5\U0001f7e7\U0001f7e8\U0001f7e9\U0001f7e6\U0001f7ea\U0001f7eb\u2b1b\u2b1c\U0001f499\U0001f4a0\U0001f49f"
                   "\U0001f497\U0001f518\u2b50",
                   [(221, 46, 68), (244, 144, 12), (253, 203, 88), (120, 177, 89), (85, 172, 238), (170, 142, 214), (193, 105, 79),
                    (10, 10, 10), (230, 231, 232), (66, 99, 200), (66, 190, 220), (200, 60, 190), (255, 140, 190),
                    (150, 150, 150), (255, 172, 51)]))

cairo = ctypes.CDLL("libcairo.so.2")
for name in ("cairo_image_surface_create", "cairo_create"):
    getattr(cairo, name).restype = ctypes.c_void_p
real = ctypes.c_double


class Extents(ctypes.Structure):
    _fields_ = [(name, real) for name in ("x", "y", "width", "height", "x_advance", "y_advance")]


class Sheet:
    """A picture under way."""

    def __init__(self, width, height, paper):
        self.surface = ctypes.c_void_p(cairo.cairo_image_surface_create(1, width, height))
        self.ink = ctypes.c_void_p(cairo.cairo_create(self.surface))
        self.box(0, 0, width, height, paper)

    def colour(self, colour):
        cairo.cairo_set_source_rgb(self.ink, *(real(part / 255) for part in colour))

    def box(self, x, y, width, height, colour):
        self.colour(colour)
        cairo.cairo_rectangle(self.ink, real(x), real(y), real(width), real(height))
        cairo.cairo_fill(self.ink)

    def font(self, family, size, is_bold):
        cairo.cairo_select_font_face(self.ink, family.encode(), 0, 1 if is_bold else 0)
        cairo.cairo_set_font_size(self.ink, real(size))

    def width(self, text):
        extents = Extents()
        cairo.cairo_text_extents(self.ink, text.encode(), ctypes.byref(extents))
        return extents.x_advance

    def text(self, x, y, text, colour):
        self.colour(colour)
        cairo.cairo_move_to(self.ink, real(x), real(y))
        cairo.cairo_show_text(self.ink, text.encode())

    def save(self, path):
        assert cairo.cairo_surface_write_to_png(self.surface, path.encode()) == 0
        print(path, os.path.getsize(path) // 1024, "KiB")


# ---- the terminal ----

class Cell(str):
    """A character and how it looks: letters, paper, whether it is bold."""
    look = (WHITE, None, False)


class ColourScreen(terminal.Screen):
    look = Cell.look

    def put(self, character):
        cell = Cell(character)
        cell.look = self.look
        super().put(cell)

    def sequence(self, parameters, final):
        if final == "m":
            self.look = self.read_look([int(n or 0) for n in parameters.split(";")])
        super().sequence(parameters, final)

    def read_look(self, numbers):
        ink, paper, is_bold = self.look
        while numbers:
            number = numbers.pop(0)
            if number == 0:
                ink, paper, is_bold = Cell.look
            elif number in (38, 48):
                colour = self.of_256(numbers[1])
                del numbers[:2]
                ink, paper = (colour, paper) if number == 38 else (ink, colour)
            elif 30 <= number <= 37:
                ink = SIXTEEN[number - 30]
            elif number in (1, 2):
                is_bold, ink = number == 1, ink if number == 1 else GREY
        return ink, paper, is_bold

    @staticmethod
    def of_256(number):
        if number >= 232:
            return (8 + 10 * (number - 232),) * 3
        steps = [0, 95, 135, 175, 215, 255]
        number -= 16
        return steps[number // 36], steps[number // 6 % 6], steps[number % 6]


class Kept(places.Narrow):
    """A terminal that shows all that it ever showed."""
    read_rows = 0

    def __init__(self, columns, *arguments):
        self.columns = columns
        super().__init__(*arguments)

    def exchange(self, said):
        for line in said.split("\n")[:-1]:
            self.table.type(line + "\r")
            self.settle(line[:20])  # a long one is folded
        rows = self.table.screen.text().split("\n")
        new, self.read_rows = rows[self.read_rows:], len(rows) - 1
        return [row for row in new if not row.startswith("* ")]


def begin(place, game):
    """A newcomer and a robot sit down."""
    guest, heard = Newcomer("ann", "random", "2"), []
    for text in (f"!play {game}", "!add robot", "!start"):
        if not (guest.is_called or guest.offer):
            heard += place.say("ann", text, True)
            tell(guest, heard)
    return guest


def tell(guest, heard):
    guest.is_fresh = False
    for to, text in heard:
        (guest.hear_private if to else guest.hear_public)(text)
    guest.typed = None


def play(place, game, moves):
    guest = begin(place, game)
    for _ in range(20 * moves):
        if guest.moves >= moves:
            break
        text = guest.choose()
        tell_typed = text
        heard = place.say("ann", text, text.startswith("!")) if text else place.wait(0.3)
        guest.typed = tell_typed
        tell(guest, heard)
    place.wait(0.5)
    return guest


def draw_terminal(game, columns):
    with tempfile.TemporaryDirectory(prefix="tabletalk-") as folder:
        terminal.Screen = ColourScreen
        place = Kept(columns, PROGRAM, folder, ["ann"])
        try:
            play(place, game, GAMES[game])
            rows = place.table.screen.lines
        finally:
            place.close()
    while rows and not "".join(rows[-1]).strip():
        rows.pop()
    rows = rows[-ROWS[columns]:]
    sheet = Sheet(columns * ADVANCE + 16, len(rows) * LEADING + 16, BLACK)
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            ink, paper, is_bold = getattr(cell, "look", Cell.look)
            if paper:
                sheet.box(8 + x * ADVANCE, 8 + y * LEADING, ADVANCE, LEADING, paper)
            sheet.font("DejaVu Sans Mono", SIZE, is_bold)
            sheet.text(8 + x * ADVANCE, 21 + y * LEADING, cell, ink)
    sheet.save(f"{HERE}/{game}-{columns}.png")


# ---- Discord on a phone ----

PHONE, MARGIN = 360, 12


class Phone:
    """Messages, one below the other, folded at the width of a phone. Drawn twice: first to know how high it is."""

    def __init__(self, height):
        self.sheet, self.x, self.y = Sheet(PHONE, height, PAPER), MARGIN, 8

    def line(self, leading=20):
        self.x, self.y = MARGIN, self.y + leading

    def words(self, text, size, is_bold, colour, family="DejaVu Sans", paper=None):
        for word in re.findall(r"[^ ]+ ?| ", text):
            self.sheet.font(family, size, is_bold)
            width = sum(18 if c in SQUARES else self.sheet.width(c) for c in word)
            if self.x + width > PHONE - MARGIN and self.x > MARGIN:
                self.line()
            for c in word:
                each = 18 if c in SQUARES else self.sheet.width(c)
                if paper:
                    self.sheet.box(self.x, self.y - 14, each, 18, paper)
                if c in SQUARES:
                    self.sheet.box(self.x + 1, self.y - 12, 15, 15, SQUARES[c])
                else:
                    self.sheet.text(self.x, self.y, c, colour)
                self.x += each

    def markdown(self, text):
        for line in text.split("\n"):
            is_small = line.startswith("-# ")
            for part in re.split(r"(\*\*.*?\*\*|`[^`]+`|@\w+)", line[3:] if is_small else line):
                plain = re.sub(r"\\(.)", r"\1", part.strip("*`") if part[:1] in "*`" else part)
                if part.startswith("`"):
                    self.words(plain, 13, False, WHITE, "DejaVu Sans Mono", BLACK)
                else:
                    self.words(plain, 11 if is_small else 14, part.startswith("**"),
                               GREY if is_small else (0xc9, 0xcd, 0xfb) if part.startswith("@") else WHITE)
            self.line()

    def button(self, label, is_menu):
        self.sheet.font("DejaVu Sans", 13, False)
        while is_menu and self.sheet.width(label) > PHONE - 2 * MARGIN - 20:
            label = label[:-2] + "\u2026"
        width = PHONE - 2 * MARGIN if is_menu else self.sheet.width(label) + 20
        if self.x + width > PHONE - MARGIN and self.x > MARGIN:
            self.line(36)
        self.sheet.box(self.x, self.y - 12, width, 30, BLACK if is_menu else BUTTON)
        self.sheet.text(self.x + 10, self.y + 8, label, GREY if is_menu else WHITE)
        self.x += width + 6

    def message(self, message, ids, note):
        self.line(6)
        self.words("Tabletalk ", 14, True, WHITE)
        self.words(note, 11, False, GREY)
        self.line()
        text = message.get("content", "")
        for name, number in ids.items():
            text = text.replace(f"<@{number}>", "@" + name)
        self.markdown(re.sub(r"<#\d+>", "#games", text))
        for row in message.get("components", []):
            for part in row["components"]:
                self.button(part.get("label") or part.get("placeholder", ""), "options" in part)
            self.line(40)
        self.line(6)


def draw_phone(game):
    with tempfile.TemporaryDirectory(prefix="tabletalk-") as folder:
        place = places.Discord(PROGRAM, folder, ["ann"], STANDIN)
        try:
            play(place, game, GAMES[game])
            public = []
            while not public or "thinks." in public[-1]["content"]:
                place.wait(0.5)
                public = json.loads(place.order("seen games 0 20"))
            place.press(place.parts("ann")[1][0][2])  # My hand, My moves
            private = json.loads(place.order(f"seen games {place.ids['ann']} 20"))
        finally:
            place.close()
    bot = [m for m in public if m.get("author", {}).get("id") not in place.ids.values()]
    own = [m for m in private if m.get("flags", 0) & 64]
    height = 2000
    for _ in range(2):
        phone = Phone(height)
        for message in bot[-1:]:
            phone.message(message, place.ids, "in #games")
        for message in own[-1:]:
            phone.message(message, place.ids, "to you alone")
        height = int(phone.y) + 8
    phone.sheet.save(f"{HERE}/{game}-phone.png")


for each in [game for game in GAMES if not os.environ.get("GAME") or game == os.environ["GAME"]]:
    if not os.environ.get("PHONE"):
        draw_terminal(each, 40)
        draw_terminal(each, 80)
    draw_phone(each)
