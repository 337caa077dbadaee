"""The accessibility tree: the window as nodes, which screen readers can read and press.

Nodes are plain values, made from the widgets of a scene and the texts painted between the widgets.
The nodes are the same on all systems; ``ui.window.screen_reader`` passes them to screen readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol

import pygame

from hacktrick.game.state import with_fast_replace

Role = Literal[
    "window",
    "page",
    "group",
    "dialog",
    "heading",
    "label",
    "announcement",
    "list",
    "list_item",
    "grid",
    "row",
    "cell",
    "button",
    "toggle",
    "stepper",
    "slider",
    "field",
    "tab",
]
NodeAction = Literal["press", "focus", "increase", "decrease", "set", "show"]
"""What a screen reader can do with a node. "show" scrolls it into view."""

PRESSABLE: tuple[NodeAction, ...] = ("press", "focus")
STEPPABLE: tuple[NodeAction, ...] = ("increase", "decrease")
CONTROLS: tuple[Role, ...] = (
    *("button", "toggle", "stepper", "slider", "field", "tab", "cell", "list_item"),
)
EXPLAINED: tuple[Role, ...] = ("toggle", "stepper", "slider", "field")
"""The roles of controls that a text below them can explain."""
MAX_HELP_GAP = 14  # maximum gap in layout units between a widget and a text below that explains it
Bounds = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels of the window."""


class ValueAndRange(NamedTuple):
    """The value of a slider or stepper, with the range of its values."""

    value: float
    lowest: float
    highest: float
    step: float


@with_fast_replace
class Node(NamedTuple):
    """A node of the accessibility tree.

    Nodes are named tuples, since every change of the screen makes all nodes anew, and frozen
    dataclasses take several times as long to make and compare.

    Attributes:
        key: identifies the node among its siblings; a widget always has the same key.
        name: the text that is read first, and alone if time is short.
        value: the content of a field, stepper or slider, as text.
        description: further text, such as the reason why a button cannot be pressed.
        bounds: the rectangle of the node in the window; None if it has none of its own.
        actions: the actions that a screen reader can request for the node.
        is_on: whether a toggle is on; None for other nodes.
        is_selected: whether a card, row or tab is chosen; None for other nodes.
        number: the value and range of a slider or stepper; None for other nodes.
        shortcut: the name of the keyboard key that presses the node.
        place: the node's number in its list, from 1, and the length of the list; None for a node
            that is not in a list.
    """

    key: str
    role: Role
    name: str = ""
    value: str = ""
    description: str = ""
    bounds: Bounds | None = None
    actions: tuple[NodeAction, ...] = ()
    is_on: bool | None = None
    is_selected: bool | None = None
    is_disabled: bool = False
    number: ValueAndRange | None = None
    shortcut: str = ""
    place: tuple[int, int] | None = None
    children: tuple[Node, ...] = ()  # this must be the last field; see ``equals_without_children``

    def equals_without_children(self, other: Node) -> bool:
        """Return whether both nodes are equal except for their children."""
        return self[:-1] == other[:-1]


class PaintedText(NamedTuple):
    """A text that a scene has drawn, complete even if the screen shows a shortened text.

    Attributes:
        rect: the rectangle in which the text was drawn.
        is_panel: whether the text is the title of a panel; ``rect`` is then the whole panel.
        node: the node that describes a drawing; None for a text.
        area: the scroll area that contains the text, even while the text is scrolled out of view;
            None if there is none.
    """

    text: str
    rect: Bounds
    is_heading: bool = False
    is_panel: bool = False
    node: Node | None = None
    area: Bounds | None = None

    @property
    def centre(self) -> tuple[int, int]:
        return _middle_of_bounds(self.rect)


