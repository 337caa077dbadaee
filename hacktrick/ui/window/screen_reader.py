"""Connects the window to the system's screen readers through the AccessKit library.

The library uses AT-SPI on Linux, UI Automation on Windows and NSAccessibility on macOS. The tree is
built only after assistive technology has asked for it. Callbacks run on other threads, so they only
append to a queue or post an event; the main loop does the rest.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from hacktrick.app import crash_log
from hacktrick.ui.accessibility.accessibility_tree import (
    Node,
    NodeAction,
    NodeTree,
    TextRecorder,
    scene_node_key,
    window_tree,
)
from hacktrick.ui.accessibility.announcements import Announcement
from hacktrick.ui.input.intents import REQUEST
from hacktrick.ui.scene.scenes_and_context import Context

REQUEST_EVENT = pygame.event.custom_type()
"""The event that a callback posts for a request, with ``action``, ``target`` and ``value``."""

DRIVERS = ("windows", "cocoa", "x11", "wayland")
"""The video drivers of SDL with windows that screen readers can read."""
ROOT_NODE_ID = 0
# Maximum number of announcements that stay in the tree, so that slow screen readers miss none.
MAX_KEPT_ANNOUNCEMENTS = 3
# Maximum numbers of characters sent of a value and of a word.
MAX_VALUE_LENGTH, MAX_WORD_LENGTH = 1000, 200
MAX_DELAY = 1.0  # number of seconds that a change waits for the end of an animation

ACCESSKIT_ACTIONS: dict[NodeAction, str] = {
    "press": "CLICK",
    "focus": "FOCUS",
    "increase": "INCREMENT",
    "decrease": "DECREMENT",
    "set": "SET_VALUE",
    "show": "SCROLL_INTO_VIEW",
}
ACCESSKIT_ROLES = {
    "window": "WINDOW",
    "page": "MAIN",
    "group": "GROUP",
    "dialog": "DIALOG",
    "heading": "HEADING",
    "label": "LABEL",
    "announcement": "LABEL",
    "list": "LIST",
    "list_item": "LIST_ITEM",
    "grid": "GRID",
    "row": "ROW",
    "cell": "CELL",
    "button": "BUTTON",
    "toggle": "SWITCH",
    "stepper": "SPIN_BUTTON",
    "slider": "SLIDER",
    "field": "TEXT_INPUT",
    "tab": "TAB",
}
"""AccessKit's names of our roles."""
TEXT_ROLES = ("field", "stepper")
"""The roles whose value screen readers can read letter by letter."""


class NodeNumbers(dict[str, int]):
    """The numbers of nodes by path.

    A new path gets a number, which stays the same until the path is forgotten. The following number
    is reserved for the node's text.

    Attributes:
        paths: the paths by number.
    """

    def __init__(self) -> None:
        super().__init__({"": ROOT_NODE_ID})
        self.paths: dict[int, str] = {}
        self._next = ROOT_NODE_ID + 1

    def __missing__(self, path: str) -> int:
        number = self[path] = self._next
        self.paths[number] = path
        self._next += 2
        return number

    def forget_removed_node(self, path: str, node: Node) -> None:
        """Forget the numbers of a node that has been removed, and of its children.

        If the node came back with its old number, the screen reader Orca would treat it as removed,
        and say nothing when it gets the focus.
        """
        del self.paths[self.pop(path)]
        for child in node.children:
            self.forget_removed_node(f"{path}/{child.key}", child)


