"""A second, naive implementation of the two-player base game that shares no code with the engine.

It was written from the rules alone. Every marker is an object with a place, a position is one
mutable dictionary, and each rule is spelled out where it applies. The code is slow and plain on
purpose: tests compare its results with the engine's.
"""

from __future__ import annotations

from typing import Any

Game = dict[str, Any]

LINES = [
    {8, 1, 6}, {3, 5, 7}, {4, 9, 2},
    {8, 3, 4}, {1, 5, 9}, {6, 7, 2},
    {8, 5, 2}, {6, 5, 4},
]  # fmt: skip


def new_game(hands: list[str], aside: str, leader: int, **options: Any) -> Game:
    """Return a round after the deal.

    Args:
        hands: the cards of both hands, as digits.
        aside: the two cards set aside, as digits.
        options: the rules ``immediate``, ``speak_after_draw`` and ``second`` ("guard" or "draw").
    """
    deck = list("000111222333444555")
    for card in "".join(hands) + aside:
        deck.remove(card)
    return {
        "options": options,
        "phase": "start",
        "seat": 1 - leader,
        "leader": leader,
        "turn": 0,
        "row": [],
        "hands": [[int(c) for c in hand] for hand in hands],
        "deck": [int(c) for c in deck],
        "markers": [
            {"owner": owner, "double": n == 9, "at": "supply", "when": None}
            for owner in (0, 1)
            for n in range(10)
        ],
        "command": None,
        "asked": False,
        "result": None,
    }


def copy_of(game: Game) -> Game:
    return {
        **game,
        "row": list(game["row"]),
        "hands": [list(hand) for hand in game["hands"]],
        "deck": list(game["deck"]),
        "markers": [dict(marker) for marker in game["markers"]],
    }


def markers_at(game: Game, owner: int, place: Any) -> list[dict[str, Any]]:
    return [m for m in game["markers"] if m["owner"] == owner and m["at"] == place]


def legal_action_texts(game: Game) -> list[str]:
    if game["phase"] == "over":
        return []
    listed = {"start": legal_start, "turn": legal_turn, "command": legal_end}[game["phase"]]
    return listed(game)


def legal_start(game: Game) -> list[str]:
    return [f"start {card}" for card in sorted(set(game["hands"][game["seat"]]))]


def legal_turn(game: Game) -> list[str]:
    me, you = game["seat"], 1 - game["seat"]
    texts = []
    if markers_at(game, you, "captured") and not game["asked"] and game["hands"][you]:
        texts.append("ask")
    supply = markers_at(game, me, "supply")
    if not is_blocked(game):
        for card in sorted(set(playable_cards(game, me))):
            if any(not m["double"] for m in supply):
                texts.append(f"play {card}")
            if any(m["double"] for m in supply):
                texts.append(f"play {card} double")
    if not is_obliged_to_play(game):
        texts.append("draw")
    return texts


def legal_end(game: Game) -> list[str]:
    me, you = game["seat"], 1 - game["seat"]
    texts = ["pass"]
    needed = 2 if game["options"]["immediate"] else 1
    if len(markers_at(game, me, "supply")) < needed:
        return texts
    block = game["options"]["second"] == "draw"
    if block or game["command"] != "guard":
        texts.append("command play")
    if not block or len(game["hands"][you]) < 4:
        texts.append("command guard")
    return texts


def playable_cards(game: Game, seat: int) -> list[int]:
    return [card for card in game["hands"][seat] if card != game["row"][-1]]


def is_blocked(game: Game) -> bool:
    return bool(game["command"] == "guard" and game["options"]["second"] == "draw")


def is_obliged_to_play(game: Game) -> bool:
    if is_blocked(game):
        return False
    me = game["seat"]
    commanded = game["command"] == "play" and bool(playable_cards(game, me))
    return len(game["hands"][me]) == 4 or commanded


