#!/usr/bin/env python3
"""Does every sentence that reaches people stand in a table? Only then can it be said in another language: the host's in
core/view/strings.def, a network's in its own strings.def, a game's in the game's folder, a command's in commands.def.
Looks at the code that speaks to people (SPEAKING) for texts of words, finds what was planted, and finds sentences that are
put together from halves: a text of words given to a function that appends. Run from the top of the tree.

Not looked at, because people at a table never read it:
- lines of the log and what the program prints in a shell (admins read these, tests and scripts match them);
- reasons why a record, a configuration or a connection is refused (`why`): they go into those lines;
- lines of the record, keys of what is kept, words of a protocol, names of permissions as Discord shows them;
- the rows of commands of one network, with their help (struct host_help, struct slash): such a row is a table, too;
- what is typed (options, verbs, "add robot"): a language may add words there, but these stay."""

import glob
import re
import sys

SPEAKING = ("core/view/*.c", "core/host/play/*.c", "core/host/flow/*.c", "commands/*.c", "adapters/irc/*.c", "adapters/discord/*.c",
            "adapters/shell/*.c", "adapters/outbox/*.c", "adapters/look.c")
# Orders in a shell and what they print, states for the log, words that servers send.
SHELL = ("adapters/discord/setup.c", "adapters/discord/discord_kind.c", "adapters/discord/emoji_upload.c", "adapters/discord/emoji.c",
         "adapters/discord/absence.c", "adapters/discord/discord.c",
         "adapters/irc/backoff.c", "adapters/irc/bucket.c", "core/host/flow/faults.c", "adapters/shell/shell_kind.c", "adapters/irc/irc_kind.c")
# Whose texts people do not read, by what stands before the text in its statement.
SILENT = re.compile(r"\b(?:log_event|log_[a-z]+|fprintf|fputs|printf|check|_Static_assert|strstr|strcmp|strncmp|sscanf|text_same_word|text_is_prefix|"
                    r"why|reason|reasons|end_record|change_commit_line|change_add|record_\w+|asprintf|fixed|presets|drawer_of|link_lost|post_lose|wire_\w+|irc_send|"
                    r"recovery|problem|body_\w+|body|failed|tell_admin|read_back)\b|%s %s|->why|FATAL|alarms")
# Functions that append to what somebody reads: with them, one word is half a sentence already.
APPENDING = re.compile(r"\b(?:prose_put|prose_putf|prose_styled|reply_say)\([^;]*$|\bview_sentence\(\s*\w+,\s*$")
TOKEN = re.compile(r'/\*.*?\*/|"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*', re.S)
ROWS = re.compile(r"^[a-z ]*struct (?:host_help|slash) \w+\[\] = \{.*?\};$", re.M | re.S)
# Texts that are typed, sent or matched as they are, by file.
KEPT = {"adapters/discord/controls.c": {"add robot"}, "adapters/irc/irc_preferences.c": {" bare yes"}, "core/view/offer.c": {" or ", " or"},
        "core/host/flow/resume.c": {"back seat=%d"}, "adapters/discord/interaction.c": {"View Channel", "Send Messages", "Send Messages in Threads"}}
WORDS = re.compile(r"[A-Za-z']{2,},? [A-Za-z']{2,}")


def strays_of(path, source):
    strays = []
    source = ROWS.sub(lambda rows: "\n" * rows.group().count("\n"), source)
    for token in TOKEN.finditer(source):
        if token.group().startswith("/*"):
            continue
        begin = max(source.rfind(mark, 0, token.start()) for mark in (";", "{\n", "}\n", "\n\n"))
        before = re.sub(r"/\*.*?\*/", "", source[begin + 1:token.start()], flags=re.S)
        if "#include" in before.split("\n")[-1] or SILENT.search(before):
            continue
        text = re.sub(r'"\s*"', "", token.group())[1:-1]
        bare = re.sub(r"\{[^}]*\}|%[-0-9.*]*(?:ll)?[a-z]|\\.", " ", text)
        is_half = APPENDING.search(before) and re.search(r"[A-Za-z]{2,}", bare)
        if (is_half or WORDS.search(text)) and text not in KEPT.get(path, ()):
            line = source.count("\n", 0, token.start()) + 1
            strays.append(f"{path}:{line}: a sentence for people outside the tables: \"{text}\"")
    return strays


PLANTED = ['prose_put(out, " to move");', 'prose_putf(out, "%d cards", n);', 'static const char sorry[] =\n    "You can\'t do "\n    "that.";',
           'reply_say(reply, is_new ? "Hello." : name);', 'view_sentence(out, "Your cards come here.", (char *)0);', '{"robot", "Add robot", 2},']
FINE = ['log_event(LOG_WARN, "it broke off", "why", "no answer came");', 'prose_put(out, ", ");', 'prose_put(out, is_it ? " " : "");',
        'text_put(why, "it names no room");', '#include "a file.h"', '/* "two words" */', 'check(a && "two words");']


def main():
    bad = [f"sentences.py does not find what was planted: {text}" for text in PLANTED if not strays_of("planted", text)]
    bad += [f"sentences.py complains about: {text}" for text in FINE if strays_of("fine", text)]
    paths = sorted(path for pattern in SPEAKING for path in glob.glob(pattern) if path not in SHELL)
    if len(paths) < 60:
        bad.append("sentences.py sees no tree: run it from the top")
    for path in paths:
        with open(path, encoding="utf-8") as file:
            bad += strays_of(path, file.read())
    print("\n".join(bad) or f"{len(paths)} files")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