class ScreenReader:
    """Shows the scenes of a window to assistive technology and passes its requests to them.

    Args:
        title: the title of the window.
        connect: opens the connection, as ``connect_accesskit`` does; None for no connection.
    """

    def __init__(
        self, context: Context, title: str, connect: Callable[[ScreenReader], Any] | None = None
    ) -> None:
        self.context, self.title = context, title
        # Appended by other threads: True when assistive technology begins to listen, False when it
        # stops.
        self.activations: deque[bool] = deque()
        self.is_active = False
        self._reader = context.announcements.new_reader()
        self._spoken: tuple[Announcement, ...] = ()
        self._numbers = NodeNumbers()
        self._tree = NodeTree(Node("", "window", title))
        self._sent: Node | None = None  # the root of the tree that was sent last
        self._focus = ROOT_NODE_ID
        self._focused_key = ""  # the focus of the topmost scene when the tree was made
        self._is_focused = True
        self._is_stale = False
        # Number of seconds since the first change that is not yet in the tree.
        self._stale_seconds = 0.0
        self._bounds: tuple[int, ...] = ()  # the last reported position and size of the window
        self._adapter: Any = None
        if connect is not None:
            self._adapter = connect(self)

    # Methods called by assistive technology, on any thread.

    def post_request(self, request: Any) -> None:
        """Post a request of assistive technology as an event.

        This method never raises, since an exception in a callback would end the program.
        """
        with contextlib.suppress(Exception):
            value = request.data[1] if request.data else None
            name = str(request.action).rpartition(".")[2]
            facts = {"action": name, "target": int(request.target), "value": value}
            pygame.event.post(pygame.Event(REQUEST_EVENT, facts))

    # Methods called by the window.

    def event_for_request(self, event: pygame.Event) -> pygame.Event | None:
        """Return the event that carries out a request, or None if its node no longer exists.

        Args:
            event: an event of the type ``REQUEST_EVENT``.
        """
        action = next(
            (action for action, name in ACCESSKIT_ACTIONS.items() if name == event.action), None
        )
        path = self._numbers.paths.get(event.target)
        top = self.context.stack.top
        if action is None or path is None or top is None:
            return None
        scene, _slash, inside = path.partition("/")
        if scene != self._top_scene_key():
            return None
        found = top.widget_and_part_of_node(inside)
        widget, part = found if found is not None else (None, inside)
        value = event.value if isinstance(event.value, str | int | float) else None
        return pygame.Event(REQUEST, widget=widget, part=part, action=action, value=value)

    def report_window_focus(self, is_focused: bool) -> None:
        """Report whether the window has the keyboard focus of the system."""
        self._is_focused = is_focused
        if self.is_active:
            self._report_window_focus_to_adapter()

    def update_tree(self, dt: float, window: pygame.Window, has_changed: bool) -> None:
        """Update the tree after a frame, if assistive technology is listening.

        Announcements and the focus are sent at once. Other changes wait for the end of an
        animation, since what is shown in between changes before anybody can read it.

        Args:
            dt: the number of seconds since the last frame.
            has_changed: whether anything other than an animation has changed the picture.
        """
        if self.activations:
            while self.activations:
                self._set_active(self.activations.popleft())
            return  # the texts are recorded only from the next frame
        if not self.is_active:
            return
        self._stale_seconds += dt if self._is_stale else 0.0
        self._is_stale = self._is_stale or has_changed
        is_due = self._is_stale and not self._can_tree_stay_outdated()
        news = self._reader.pop_unread()
        if not news and not is_due:
            return
        if is_due:
            self._tree, self._focused_key = self.make_tree(), self._focused_node_key()
            self._stale_seconds, self._is_stale = 0.0, False
        keeps = self.context.announcements.contains
        self._spoken = tuple(filter(keeps, (*self._spoken, *news)))[-MAX_KEPT_ANNOUNCEMENTS:]
        self._report_window_bounds(window)
        self._send_changed_nodes_and_focus(self._tree)

    def _can_tree_stay_outdated(self) -> bool:
        """Return whether the tree may stay outdated for now because the topmost scene is moving.

        If the focus has moved, the tree waits only for the first text of a scene that is appearing,
        since a scene without its heading would have a wrong name.
        """
        top = self.context.stack.top
        if top is None or not top.is_animating or self._stale_seconds >= MAX_DELAY:
            return False
        return self._focused_node_key() == self._focused_key or not top.painted_texts

    def _focused_node_key(self) -> str:
        top = self.context.stack.top
        return "" if top is None else top.focused_node_key()

    def make_tree(self) -> NodeTree:
        """Return the tree of what the window shows now."""
        return window_tree(self.title, self.context.stack.visible_scenes())

    def close(self) -> None:
        """Close the connection to the screen reader."""
        self.is_active, self._adapter = False, None
        self.context.set_text_recorder(None)

    def _set_active(self, is_active: bool) -> None:
        self.is_active = is_active
        self.context.set_text_recorder(TextRecorder() if is_active else None)
        self._sent = None
        self._spoken = ()
        self._reader.pop_unread()
        self._is_stale, self._stale_seconds = True, MAX_DELAY
        if is_active:
            crash_log.log.info("assistive technology listens")
            self._report_window_focus_to_adapter()

    def _top_scene_key(self) -> str:
        visible = self.context.stack.visible_scenes()
        return scene_node_key(len(visible) - 1, visible[-1]) if visible else ""

    # Methods that call the library. The library holds a lock during activation while it waits for
    # Python, so none of its methods may be called before the activation has ended.

    def _send_changed_nodes_and_focus(self, tree: NodeTree) -> None:
        """Send the nodes that have changed since the last update, and the focus."""
        import accesskit

        spoken = (Node(f"said {one.number}", "announcement", one.text) for one in self._spoken)
        root = tree.root._replace(children=(*tree.root.children, *spoken))
        nodes = self._new_and_changed_nodes(accesskit, root)
        focus = self._focused_node_number(tree)
        if not nodes and focus == self._focus:
            return
        update = accesskit.TreeUpdate(focus)
        if self._sent is None:
            update.tree = accesskit.Tree(ROOT_NODE_ID)
            update.tree.toolkit_name = "Hack Trick"
        self._sent, self._focus = root, focus
        update.nodes = nodes
        self._call_adapter_or_disconnect("update_if_active", lambda: update)

    def _focused_node_number(self, tree: NodeTree) -> int:
        """Return the number of the focused node.

        If no node has the focus, the focus stays on the current node or goes to the first list of
        the topmost scene, such as the player's cards; without a list, to the first label. If the
        window or scene had the focus, screen readers would start at the title. If the line about
        the turn had it, they would read the line whenever it changes, beside the announcement.
        """
        if tree.focus or not tree.root.children:
            return self._numbers.get(tree.focus, ROOT_NODE_ID)
        scene = tree.root.children[0]
        before = self._numbers.paths.get(self._focus, "")
        if before.startswith(f"{scene.key}/") and tree.node_at(before) is not None:
            return self._focus
        roles = ("list", "label")
        found = (one.key for role in roles for one in scene.children if one.role == role)
        first = next(found, "")
        return self._numbers[f"{scene.key}/{first}" if first else scene.key]

    def _call_adapter_or_disconnect(self, name: str, argument: object) -> None:
        """Call a method of the adapter; if the call fails, end the connection but not the game."""
        try:
            events = getattr(self._adapter, name)(argument)
            if events is not None:
                events.raise_events()
        except BaseException as error:  # a panic in the library is not an Exception
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            crash_log.log.warning("screen readers are cut off: %s", error)
            self.close()

    def _report_window_focus_to_adapter(self) -> None:
        for name in ("update_window_focus_state", "update_view_focus_state"):
            if hasattr(self._adapter, name):
                self._call_adapter_or_disconnect(name, self._is_focused)

    def _report_window_bounds(self, window: pygame.Window) -> None:
        """Report the position and size of the window on systems that need this report."""
        bounds = (*window.position, *window.size)
        if bounds == self._bounds or not hasattr(self._adapter, "set_root_window_bounds"):
            return
        import accesskit

        self._bounds = bounds
        left, top, width, height = map(float, bounds)
        rect = accesskit.Rect(left, top, left + width, top + height)
        with contextlib.suppress(Exception):
            self._adapter.set_root_window_bounds(rect, rect)

    def _new_and_changed_nodes(self, accesskit: Any, root: Node) -> list[tuple[int, Any]]:
        """Return the numbers and AccessKit nodes of all new and changed nodes, parents first.

        Args:
            root: the root of the tree to be sent.
        """
        made: list[tuple[int, Any]] = []
        # The path of a changed node, the node, and the node sent last.
        queue = [("", root, self._sent)] if root != self._sent else []
        for path, node, before in queue:
            if not node.children and (before is None or not before.children):
                made += _accesskit_nodes(accesskit, node, self._numbers[path], [])
                continue
            start = f"{path}/" if path else ""
            sent = {} if before is None else {child.key: child for child in before.children}
            keys = [child.key for child in node.children]
            has_same_keys = keys == list(sent)
            if before is None or not has_same_keys or not node.equals_without_children(before):
                numbers = [self._numbers[start + key] for key in keys]
                made += _accesskit_nodes(accesskit, node, self._numbers[path], numbers)
            befores: Iterable[Node | None] = sent.values()
            if not has_same_keys:
                befores = map(sent.get, keys)
                for key in sent.keys() - keys:
                    self._numbers.forget_removed_node(start + key, sent[key])
            for key, child, child_before in zip(keys, node.children, befores, strict=True):
                if child != child_before:
                    queue.append((start + key, child, child_before))
        return made