class TextRecorder:
    """Records the texts that are drawn, while a screen reader is running."""

    def __init__(self) -> None:
        self._texts: list[PaintedText] = []
        self._wrapped: dict[str, tuple[tuple[str, ...], str]] = {}
        self._area: Bounds | None = None

    @contextmanager
    def within_scroll_area(self, area: pygame.Rect) -> Iterator[None]:
        """Record the texts drawn within a ``with`` block as the content of a scroll area."""
        outer, self._area = self._area, bounds_of_rect(area)
        try:
            yield
        finally:
            self._area = outer

    def record_text(self, text: str, rect: pygame.Rect, is_heading: bool = False) -> None:
        """Record a text that is drawn in a rectangle."""
        if text.strip():
            self._texts.append(PaintedText(text, bounds_of_rect(rect), is_heading, area=self._area))

    def record_panel(self, title: str, rect: pygame.Rect) -> None:
        """Record a panel; the texts drawn on the panel belong together."""
        self._texts.append(PaintedText(title, bounds_of_rect(rect), is_panel=True))

    def record_drawing(self, node: Node, rect: pygame.Rect) -> None:
        """Record a node that describes the drawing in a rectangle."""
        bounds = bounds_of_rect(rect)
        node = node._replace(bounds=bounds)
        self._texts.append(PaintedText(node.name, bounds, node=node, area=self._area))

    def record_wrapped_text(self, text: str, lines: tuple[str, ...]) -> None:
        """Record that a text is wrapped into lines, so that ``collect`` joins the lines again."""
        if len(lines) > 1:
            self._wrapped[lines[0]] = lines, text

    def collect_painted_texts(self) -> tuple[PaintedText, ...]:
        """Return the texts recorded since the last call, with wrapped lines joined again."""
        texts, self._texts = self._texts, []
        wrapped, self._wrapped = self._wrapped, {}
        return tuple(_with_wrapped_lines_joined(texts, wrapped))


def _with_wrapped_lines_joined(
    texts: Sequence[PaintedText], wrapped: Mapping[str, tuple[tuple[str, ...], str]]
) -> Iterator[PaintedText]:
    n = 0
    while n < len(texts):
        lines, whole = wrapped.get(texts[n].text, ((), ""))
        parts = texts[n : n + len(lines)]
        if len(parts) > 1 and tuple(part.text for part in parts) == lines:
            yield parts[0]._replace(text=whole, rect=_union_bounds(parts))
            n += len(parts)
        else:
            yield texts[n]
            n += 1


def _union_bounds(texts: Sequence[PaintedText]) -> Bounds:
    edges = tuple(zip(*(one.rect for one in texts), strict=True))
    return min(edges[0]), min(edges[1]), max(edges[2]), max(edges[3])


def bounds_of_rect(rect: pygame.Rect) -> Bounds:
    """Return the edges of a rectangle as ``Bounds``."""
    return rect.left, rect.top, rect.right, rect.bottom


class ReadableWidget(Protocol):
    """The part of a widget that the tree reads."""

    rect: pygame.Rect
    visible: bool
    focused: bool

    @property
    def focused_part(self) -> str:
        """The key of the part that has the focus, such as a row; "" for the whole widget."""

    def accessibility_node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        """Return the node of the widget; None if there is nothing to read.

        Args:
            key: the key for the node.
            texts: the texts painted on the widget.
        """


class ReadableScene(Protocol):
    """The part of a scene that the tree reads."""

    is_opaque: bool

    def accessibility_nodes(self) -> Sequence[Node]:
        """Return the nodes of the scene, in reading order."""

    def focused_node_key(self) -> str:
        """Return the key of the focused node, such as "list/row 2"; "" for none."""


# The following functions make nodes from widgets and painted texts.