def game_after(game: Game, text: str, drawn: int | None = None) -> Game:
    """Return the game after the action ``text``; ``drawn`` is the card that a draw brings."""
    game = copy_of(game)
    verb, *rest = text.split()
    if verb == "start":
        game["hands"][game["seat"]].remove(int(rest[0]))
        game["row"] = [int(rest[0])]
        game["phase"], game["seat"] = "turn", game["leader"]
    elif verb == "ask":
        markers_at(game, 1 - game["seat"], "captured")[0]["at"] = "out"
        game["asked"] = True
    elif verb == "play":
        play(game, int(rest[0]), "double" in rest)
    elif verb == "draw":
        draw(game, drawn)
    elif verb == "pass":
        end_turn(game, None)
    else:
        pay(game)
        end_turn(game, rest[0])
    return game


def play(game: Game, card: int, double: bool) -> None:
    me, you = game["seat"], 1 - game["seat"]
    key = game["row"][-1] + card
    game["hands"][me].remove(card)
    game["row"].append(card)
    for marker in markers_at(game, you, key):
        marker["at"] = "captured"
    placed = next(m for m in markers_at(game, me, "supply") if m["double"] == double)
    placed["at"], placed["when"] = key, game["turn"]
    points = points_for(game, me)
    if points:
        by = "triple" if len(markers_at(game, me, key)) == 3 else "line"
        game["phase"], game["result"] = "over", (me, points, by)
    elif game["options"]["immediate"] and not markers_at(game, me, "supply"):
        game["phase"], game["result"] = "over", (you, 1, "markers")
    else:
        game["phase"] = "command"


def points_for(game: Game, me: int) -> int:
    best = 0
    for keys in [*LINES, *({key} for key in range(1, 10))]:
        groups = [markers_at(game, me, key) for key in keys]
        needed = 3 if len(keys) == 1 else 1
        if all(len(group) >= needed for group in groups):
            doubles = [m for group in groups for m in group if m["double"]]
            bonus = any(m["when"] != game["turn"] for m in doubles)
            best = max(best, 2 if bonus else 1)
    return best


def draw(game: Game, card: int | None) -> None:
    game["deck"].remove(card)
    game["hands"][game["seat"]].append(card)
    if not game["deck"]:
        game["deck"], game["row"] = game["row"][:-1], game["row"][-1:]
    if game["options"]["speak_after_draw"]:
        game["phase"] = "command"
    else:
        end_turn(game, None)


def pay(game: Game) -> None:
    supply = markers_at(game, game["seat"], "supply")
    min(supply, key=lambda marker: marker["double"])["at"] = "out"


def end_turn(game: Game, command: str | None) -> None:
    game.update(phase="turn", seat=1 - game["seat"], command=command, asked=False)
    game["turn"] += 1
    helpless = not markers_at(game, game["seat"], "supply") and is_obliged_to_play(game)
    if helpless and not game["options"]["immediate"]:
        game["phase"], game["result"] = "over", (1 - game["seat"], 1, "markers")


def draw_outcomes(game: Game, text: str) -> list[int | None]:
    """Return the cards that the action ``text`` may draw; [None] if it is not a draw."""
    return sorted(set(game["deck"])) if text == "draw" else [None]


def wins_round(game: Game, text: str) -> bool:
    """Return whether the play ``text`` makes a line or a triple."""
    if not text.startswith("play"):
        return False
    result = game_after(game, text)["result"]
    return bool(result and result[0] == game["seat"])


def state_as_json(game: Game) -> dict[str, Any]:
    """Return the position in the format of the record's state lines."""
    over = game["phase"] == "over"
    doubles = [next(m for m in game["markers"] if m["owner"] == s and m["double"]) for s in (0, 1)]
    places = {"supply": "supply", "captured": "out", "out": "out"}
    return {
        "seat": None if over else game["seat"],
        "phase": game["phase"],
        "row": game["row"],
        "hands": [sorted(hand) for hand in game["hands"]],
        "deck": len(game["deck"]),
        "board": [[len(markers_at(game, side, key)) for side in (0, 1)] for key in range(1, 10)],
        "double": [places.get(m["at"], m["at"]) for m in doubles],
        "supply": [len(markers_at(game, side, "supply")) for side in (0, 1)],
        "captured": [len(markers_at(game, 1 - side, "captured")) for side in (0, 1)],
        "legal": sorted(legal_action_texts(game)),
        "result": game["result"],
    }
