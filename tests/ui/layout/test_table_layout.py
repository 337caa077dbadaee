"""The table layout keeps everything inside the window, without overlaps, at many sizes."""

import itertools

import pytest
from pygame import Rect

from hacktrick.ui.layout import table_layout
from hacktrick.ui.layout.geometry import (
    TableGeometry,
    centred_rect,
    row_card_rects,
    split_into_columns,
    stacked_row_rects,
)
from hacktrick.ui.layout.table_layout import (
    MIN_TARGET_PIXELS,
    TableLayout,
    lay_out_table,
    pixels_per_unit_of_window,
)

SIZES = [
    (720, 600),
    (960, 600),
    (1024, 768),
    (1280, 720),
    (1366, 768),
    (1440, 900),
    (1600, 900),
    (1920, 1080),
    (2560, 1080),
    (2560, 1440),
    (3840, 2160),
    (900, 1400),
    (960, 1080),
    (720, 1280),
    (1080, 1080),
    (3440, 1440),
]
BOARDS = [
    (2, "keypad"),
    (3, "keypad"),
    (4, "keypad"),
    (2, "servers"),
    (4, "servers"),
]
TEXTS = (0.8, 1.0, 1.25, 1.5, 2.0)
MAX_OF_A_HAND = 4

SINGLE = (
    *("housing", "row", "hand", "prompt", "double", "dock", "icons", "status", "deck", "stacks"),
    *("aside", "coach", "small_buttons", "kept"),
)
GROUPS = ("faces", "names", "speech", "hands", "racks", "captures", "locks", "codes")


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    wide, high = request.param
    return wide, high


def zones_of(table: TableLayout) -> dict[str, Rect]:
    """Return every zone of a layout, by name."""
    named: dict[str, Rect] = {name: getattr(table, name) for name in SINGLE}
    for group in GROUPS:
        named |= {f"{group} {n}": rect for n, rect in enumerate(getattr(table, group))}
    if table.is_notebook_beside:
        named["notebook"] = table.notebook
    return {name: rect for name, rect in named.items() if rect.width and rect.height}


def geometry(table: TableLayout, seats: int = 2) -> TableGeometry:
    return TableGeometry(table, lambda units: round(units * table.scale), seats)


MAY_OVERLAP = (
    {"prompt", "locks 0"},  # the headline ends before the locks
    {"prompt", "kept"},  # held codes lie beside the second line of the prompt, which is short
    {"double", "kept"},
    {"small_buttons", "kept"},  # with codes there are fewer buttons
    *(
        {"coach", f"{group} {n}"} for group in (*GROUPS,) for n in range(3)
    ),  # the coach's panel may cover zones of the players
)


@pytest.mark.parametrize(("seats", "board"), BOARDS)
@pytest.mark.parametrize("codes", [False, True])
def test_zones_neither_overlap_nor_leave_the_window(
    size: tuple[int, int], seats: int, board: str, codes: bool
) -> None:
    for user in TEXTS:
        zones = zones_of(table_layout.lay_out_table(size, user, seats, board, codes))
        window = Rect((0, 0), size)
        assert [name for name, rect in zones.items() if not window.contains(rect)] == []
        found = [
            (a, b)
            for (a, first), (b, second) in itertools.combinations(zones.items(), 2)
            if first.colliderect(second) and {a, b} not in MAY_OVERLAP
        ]
        assert found == []


@pytest.mark.parametrize("text", TEXTS)
def test_the_result_of_a_round_covers_no_key(size: tuple[int, int], text: float) -> None:
    if size == (720, 600) and text > 1:
        return  # the column beside the board is too narrow for large text
    table = lay_out_table(size, text)
    assert table.result.collidelist(list(table.keys.values())) < 0


@pytest.mark.parametrize("seats", (3, 4))
@pytest.mark.parametrize("text", TEXTS)
def test_captured_markers_lie_on_no_name(size: tuple[int, int], seats: int, text: float) -> None:
    table = lay_out_table(size, text, seats)
    names = [*table.names, *table.rack_names]
    assert not [name for name in names if name.width and name.collidelist(table.captures) >= 0]


@pytest.mark.parametrize(("seats", "board"), BOARDS)
def test_the_players_hand_is_seen_and_covered_by_nothing(
    size: tuple[int, int], seats: int, board: str
) -> None:
    """Only the foot of a card may lie below the window's edge; its value and pips stay visible."""
    for user in TEXTS:
        table = table_layout.lay_out_table(size, user, seats, board)
        zones = zones_of(table)
        del zones["hand"]
        places = geometry(table, seats)
        for n in range(1, MAX_OF_A_HAND + 1):
            for card in places.own_hand_rects(n):
                seen = card.clip(Rect((0, 0), size))
                assert seen.height >= 0.7 * card.height and seen.width == card.width
                assert [name for name, rect in zones.items() if rect.colliderect(seen)] == []
                assert card.height >= 0.09 * size[1] and card.width >= MIN_TARGET_PIXELS