def merge_widget_and_text_nodes(
    widgets: Mapping[str, ReadableWidget], painted: Sequence[PaintedText], scale: float = 1.0
) -> list[Node]:
    """Return the nodes of widgets, in Tab order, with the painted texts between them.

    A text on a widget belongs to the widget, and a text close below a control describes the
    control. Every other text becomes a label before the widget below it or to its right.

    Args:
        widgets: the widgets by key; invisible ones are left out.
        painted: the texts in the order in which they were drawn.
        scale: pixels per layout unit.
    """
    shown = {key: widget for key, widget in widgets.items() if widget.visible}
    texts = list(dict.fromkeys(painted))
    panels = [text for text in texts if text.is_panel]
    owned: dict[str, list[PaintedText]] = {key: [] for key in shown}
    unowned: list[PaintedText] = []
    # The topmost widget comes first, and the list for texts on no widget (number -1) last.
    lists = [*reversed(owned.values()), unowned]
    rects = [widget.rect for widget in reversed(shown.values())]
    for text in texts:
        if not text.is_panel:
            place = pygame.Rect(_middle_of_bounds(text.area or text.rect), (1, 1))
            lists[place.collidelist(rects)].append(text)
    found = [(key, widget.accessibility_node(key, owned[key])) for key, widget in shown.items()]
    nodes = {key: node for key, node in found if node is not None}
    places = {key: node.bounds for key, node in nodes.items() if node.bounds is not None}
    explained = {key: place for key, place in places.items() if nodes[key].role in EXPLAINED}
    on_panels = {panel.rect: _widget_places_on_panel(places, panel) for panel in panels}
    highest = min((place[1] for place in places.values()), default=0)
    before: dict[str, list[PaintedText]] = {}
    last: list[PaintedText] = []
    spoken = set(_all_texts_of_nodes(nodes.values()))
    for text in _group_texts_on_plain_panels(shown, unowned, panels):
        if text.text in spoken and not text.is_heading and text.node is None:
            continue
        spoken.add(text.text)
        above = _key_of_control_described_by(explained, text, MAX_HELP_GAP * scale)
        if above is not None:
            node = nodes[above]
            nodes[above] = node._replace(
                description=_joined_without_repeats(node.description, text.text)
            )
            continue
        panel = _panel_under(panels, text)
        beside = {} if panel is None else on_panels[panel.rect]
        is_title = not beside and text.rect[3] <= highest
        below = None if is_title else _key_of_node_introduced_by(places, text, beside)
        (last if below is None else before.setdefault(below, [])).append(text)
    merged: list[Node] = []
    for key, node in nodes.items():
        if key in before:
            merged += _label_nodes_of_texts(f"before {key}", before[key])
        merged.append(node)
    first = [text for text in last if not nodes or text.rect[1] < highest]
    rest = [text for text in last if nodes and text.rect[1] >= highest]
    return [*_label_nodes_of_texts("first", first), *merged, *_label_nodes_of_texts("last", rest)]


def _group_texts_on_plain_panels(
    shown: Mapping[str, ReadableWidget],
    texts: Iterable[PaintedText],
    panels: Iterable[PaintedText],
) -> Iterator[PaintedText]:
    """Yield the texts; those on a panel without widgets become one group of lines.

    Args:
        shown: the visible widgets by key.
        texts: the texts that are not painted on a widget, in the order in which they were drawn.
        panels: the panels in the order in which they were drawn.
    """
    middles = [widget.rect.center for widget in shown.values()]
    free = [
        one for one in panels if not any(_is_point_inside(one.rect, middle) for middle in middles)
    ]
    on_panels: dict[PaintedText, list[PaintedText]] = {panel: [] for panel in free}
    for text in texts:
        panel = _panel_under(free, text)
        if panel is None:
            yield text
        elif text.text != panel.text or text.node is not None:
            on_panels[panel].append(text)
    for panel, inside in on_panels.items():
        if inside:
            children = tuple(_label_nodes_by_line(inside))
            group = Node("", "group", panel.text or children[0].name, bounds=panel.rect)
            yield panel._replace(node=group._replace(children=children))


def _panel_under(panels: Sequence[PaintedText], text: PaintedText) -> PaintedText | None:
    """Return the topmost panel on which a text is painted; None if there is none."""
    x, y = text.centre
    for panel in reversed(panels):
        left, top, right, bottom = panel.rect
        if left <= x < right and top <= y < bottom:
            return panel
    return None


def _widget_places_on_panel(
    places: Mapping[str, Bounds], panel: PaintedText
) -> Mapping[str, Bounds]:
    return {
        key: place
        for key, place in places.items()
        if _is_point_inside(panel.rect, _middle_of_bounds(place))
    }


def _is_point_inside(rect: Bounds, place: tuple[int, int]) -> bool:
    return rect[0] <= place[0] < rect[2] and rect[1] <= place[1] < rect[3]


def _label_nodes_by_line(texts: Iterable[PaintedText]) -> Iterator[Node]:
    """Yield a label for each line of texts; texts side by side become one label."""
    lines: list[list[PaintedText]] = []
    for text in sorted(texts, key=lambda one: one.centre[1]):
        first = lines[-1][0] if lines else None
        if first is None or text.node or first.node or text.centre[1] >= first.rect[3]:
            lines.append([text])
        else:
            lines[-1].append(text)
    for n, line in enumerate(lines):
        ordered = sorted(line, key=lambda one: one.rect[0])
        name = ", ".join(one.text for one in ordered)
        yield painted_text_node(str(n), ordered[0]._replace(text=name, rect=_union_bounds(line)))


