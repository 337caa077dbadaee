"""The table layout keeps everything inside the window, without overlaps, at many sizes."""

import itertools

import pytest
from pygame import Rect

from hacktrick.ui.layout import boxes, table_layout
from hacktrick.ui.layout.table_areas import FOLDING
from hacktrick.ui.table.geometry import TableGeometry, row_card_rects

SIZES = [
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
    (3440, 1440),
]
BOARDS = [
    (2, "keypad"),
    (3, "keypad"),
    (4, "keypad"),
    (2, "servers"),
    (3, "servers"),
    (4, "servers"),
]


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    wide, high = request.param
    return wide, high


SINGLE = (
    *("top_bar", "own", "unseen", "lcd", "keypad", "left_commands", "right_commands"),
    *("threats", "row", "targets", "hand", "code", "pile"),
    *("announcements", "log", "coach"),
)


TEXTS = (0.8, 1.0, 1.25, 1.5, 2.0)


def zones_of(table: table_layout.TableLayout) -> dict[str, Rect]:
    """Returns every zone by name; code places only where they exist."""
    named: dict[str, Rect] = {name: getattr(table, name) for name in SINGLE}
    named |= {f"seat {n}": rect for n, rect in enumerate(table.seats)}
    named |= {f"hand {n}": rect for n, rect in enumerate(table.hands)}
    return {name: rect for name, rect in named.items() if rect.width and rect.height}


@pytest.mark.parametrize("user", TEXTS)
@pytest.mark.parametrize(("seats", "board"), BOARDS)
def test_zones_neither_overlap_nor_leave_the_window(
    size: tuple[int, int], user: float, seats: int, board: str
) -> None:
    zones = zones_of(table_layout.lay_out_table(size, user, seats, board))
    window = Rect((0, 0), size)
    assert [name for name, rect in zones.items() if not window.contains(rect)] == []
    pairs = itertools.combinations(zones.items(), 2)
    assert [(a, b) for (a, ra), (b, rb) in pairs if ra.colliderect(rb)] == []


@pytest.mark.parametrize(("seats", "board"), BOARDS)
def test_keys_lie_apart_on_their_board(size: tuple[int, int], seats: int, board: str) -> None:
    table = table_layout.lay_out_table(size, seats=seats, board=board)
    assert sorted(table.keys) == list(range(1, 10))
    assert all(table.keypad.inflate(2, 2).contains(key) for key in table.keys.values())
    pairs = itertools.combinations(table.keys.values(), 2)
    assert not any(a.colliderect(b) for a, b in pairs)


def test_keys_stand_in_the_magic_square(size: tuple[int, int]) -> None:
    keys = table_layout.lay_out_table(size).keys
    for row in ((8, 1, 6), (3, 5, 7), (4, 9, 2)):
        assert keys[row[0]].x < keys[row[1]].x < keys[row[2]].x
        assert len({keys[key].y for key in row}) == 1


def test_every_zone_is_large_enough(size: tuple[int, int]) -> None:
    table = table_layout.lay_out_table(size)
    least = {
        "own": (200, 170),
        "unseen": (200, 190),
        "lcd": (320, 32),
        "left_commands": (112, 180),
        "right_commands": (112, 210),
        "row": (560, 50),
        "hand": (330, 100),
        "log": (200, 150),
        "announcements": (200, 88),
        "coach": (200, 150),
    }
    if table_layout.is_upright(size):  # the commands stand beside the hand
        least |= {"left_commands": (150, 120), "right_commands": (150, 120)}
    for name, (width, height) in least.items():
        rect = getattr(table, name)
        assert rect.width >= width * table.scale and rect.height >= height * table.scale, name
    assert min(min(key.size) for key in table.keys.values()) >= 78 * table.scale


@pytest.mark.parametrize("user", [0.8, 1.0, 1.25, 1.5])
@pytest.mark.parametrize(("seats", "board"), BOARDS)
@pytest.mark.parametrize("codes", [False, True])
def test_the_board_takes_its_share_of_the_height(
    size: tuple[int, int], user: float, seats: int, board: str, codes: bool
) -> None:
    table = table_layout.lay_out_table(size, user, seats, board, codes)
    assert table.keypad.height >= 0.38 * size[1]


def test_the_board_takes_its_share_in_windows_of_any_shape() -> None:
    widths, heights = (960, 1100, 1280, 1600, 2000, 2560, 3840), (600, 700, 840, 1080, 1440, 2160)
    small = [
        (width, height, user, seats, board)
        for width, height in itertools.product(widths, heights)
        for user in (0.8, 1.0, 1.25, 1.5)
        for seats, board in BOARDS
        if table_layout.lay_out_table((width, height), user, seats, board).keypad.height
        < 0.38 * height
    ]
    assert small == []


@pytest.mark.parametrize("user", TEXTS)
def test_text_is_as_large_as_it_was_asked_for(size: tuple[int, int], user: float) -> None:
    assert table_layout.scale_for(size, user) == pytest.approx(table_layout.scale_for(size) * user)


def test_panels_fold_away_in_their_order_as_text_grows() -> None:
    before: tuple[str, ...] = ()
    for user in TEXTS:
        folded = table_layout.lay_out_table((1280, 720), user).folded
        assert set(before) <= set(folded) and folded == FOLDING[: len(folded)]
        before = folded
    assert before == ("coach", "log", "unseen")


