#!/usr/bin/env python3
"""calls.py COMPILE_COMMANDS TABLE: do calls go one way, between folders and inside each?

What a file calls is read from the symbols of its object: each undefined symbol that another file defines is a call. A
struct with functions that one file implements, in the folder that declares the struct, hides a call: whoever calls one of its
members calls that file. A file implements it when a function of its own stands in a value of the struct, is assigned to a
member, or is handed to a function that keeps it in a member. A circle is a set of files of which each reaches each; at most
MOST files may form one. TABLE says which folder may call which, and what is known to be wrong: that may only shrink (see
calls.txt). Run from the top of the tree, after the build.
"""
import collections
import json
import os
import re
import subprocess
import sys

MOST = 3
TOP = "."  # the folder of main.c


def folder_of(file):
    return os.path.dirname(file) or TOP


# ---- what calls what

class Symbols:
    """Who defines which name, and who needs it."""

    def __init__(self, objects):
        self.home, self.own, self.needs = {}, collections.defaultdict(set), collections.defaultdict(set)
        of_object = {path: file for file, path in objects.items()}
        # One run for all; -A writes the object in front of each line.
        lines = subprocess.run(["nm", "-A", *of_object], capture_output=True, text=True, check=True).stdout.splitlines()
        for line in lines:
            path, rest = line.rsplit(":", 1)
            file, (kind, name) = of_object[path], rest.split()[-2:]
            if kind == "U":
                self.needs[file].add(name)
            elif kind in "tT":
                self.own[file].add(name)
            if kind in "TDBRVWC":
                self.home.setdefault(name, file)

    def function(self, name, file):
        """The file that defines the function which `file` calls by this name, or None."""
        if name in self.own[file]:
            return file
        home = self.home.get(name)
        return home if home and name in self.own[home] else None


def product_objects(commands):
    """file -> object, for every source outside of tests/ and the build."""
    found = {}
    for row in json.load(open(commands, encoding="utf-8")):
        file = os.path.relpath(row["file"])
        if file.startswith(("..", "tests/", "build")):
            continue
        words = row["command"].split()
        output = words[words.index("-o") + 1]
        path = os.path.join(row["directory"], output)
        if not output.startswith("tests/") and os.path.exists(path):  # tests compile some of them a second time
            found.setdefault(file, path)
    return found


TOLD_APART = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'", re.S)


def plain(text):
    """C without comments and without what stands in quotes."""
    return TOLD_APART.sub(lambda m: {"/": " ", '"': '""', "'": "0"}[m.group()[0]], text)


def block(text, at):
    """The text between the brace at `at` and its partner."""
    depth = 0
    for brace in re.compile(r"[{}]").finditer(text, at):
        depth += 1 if brace.group() == "{" else -1
        if depth == 0:
            return text[at + 1:brace.start()]
    return text[at + 1:]


def arguments(text, at):
    """What stands between the parenthesis at `at` and its partner, cut at the commas that are not in another pair."""
    depth, begun, found = 0, at + 1, []
    for sign in re.compile(r"[(){},]").finditer(text, at):
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(sign.group(), 0)
        if depth == 0 or (depth == 1 and sign.group() == ","):
            found.append(text[begun:sign.start()].strip())
            begun = sign.end()
        if depth == 0:
            break
    return found


def parameter_name(parameter):
    name = re.search(r"\(\s*\*\s*(\w+)\s*\)\s*\(|(\w+)\s*(?:\[[^]]*\])?$", parameter)
    return name and (name.group(1) or name.group(2))


def functions_in(text):
    """(name, names of the parameters, body) of each function that a file defines."""
    begun = 0
    for brace in re.finditer(r"\)\s*\{", text):
        if brace.start() < begun:
            continue
        head = text[max(text.rfind(sign, 0, brace.start()) for sign in ";}#") + 1:brace.start() + 1]
        name = re.search(r"\b(\w+)(\()", head)
        if not name or "=" in head[:name.start()]:
            continue
        body = block(text, brace.end() - 1)
        begun = brace.end() + len(body)
        yield name.group(1), [parameter_name(p) for p in arguments(head, name.start(2))], body