def _all_texts_of_nodes(nodes: Iterable[Node]) -> Iterator[str]:
    """Yield the names, values and descriptions of nodes and their descendants, even empty ones."""
    for node in nodes:
        yield from (node.name, node.value, node.description)
        if node.children:
            yield from _all_texts_of_nodes(node.children)


def _key_of_control_described_by(
    explained: Mapping[str, Bounds], text: PaintedText, max_gap: float
) -> str | None:
    """Return the key of the control that a text describes; None if there is none.

    The control is close above the text, at about the same left edge.

    Args:
        explained: the places of the controls by key.
        text: the text whose control is looked for.
        max_gap: the maximum gap between control and text, in pixels.
    """
    left, top, _right, _bottom = text.rect
    for key, place in explained.items():
        if -max_gap / 2 <= top - place[3] <= max_gap and abs(left - place[0]) <= max_gap:
            return key
    return None


def _middle_of_bounds(rect: Bounds) -> tuple[int, int]:
    return (rect[0] + rect[2]) // 2, (rect[1] + rect[3]) // 2


def _key_of_node_introduced_by(
    places: Mapping[str, Bounds], text: PaintedText, beside: Mapping[str, Bounds]
) -> str | None:
    """Return the key of the nearest node below a text or to its right; None if there is none.

    Args:
        places: the places of the nodes by key.
        text: the text whose node is looked for.
        beside: the places of the nodes on the same panel as the text; if not empty, only these
            nodes count.
    """
    left, top, right, bottom = text.rect
    if beside:
        return next((key for key, place in beside.items() if place[3] > top), None)
    found: list[tuple[int, int, str]] = []
    for n, (key, (x0, y0, x1, y1)) in enumerate(places.items()):
        if y0 >= bottom - 4 and x0 < right and left < x1:
            found.append((y0 - bottom, n, key))
        elif x0 >= right and y0 < bottom and top < y1:
            found.append((x0 - right, n, key))
    return min(found)[2] if found else None


def _label_nodes_of_texts(key: str, texts: Sequence[PaintedText]) -> list[Node]:
    ordered = sorted(texts, key=lambda one: (one.rect[1], one.rect[0]))
    return [painted_text_node(f"{key} {n}", one) for n, one in enumerate(ordered)]


def painted_text_node(key: str, text: PaintedText) -> Node:
    """Return a heading or label node with a painted text, or the node of a drawing."""
    if text.node is not None:
        return text.node._replace(key=key)
    return Node(key, "heading" if text.is_heading else "label", text.text, bounds=text.rect)


def label_nodes(key: str, lines: Iterable[str], bounds: Bounds | None = None) -> list[Node]:
    """Return a label node for each line, in order, without empty and repeated lines."""
    return [
        Node(f"{key} {n}", "label", line, bounds=bounds)
        for n, line in enumerate(dict.fromkeys(lines))
        if line
    ]


def _joined_without_repeats(*texts: str) -> str:
    return " ".join(dict.fromkeys(text for text in texts if text))


