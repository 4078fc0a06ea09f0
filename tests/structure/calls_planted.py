#!/usr/bin/env python3
"""calls_planted.py CC: does calls.py find the faults that are planted here, and only those?"""
import json
import os
import subprocess
import sys
import tempfile

CHECK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "calls.py")

# Each file calls the next one: low/a -> low/b -> low/c -> low/d.
CHAIN = {f"low/{x}.c": f"void {x}(void); void {y}(void); void {x}(void) {{ {y}(); }}" for x, y in ("ab", "bc", "cd")}
CHAIN["low/d.c"] = "void d(void); void d(void) {}"
CLOSED = {**CHAIN, "low/d.c": "void a(void); void d(void); void d(void) { a(); }"}
# low/d is told whom to call by a struct that low/a fills in.
HEADER = {"low/d.h": "struct events { void (*on_end)(void); };\nvoid d(const struct events *events);"}
CALLED_BACK = {
    **CHAIN, **HEADER,
    "low/c.c": '#include "d.h"\nvoid c(const struct events *e); void c(const struct events *e) { d(e); }',
    "low/b.c": '#include "d.h"\nvoid b(const struct events *e); void c(const struct events *e);'
               "void b(const struct events *e) { c(e); }",
    "low/a.c": '#include "d.h"\nvoid a(void); void b(const struct events *e); static void on_end(void) {}\n'
               "static const struct events events = {.on_end = on_end};\nvoid a(void) { b(&events); }",
    "low/d.c": '#include "d.h"\nvoid d(const struct events *events) { events->on_end(); }',
}
ASSIGNED = {
    **CALLED_BACK,
    "low/a.c": '#include "d.h"\nvoid a(void); void b(const struct events *e); static void on_end(void) {}\n'
               "void a(void) { struct events e; e.on_end = on_end; b(&e); }",
}
SECOND = {
    "low/e.c": '#include "d.h"\nvoid e(void); static void on_end(void) {}\n'
               "static const struct events events = {on_end};\nvoid e(void) { d(&events); }",
}
# low/d keeps a function that low/a hands to low/b, which hands it on.
KEPT = {
    **CHAIN,
    "low/a.c": "typedef void end_fn(void); void a(void); void b(end_fn *on_end); static void on_end(void) {}\n"
               'void a(void) { const char *text = "(,"; (void)text; b(on_end); }',
    "low/b.c": "void b(void (*told)(void)); void c(void); void d_new(int size, void (*tell)(void));\n"
               "void b(void (*told)(void)) { d_new(3, told); c(); }",
    "low/d.c": "struct ends { int size; void (*tell)(void); };\n"
               "static struct ends kept; void d(void); void d_new(int size, void (*tell)(void));\n"
               "void d_new(int size, void (*tell)(void))\n{\n    struct ends *ends = &kept;\n    ends->size = size;\n"
               "    ends->tell = tell;\n}\nvoid d(void) { struct ends *ends = &kept; ends->tell(); }",
}
ALSO_KEPT = {"low/e.c": "void e(void); void d_new(int size, void (*tell)(void)); static void on_end(void) {}\n"
                        "void e(void) { d_new(1, on_end); }"}
# What low/a hands over is called at once, and something else is kept.
NOT_KEPT = {**KEPT, "low/d.c": KEPT["low/d.c"].replace("ends->tell = tell;", "ends->tell = 0; tell();")}
# Another struct has a member of the same name, which somebody else fills in.
NAMESAKE = {
    **CALLED_BACK,
    "low/f.c": '#include "d.h"\n'
               "struct other { void (*on_end)(void); }; void f(void); void f_end(void); void f_end(void) {}\n"
               "void f(void) { struct other o; o.on_end = f_end; o.on_end(); }",
}
ABOVE = {"high/up.c": "void up(void); void up(void) {}",
         "low/a.c": "void up(void); void b(void); void a(void); void a(void) { b(); up(); }"}
ROWS = "low:\nhigh: low\n"

# (what is planted, files, table, what the check says; None: nothing is wrong)
CASES = [
    ("a chain", CHAIN, ROWS, None),
    ("a circle of three", {**CHAIN, "low/c.c": "void a(void); void c(void); void c(void) { a(); }"}, ROWS, None),
    ("a circle of four", CLOSED, ROWS, "low/d.c calls low/a.c: a()"),
    ("a circle over two folders", {**CLOSED, "low/c.c": "", "high/c.c": CHAIN["low/c.c"]}, ROWS + "upward 1 low high\n",
     "a circle of 4 files in ."),
    ("a circle that is known", CLOSED, ROWS + "circle 4 low\n", None),
    ("a circle that has grown", {**CLOSED, "low/d.c": "void e(void); void d(void); void d(void) { e(); }",
                                 "low/e.c": "void a(void); void e(void); void e(void) { a(); }"},
     ROWS + "circle 4 low\n", "circles of [5] files"),
    ("a list that allows too much", CHAIN, ROWS + "circle 4 low\n", "circles became smaller: now []"),
    ("a circle through a struct of callbacks", CALLED_BACK, ROWS, "low/d.c calls low/a.c: struct events's .on_end()"),
    ("the same, assigned", ASSIGNED, ROWS, "low/d.c calls low/a.c: struct events's .on_end()"),
    ("a struct of callbacks for two", {**CALLED_BACK, **SECOND}, ROWS, None),
    ("a circle through a function that is handed over and kept", KEPT, ROWS, "circles of [4] files"),
    ("such functions of two files", {**KEPT, **ALSO_KEPT}, ROWS, None),
    ("a function that is handed over and not kept", NOT_KEPT, ROWS, None),
    ("a member of the same name in another struct", NAMESAKE, ROWS, "low/d.c calls low/a.c: struct events's .on_end()"),
    ("an upward call", {**CHAIN, **ABOVE}, ROWS, "low/a.c calls high/up.c: up()"),
    ("an upward call that is known", {**CHAIN, **ABOVE}, ROWS + "upward 1 low high\n", None),
    ("a known upward call that is gone", CHAIN, ROWS + "upward 1 low high\n", "take 'upward 1 low high' out"),
    ("a folder without a row", {**CHAIN, "new/n.c": "void n(void); void n(void) {}"}, ROWS, "new: no row of"),
    ("rows in a circle", CHAIN, "low: high\nhigh: low\n", "low may not call high"),
    ("no objects", {}, ROWS, "build first"),
]


def run(cc, files, table):
    """The status of calls.py in a tree of these files, and what it says."""
    with tempfile.TemporaryDirectory() as top:
        rows = []
        for file, text in files.items():
            path = os.path.join(top, file)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as out:
                out.write(text)
        for file in files:
            path = os.path.join(top, file)
            if file.endswith(".c"):
                command = [cc, "-O1", "-c", path, "-o", path + ".o"]
                subprocess.run(command, check=True)
                rows.append({"directory": top, "file": path, "command": " ".join(command)})
        with open(os.path.join(top, "commands.json"), "w", encoding="utf-8") as out:
            json.dump(rows, out)
        with open(os.path.join(top, "table"), "w", encoding="utf-8") as out:
            out.write(table)
        done = subprocess.run([sys.executable, CHECK, "commands.json", "table"], cwd=top, capture_output=True, text=True,
                              check=False)
        return done.returncode, done.stdout + done.stderr


def main():
    bad = 0
    for what, files, table, expected in CASES:
        status, said = run(sys.argv[1], files, table)
        if (status != 0) != (expected is not None) or (expected or "") not in said:
            bad = 1
            print(f"planted: {what}. calls.py should say {expected or 'that all is well'}, but says, with {status}:\n{said}")
    return bad


sys.exit(main())
