#!/usr/bin/env python3
"""Does every sentence that reaches people stand in a table? Only then can it be said in another language: the host's in
core/view/strings/, a network's in its own strings.def, a game's in the game's folder, a command's in commands.def.
Looks at the code that speaks to people (SPEAKING) for texts of words, finds what was planted, and finds sentences that are
put together from halves: a text of words given to a function that appends. In the folders of games sentences stand where they
belong; there each one has to be whole (a capital or a key first, a full stop last), with nothing appended in words, and words
behind a number free to follow it ("{0} {0|card|cards}"). Run from the top of the tree.

Not looked at, because people at a table never read it:
- lines of the log and what the program prints in a shell (admins read these, tests and scripts match them);
- reasons why a record, a configuration or a connection is refused (`why`): they go into those lines;
- lines of the record, keys of what is kept, words of a protocol, names of permissions as Discord shows them;
- the rows of commands of one network, with their help (struct host_help, struct slash): such a row is a table, too;
- what is typed (options, verbs, "add robot"): a language may add words there, but these stay."""

import glob
import re
import sys

import texts

SPEAKING = ("core/view/*.c", "core/host/tell/*.c", "core/host/table/*.c", "core/host/people/*.c", "core/host/recover/*.c", "core/host/*.c", "commands/*.c", "adapters/irc/*.c", "adapters/discord/*.c",
            "adapters/shell/*.c", "adapters/outbox/*.c", "adapters/look.c")
# Orders in a shell and what they print, states for the log, words that servers send.
SHELL = ("adapters/discord/discord_kind.c", "adapters/discord/application.c", "adapters/discord/discord.c",
         "adapters/irc/bucket.c", "core/host/recover/recover.c", "adapters/shell/shell_kind.c", "adapters/irc/irc_kind.c")
# Whose texts people do not read, by what stands before the text in its statement.
SILENT = re.compile(r"\b(?:log_event|log_[a-z]+|fprintf|fputs|printf|check|_Static_assert|strstr|strcmp|strncmp|sscanf|text_same_word|text_is_prefix|"
                    r"why|reason|reasons|end_record|change_commit_line|change_addf?|record_\w+|asprintf|fixed|presets|drawer_of|link_lost|board_lose|wire_\w+|irc_send|"
                    r"recovery|problem|body_\w+|body|failed|tell_admin|read_back)\b|%s %s|->why|FATAL|alarms")
# Functions that append to what somebody reads: with them, one word is half a sentence already.
APPENDING = re.compile(r"\b(?:prose_put|prose_putf|prose_styled|reply_say)\([^;]*$|\bview_sentence\(\s*\w+,\s*$")
ROWS = re.compile(r"^[a-z ]*struct (?:host_help|slash) \w+\[\] = \{.*?\};$", re.M | re.S)
# Texts that are typed, sent or matched as they are, by file.
KEPT = {"adapters/irc/irc.c": {"too fast", "too many"}, "adapters/discord/controls.c": {"add robot", "board legend"}, "adapters/irc/preferences.c": {" bare yes"}, "adapters/irc/hear.c": {"ACTION CLIENTINFO PING SOURCE TIME VERSION"},
        "commands/dispatch.c": {"%s robots=%d level=easy"}, "adapters/irc/refusal.c": {"log in", "logged in", "common channel", "not accept private"}, "core/view/offer.c": {" or ", " or"},
        "core/host/table/opening.c": {" cut=", " level=%s", "!learn %s"}, "core/host/table/options.c": {"options first="}, "adapters/discord/places.c": {"View Channel", "Send Messages", "Send Messages in Threads"}}
# What puts a text together for somebody who reads it, in the host and the games: words beside a blank are half a sentence.
PUTTING = re.compile(r"\b(?:text_putf?|snprintf)\([^;]*$")
GLUE = re.compile(r"(?:^| )[A-Za-z]{2,} | [A-Za-z]{2,}(?: |$)")
GAMES = "core/games/*/*.c"
TABLE = re.compile(r"^static const char \*const (?:sentences|reasons)\b[^=]*= \{\n(.*?)^\};", re.M | re.S)
RETURN = re.compile(r"\breturn\b[^;{]*;", re.S)
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
COUNTED = re.compile(r"\{\d\} (?!was\b|is\b|has\b)[a-z]+s\b")
BEGINNING = re.compile(r'^#define (\w+) ("[^\n]*")$', re.M)
WORDS = re.compile(r"[A-Za-z']{2,},? [A-Za-z']{2,}")


