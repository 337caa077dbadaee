"""A position is found in all rounds that have reached it or its mirror image."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import combinations, permutations
from pathlib import Path

import pytest

from hacktrick.ai.mirror_symmetry import mirrored_action
from hacktrick.app.position_search import search_position_in_library
from hacktrick.app.replay_session import ReplayPosition, ReplaySession
from hacktrick.app.study_session import StudyFiles
from hacktrick.game.actions import parse
from hacktrick.game.editions import PRESETS, rules_for
from hacktrick.game.keypad import MAGIC_SQUARE, card_pairs_reaching, lines
from hacktrick.game.notation.diagram import Diagram
from hacktrick.game.notation.position_parser import read_diagram
from hacktrick.game.state import PublicState
from hacktrick.library.database import MIGRATIONS, Library
from hacktrick.library.match_entries import LIBRARY_FILE, PositionSearchResult
from hacktrick.library.position_index import (
    PositionIndex,
    Sums,
    is_same_position,
    mirrored_turn,
    position_keys,
)
from hacktrick.match.record import Record, RoundRecord, read_record
from tests.support.scripted_matches import played_match

VALUES = 6


def random_record(seed: int, preset: str = "keypad") -> Record:
    return played_match(rules_for(preset, {"target": 1}), seed).record


def diagram_at_turn(record: Record, action: int, round_number: int = 0) -> Diagram:
    """Return the position in which the turn begins that this action belongs to."""
    replayed = ReplaySession(read_record(record.as_text()))
    replayed.go_to(ReplayPosition(round_number, action))
    replayed.go_to(replayed.position_at_turn_start)
    return replayed.public_diagram


def mirror_image(record: Record) -> Record:
    """Return the record of the same match with every card c as 5 - c."""
    again = read_record(record.as_text())

    def cards(old: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(VALUES - 1 - card for card in old)

    public = diagram_at_turn(record, 0).public

    def mirrored(one: RoundRecord) -> RoundRecord:
        made = RoundRecord(
            *(one.leader, one.starter, tuple(map(cards, one.hands)), cards(one.aside)),
            cards(one.deck),
        )
        made.shuffles = list(map(cards, one.shuffles))
        made.actions = [str(mirrored_action(parse(text), public)) for text in one.actions]
        made.result = one.result
        return made

    again.rounds[:] = map(mirrored, again.rounds)
    return again


def symmetries() -> list[tuple[int, ...]]:
    """Return the permutations of the cards that keep the rules, by trying all.

    The keys must follow from the cards: equal sums of two different cards must stay equal. Then
    lines and the ways to reach each key must be kept, and every card has as many copies.
    """
    all_lines = set(map(frozenset, lines()))
    found = []
    for cards in permutations(range(VALUES)):
        keys: dict[int, set[int]] = {}
        for one, other in combinations(range(VALUES), 2):
            keys.setdefault(one + other, set()).add(cards[one] + cards[other])
        if any(len(images) > 1 for images in keys.values()):
            continue
        image = {key: next(iter(images)) for key, images in keys.items()}
        if {frozenset(image[key] for key in line) for line in all_lines} == all_lines:
            found.append(cards)
    return found


def test_the_half_turn_is_the_only_symmetry_of_the_game_beside_none() -> None:
    assert symmetries() == [tuple(range(VALUES)), tuple(reversed(range(VALUES)))]


def test_of_the_eight_symmetries_of_the_magic_square_only_the_half_turn_keeps_the_cards() -> None:
    kept, turned = [], MAGIC_SQUARE
    for quarters in range(4):
        for is_flipped in (False, True):
            image = tuple(row[::-1] if is_flipped else row for row in turned)
            pairs = [
                (len(card_pairs_reaching(old)), len(card_pairs_reaching(new)))
                for row, image_row in zip(MAGIC_SQUARE, image, strict=True)
                for old, new in zip(row, image_row, strict=True)
            ]
            if all(old == new for old, new in pairs):
                kept.append((quarters, is_flipped))
        first, second, third = zip(*turned[::-1], strict=True)
        turned = (first, second, third)
    assert kept == [(0, False), (2, False)]


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path)


def find(library: Library, diagram: Diagram) -> PositionSearchResult:
    return PositionIndex(library).find_turns(diagram)


def test_every_turn_of_every_edition_is_found_at_its_own_position(library: Library) -> None:
    for preset in PRESETS:
        record = random_record(4, preset)
        number = library.add_match(record)
        replayed = ReplaySession(read_record(record.as_text()))
        for place in replayed.positions:
            replayed.go_to(place)
            if replayed.position_at_turn_start != place or replayed.public.phase not in (
                "start",
                "turn",
            ):
                continue
            here = [
                (one.round, one.action)
                for one in find(library, replayed.public_diagram).rounds
                if one.match == number
            ]
            assert place in here, (preset, place)


def test_a_found_turn_says_what_was_played_and_how_the_round_ended(library: Library) -> None:
    record = random_record(1)
    number = library.add_match(record)
    (found,) = find(library, diagram_at_turn(record, 1)).rounds
    written = record.rounds[0]
    assert (found.match, found.round, found.action) == (number, 0, 1)
    assert found.seat == written.leader and found.actions[0] == written.actions[1]
    assert written.result is not None
    assert (found.points > 0) == (written.result.side == written.leader)
    assert abs(found.points) == written.result.points


def test_a_mirrored_round_is_found_and_its_turn_counts_as_the_one_it_mirrors(
    library: Library,
) -> None:
    record = random_record(1)
    library.add_match(record)
    other = library.add_match(mirror_image(record))
    place = diagram_at_turn(record, 1)
    found = find(library, place)
    assert {(one.match, one.is_mirrored) for one in found.rounds} >= {(other, True)}
    (turn,) = found.turns
    assert turn.n == found.n == 2
    assert turn.actions[0] == record.rounds[0].actions[1]


def test_rounds_with_the_same_board_are_found_whatever_was_drawn(library: Library) -> None:
    library.add_match(random_record(2))
    record = library.load_record(1)
    action = next(n for n in range(4, 20) if any(map(any, diagram_at_turn(record, n).public.board)))
    diagram = diagram_at_turn(record, action)
    elsewhere = diagram._replace(
        public=diagram.public._replace(row=(*diagram.public.row, *diagram.public.row)),
        sums=(None, None),
    )
    assert not any(one.has_same_row for one in find(library, elsewhere).rounds)
    assert any(one.has_same_board for one in find(library, elsewhere).rounds)


def test_the_same_board_of_the_other_player_is_another_position() -> None:
    own = read_diagram("keypad turn=4 row=315 hands=???/??? board=4a,7b aside=02")
    other = read_diagram("keypad turn=4 row=315 hands=???/??? board=4b,7a aside=02")
    double = read_diagram("keypad turn=4 row=315 hands=???/??? board=4A,7b aside=02")
    turned = read_diagram("keypad turn=4 row=240 hands=???/??? board=6a,3b aside=35")
    keys = [position_keys(one.public, one.sums) for one in (own, other, double, turned)]
    assert len({one.board for one in keys[:3]}) == 3
    assert (keys[3].board, keys[3].row) == (keys[0].board, keys[0].row)
    assert keys[3].mirrored == 3 - keys[0].mirrored


def test_positions_are_the_same_if_a_board_with_markers_or_the_row_is() -> None:
    lines = (
        "row=315 hands=???/??? board=4a,7b aside=02",
        "row=31 hands=???/??? board=4a,7b aside=02",
        "row=315 hands=???/??? board=4a,6b aside=02",
        "row=31 hands=???/??? aside=02",
        "row=30 hands=???/??? aside=02",
    )
    diagrams = [read_diagram(f"keypad turn=4 {one}") for one in lines]
    one, same_board, same_row, empty, other_empty = (
        position_keys(diagram.public, (None, None)) for diagram in diagrams
    )
    assert is_same_position(same_board, one) and is_same_position(same_row, one)
    assert is_same_position(empty, same_board)
    assert not is_same_position(same_row, same_board)
    assert not is_same_position(empty, other_empty) and not is_same_position(empty, one)


def test_sums_are_part_of_the_position() -> None:
    lines = ("sums=9/6", "sums=6/9", "sums=9/6+1", "")
    diagrams = [read_diagram(f"keypad turn=0 row=3 hands=???/??? aside=02 {one}") for one in lines]
    assert len({position_keys(one.public, one.sums).row for one in diagrams}) == len(lines)
    mirrored = read_diagram("keypad turn=0 row=2 hands=???/??? aside=35 sums=6/9")
    first = diagrams[0]
    assert position_keys(mirrored.public, mirrored.sums).row == position_keys(*_of(first)).row


def _of(diagram: Diagram) -> tuple[PublicState, Sums]:
    return diagram.public, diagram.sums


def test_a_turn_mirrored_twice_is_the_turn() -> None:
    turn = ("ask", "play 4 double", "command guard")
    assert mirrored_turn(turn, VALUES) == ("ask", "play 1 double", "command guard")
    assert mirrored_turn(mirrored_turn(turn, VALUES), VALUES) == turn
    assert mirrored_turn(("swap ?", "under ? ?"), VALUES) == ("swap ?", "under ? ?")


def test_the_index_holds_no_hidden_card(library: Library) -> None:
    for seed in range(6):
        library.add_match(random_record(seed, "wits"))
    texts = {row[0] for row in library.query_rows("SELECT DISTINCT played FROM position")}
    assert not any(
        word.startswith(("swap", "under", "lay")) and "?" not in word
        for text in texts
        for word in text.split(", ")
    )


def test_deleted_matches_are_not_found_until_they_come_back(library: Library) -> None:
    record = random_record(1)
    number = library.add_match(record)
    assert number is not None
    library.mark_deleted((number,))
    assert find(library, diagram_at_turn(record, 1)).n == 0
    library.restore_deleted((number,))
    assert find(library, diagram_at_turn(record, 1)).n == 1
    library.mark_deleted((number,))
    library.purge_deleted()
    assert library.query_rows("SELECT count(*) FROM position") == [(0,)]


def test_how_rounds_opened_is_counted(library: Library) -> None:
    records = [random_record(seed) for seed in range(8)]
    for record in records:
        library.add_match(record)
    counted = PositionIndex(library).opening_counts()
    rounds = [one for record in records for one in record.rounds]
    assert sum(one.n for one in counted) == len(rounds)
    for card in range(VALUES):
        began = [one for one in rounds if one.actions[0] == f"start {card}"]
        assert sum(one.n for one in counted if one.start == card) == len(began)
        won = [one for one in began if one.result and one.result.side == one.leader]
        assert sum(one.n for one in counted if one.start == card and one.points > 0) == len(won)


def test_a_library_of_an_older_version_is_indexed_later(tmp_path: Path) -> None:
    record = random_record(1)
    library = Library(tmp_path)
    library.add_match(record)
    library.close()
    with closing(sqlite3.connect(tmp_path / LIBRARY_FILE)) as old:
        old.executescript(f"DROP TABLE position; PRAGMA user_version = {len(MIGRATIONS) - 1};")
    library = Library(tmp_path)
    index = PositionIndex(library)
    assert find(library, diagram_at_turn(record, 1)).n == 0
    assert index.unindexed_matches() == (1,)
    index.add_match(1)
    assert index.unindexed_matches() == () and find(library, diagram_at_turn(record, 1)).n == 1


def test_an_unreadable_match_is_left_out_of_the_index_and_not_tried_again(
    library: Library,
) -> None:
    library.add_match(random_record(1))
    with library.transaction() as write:
        write.execute("DELETE FROM position")
        write.execute("UPDATE match SET record = x'00'")
    index = PositionIndex(library)
    (number,) = index.unindexed_matches()
    index.add_match(number)
    assert index.unindexed_matches() == ()


def test_a_rebuild_repairs_the_index(library: Library) -> None:
    record = random_record(1)
    library.add_match(record)
    with library.transaction() as write:
        write.execute("UPDATE position SET row_key = 0, board_key = 0")
    assert find(library, diagram_at_turn(record, 1)).n == 0
    library.recompute_columns_from_record(1)
    assert find(library, diagram_at_turn(record, 1)).n == 1


def test_a_key_is_the_same_on_every_computer() -> None:
    diagram = read_diagram("keypad turn=4 row=315 hands=???/??? board=4a,6b aside=02 sums=5/9")
    assert position_keys(*_of(diagram)) == (9466988113723, 171358234025493, 3)


def test_the_rounds_are_answered_before_studies_and_openings(
    library: Library, tmp_path: Path
) -> None:
    record = random_record(3)
    library.add_match(record)
    answers = list(
        search_position_in_library(
            library, StudyFiles(tmp_path / "studies"), diagram_at_turn(record, 0)
        )
    )
    first, whole = answers
    assert first is not None and whole is not None
    assert first.found.rounds and first.openings is None
    assert whole.found == first.found and whole.openings and whole.solver_openings
