#!/usr/bin/env python3
"""recount.py DATABASE: do the ratings follow from the outcomes? Counts them again from the outcomes alone, as docs/standings.md
describes it, knowing nothing of the program, and compares every row. Prints how much was compared; fails at the first
difference."""
import math
import sqlite3
import sys
import time

MU, SIGMA, BETA, KAPPA = 25.0, 25.0 / 3.0, 25.0 / 6.0, 0.0001
LOOKED_AT = 500
ROBOTS = {"random": (3.5, 1.0), "greedy": (18.0, 1.0), "easy": (18.0, 1.0), "medium": (25.0, 1.0), "hard": (28.0, 1.0)}


def updated(players, one, weight):
    """The strength and the doubt of one of the players (mu, sigma, place, gains, costs) behind their game."""
    mu, sigma, place, gains = players[one][:4]
    gain = loss = 0.0
    for other, (their_mu, their_sigma, their_place, _, costs) in enumerate(players):
        if other != one:
            c = math.sqrt(sigma**2 + their_sigma**2 + 2 * BETA**2)
            expected = 1 / (1 + math.exp((their_mu - mu) / c))
            score = 1.0 if place < their_place else 0.5 if place == their_place else 0.0
            part = sigma**2 / c * (score - expected)
            gain += part if costs else max(part, 0.0)
            loss += sigma / c * sigma**2 / c**2 * expected * (1 - expected)
    opponents = len(players) - 1
    if opponents == 0:
        return mu, sigma
    after = mu + weight * gain / opponents, sigma * math.sqrt(max(1 - weight * loss / opponents, KAPPA))
    rises = after[0] - 3 * after[1] > mu - 3 * sigma
    return (mu, sigma) if rises and not gains else after


def count(ratings, scope, seats, is_rated, weight):
    """One game in one list: seats are (person, robot, place, gains, costs) of those who are known and of robots."""
    players = []
    for person, robot, place, gains, costs in seats:
        mu, sigma = ROBOTS[robot] if robot else ratings.get((*scope, person), (0, 0, 0, MU, SIGMA))[3:]
        players.append((mu, sigma, place, gains, costs))
    for i, (person, robot, place, _, _) in enumerate(seats):
        if not robot:
            games, won, rated = ratings.get((*scope, person), (0, 0, 0))[:3]
            strength = updated(players, i, weight) if is_rated else players[i][:2]
            after = (games + 1, won + (place == 1), rated + is_rated, *strength)
            ratings[(*scope, person)] = after


def weight_of(played, game, ended, seats):
    """The k-th rated game of two people within 7 days weighs 1/k, as far as the last LOOKED_AT games of the one in the later
    seat show; of all pairs at the table the least counts."""
    people = [person for person, *_ in seats if person]
    most = 0
    for i, one in enumerate(people):
        latest = [met for what, then, is_rated, met in played.get(one, [])[-LOOKED_AT:]
                  if is_rated and what == game and then > ended - 7 * 86400]
        most = max([most] + [sum(other in met for met in latest) for other in people[:i]])
    return 1 / (most + 1)


def main():
    db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
    ratings, played = {}, {}  # of each person: game, when, whether it is rated, who sat there
    outcomes = db.execute("SELECT number, ended, game, network, room, unrated FROM outcome ORDER BY number").fetchall()
    for number, ended, game, network, room, unrated in outcomes:
        seats = db.execute("SELECT person, robot, place, gains, costs FROM outcome_seat WHERE outcome = ? ORDER BY seat", (number,))
        seats = [seat for seat in seats if seat[0] or seat[1]]
        month = int(time.strftime("%Y%m", time.gmtime(ended)))
        weight = 1.0 if unrated else weight_of(played, game, ended, seats)
        people = {person for person, *_ in seats if person}
        for person in people:
            played.setdefault(person, []).append((game, ended, not unrated, people))
        if unrated != "fixed":
            for where in [("", ""), (network, room)] if room else [("", "")]:
                for when in (0, month):
                    count(ratings, (game, *where, when), seats, not unrated, weight)
    kept = {row[:5]: row[5:] for row in db.execute(
        "SELECT game, network, room, month, person, games, won, rated, mu, sigma FROM rating")}
    assert kept.keys() == ratings.keys(), kept.keys() ^ ratings.keys()
    worst = 0.0
    for key, row in kept.items():
        assert row[:3] == ratings[key][:3], (key, row, ratings[key])
        for got, expected in zip(row[3:], ratings[key][3:]):
            worst = max(worst, abs(got - expected))
            assert abs(got - expected) < 1e-9, (key, row, ratings[key])
    print(f"{len(outcomes)} outcomes, {len(kept)} ratings, the largest difference {worst:g}")


main()