def strays_of(path, source):
    strays = []
    source = ROWS.sub(lambda rows: "\n" * rows.group().count("\n"), source)
    for token in texts.TOKEN.finditer(source):
        if token.group().startswith("/*"):
            continue
        begin = max(source.rfind(mark, 0, token.start()) for mark in (";", "{\n", "}\n", "\n\n"))
        before = re.sub(r"/\*.*?\*/", "", source[begin + 1:token.start()], flags=re.S)
        if "#include" in before.split("\n")[-1] or SILENT.search(before):
            continue
        text = re.sub(r'"\s*"', "", token.group())[1:-1]
        bare = re.sub(r"\{[^}]*\}|%[-0-9.*]*(?:ll)?[a-z]|\\.", " ", text)
        is_half = APPENDING.search(before) and re.search(r"[A-Za-z]{2,}", bare)
        if path.startswith(("core/", "commands/", "planted", "fine")):
            is_half = is_half or (PUTTING.search(before) and GLUE.search(re.sub(r"[!={][^ ]*", "", text)))
        if (is_half or WORDS.search(text)) and text not in KEPT.get(path, ()):
            line = source.count("\n", 0, token.start()) + 1
            strays.append(f"{path}:{line}: a sentence for people outside the tables: \"{text}\"")
    return strays


PLANTED = ['prose_put(out, " to move");', 'prose_putf(out, "%d cards", n);', 'static const char sorry[] =\n    "You can\'t do "\n    "that.";',
           'reply_say(reply, is_new ? "Hello." : name);', 'view_sentence(out, "Your cards come here.", (char *)0);',
           'text_putf(out, "%s%s", name, is_last ? " or " : ", ");', 'snprintf(bytes, size, "%d to %d", least, most);', '{"robot", "Add robot", 2},']
FINE = ['log_event(LOG_WARN, "it broke off", "why", "no answer came");', 'prose_put(out, ", ");', 'prose_put(out, is_it ? " " : "");',
        'text_put(why, "it names no room");', 'text_put(&line, "aside");', 'text_putf(out, "%s=%s", name, value);', '#include "a file.h"', '/* "two words" */', 'check(a && "two words");']


def halves_of_game(path, source):
    """A game's own sentences, refusals and reasons; in its tables the texts that other sentences take are no sentences."""
    faults = []
    for name, text in BEGINNING.findall(source):
        source = re.sub(rf"(?<!define )\b{name}\b", lambda found: text, source)
    rows = [row for table in TABLE.finditer(source) for row in LITERAL.finditer(table.group(1))]
    refusals = [text for told in RETURN.finditer(source) for text in LITERAL.finditer(told.group())]
    for literal in rows + refusals:
        text = texts.whole(literal.group())
        is_whole = re.match(r"'?[A-Z{]", text) and re.search(r"[.!?]$", text)
        if " " in text and not is_whole:
            faults.append(f"{path}: no whole sentence: \"{text}\"")
    for token in texts.TOKEN.finditer(source):
        begin = max(source.rfind(mark, 0, token.start()) for mark in (";", "{", "}"))
        is_comment = token.group().startswith("/*")
        if not is_comment and COUNTED.search(texts.whole(token.group())):
            faults.append(f"{path}: words do not follow their number: {token.group()}")
        before = source[begin + 1:token.start()]
        if not is_comment and re.search(r"\b(?:text|prose)_putf?\([^;]*$", before) and WORDS.search(token.group()):
            faults.append(f"{path}: a sentence is put together from halves: {token.group()}")
    return faults


PLANTED_IN_GAMES = ['static const char *const sentences[] = {\n    [X_SAY] = "{who} takes",\n};\n', 'return a ? "not now" : "You can\'t.";',
                    '[X_SAY] = "{who} gets {0} cards.",', 'text_putf(out, "of these %d", n);']
FINE_IN_GAMES = ['static const char *const sentences[] = {\n    [X_SAY] = "{who} takes "\n              "it.",\n};\n', 'return "Only one.";',
                 'return strcmp(word, "one") == 0;', '"{0} {0|card|cards}"']


def main():
    paths = [path for pattern in SPEAKING for path in glob.glob(pattern) if path not in SHELL]
    bad = texts.judge("sentences.py", strays_of, paths, 60, PLANTED, FINE)
    games = [path for path in glob.glob(GAMES) if not path.endswith("/form.c")] + ["core/games/options.c"]
    return bad | texts.judge("sentences.py", halves_of_game, games, 15, PLANTED_IN_GAMES, FINE_IN_GAMES)


if __name__ == "__main__":
    sys.exit(main())