@pytest.mark.parametrize("window", [(1280, 720), (1600, 900), (1920, 1080), (2560, 1440)])
@pytest.mark.parametrize(("seats", "board"), BOARDS)
def test_the_board_takes_three_fifths_of_the_height_and_the_middle(
    window: tuple[int, int], seats: int, board: str
) -> None:
    for user in (0.8, 1.0, 1.1):
        table = table_layout.lay_out_table(window, user, seats, board)
        assert table.keypad.height >= 0.6 * window[1]
        assert abs(table.keypad.centerx - window[0] / 2) <= 1


@pytest.mark.parametrize("window", [one for one in SIZES if one[0] > 1.3 * one[1]])
@pytest.mark.parametrize(("seats", "board"), BOARDS)
def test_the_board_stays_large_with_large_text(
    window: tuple[int, int], seats: int, board: str
) -> None:
    for user in (0.8, 1.0, 1.25, 1.5):
        table = table_layout.lay_out_table(window, user, seats, board)
        assert table.keypad.height >= 0.45 * window[1]


@pytest.mark.parametrize(("seats", "board"), BOARDS)
def test_whatever_is_pressed_is_as_large_as_a_fingertip(
    size: tuple[int, int], seats: int, board: str
) -> None:
    for user in TEXTS:
        table = table_layout.lay_out_table(size, user, seats, board)
        places = geometry(table, seats)
        targets = {f"key {number}": rect for number, rect in table.keys.items()}
        targets |= {f"icon {n}": places.icon_rect(n) for n in range(4)}
        targets |= {f"face {n}": rect for n, rect in enumerate(table.faces)}
        targets |= {"deck": places.deck_rect(), "double": table.double}
        small = [name for name, rect in targets.items() if min(rect.size) < MIN_TARGET_PIXELS]
        assert small == []
        assert table.dock.height >= MIN_TARGET_PIXELS and table.dock.width >= 4 * MIN_TARGET_PIXELS


@pytest.mark.parametrize(("seats", "board"), BOARDS)
def test_keys_lie_apart_on_their_board(size: tuple[int, int], seats: int, board: str) -> None:
    table = table_layout.lay_out_table(size, seats=seats, board=board)
    assert sorted(table.keys) == list(range(1, 10))
    assert all(table.keypad.inflate(2, 2).contains(key) for key in table.keys.values())
    assert table.housing.contains(table.keypad) and table.housing.contains(table.lcd)
    assert not table.keypad.colliderect(table.lcd)
    pairs = itertools.combinations(table.keys.values(), 2)
    assert not any(a.colliderect(b) for a, b in pairs)


def test_keys_stand_in_the_magic_square(size: tuple[int, int]) -> None:
    keys = table_layout.lay_out_table(size).keys
    for row in ((8, 1, 6), (3, 5, 7), (4, 9, 2)):
        assert keys[row[0]].x < keys[row[1]].x < keys[row[2]].x
        assert len({keys[key].y for key in row}) == 1


def test_the_row_ends_at_the_display(size: tuple[int, int]) -> None:
    table = table_layout.lay_out_table(size)
    last = geometry(table).row_rects(6)[-1]
    if table.is_tall:
        assert last.top >= table.lcd.bottom
    else:
        assert 0 <= table.lcd.left - last.right <= 0.04 * size[1]
        assert abs(last.centery - table.lcd.centery) <= 2


def test_text_is_as_large_as_it_was_asked_for(size: tuple[int, int]) -> None:
    for user in TEXTS:
        assert table_layout.pixels_per_unit_of_window(size, user) == pytest.approx(
            table_layout.pixels_per_unit_of_window(size) * user
        )


def test_parts_fold_away_as_text_grows() -> None:
    folds = [table_layout.lay_out_table((1280, 720), user).fold for user in TEXTS]
    assert folds == [0, 0, 0, 1, 2]
    assert table_layout.lay_out_table((1280, 720), 1.5).stacks.width
    assert not table_layout.lay_out_table((1280, 720), 2.0).stacks.width
    assert table_layout.lay_out_table((800, 600)).fold == 2, "a small window folds, too"


def test_a_very_wide_window_has_the_notebook_beside_the_table() -> None:
    for window in ((2560, 1080), (3440, 1440)):
        table = table_layout.lay_out_table(window)
        assert table.is_notebook_beside
        assert table.keypad.height >= 0.6 * window[1]
        assert not table.notebook.colliderect(table.dock.union(table.icons))
    assert not table_layout.lay_out_table((1920, 1080)).is_notebook_beside


def test_the_open_notebook_leaves_the_hand_free(size: tuple[int, int]) -> None:
    for user in TEXTS:
        table = table_layout.lay_out_table(size, user)
        cards = geometry(table).own_hand_rects(MAX_OF_A_HAND)
        assert table.notebook.collidelist(cards) < 0
        assert Rect((0, 0), size).contains(table.notebook)
        assert table.notebook.width >= min(280 * table.scale, 0.9 * size[0])


