#!/usr/bin/python3
"""Writes inter.font, the letters that pictures are written in, from two weights of Inter (Debian: fonts-inter,
python3-fonttools): core/picture/font/font.py /usr/share/fonts/opentype/inter >core/picture/font/inter.font"""
import sys
from fontTools.misc.transform import Scale
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

EM = 1000
WEIGHTS = (("NORMAL", "Inter-Medium.otf"), ("BOLD", "Inter-ExtraBold.otf"))
SCALARS = [*range(0x20, 0x7f), *range(0xa0, 0x180), *range(0x218, 0x21c), *range(0x384, 0x3cf), *range(0x400, 0x460),
           0x490, 0x491, 0x1e9e, *range(0x2010, 0x2027), 0x2030, 0x2032, 0x2033, 0x2039, 0x203a, 0x20ac, 0x2116, 0x2122,
           0x2190, 0x2191, 0x2192, 0x2193, 0x2194, 0x2212, 0x2260, 0x2264, 0x2265, 0x25aa, 0x25ab, 0x25b8, 0x25cb, 0x25cf,
           0x2605, 0x2606, 0x2713, 0x2717]
SIGNS = {"moveTo": "m", "lineTo": "l", "curveTo": "c", "closePath": "z", "endPath": "z"}


def path_of(font, name):
    """Signs with whole numbers: m, l and c, relative to the point before, and z."""
    recorded = DecomposingRecordingPen(font.getGlyphSet())
    scale = EM / font["head"].unitsPerEm
    font.getGlyphSet()[name].draw(TransformPen(recorded, Scale(scale, -scale)))
    out, at, begun = [], (0, 0), (0, 0)
    for sign, points in recorded.value:
        assert sign in SIGNS, sign
        numbers, last = [], at
        for x, y in points:
            last = round(x), round(y)
            numbers += [last[0] - at[0], last[1] - at[1]]
        if sign == "moveTo":
            begun = last
        at = begun if SIGNS[sign] == "z" else last
        if sign == "lineTo" and numbers == [0, 0]:
            continue
        out.append(SIGNS[sign] + " ".join(map(str, numbers)))
    return "".join(out)


def main():
    print("/* The letters of pictures: two weights of the font Inter, whose licence is licence.txt, as outlines. Made by")
    print("   font.py: FONT_weight(scalar, advance, outline), in thousandths of the size. */")
    for weight, file in WEIGHTS:
        font = TTFont(sys.argv[1] + "/" + file)
        names = font.getBestCmap()
        for scalar in SCALARS:
            if scalar in names:
                advance = round(font["hmtx"][names[scalar]][0] * EM / font["head"].unitsPerEm)
                print(f'FONT_{weight}({scalar:#06x}, {advance}, "{path_of(font, names[scalar])}")')


main()