class Sources:
    """The text of sources and headers, as far as structs of callbacks go."""

    def __init__(self, files):
        headers = set()
        for folder in {folder_of(f) for f in files}:
            headers |= {os.path.normpath(f"{folder}/{h}") for h in os.listdir(folder) if h.endswith(".h")}
            inner = f"{folder}/api"
            if os.path.isdir(inner):
                headers |= {os.path.normpath(f"{inner}/{h}") for h in os.listdir(inner) if h.endswith(".h")}
        whole = {f: open(f, encoding="utf-8").read() for f in [*files, *headers]}
        self.text = {f: plain(t) for f, t in whole.items()}
        self.includes = {f: {os.path.basename(h) for h in re.findall(r'^#\s*include\s+"([^"]+)"', t, re.M)}
                         for f, t in whole.items()}
        self.named = {os.path.basename(h): h for h in headers}
        self.files, self.headers = sorted(files), sorted(headers)
        self.function_types = set()
        for text in self.text.values():
            self.function_types |= set(re.findall(r"\btypedef\s+[^;{}()]*?\b(\w+)\(", text))
        self.functions = {f: [(*one, Puts(one[2])) for one in functions_in(self.text[f])] for f in self.files}
        self.puts = {f: Puts(self.text[f]) for f in self.files}
        self.calls = collections.defaultdict(list)  # name -> (file, function of that file, arguments)
        for file, functions in self.functions.items():
            for function in functions:
                for call in re.finditer(r"\b(\w+)(\()", function[2]):
                    self.calls[call.group(1)].append((file, function, call.start(2)))

    def seen_by(self, file):
        """The headers that a file includes, directly or not."""
        seen, waiting = set(), [file]
        while waiting:
            for name in self.includes.get(waiting.pop(), ()):
                header = self.named.get(name)
                if header and header not in seen:
                    seen.add(header)
                    waiting.append(header)
        return seen

    def callback_structs(self):
        """(file, struct, its members that are functions)"""
        for file in [*self.headers, *self.files]:
            text = self.text[file]
            for start in re.finditer(r"\bstruct\s+(\w+)\s*\{", text):
                inside = block(text, start.end() - 1)
                members = set(re.findall(r"\(\s*\*\s*(\w+)\s*\)\s*\(", inside))
                for kind, member in re.findall(r"\b(\w+)\s*\*\s*(\w+)\s*;", inside):
                    if kind in self.function_types:
                        members.add(member)
                if members:
                    yield file, start.group(1), members


class Puts:
    """What a text puts into structs: in values of them, and in members."""

    def __init__(self, text):
        self.values = collections.defaultdict(set)  # struct -> the names in its values
        for start in re.finditer(r"\bstruct\s+(\w+)\b[^;{}()]*=\s*\{|\(\s*(?:const\s+)?struct\s+(\w+)\s*\)\s*\{", text):
            self.values[start.group(1) or start.group(2)] |= set(re.findall(r"\w+", block(text, start.end() - 1)))
        self.members = collections.defaultdict(set)  # member -> (variable or None, name)
        for put in re.finditer(r"(?:\.|->)\s*(\w+)\s*=\s*&?(\w+)\s*[,;}]", text):
            receiver = re.search(r"(\w+)(?:\[[^]]*\])?$", text[max(put.start() - 80, 0):put.start()])
            self.members[put.group(1)].add((receiver and receiver.group(1), put.group(2)))
        self.kinds = collections.defaultdict(set)  # variable -> the structs it may be
        for kind, name in re.findall(r"\bstruct\s+(\w+)\s*(?:const\b\s*)?\**\s*(\w+)", text):
            self.kinds[name].add(kind)

    def into(self, struct, members):
        """The names put into this struct. A variable of which the text does not say what it is may be one."""
        found = set(self.values.get(struct, ()))
        for member in members:
            found |= {name for receiver, name in self.members.get(member, ())
                      if struct in self.kinds.get(receiver, (struct,))}
        return found


def handed(sources, symbols, watching, struct, members):
    """The files whose functions are handed to a function of these files that keeps them in a member."""
    found, waiting, seen = set(), [], set()
    for file in watching:
        for name, parameters, _, puts in sources.functions[file]:
            kept = puts.into(struct, members)
            waiting += [(name, place) for place, parameter in enumerate(parameters) if parameter in kept]
    while waiting:
        keeper, place = waiting.pop()
        if (keeper, place) in seen:
            continue
        seen.add((keeper, place))
        for user, (name, parameters, body, _), at in sources.calls[keeper]:
            given = [argument.lstrip("&") for argument in arguments(body, at)]
            if place >= len(given):
                continue
            found.add(symbols.function(given[place], user))
            if given[place] in parameters:  # handed on
                waiting.append((name, parameters.index(given[place])))
    return found - {None}