def joined_painted_texts(texts: Iterable[PaintedText]) -> str:
    """Join painted texts by commas, in reading order and without repetitions."""
    ordered = sorted(texts, key=lambda one: (one.rect[1] // 8, one.rect[0]))
    return ", ".join(dict.fromkeys(one.text for one in ordered))


def texts_by_row(
    texts: Sequence[PaintedText], top: int, step: int, n_rows: int
) -> dict[int, list[PaintedText]]:
    """Return the painted texts of a list by row number.

    Args:
        top: the top of the first row in pixels; above the list if the list is scrolled.
        step: the height of a row in pixels.
    """
    rows: dict[int, list[PaintedText]] = {}
    for text in texts:
        row = (text.centre[1] - top) // max(1, step)
        if 0 <= row < n_rows:
            rows.setdefault(row, []).append(text)
    return rows


# The following classes and functions make the tree of the whole window.


class NodeTree(NamedTuple):
    """The whole window as screen readers can read it now.

    Attributes:
        focus: the path of the focused node: all keys from the root to the node, joined by slashes;
            "" for none.
    """

    root: Node
    focus: str = ""

    def nodes(self) -> Iterator[tuple[str, Node]]:
        """Yield the path and the node of every node, beginning with the root, whose path is ""."""
        yield from _paths_and_nodes(self.root, "")

    def node_at(self, path: str) -> Node | None:
        """Return the node with a path; None if there is none."""
        return _node_at(self.root.children, path)

    def focused(self) -> Node | None:
        """Return the focused node; None if there is none."""
        return self.node_at(self.focus) if self.focus else None


def _node_at(nodes: Sequence[Node], path: str) -> Node | None:
    for node in nodes:
        if not path.startswith(node.key):
            continue
        if path == node.key:
            return node
        if path.startswith(f"{node.key}/"):
            found = _node_at(node.children, path[len(node.key) + 1 :])
            if found is not None:
                return found
    return None


def _paths_and_nodes(node: Node, path: str) -> Iterator[tuple[str, Node]]:
    yield path, node
    for child in node.children:
        yield from _paths_and_nodes(child, f"{path}/{child.key}" if path else child.key)


def window_tree(title: str, scenes: Sequence[ReadableScene]) -> NodeTree:
    """Return the tree of the visible scenes, the topmost one first.

    Scenes below the topmost one can be read, but not pressed.

    Args:
        title: the title of the window.
        scenes: the visible scenes, from bottom to top.
    """
    groups: list[Node] = []
    focus = ""
    spoken: set[str] = set()  # the texts that the scenes above contain
    for depth in range(len(scenes) - 1, -1, -1):
        scene = scenes[depth]
        is_top = depth == len(scenes) - 1
        nodes = tuple(scene.accessibility_nodes())
        key = scene_node_key(depth, scene)
        if is_top:
            found = scene.focused_node_key()
            focus = f"{key}/{found}" if found else ""
        else:
            nodes = tuple(map(_without_actions, nodes))
        nodes = tuple(nodes_without_repeated_sentences(nodes, spoken))
        role: Role = "group"
        if is_top:
            role = "page" if scene.is_opaque else "dialog"
        groups.append(Node(key, role, name_to_announce_scene(nodes), children=nodes))
    tree = NodeTree(Node("", "window", title, children=tuple(groups)), focus)
    return tree if not focus or tree.focused() is not None else tree._replace(focus="")


def scene_node_key(depth: int, scene: ReadableScene) -> str:
    """Return the key of a scene's node.

    Args:
        depth: the number of the scene among the visible scenes, from 0 at the bottom.
    """
    return f"{depth} {type(scene).__name__}"


def name_to_announce_scene(nodes: Sequence[Node]) -> str:
    """Return the name under which screen readers announce a scene.

    The name is the first heading that is not a sentence, or else the first such label, control or
    group. If every name is a sentence, the first name is used; "" if there is none.
    """
    for roles in (("heading",), ("label",), CONTROLS, ("group", "list", "grid")):
        named = (one.name for one in nodes if one.role in roles)
        found = next((name for name in named if name and not is_sentence(name)), "")
        if found:
            return found
    return next((one.name for one in nodes if one.name), "")


def _without_actions(node: Node) -> Node:
    if not node.actions and not node.children:
        return node
    return node._replace(actions=(), children=tuple(map(_without_actions, node.children)))


@lru_cache(4096)
def is_sentence(text: str) -> bool:
    """Return whether a text of several words ends like a sentence.

    Screen readers read a repeated sentence only once, but may repeat a single word.
    """
    return " " in text and text.rstrip("”»\"'").endswith((".", "!", "?", "…", ":"))


def nodes_without_repeated_sentences(nodes: Iterable[Node], spoken: set[str]) -> list[Node]:
    """Return the nodes without labels and descriptions that repeat a sentence.

    The description of a disabled control always stays, since it gives the reason why the control is
    disabled, and a player may read only that control.

    Args:
        nodes: the nodes, in reading order.
        spoken: texts that other nodes already contain; those of the nodes are added.
    """
    kept: list[Node] = []
    for node in nodes:
        name, description, children = node.name, node.description, node.children
        is_text = node.role in ("label", "heading") and not children
        if is_text and name in spoken and is_sentence(name):
            continue
        spoken.add(name)
        if description:
            if description in spoken and is_sentence(description) and not node.is_disabled:
                node = node._replace(description="")
            spoken.add(description)
        if children:
            kept_children = tuple(nodes_without_repeated_sentences(children, spoken))
            if kept_children != children:
                node = node._replace(children=kept_children)
        kept.append(node)
    return kept