@pytest.mark.parametrize("user", TEXTS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_folded_away_has_its_place_when_it_is_opened(
    size: tuple[int, int], user: float, seats: int
) -> None:
    table = table_layout.lay_out_table(size, user, seats)
    assert set(table.sheet) == set(table.folded)
    assert all(not getattr(table, name).width for name in table.folded)
    window = Rect((0, table.top_bar.bottom), (size[0], size[1] - table.top_bar.bottom))
    opened = table.opened()
    places = [getattr(opened, name) for name in table.folded]
    assert all(window.contains(place) for place in places)
    assert not any(a.colliderect(b) for a, b in itertools.combinations(places, 2))
    least = (150, 70)  # units
    assert all(p.width >= least[0] * table.scale for p in places)
    assert all(p.height >= least[1] * table.scale for p in places)


@pytest.mark.parametrize("size", [(900, 1400), (960, 1080), (720, 1280), (1080, 1920)])
def test_a_high_window_has_its_panels_above_and_below_the_board(size: tuple[int, int]) -> None:
    table = table_layout.lay_out_table(size)
    panels = (*table.seats, table.announcements, table.log)
    assert all(panel.bottom <= table.keypad.top for panel in panels)
    below = (table.own, table.unseen, table.coach)
    assert all(panel.top >= table.keypad.bottom for panel in below)
    assert table.folded == ()


def test_the_design_size_is_drawn_one_to_one() -> None:
    table = table_layout.lay_out_table((1280, 720))
    assert table.scale == 1 and table.folded == ()
    assert table.own == Rect(16, 516, 232, 188)


def test_text_stays_legible_in_small_windows() -> None:
    assert table_layout.scale_for((960, 600)) >= 0.89
    assert table_layout.scale_for((720, 1280)) >= 0.89


def test_a_very_wide_window_has_a_large_board_and_columns_to_read() -> None:
    table = table_layout.lay_out_table((3440, 1440))
    assert table.keypad.height > 0.5 * 1440
    assert all(300 <= rect.width / table.scale <= 480 for rect in (table.log, table.coach))


def test_extra_width_splits_the_right_column() -> None:
    table = table_layout.lay_out_table((2560, 1080))
    assert table.coach.left > table.log.right


def test_extra_height_makes_larger_keys() -> None:
    assert (
        table_layout.lay_out_table((1440, 1000)).keys[5].height
        > table_layout.lay_out_table((1440, 810)).keys[5].height
    )


@pytest.mark.parametrize("n", [0, 1, 8, 12, 16])
def test_the_row_stays_in_its_zone(n: int) -> None:
    row = Rect(264, 492, 640, 58)
    places = row_card_rects(row, n, (44, 58), 6)
    assert len(places) == n and all(row.contains(place) for place in places)


@pytest.mark.parametrize("board", ["keypad", "servers"])
@pytest.mark.parametrize(
    "window", [(960, 600), (1024, 768), (1280, 720), (1366, 768), (3440, 1440)]
)
def test_the_end_of_a_round_beside_the_board_covers_no_key_and_no_card_of_the_row(
    window: tuple[int, int], board: str
) -> None:
    table = table_layout.lay_out_table(window, board=board)
    assert table.result.collidelist(list(table.keys.values())) < 0
    places = TableGeometry(table, lambda units: round(units * table.scale), 2)
    for n in range(1, 17):
        assert not any(card.colliderect(table.result) for card in places.row(n))
        assert all(table.row.contains(card) for card in places.row(n))


def test_boxes_fill_their_rectangle() -> None:
    parts = boxes.columns(Rect(10, 0, 301, 20), (1, 2, 1), 7)
    assert parts[0].left == 10 and parts[-1].right == 311
    assert [b.left - a.right for a, b in itertools.pairwise(parts)] == [7, 7]
    assert boxes.rows(Rect(0, 5, 10, 99), 10, 2, 2) == [Rect(0, 5, 10, 10), Rect(0, 17, 10, 10)]
    assert boxes.centred_box((100, 100), 300, 50) == Rect(0, 25, 100, 50)


@pytest.mark.parametrize("user", [0.8, 1.0, 1.5])
def test_the_sums_of_four_have_a_line_each_or_room_beside_each_other(
    size: tuple[int, int], user: float
) -> None:
    table = table_layout.lay_out_table(size, user, 4)
    zone = table.sheet.get("announcements", table.announcements)
    title_and_edges, line, half = 44, 21, 300  # units
    lines = (zone.height / table.scale - title_and_edges) / line
    assert lines >= 4 or (lines >= 2 and zone.width / table.scale >= half)


def test_a_lesson_keeps_the_strip_where_another_panel_can_fold_away_instead(
    size: tuple[int, int],
) -> None:
    plain = table_layout.lay_out_table(size)
    taught = table_layout.with_coach_strip(plain)
    shown = [name for name in FOLDING if name not in plain.folded]
    if "coach" in shown or not {"log", "announcements"} & set(shown):
        assert taught is plain
        return
    other = "log" if "log" in shown else "announcements"
    assert taught.coach == getattr(plain, other) and not getattr(taught, other).width
    assert set(taught.folded) == {*plain.folded, other} - {"coach"} == set(taught.sheet)