def implementers(sources, symbols, watching, struct, members):
    """The files whose functions stand in a value of this struct, or are handed to who fills it in."""
    found = handed(sources, symbols, watching, struct, members)
    for file in watching:
        names = sources.puts[file].into(struct, members)
        found |= {home for home in (symbols.function(name, file) for name in names) if home}
    return found


def call_graph(objects):
    """file -> file it calls -> by which names"""
    symbols, sources = Symbols(objects), Sources(objects)
    graph = {file: collections.defaultdict(set) for file in objects}
    for file, names in symbols.needs.items():
        for name in names:
            home = symbols.home.get(name)
            if home and home != file:
                graph[file][home].add(name + "()" if name in symbols.own[home] else name)
    watchers = collections.defaultdict(list)
    for file in sources.files:
        for header in [file, *sources.seen_by(file)]:
            watchers[header].append(file)
    for header, struct, members in sources.callback_structs():
        implementing = implementers(sources, symbols, watchers[header], struct, members)
        if len(implementing) != 1 or folder_of(min(implementing)) != folder_of(header):
            continue
        home = min(implementing)
        for file in watchers[header]:
            called = set(re.findall(r"(?:\.|->)\s*(%s)\s*\(" % "|".join(sorted(members)), sources.text[file]))
            if file != home and called:
                graph[file][home] |= {f"struct {struct}'s .{member}()" for member in called}
    return graph


# ---- circles

def circles_in(graph):
    """The sets of two files and more of which each reaches each, largest first (Tarjan's algorithm, without recursion)."""
    index, low, stack, waiting, found = {}, {}, [], set(), []
    for root in sorted(graph):
        if root in index:
            continue
        work = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        waiting.add(root)
        while work:
            file, rest = work[-1]
            following = next(rest, None)
            if following is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[file])
                if low[file] == index[file]:
                    circle = stack[stack.index(file):]
                    del stack[-len(circle):]
                    waiting -= set(circle)
                    found.append(sorted(circle))
            elif following not in index:
                index[following] = low[following] = len(index)
                stack.append(following)
                waiting.add(following)
                work.append((following, iter(sorted(graph[following]))))
            elif following in waiting:
                low[file] = min(low[file], index[following])
    return sorted((c for c in found if len(c) > 1), key=lambda c: (-len(c), c))


def from_top_to_bottom(graph, circle):
    """The files of a circle in an order in which few calls go up: those that call much and are called little first."""
    left, head, tail = set(circle), [], []

    def out(file):
        return sum(len(graph[file][to]) for to in graph[file] if to in left)

    def into(file):
        return sum(len(graph[other].get(file, ())) for other in left if other != file)

    while left:
        last = sorted(f for f in left if out(f) == 0)
        first = sorted(f for f in left if into(f) == 0)
        if last:
            tail.insert(0, last[0])
            left.remove(last[0])
        else:
            best = first[0] if first else max(sorted(left), key=lambda f: out(f) - into(f))
            head.append(best)
            left.remove(best)
    return head + tail


def tell_circle(graph, circle):
    order = from_top_to_bottom(graph, circle)
    print(f"  from the top to the bottom: {' '.join(order)}")
    print("  these calls go back up and close it:")
    for at, file in enumerate(order):
        for to in order[:at]:
            if to in graph[file]:
                print(f"    {file} calls {to}: {', '.join(sorted(graph[file][to]))}")


def folder_of_circle(circle):
    return os.path.commonpath([folder_of(f) for f in circle]) or TOP


# ---- the table