def _accesskit_nodes(
    accesskit: Any, node: Node, number: int, child_numbers: list[int]
) -> list[tuple[int, Any]]:
    """Return the AccessKit nodes of a node: the node itself and, if it has a value, its text."""
    made = accesskit.Node(getattr(accesskit.Role, ACCESSKIT_ROLES[node.role]))
    if node.role in ("label", "announcement"):
        made.set_value(node.name)
    else:
        made.set_label(node.name)
    if node.description:
        made.set_description(node.description)
    if node.shortcut:
        made.set_keyboard_shortcut(node.shortcut)
    if node.bounds is not None:
        made.set_bounds(accesskit.Rect(*node.bounds))
    for action in node.actions:
        made.add_action(getattr(accesskit.Action, ACCESSKIT_ACTIONS[action]))
    _set_node_states(accesskit, made, node)
    if node.place is not None:
        made.set_position_in_set(node.place[0] - 1)
        made.set_size_of_set(node.place[1])
    if node.number is not None:
        made.set_numeric_value(node.number.value)
        made.set_min_numeric_value(node.number.lowest)
        made.set_max_numeric_value(node.number.highest)
        made.set_numeric_value_step(node.number.step)
    if node.role not in TEXT_ROLES:
        if child_numbers:
            made.set_children(child_numbers)
        return [(number, made)]
    text_number = number + 1
    made.set_value(node.value)
    made.set_children([text_number])
    return [(number, made), (text_number, _text_run_node(accesskit, node))]


