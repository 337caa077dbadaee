"""Giving an intent another key or button: what is asked, what stands against it, what comes of it.

No pixels. A key that stands for something else already is named in a sentence, and only a second
press of it makes the two change places; nothing is lost without being told.
"""

from __future__ import annotations

from hacktrick.ui.controls.intent_words import button_name, intent_name, key_name
from hacktrick.ui.keys.bindings import FIXED_BUTTONS, FIXED_KEYS, Bindings, Slot, usual_bindings
from hacktrick.ui.stage.context import Context
from hacktrick.words.translator import _


class Rebinding:
    """`slot` is the one that waits for a key or a button, None while nothing is asked; `told` is
    the sentence that belongs to what happened last."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.slot: Slot | None = None
        self.told = ""
        self._wanted = ""  # what was pressed already and stands for something else

    def ask(self, slot: Slot) -> None:
        """The next key or button is for this slot."""
        self.slot, self._wanted = slot, ""
        if slot.kind == "key":
            self.told = _("Press the key for “{intent}”, or Escape to leave it as it is.")
        else:
            self.told = _("Press the button of the gamepad for “{intent}”.")
        self.told = self.told.format(intent=intent_name(slot.intent))

    def cancel(self) -> None:
        if self.slot is not None:
            self.slot, self.told = None, _("Nothing has changed.")

    def offer(self, text: str) -> None:
        """A key or button was pressed."""
        slot, bindings = self.slot, self.context.bindings
        assert slot is not None
        refusal = bindings.refusal(slot, text)
        if refusal is not None:
            self.told = self._refused(slot, text, refusal == "fixed")
            return
        holder = bindings.holder(slot, text)
        if holder is not None and holder.intent != slot.intent and self._wanted != text:
            self._wanted = text
            self.told = _conflict(slot, text, holder.intent, bindings.at(slot))
            return
        self._keep(bindings.bind(slot, text))
        self.slot, self.told = None, _bound(slot, text)

    def empty(self, slot: Slot) -> None:
        """Take the key or button of a slot away."""
        self.slot = None
        bindings = self.context.bindings
        if not bindings.at(slot):
            self.told = _("There is nothing to empty.")
        elif bindings.refusal(slot, ""):
            self.told = self._refused(slot, "", fixed=False)
        else:
            self._keep(bindings.bind(slot, ""))
            self.told = _("“{intent}” has lost it.").format(intent=intent_name(slot.intent))

    def reset(self) -> None:
        """The usual keys and buttons, all of them."""
        self.slot = None
        self._keep(usual_bindings())
        self.told = _("All keys and buttons are the usual ones.")

    def _keep(self, bindings: Bindings) -> None:
        self.context.change(keys=bindings.changed_keys(), buttons=bindings.changed_buttons())

    def _refused(self, slot: Slot, text: str, fixed: bool) -> str:
        if not fixed:
            holder = self.context.bindings.holder(slot, text) if text else None
            name = (holder or slot).intent
            return _("A gamepad cannot do without a button for “{intent}”.").format(
                intent=intent_name(name)
            )
        name = FIXED_KEYS[text] if slot.kind == "key" else FIXED_BUTTONS[text]
        return _("{key} always stands for “{intent}”. Press another one.").format(
            key=_named(slot, text), intent=intent_name(name)
        )


def _named(slot: Slot, text: str) -> str:
    return key_name(text) if slot.kind == "key" else button_name(text)


def _conflict(slot: Slot, text: str, other: str, own: str) -> str:
    if own:
        told = _(
            "{key} stands for “{intent}” already. Press it once more and the two change places, or "
            "press another one."
        )
    else:
        told = _(
            "{key} stands for “{intent}” already. Press it once more to take it from there, or "
            "press another one."
        )
    return told.format(key=_named(slot, text), intent=intent_name(other))


def _bound(slot: Slot, text: str) -> str:
    return _("{key} now stands for “{intent}”.").format(
        key=_named(slot, text), intent=intent_name(slot.intent)
    )
