"""The window as a tree of nodes, which screen readers read and press.

Nodes are plain values, made from the widgets of a scene and the texts painted beside them. Nothing
here depends on a platform; see ``ui.window.screen_reader``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol

import pygame

Role = Literal[
    "window",
    "page",
    "group",
    "dialog",
    "heading",
    "label",
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
"""What a screen reader can do with a node; "show" scrolls it into view."""

PRESSABLE: tuple[NodeAction, ...] = ("press", "focus")
STEPPABLE: tuple[NodeAction, ...] = ("increase", "decrease")
CONTROLS: tuple[Role, ...] = (
    *("button", "toggle", "stepper", "slider", "field", "tab", "cell", "list_item"),
)
BELOW = 14  # units: the largest gap between a widget and the text below that explains it
Bounds = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels of the window."""


class NumberRange(NamedTuple):
    """The value of a slider or stepper, and the values that it can take."""

    value: float
    lowest: float
    highest: float
    step: float


class Node(NamedTuple):
    """A node of the tree.

    A named tuple is made and compared several times as fast as a frozen dataclass, and every change
    of the screen makes all nodes again.

    Attributes:
        key: distinguishes it from its siblings; the same widget keeps the same key.
        name: what is read first, or alone if time is short.
        value: what a field, stepper or slider holds.
        description: what explains it, such as why a button cannot be pressed.
        is_on: whether a toggle is on; None for other nodes.
        is_selected: of a card, row or tab that can be chosen.
        place: its number in its list or group, from 1, and the number of items there.
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
    number: NumberRange | None = None
    shortcut: str = ""
    place: tuple[int, int] | None = None
    children: tuple[Node, ...] = ()


class PaintedText(NamedTuple):
    """A text that a scene has drawn, complete even if it was shortened on the screen.

    Attributes:
        is_panel: whether it is the title of a panel; ``rect`` is then that of the panel.
        node: the node of a drawing; None for a plain text.
        area: the scroll area that contains it, even if it is scrolled out of view.
    """

    text: str
    rect: Bounds
    is_heading: bool = False
    is_panel: bool = False
    node: Node | None = None
    area: Bounds | None = None

    @property
    def centre(self) -> tuple[int, int]:
        return _middle(self.rect)


class TextRecorder:
    """Records the texts that are drawn, while a screen reader listens."""

    def __init__(self) -> None:
        self._texts: list[PaintedText] = []
        self._wrapped: dict[str, tuple[tuple[str, ...], str]] = {}
        self._area: Bounds | None = None

    @contextmanager
    def within(self, area: pygame.Rect) -> Iterator[None]:
        """Record the texts drawn in this block as the content of a scroll area."""
        outer, self._area = self._area, bounds_of(area)
        try:
            yield
        finally:
            self._area = outer

    def note(self, text: str, rect: pygame.Rect, is_heading: bool = False) -> None:
        """Record a text with its rectangle."""
        if text.strip():
            self._texts.append(PaintedText(text, bounds_of(rect), is_heading, area=self._area))

    def note_panel(self, title: str, rect: pygame.Rect) -> None:
        """Record a panel; the texts on it belong together."""
        self._texts.append(PaintedText(title, bounds_of(rect), is_panel=True))

    def note_drawing(self, node: Node, rect: pygame.Rect) -> None:
        """Record the node that describes a drawing."""
        bounds = bounds_of(rect)
        node = node._replace(bounds=bounds)
        self._texts.append(PaintedText(node.name, bounds, node=node, area=self._area))

    def split(self, text: str, lines: tuple[str, ...]) -> None:
        """Record that the next texts are the lines of one text."""
        if len(lines) > 1:
            self._wrapped[lines[0]] = lines, text

    def collect(self) -> tuple[PaintedText, ...]:
        """Return the texts recorded since the last call, with the lines of each text joined
        again."""
        texts, self._texts = self._texts, []
        wrapped, self._wrapped = self._wrapped, {}
        return tuple(_rejoined(texts, wrapped))


def _rejoined(
    texts: Sequence[PaintedText], wrapped: Mapping[str, tuple[tuple[str, ...], str]]
) -> Iterator[PaintedText]:
    n = 0
    while n < len(texts):
        lines, whole = wrapped.get(texts[n].text, ((), ""))
        parts = texts[n : n + len(lines)]
        if len(parts) > 1 and tuple(part.text for part in parts) == lines:
            yield parts[0]._replace(text=whole, rect=_around(parts))
            n += len(parts)
        else:
            yield texts[n]
            n += 1


def _around(texts: Sequence[PaintedText]) -> Bounds:
    edges = tuple(zip(*(one.rect for one in texts), strict=True))
    return min(edges[0]), min(edges[1]), max(edges[2]), max(edges[3])


def bounds_of(rect: pygame.Rect) -> Bounds:
    """Return a rectangle as bounds."""
    return rect.left, rect.top, rect.right, rect.bottom


class ReadableWidget(Protocol):
    """The part of a widget that the tree uses."""

    rect: pygame.Rect
    visible: bool
    focused: bool

    @property
    def focus_part(self) -> str:
        """The key of the focused part; "" if the whole widget has the focus."""

    def node(self, key: str, texts: Sequence[PaintedText]) -> Node | None:
        """Return the node of the widget; None if there is nothing to read.

        Args:
            texts: the texts painted on it.
        """


class ReadableScene(Protocol):
    """The part of a scene that the tree uses."""

    opaque: bool

    def nodes(self) -> Sequence[Node]:
        """Return the nodes of the scene, in reading order."""

    def focus_key(self) -> str:
        """Return the key of the focused node, with a row of a list after a slash; "" for none."""


# From widgets and painted texts to nodes


def merged_nodes(
    widgets: Mapping[str, ReadableWidget], painted: Sequence[PaintedText], scale: float = 1.0
) -> list[Node]:
    """Return the nodes of widgets, in the order of Tab, with the painted texts between them.

    A text on a widget belongs to that widget, and one close below it explains it. Every other text
    becomes a label before the widget that it stands above or beside.

    Args:
        widgets: by key; only the visible ones are read.
        scale: pixels of a unit.
    """
    shown = {key: widget for key, widget in widgets.items() if widget.visible}
    owned: dict[str, list[PaintedText]] = {key: [] for key in shown}
    free: list[PaintedText] = []
    for text in _with_panels(shown, dict.fromkeys(painted)):
        owner = _owner(shown, text)
        if owner is None:
            free.append(text)
        else:
            owned[owner].append(text)
    found = [(key, shown[key].node(key, owned[key])) for key in shown]
    nodes = {key: node for key, node in found if node is not None}
    panels = [text for text in painted if text.is_panel]
    before: dict[str, list[PaintedText]] = {key: [] for key in nodes}
    highest = _top_of(nodes)
    last: list[PaintedText] = []
    spoken = {one for node in nodes.values() for one in _texts_of(node)}
    for text in free:
        if text.text in spoken and not text.is_heading and text.node is None:
            continue
        spoken.add(text.text)
        above = _explained(nodes, text, BELOW * scale)
        if above is not None:
            node = nodes[above]
            nodes[above] = node._replace(description=_sentences(node.description, text.text))
            continue
        beside = _beside(nodes, text, panels)
        is_title = not beside and text.rect[3] <= highest
        below = None if is_title else _introduced(nodes, text, beside)
        (before[below] if below is not None else last).append(text)
    merged: list[Node] = []
    for key, node in nodes.items():
        merged += _labels(f"before {key}", before[key])
        merged.append(node)
    first = [text for text in last if not nodes or text.rect[1] < highest]
    rest = [text for text in last if text not in first]
    return [*_labels("first", first), *merged, *_labels("last", rest)]


def _with_panels(
    shown: Mapping[str, ReadableWidget], painted: Iterable[PaintedText]
) -> Iterator[PaintedText]:
    """Yield the painted texts; those on a panel without widgets become one group, line by line."""
    texts = list(painted)
    middles = [widget.rect.center for widget in shown.values()]
    panels = [
        text
        for text in texts
        if text.is_panel and not any(_covers(text.rect, middle) for middle in middles)
    ]
    on_panels: dict[PaintedText, list[PaintedText]] = {panel: [] for panel in panels}
    for text in texts:
        if text.is_panel:
            continue
        panel = next((one for one in reversed(panels) if _covers(one.rect, text.centre)), None)
        if panel is None or _owner(shown, text) is not None:
            yield text
        elif text.text != panel.text or text.node is not None:
            on_panels[panel].append(text)
    for panel, inside in on_panels.items():
        if inside:
            children = tuple(_lines(inside))
            group = Node("", "group", panel.text or children[0].name, bounds=panel.rect)
            yield panel._replace(node=group._replace(children=children))


def _covers(rect: Bounds, place: tuple[int, int]) -> bool:
    return rect[0] <= place[0] < rect[2] and rect[1] <= place[1] < rect[3]


def _lines(texts: Iterable[PaintedText]) -> Iterator[Node]:
    """Make labels of texts; texts beside each other become one label."""
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
        yield painted_text_node(str(n), ordered[0]._replace(text=name, rect=_around(line)))


def _top_of(nodes: Mapping[str, Node]) -> int:
    return min((node.bounds[1] for node in nodes.values() if node.bounds), default=0)


def _texts_of(node: Node) -> Iterator[str]:
    yield from (text for text in (node.name, node.value, node.description) if text)
    for child in node.children:
        yield from _texts_of(child)


def _owner(shown: Mapping[str, ReadableWidget], text: PaintedText) -> str | None:
    """Return the key of the topmost widget on which a text is painted."""
    area = text.area
    place = text.centre if area is None else _middle(area)
    hits = (key for key in reversed(list(shown)) if shown[key].rect.collidepoint(place))
    return next(hits, None)


def _explained(nodes: Mapping[str, Node], text: PaintedText, most: float) -> str | None:
    """Return the key of the control that a text explains: close above it, at the same left edge."""
    left, top, _right, _bottom = text.rect
    for key, node in nodes.items():
        if node.bounds is None or node.role not in ("toggle", "stepper", "slider", "field"):
            continue
        gap = top - node.bounds[3]
        if -most / 2 <= gap <= most and abs(left - node.bounds[0]) <= most:
            return key
    return None


def _beside(
    nodes: Mapping[str, Node], text: PaintedText, panels: Sequence[PaintedText]
) -> Mapping[str, Node]:
    """Return the controls on the same panel as a text; none if the text is not on a panel."""
    panel = next((one for one in reversed(panels) if _covers(one.rect, text.centre)), None)
    if panel is None:
        return {}
    return {
        key: node
        for key, node in nodes.items()
        if node.bounds is not None and _covers(panel.rect, _middle(node.bounds))
    }


def _middle(rect: Bounds) -> tuple[int, int]:
    return (rect[0] + rect[2]) // 2, (rect[1] + rect[3]) // 2


def _introduced(
    nodes: Mapping[str, Node], text: PaintedText, beside: Mapping[str, Node]
) -> str | None:
    """Return the key of the control that a text labels: the nearest one below or to its right.

    Args:
        beside: the controls on the same panel, which come first.
    """
    left, top, right, bottom = text.rect
    if beside:
        following = [key for key, node in beside.items() if node.bounds and node.bounds[3] > top]
        return following[0] if following else None
    found: list[tuple[int, int, str]] = []
    for n, (key, node) in enumerate(nodes.items()):
        if node.bounds is None:
            continue
        x0, y0, x1, y1 = node.bounds
        if y0 >= bottom - 4 and x0 < right and left < x1:
            found.append((y0 - bottom, n, key))
        elif x0 >= right and y0 < bottom and top < y1:
            found.append((x0 - right, n, key))
    return min(found)[2] if found else None


def _labels(key: str, texts: Sequence[PaintedText]) -> list[Node]:
    ordered = sorted(texts, key=lambda one: (one.rect[1], one.rect[0]))
    return [painted_text_node(f"{key} {n}", one) for n, one in enumerate(ordered)]


def painted_text_node(key: str, text: PaintedText) -> Node:
    """Return the node of a painted text."""
    if text.node is not None:
        return text.node._replace(key=key)
    return Node(key, "heading" if text.is_heading else "label", text.text, bounds=text.rect)


def plain_labels(key: str, lines: Iterable[str], bounds: Bounds | None = None) -> list[Node]:
    """Return labels for sentences, in order and without repetitions."""
    return [
        Node(f"{key} {n}", "label", line, bounds=bounds)
        for n, line in enumerate(dict.fromkeys(lines))
        if line
    ]


def _sentences(*texts: str) -> str:
    return " ".join(dict.fromkeys(text for text in texts if text))


def joined_painted_texts(texts: Iterable[PaintedText]) -> str:
    """Join painted texts into one phrase, in reading order."""
    ordered = sorted(texts, key=lambda one: (one.rect[1] // 8, one.rect[0]))
    return ", ".join(dict.fromkeys(one.text for one in ordered))


def rows_of(
    texts: Sequence[PaintedText], top: int, step: int, n_rows: int
) -> dict[int, list[PaintedText]]:
    """Return the texts of each row of a list.

    Args:
        top: the top of the first row in pixels, which may be scrolled above the list.
        step: height of a row.
    """
    rows: dict[int, list[PaintedText]] = {}
    for text in texts:
        row = (text.centre[1] - top) // max(1, step)
        if 0 <= row < n_rows:
            rows.setdefault(row, []).append(text)
    return rows


# The whole window


class Tree(NamedTuple):
    """The whole window as a screen reader can read it now.

    Attributes:
        focus: the path of the focused node: the keys from below the root, joined by slashes.
    """

    root: Node
    focus: str = ""

    def nodes(self) -> Iterator[tuple[str, Node]]:
        """Yield every node with its path, first the root with an empty path."""
        yield from _walk(self.root, "")

    def focused(self) -> Node | None:
        """Return the focused node."""
        return _node_at(self.root.children, self.focus) if self.focus else None


def _node_at(nodes: Sequence[Node], path: str) -> Node | None:
    for node in nodes:
        if path == node.key:
            return node
        if path.startswith(f"{node.key}/"):
            found = _node_at(node.children, path[len(node.key) + 1 :])
            if found is not None:
                return found
    return None


def _walk(node: Node, path: str) -> Iterator[tuple[str, Node]]:
    yield path, node
    for child in node.children:
        yield from _walk(child, f"{path}/{child.key}" if path else child.key)


def window_tree(title: str, scenes: Sequence[ReadableScene]) -> Tree:
    """Build the tree of the visible scenes, the topmost one first; those below can only be read.

    Args:
        title: the title of the window.
        scenes: the visible scenes, from bottom to top.
    """
    groups: list[Node] = []
    focus = ""
    for depth in range(len(scenes) - 1, -1, -1):
        scene = scenes[depth]
        is_top = depth == len(scenes) - 1
        nodes = tuple(scene.nodes())
        key = scene_key(depth, scene)
        if is_top:
            found = scene.focus_key()
            focus = f"{key}/{found}" if found else ""
            nodes = tuple(without_doubles(nodes))
        else:
            spoken = {text for group in groups for text in _texts_of(group) if is_sentence(text)}
            nodes = tuple(without_doubles((_read_only(one) for one in nodes), spoken))
        role: Role = "group"
        if is_top:
            role = "page" if scene.opaque else "dialog"
        groups.append(Node(key, role, scene_name(nodes), children=nodes))
    tree = Tree(Node("", "window", title, children=tuple(groups)), focus)
    return tree if tree.focused() is not None else tree._replace(focus="")


def scene_key(depth: int, scene: ReadableScene) -> str:
    """Return the key of a scene's node.

    Args:
        depth: its place among the visible scenes, counted from the bottom.
    """
    return f"{depth} {type(scene).__name__}"


def scene_name(nodes: Sequence[Node]) -> str:
    """Return the name of a scene: its first heading, else its first text that is not a sentence."""
    for roles in (("heading",), ("label",), CONTROLS, ("group", "list", "grid")):
        named = (one.name for one in nodes if one.role in roles)
        found = next((name for name in named if name and not is_sentence(name)), "")
        if found:
            return found
    return next((one.name for one in nodes if one.name), "")


def _read_only(node: Node) -> Node:
    if not node.actions and not node.children:
        return node
    return node._replace(actions=(), children=tuple(map(_read_only, node.children)))


@lru_cache(4096)
def is_sentence(text: str) -> bool:
    """Whether a text is a sentence, unlike a word or two, which may appear twice on a screen."""
    return " " in text and text.rstrip("”»\"'").endswith((".", "!", "?", "…", ":"))


def without_doubles(nodes: Iterable[Node], spoken: Iterable[str] = ()) -> Iterator[Node]:
    """Yield the nodes without labels and descriptions that repeat a sentence.

    A control that cannot be pressed says why even if others do for the same reason: somebody who
    comes to it reads nothing else.

    Args:
        spoken: sentences that other nodes already contain.
    """
    yield from _once(nodes, set(spoken))


def _once(nodes: Iterable[Node], spoken: set[str]) -> Iterator[Node]:
    for node in nodes:
        name, description = node.name, node.description
        if name in spoken and node.role in ("label", "heading") and not node.children:
            continue
        if description in spoken and not node.is_disabled:
            description = ""
        if is_sentence(name):
            spoken.add(name)
        if description and is_sentence(description):
            spoken.add(description)
        children = tuple(_once(node.children, spoken)) if node.children else ()
        is_same = description == node.description and children == node.children
        yield node if is_same else node._replace(description=description, children=children)
