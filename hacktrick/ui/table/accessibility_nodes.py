"""The nodes of the table for screen readers, in reading order.

Widgets provide their own nodes. What is only painted becomes labels, with the same sentences as in
text mode.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from hacktrick.i18n import table_remarks, table_report
from hacktrick.i18n.table_view_model import TableViewModel
from hacktrick.i18n.translator import _
from hacktrick.ui.accessibility.tree import Node, ReadableWidget, label_nodes
from hacktrick.ui.widgets.basic_widgets import Widget
from hacktrick.ui.widgets.position_board import keypad_node

if TYPE_CHECKING:
    from hacktrick.ui.table.input.table_widgets import TableWidgets

KEYPAD, ROW, HAND, COACH = "keypad", "row", "hand", "coach"
"""The names of groups of widgets. The key of a widget begins with the name of its group; see
``TableWidgets.widgets_by_node_key``."""


def readable_table_widgets(widgets: TableWidgets) -> dict[str, Widget]:
    """Return the widgets of the table by the key of their node, in reading order."""
    pressed = [
        widget for widget in widgets.coach_panel.widgets if widget is not widgets.coach_panel
    ]
    return {
        "coach": widgets.coach_panel,
        **{f"{COACH}/button {n}": widget for n, widget in enumerate(pressed)},
        **widgets.widgets_by_node_key,
        "notebook": widgets.log,
    }


def status_bar_text(model: TableViewModel) -> str:
    """Return the text of the bar at the top."""
    stakes = sum(model.public.stakes)
    return table_remarks.round_and_target_text(
        model.round_number, model.public.rules.target, stakes
    )


def table_nodes(
    widgets: Mapping[str, ReadableWidget],
    model: TableViewModel,
    title: str,
    remarks: Iterable[str],
) -> list[Node]:
    """Return the nodes of a table.

    Args:
        widgets: the widgets by key; a slash separates groups. Invisible ones are left out.
        title: the heading.
        remarks: further sentences on the screen.
    """
    shown = {key: widget for key, widget in widgets.items() if widget.visible}
    nodes = {
        key: node
        for key in shown
        if (node := shown[key].accessibility_node(_last_part(key), ())) is not None
    }
    first = [
        Node("title", "heading", title),
        *label_nodes("prompt", [*table_report.prompt_lines(model), *remarks]),
    ]
    return [
        *first,
        *_coach_nodes(nodes),
        _keypad_node(nodes),
        *_row_nodes(nodes, model),
        _list_node(nodes, HAND, _hand_name(model)),
        *(node for key, node in nodes.items() if key.startswith(("double", "button "))),
        *(node for key, node in nodes.items() if key.startswith(("player ", "back "))),
        *label_nodes("known", _known_card_lines(model)),
        *(node for key, node in nodes.items() if key.startswith(("code ", "kept "))),
        *(node for key, node in nodes.items() if key == "deck"),
        *label_nodes("supply", _supply_lines(model, has_deck="deck" in nodes)),
        *(node for key, node in nodes.items() if key.startswith(("icon ", "notebook", "log"))),
    ]


def _last_part(key: str) -> str:
    return key.rpartition("/")[2]


def _coach_nodes(nodes: Mapping[str, Node]) -> list[Node]:
    """Return the node of the coach's panel with its buttons; [] while the coach says nothing."""
    panel = nodes.get(COACH)
    pressed = tuple(node for key, node in nodes.items() if key.startswith(f"{COACH}/"))
    if panel is None or not panel.name:
        return []
    return [panel._replace(children=(*panel.children, *pressed))]


def _keypad_node(nodes: Mapping[str, Node]) -> Node:
    """Return the node of the keypad, with the nine keys row by row."""
    return keypad_node([nodes[f"{KEYPAD}/{n // 3}/{n % 3}"] for n in range(9)], KEYPAD)


def _row_nodes(nodes: Mapping[str, Node], model: TableViewModel) -> list[Node]:
    """Return the nodes of the row: labels, and in a replay cards that can be pressed."""
    labels = label_nodes("row text", table_report.row_lines(model))
    cards = _list_node(nodes, ROW, _("Row"))
    return [*labels, cards] if cards.children else labels


def _list_node(nodes: Mapping[str, Node], key: str, name: str) -> Node:
    inside = tuple(node for path, node in nodes.items() if path.startswith(f"{key}/"))
    return Node(key, "list", name, children=inside)


def _hand_name(model: TableViewModel) -> str:
    """Return the name of the hand at the lower edge."""
    if model.observation is not None and model.observation.seat == model.bottom:
        return _("Your cards")
    return table_report.seat_line(model, model.bottom)


def _known_card_lines(model: TableViewModel) -> Iterable[str]:
    """Yield lines about what is known of other hands, if the memory aids show it."""
    yield from (line for line in table_report.hand_reading_lines(model) if line)
    yield from table_report.speech_lines(model)
    if model.has_memory_aids and model.announced_sums:
        yield from table_report.sum_lines(model)
    if not model.is_public_only and model.key_threats:
        yield from table_report.threat_lines(model)


def _supply_lines(model: TableViewModel, has_deck: bool) -> Iterable[str]:
    """Yield lines about scores, markers, codes and unseen cards.

    Args:
        has_deck: whether the deck has a node of its own; else a line describes it.
    """
    yield from table_report.score_lines(model)
    yield from table_report.standing_command_lines(model)
    yield from table_report.marker_lines(model)
    if not has_deck:
        yield from table_report.deck_lines(model)
    if model.public.rules.has_codes:
        yield from table_report.code_lines(model)
    if model.has_memory_aids and model.observation is not None:
        yield from table_report.unseen_card_lines(model)