@pytest.mark.parametrize("size", [(900, 1400), (960, 1080), (720, 1280), (1080, 1920)])
def test_a_high_window_has_the_others_above_the_board_and_the_hand_below(
    size: tuple[int, int],
) -> None:
    table = table_layout.lay_out_table(size)
    assert table.is_tall
    above = (*table.faces, *table.hands, *table.speech, table.racks[1])
    assert all(zone.bottom <= table.housing.top for zone in above)
    below = (table.row, table.prompt, table.hand, table.racks[0], table.dock)
    assert all(zone.top >= table.housing.bottom for zone in below)


def test_the_design_size_is_drawn_one_to_one() -> None:
    table = table_layout.lay_out_table((1280, 720))
    assert table.scale == 1 and table.fold == 0
    assert table.keypad.center == table.housing.center or table.keypad.centerx == 640


def test_text_stays_legible_in_small_windows() -> None:
    assert table_layout.pixels_per_unit_of_window((960, 600)) >= 0.89
    assert table_layout.pixels_per_unit_of_window((720, 1280)) >= 0.89


@pytest.mark.parametrize("n", [0, 1, 8, 12, 16])
def test_the_row_stays_in_its_zone(n: int) -> None:
    row = Rect(264, 492, 640, 58)
    places = row_card_rects(row, n, (44, 58), 50)
    assert len(places) == n and all(row.contains(place) for place in places)
    assert not places or places[-1].right == row.right


def test_the_values_of_a_long_row_stay_visible() -> None:
    """The value is in the middle of a card, a third as wide as the card."""
    for n in range(2, 15):
        places = geometry(table_layout.lay_out_table((1280, 720)), 2).row_rects(n)
        shown = [right.x - left.x for left, right in itertools.pairwise(places)]
        assert min(shown) > 0.62 * places[0].width and max(shown) - min(shown) <= 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_card_of_a_long_row_is_inside_the_rows_zone(
    size: tuple[int, int], seats: int
) -> None:
    table = table_layout.lay_out_table(size, seats=seats)
    for n in range(1, 17):
        assert all(table.row.contains(card) for card in geometry(table, seats).row_rects(n))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_and_markers_lie_in_their_zones(size: tuple[int, int], seats: int) -> None:
    for user in TEXTS:
        table = table_layout.lay_out_table(size, user, seats)
        places = geometry(table, seats)
        for slot in range(1, seats):
            zone = table.hands[slot - 1]
            for n in range(1, MAX_OF_A_HAND + 1):
                assert all(zone.contains(card) for card in places.card_back_rects(slot, n))
        for side in (0, 1):
            slots = [places.rack_place_rect(side, n) for n in range(10)]
            assert all(table.racks[side].contains(slot) for slot in slots)
            assert not any(a.colliderect(b) for a, b in itertools.combinations(slots, 2))
            shelf = table.captures[side].inflate(2, 2)
            assert all(shelf.contains(slot) for slot in places.captured_marker_rects(side, 9))
        assert all(table.aside.contains(card) for card in places.set_aside_rects(2))
        assert all(table.stacks.contains(card) for card in places.unseen_stack_rects())


@pytest.mark.parametrize("text", TEXTS)
def test_cards_set_aside_show_all_their_pips(size: tuple[int, int], text: float) -> None:
    for seats in (2, 4):
        places = geometry(lay_out_table(size, text, seats), seats)
        first, second = places.set_aside_rects(2)
        assert second.x - first.x >= 0.85 * first.width  # the pips end before that


def test_columns_fill_their_rectangle() -> None:
    parts = split_into_columns(Rect(10, 0, 301, 20), (1, 2, 1), 7)
    assert parts[0].left == 10 and parts[-1].right == 311
    assert [b.left - a.right for a, b in itertools.pairwise(parts)] == [7, 7]
    assert stacked_row_rects(Rect(0, 5, 10, 99), 10, 2, 2) == [
        Rect(0, 5, 10, 10),
        Rect(0, 17, 10, 10),
    ]
    assert centred_rect((100, 100), 300, 50) == Rect(0, 25, 100, 50)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (900, 1400)])
def test_a_thumbnail_has_the_layout_of_the_whole_window(size: tuple[int, int]) -> None:
    share = 0.3
    small = round(size[0] * share), round(size[1] * share)
    user = pixels_per_unit_of_window(size) * share / pixels_per_unit_of_window(small)
    whole, picture = lay_out_table(size), lay_out_table(small, user, reduction=share)
    assert picture.fold == whole.fold
    for name in ("keypad", "icons", "dock", "hand", "deck", "prompt"):
        expected, found = getattr(whole, name), getattr(picture, name)
        assert all(abs(share * a - b) <= 2 for a, b in zip(expected, found, strict=True))
