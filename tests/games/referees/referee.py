"""What the referees share: random games of the program, each as the tables that its record shows, and a table of options.
A referee counts from the page of rules alone which moves are legal, what they do and what is scored, and must agree."""
import json
import os
import random
import subprocess
import sys
import tempfile


class Game:
    """One deal: `tables` as the record shows them, before the first move and behind each of `moves`: (seat, words)."""

    def __init__(self, table, options):
        self.tables, self.moves, self.options = [table], [], options


def played(program, game, players, options, count, seed):
    """So many tables of random players: a list of deals for each, and the options that hold."""
    words = [program, "simulate", game, "--games", str(count), "--seed", str(seed), "--players", str(players), "--threads", "1", "--reveal"]
    for option in options.items():
        words += ["--option", "=".join(option)]
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "record")
        done = subprocess.run(words + ["--record", file], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{' '.join(words)}: {done.stderr}")
        with open(file, encoding="utf-8") as lines:
            return list(read(lines))


def read(lines):
    deals, holding, move = [], {}, None
    for line in lines:
        words = line.split(" hash=")[0].split()
        if words[0] == "record" and deals:
            yield deals
            deals, holding = [], {}
        elif words[0] == "option":
            name, _, value = words[1].partition("=")
            holding[name] = value
        elif words[0] == "start":
            move = None
        elif words[0] == "move":
            move = int(words[1][1:]), " ".join(word for word in words[2:] if not word.startswith(("picks=", "ended=")))
        elif line.startswith("{"):
            table = json.loads(line)
            if not deals or deals[-1].tables[0]["game"] != table["game"]:
                deals.append(Game(table, holding))
            elif move:
                deals[-1].moves.append(move)
                deals[-1].tables.append(table)
                move = None
    yield deals


def cards(table, zone, seat=None):
    return next(held["cards"] for held in table["zones"] if held["zone"] == zone and held.get("seat") == seat)


def slots(table, zone, seat):
    """The cards of a hand by the number that moves call them."""
    held = next(held for held in table["zones"] if held["zone"] == zone and held.get("seat") == seat)
    return dict(zip(held.get("slots", []), held["cards"]))


def agree(what, expected, told):
    if expected != told:
        raise AssertionError(f"{what}: {expected} by the rules, the program has {told}")


def main(game, settings, referee):
    """referee(deals) looks at one table; settings(dice) says how many sit there and which options hold."""
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 40
    dice, moves = random.Random(int(os.environ.get("SEED", "1"))), 0
    for number in range(count):
        players, options = settings(dice)
        for deals in played(program, game, players, options, 1, dice.randrange(1 << 30)):
            try:
                referee(deals)
            except AssertionError as error:
                raise SystemExit(f"{game}, table {number + 1}, {players} players, {options}: {error}") from error
            moves += sum(len(deal.moves) for deal in deals)
    print(f"{count} tables of {game}, {moves} moves: the rules and the program agree")
