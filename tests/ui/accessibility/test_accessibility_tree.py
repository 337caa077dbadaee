"""Every scene can be read and operated through its tree: nothing is nameless or unreachable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest
from assets.shots import menus, tables
from assets.shots.staged_table import StagedTable
from qa.text_overlaps import recording_drawings

from hacktrick.app.settings import Settings
from hacktrick.ui.accessibility.accessibility_tree import (
    Node,
    NodeTree,
    PaintedText,
    TextRecorder,
    is_sentence,
    merge_widget_and_text_nodes,
    name_to_announce_scene,
    nodes_without_repeated_sentences,
    window_tree,
)
from hacktrick.ui.input.intents import REQUEST
from hacktrick.ui.paint import fonts as styles
from hacktrick.ui.screens.statistics_and_mistakes_scenes import StatisticsScene
from hacktrick.ui.widgets.basic_widgets import (
    Button,
    ListView,
    ScrollArea,
    Slider,
    Stepper,
    TextField,
    Toggle,
)
from tests.support.local_online_table import LocalNetworkClient
from tests.support.rig import Rig, TableRig, unsaved_storage

SIZE = (1280, 720)
TABLES = (
    *("start", "middle", "refused", "over", "match-over", "learning", "thinking", "tournament"),
    *("trio", "quartet", "arena", "watched", "wits-codes", "wits-in-force", "wits-answer"),
)


BUTTONS = ("button", "toggle", "stepper", "slider", "field")


def read_tree(rig: Rig) -> NodeTree:
    """Draw the scenes on the stack, as the window does, and return the accessibility tree."""
    rig.draw()
    return window_tree("Hack Trick", rig.stack.visible_scenes())


def faults(rig: Rig) -> Iterator[str]:
    """Yield what a screen reader could not read or press in the scenes on the stack."""
    tree = read_tree(rig)
    nodes = list(tree.nodes())
    for path, times in Counter(path for path, _node in nodes).items():
        if times > 1:
            yield f"{times} nodes at {path}"
    for path, node in nodes:
        if not node.name:
            yield f"nameless {node.role} at {path}"
        if node.role == "label" and node.name.isdigit():
            yield f"bare number {node.name} at {path}"
    # Refused controls say why, and several may be refused for the same reason.
    texts = [node.description for _path, node in nodes if not node.is_disabled]
    counts = Counter([*(node.name for _path, node in nodes), *texts])
    yield from (f"twice: {text}" for text, n in counts.items() if n > 1 and is_sentence(text))
    controls = [(path, node) for path, node in nodes if node.role in BUTTONS and node.actions]
    alike = Counter((path.rpartition("/")[0], node.role, node.name) for path, node in controls)
    yield from (f"{n} alike: {role} {name}" for (_in, role, name), n in alike.items() if n > 1)
    yield from wrong_order(rig, dict(nodes))


def wrong_order(rig: Rig, nodes: dict[str, Node]) -> Iterator[str]:
    """Yield the widgets of the uppermost scene that no node presses, or that Tab reaches too soon.

    Tab goes round in the order in which the nodes are read.
    """
    top = rig.top
    key = f"{len(rig.stack.visible_scenes()) - 1} {type(top).__name__}/"
    names: dict[int, str] = {}
    for path, node in nodes.items():
        found = top.widget_and_part_of_node(path.removeprefix(key)) if node.actions else None
        if found is not None:
            names.setdefault(id(found[0]), node.name)
    read, order = list(names), []
    for widget in getattr(getattr(top, "group", None), "widgets", ()):
        if widget.visible and widget.focusable and id(widget) not in names:
            yield f"unreachable: {type(widget).__name__} {getattr(widget, 'label', '')}"
        elif widget.visible and widget.focusable:
            order.append(read.index(id(widget)))
    first = order.index(min(order)) if order else 0
    for before, after in pairwise(order[first:] + order[:first]):
        if before > after:
            yield f"too soon: {names[read[before]]}"


def test_every_menu_can_be_read_and_pressed(tmp_path: Path) -> None:
    with recording_drawings():
        rig = Rig(tmp_path, SIZE, Settings(language="en"))
        rig.context.set_text_recorder(TextRecorder())
        found = {}
        for name, scenes in menus.menu_scenes(rig):
            rig.show(*scenes)
            rig.tick(n=3)
            found[name] = list(faults(rig))
            menus.empty_scene_stack(rig)
        rig.services.close()
    assert len(found) > 40
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("name", TABLES)
def test_every_table_can_be_read_and_pressed(tmp_path: Path, name: str) -> None:
    def make(**options: Any) -> StagedTable:
        return StagedTable(unsaved_storage(tmp_path), SIZE, "keypad", **options)

    with recording_drawings():
        bench = tables.SITUATIONS[name](make)
        bench.context.set_text_recorder(TextRecorder())
        assert list(faults(bench)) == []


def test_an_online_table_can_be_read_and_pressed(tmp_path: Path) -> None:
    with recording_drawings():
        rig = Rig(unsaved_storage(tmp_path), SIZE, Settings(animation_speed="off", pace="instant"))
        network = LocalNetworkClient("keypad", 0)
        rig.services.online.make = lambda _folder: network
        rig.services.online.update(0.0)
        rig.context.navigator.show_online_table()
        rig.tick(0.1)
        rig.context.set_text_recorder(TextRecorder())
        assert list(faults(rig)) == []


# Tests of what pressing a node does.


def press(bench: TableRig, name: str, action: str = "press", value: object = None) -> None:
    """Carry out an action on the node of this name, as a screen reader does."""
    tree = read_tree(bench)
    path = next(path for path, node in tree.nodes() if node.name == name and node.actions)
    found = bench.top.widget_and_part_of_node(path.partition("/")[2])
    assert found is not None
    widget, part = found
    bench.post(pygame.Event(REQUEST, widget=widget, part=part, action=action, value=value))


def test_a_turn_is_played_by_nodes_alone(tmp_path: Path) -> None:
    bench = TableRig(tmp_path)
    bench.play_randomly_until(0, turn=1)
    before = len(bench.texts())
    cards = [
        node
        for _path, node in read_tree(bench).nodes()
        if node.name.startswith("Card ") and node.actions
    ]
    playable = next(node for node in cards if not node.is_disabled)
    press(bench, playable.name)
    chosen = [node.name for _path, node in read_tree(bench).nodes() if node.is_selected]
    assert playable.name in chosen
    press(bench, "End turn")
    assert len(bench.texts()) > before


def test_a_hand_says_all_its_cards_unless_they_are_covered(tmp_path: Path) -> None:
    bench = TableRig(tmp_path)
    hand = next(node for _path, node in read_tree(bench).nodes() if node.name == "Your cards")
    assert hand.description == " ".join(card.name.removeprefix("Card ") for card in hand.children)
    bench.table.privacy.toggle_card_visibility()
    bench.table.refresh()
    lists = [node for _path, node in read_tree(bench).nodes() if node.role == "list"]
    assert lists and not any(node.description for node in lists)


def test_a_key_says_what_a_card_would_do_there(tmp_path: Path) -> None:
    bench = TableRig(tmp_path)
    bench.play_randomly_until(0, turn=1)
    model = bench.table.model
    card, key = next(iter(model.reachable_keys.items()))
    cell = next(
        node for _p, node in read_tree(bench).nodes() if node.name.startswith(f"Key {key}:")
    )
    assert f"Your {card} " in cell.description


def test_a_refused_button_says_why_and_can_still_be_pressed(tmp_path: Path) -> None:
    bench = TableRig(tmp_path)
    bench.play_randomly_until(0, turn=1)
    ask = next(node for _path, node in read_tree(bench).nodes() if node.name == "Ask")
    assert ask.is_disabled
    assert is_sentence(ask.description)
    reader = bench.context.announcements.new_reader()
    press(bench, "Ask")
    assert [one.text for one in reader.pop_unread()] == [ask.description]


def test_widgets_perform_the_actions_of_screen_readers(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    context = rig.context
    got: list[object] = []
    toggle = Toggle(context, "Sound", False, got.append)
    stepper = Stepper(context, "Pace", [(1, "slow"), (2, "fast"), (3, "faster")], 1, got.append)
    slider = Slider(context, "Volume", 0.5, got.append)
    field = TextField(context, "Name", "Ann", got.append, longest=6)
    rows = ListView(context, 9, 20.0, lambda *_row: None, got.append)
    toggle.perform_screen_reader_request("press")
    stepper.perform_screen_reader_request("increase")
    stepper.perform_screen_reader_request("set", value=2.0)
    slider.perform_screen_reader_request("decrease")
    slider.perform_screen_reader_request("set", value=9.0)
    field.perform_screen_reader_request("set", value="Annabel\n la")
    rows.perform_screen_reader_request("press", "row 4")
    assert got == [True, 2, 3, pytest.approx(0.4), 1.0, "Annabe", 4]


def test_a_request_for_a_widget_that_has_gone_does_nothing(tmp_path: Path) -> None:
    bench = TableRig(tmp_path)
    stray = Button(bench.context, "Gone", lambda: pytest.fail("pressed"))
    bench.post(pygame.Event(REQUEST, widget=stray, part="", action="press", value=None))
    bench.post(pygame.Event(REQUEST, widget=None, part="", action="press", value=None))


# Tests of how painted texts become labels.


def painted(text: str, left: int, top: int, *, heading: bool = False) -> PaintedText:
    return PaintedText(text, (left, top, left + 8 * len(text), top + 16), heading)


def widget(rig: Rig, label: str, left: int, top: int) -> Toggle:
    made = Toggle(rig.context, label, False, print)
    made.rect = pygame.Rect(left, top, 200, 40)
    return made


def test_painted_texts_are_labels_explanations_or_parts_of_widgets(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    widgets = {"one": widget(rig, "One", 0, 100), "two": widget(rig, "Two", 0, 300)}
    nodes = merge_widget_and_text_nodes(
        widgets,
        [
            painted("Settings", 0, 10, heading=True),
            painted("One", 4, 110),  # a text on the first widget
            painted("Explains the first.", 4, 144),
            painted("Leads to the second.", 0, 260),
            painted("At the foot.", 400, 600),
        ],
    )
    read_out = [(node.role, node.name, node.description) for node in nodes]
    assert read_out == [
        ("heading", "Settings", ""),
        ("toggle", "One", "Explains the first."),
        ("label", "Leads to the second.", ""),
        ("toggle", "Two", ""),
        ("label", "At the foot.", ""),
    ]
    assert name_to_announce_scene(nodes) == "Settings"


def panel(title: str, left: int, top: int, width: int, height: int) -> PaintedText:
    return PaintedText(title, (left, top, left + width, top + height), is_panel=True)


def test_texts_on_a_panel_are_read_together_line_by_line(tmp_path: Path) -> None:
    widgets = {"one": widget(Rig(tmp_path), "One", 400, 200)}
    nodes = merge_widget_and_text_nodes(
        widgets,
        [
            panel("Figures", 0, 100, 300, 200),
            painted("Figures", 10, 105),
            painted("40 %", 200, 150),
            painted("The deal", 10, 152),
            painted("40 %", 200, 190),
            painted("The cards", 10, 190),
            panel("Choices", 350, 100, 300, 200),
            painted("Choices", 360, 105),
        ],
    )
    group, heading, toggle = nodes
    assert (group.role, group.name) == ("group", "Figures")
    assert [node.name for node in group.children] == ["The deal, 40 %", "The cards, 40 %"]
    assert (heading.name, toggle.name) == ("Choices", "One"), "a panel with widgets"


def test_texts_of_a_scrolled_page_belong_to_it_wherever_they_are(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.context.set_text_recorder(recorder := TextRecorder())
    area = ScrollArea(rig.context, lambda _surface, _content: note_far_away(recorder), lambda _w: 9)
    area.rect = pygame.Rect(0, 100, 200, 50)
    area.draw(pygame.Surface((200, 200)))
    (node,) = merge_widget_and_text_nodes({"page": area}, recorder.collect_painted_texts())
    assert [line.name for line in node.children] == ["The last line"]


def note_far_away(recorder: TextRecorder) -> None:
    recorder.record_text("The last line", pygame.Rect(0, 4000, 90, 20))


def test_a_drawn_board_is_read_key_by_key(tmp_path: Path) -> None:
    with recording_drawings():
        rig = Rig(tmp_path, SIZE, Settings(language="en"))
        rig.context.set_text_recorder(TextRecorder())
        scenes = next(scenes for name, scenes in menus.menu_scenes(rig) if name == "review")
        rig.show(*scenes)
        rig.tick(n=3)
        nodes = [node for _path, node in read_tree(rig).nodes()]
        rig.services.close()
    cells = [node.name for node in nodes if node.role == "cell"]
    assert len(cells) == 9
    assert all(cell.startswith("Key ") for cell in cells)
    assert any("double of" in cell for cell in cells)
    assert any(node.name.startswith("Row: 2, ") for node in nodes)
    assert not [node for node in nodes if node.name.isdecimal()], "bare numbers"
    curve = next(node for node in nodes if node.name == "Curve")
    assert "all cards open: " in curve.children[0].name
    assert any(point.name.endswith(", blunder") for point in curve.children)


def test_the_table_of_what_a_point_is_worth_is_read_in_sentences(tmp_path: Path) -> None:
    rig = Rig(tmp_path, SIZE, Settings(language="en"))
    rig.context.set_text_recorder(TextRecorder())
    scene = StatisticsScene(rig.context, rig.services)
    rig.show(scene)
    scene.toggle_point_value_table()
    nodes = [node for _path, node in read_tree(rig).nodes()]
    rig.services.close()
    cells = [node.name for node in nodes if node.role == "list_item"]
    assert len(cells) == 25
    assert cells[0].startswith("At 0 : 0 a point is worth ")
    assert not [node for node in nodes if node.name[0].isdecimal()], "bare numbers"


def test_a_text_on_several_lines_is_read_whole(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.context.set_text_recorder(recorder := TextRecorder())
    fonts, style = rig.context.fonts, styles.BODY
    surface = pygame.Surface((400, 400))
    text = "A long sentence that needs more than one line in a narrow column."
    lines = fonts.wrap(text, style, 120)
    assert len(lines) > 2
    for n, line in enumerate(lines):
        fonts.draw_text(surface, line, (0, 20 * n), style, (0, 0, 0))
    fonts.draw_paragraph(surface, text, pygame.Rect(0, 200, 120, 200), style, (0, 0, 0))
    assert [one.text for one in recorder.collect_painted_texts()] == [text, text]
    assert recorder.collect_painted_texts() == ()


def test_sentences_are_read_once() -> None:
    one = Node("1", "label", "It is your turn.")
    again = Node("2", "button", "Draw", description="It is your turn.")
    word = Node("3", "label", "Draw")
    kept = list(nodes_without_repeated_sentences([one, one, again, word, word], set()))
    assert [(node.name, node.description) for node in kept] == [
        ("It is your turn.", ""),
        ("Draw", ""),
        ("Draw", ""),
        ("Draw", ""),
    ]


def test_every_button_that_cannot_be_pressed_says_why() -> None:
    reason = "You hold no card that fits."
    label = Node("0", "label", reason)
    buttons = [
        Node(str(n), "button", f"Button {n}", description=reason, is_disabled=True)
        for n in range(1, 3)
    ]
    assert list(nodes_without_repeated_sentences([label, *buttons, label], set())) == [
        label,
        *buttons,
    ]