class Table:
    """calls.txt: `FOLDER: FOLDER...` (lowest first), `circle SIZE FOLDER`, `upward COUNT FOLDER FOLDER`."""

    def __init__(self, path):
        self.path, self.may, self.faults = path, {}, []
        self.circles, self.upward = collections.defaultdict(list), {}
        for number, line in enumerate(open(path, encoding="utf-8"), 1):
            words = line.split("#")[0].split()
            if not words:
                continue
            if words[0] == "circle" and len(words) == 3 and words[1].isdigit():
                self.circles[words[2]].append(int(words[1]))
            elif words[0] == "upward" and len(words) == 4 and words[1].isdigit():
                self.upward[words[2], words[3]] = int(words[1])
            elif words[0].endswith(":"):
                self.add_row(words[0][:-1], words[1:], number)
            else:
                self.faults.append(f"{path}:{number}: this is neither 'FOLDER: FOLDER...' nor 'circle SIZE FOLDER' nor "
                                   "'upward COUNT FOLDER FOLDER'")

    def add_row(self, folder, may, number):
        for other in may:
            inner = other.endswith("/*") and (other == folder + "/*" or any(row.startswith(other[:-1]) for row in self.may))
            if other not in self.may and other != "*" and not inner:
                self.faults.append(f"{self.path}:{number}: {folder} may not call {other}, as no row above is {other}'s. "
                                   "Rows stand lowest first.")
        self.may[folder] = may

    def row_of(self, folder):
        if folder in self.may:
            return self.may[folder]
        return self.may.get(os.path.dirname(folder) + "/*")

    def allows(self, folder, other):
        row = self.row_of(folder)
        return folder == other or any(other == may or may == "*" or
                                      (may.endswith("/*") and other.startswith(may[:-1])) for may in row)


def check_circles(graph, table):
    bad = 0
    there = collections.defaultdict(list)
    for circle in circles_in(graph):
        if len(circle) > MOST:
            there[folder_of_circle(circle)].append(circle)
    for folder in sorted(set(there) | set(table.circles)):
        sizes = sorted((len(c) for c in there[folder]), reverse=True)
        known = sorted(table.circles.get(folder, []), reverse=True)
        if sizes == known:
            continue
        bad = 1
        rows = ", ".join(f"'circle {n} {folder}'" for n in sizes) or "nothing of this folder"
        if sum(sizes) <= sum(known) and max(sizes, default=0) <= known[0]:
            print(f"{folder}: circles became smaller: now {sizes}, {table.path} allows {known}. Well done; let it say {rows}.")
            continue
        print(f"{folder}: circles of {sizes} files, of more than {MOST}; {table.path} allows {known}.")
        for circle in there[folder]:
            print(f"  a circle of {len(circle)} files in {folder}")
            tell_circle(graph, circle)
        print("  Let the lower file return a value, or give it a callback with the call, instead of calling the upper one.")
    return bad


def check_folders(graph, table):
    bad = 0
    found = collections.defaultdict(dict)
    for folder in sorted({folder_of(file) for file in graph}):
        if table.row_of(folder) is None:
            print(f"{folder}: no row of {table.path} says which folders it may call")
            return 1
    for file in sorted(graph):
        for to in sorted(graph[file]):
            if not table.allows(folder_of(file), folder_of(to)):
                found[folder_of(file), folder_of(to)][file, to] = graph[file][to]
    for pair in sorted(set(found) | set(table.upward)):
        calls, known = found.get(pair, {}), table.upward.get(pair, 0)
        count = sum(len(names) for names in calls.values())
        if count == known:
            continue
        bad = 1
        if count < known:
            print(f"{pair[0]} calls {pair[1]} {count} times, {table.path} allows {known}. Well done; let it say "
                  f"'upward {count} {pair[0]} {pair[1]}'." if count else
                  f"{pair[0]} does not call {pair[1]} any more. Well done; take 'upward {known} {pair[0]} {pair[1]}' out "
                  f"of {table.path}.")
            continue
        print(f"{pair[0]} may not call {pair[1]}, but does {count} times ({table.path} knows of {known}):")
        for (file, to), names in sorted(calls.items()):
            print(f"    {file} calls {to}: {', '.join(sorted(names))}")
    return bad


def main():
    commands, path = sys.argv[1:]
    table = Table(path)
    for fault in table.faults:
        print(fault)
    objects = product_objects(commands)
    if not objects:
        print(f"{commands} names no object that is there: build first")
        return 1
    graph = call_graph(objects)
    bad = check_folders(graph, table) | check_circles(graph, table)
    print(f"{len(graph)} files; circles of at most {MOST} files: " +
          (", ".join(" ".join(c) for c in circles_in(graph) if len(c) <= MOST) or "none"))
    return 1 if bad or table.faults else 0


if __name__ == "__main__":
    sys.exit(main())