def _set_node_states(accesskit: Any, accesskit_node: Any, node: Node) -> None:
    """Copy a node's states (toggled, selected, disabled, modal, live) to its AccessKit node."""
    if node.is_on is not None:
        accesskit_node.set_toggled(
            accesskit.Toggled.TRUE if node.is_on else accesskit.Toggled.FALSE
        )
    if node.is_selected is not None:
        accesskit_node.set_selected(node.is_selected)
    if node.is_disabled:
        accesskit_node.set_disabled()
    if node.role == "dialog":
        accesskit_node.set_modal()
    if node.role == "announcement":
        accesskit_node.set_live(accesskit.Live.POLITE)


def _text_run_node(accesskit: Any, node: Node) -> Any:
    """Return the AccessKit node for the text of a field, which can be read letter by letter."""
    value = node.value[:MAX_VALUE_LENGTH]
    text = accesskit.Node(accesskit.Role.TEXT_RUN)
    text.set_value(value)
    text.set_character_lengths([len(sign.encode()) for sign in value])
    text.set_word_lengths(word_lengths(value))
    if node.bounds is not None:
        text.set_bounds(accesskit.Rect(*node.bounds))
    return text


def word_lengths(text: str) -> list[int]:
    """Return the lengths of the words in characters, including the spaces after each word.

    A word longer than ``MAX_WORD_LENGTH`` counts as several words.

    >>> word_lengths("two words")
    [4, 5]
    """
    lengths, length = [], 0
    for n, sign in enumerate(text):
        length += 1
        ends = sign == " " and text[n + 1 : n + 2] != " "
        if ends or length == MAX_WORD_LENGTH:
            lengths.append(length)
            length = 0
    return [*lengths, length] if length else lengths


# Functions for connecting to AccessKit.


def connect_accesskit(reader: ScreenReader, window: pygame.Window) -> Any:
    """Return this system's AccessKit adapter for a window that has not been shown yet.

    Return None if windows cannot be read on this system, or if the library fails, which is logged.
    """
    if not can_connect_screen_readers():
        return None
    try:
        import accesskit

        # The callback must not run Python code, as explained below.
        activate = partial(reader.activations.append, True)
        if sys.platform == "win32":
            adapter = accesskit.windows.SubclassingAdapter
            return adapter(window.handle, activate, reader.post_request)
        if sys.platform == "darwin":
            accesskit.macos.add_focus_forwarder_to_window_class("SDLWindow")
            make = accesskit.macos.SubclassingAdapter.for_window
            return make(window.handle, activate, reader.post_request)
        # The activating thread holds a lock until its callback returns. A callback in Python could
        # be interrupted there, and the window's thread would wait for the lock forever.
        deactivate = partial(reader.activations.append, False)
        return accesskit.unix.Adapter(activate, reader.post_request, deactivate)
    except BaseException as error:  # a panic in the library is not an Exception
        if isinstance(error, KeyboardInterrupt | SystemExit):
            raise
        crash_log.log.warning("screen readers cannot read the window: %r", error)
        return None


def can_connect_screen_readers() -> bool:
    """Return whether screen readers may be able to reach the window on this system."""
    if pygame.display.get_driver() not in DRIVERS:
        return False
    return sys.platform in ("win32", "darwin") or has_session_bus()


def has_session_bus() -> bool:
    """Return whether a D-Bus session bus exists, which screen readers use on Linux."""
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    return bool(os.environ.get("DBUS_SESSION_BUS_ADDRESS")) or (
        bool(folder) and Path(folder, "bus").exists()
    )
