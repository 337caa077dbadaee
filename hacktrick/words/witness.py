"""What the computer saw, in words: one entry for each of its decisions."""

from __future__ import annotations

from hacktrick.game.cards import cards_of
from hacktrick.play.coaching import Odds
from hacktrick.play.witness import Sight
from hacktrick.seat.chronicle import Entry
from hacktrick.seat.witness import State
from hacktrick.words.translator import _, ngettext
from hacktrick.words.wording import Wording

MOST_HANDS = 4  # are named, the likeliest


def state_sentence(state: State) -> str:
    """Whether a decision came out the same again."""
    return {
        "waiting": _("being decided again …"),
        "same": _("decided again from this view alone: the same"),
        "other": _("decided again from this view alone: something else"),
        "no_proof": _("not decided again: the round was played with dice"),
        "clock": _("not decided again: a clock had cut it short"),
        "elsewhere": _("cannot be decided again here: another program or computer decided"),
    }[state]


def deed(wording: Wording, entry: Entry) -> str:
    """What was decided."""
    lines = wording.lines(entry)
    if lines:
        return lines[0]
    return _("{name} gives no command.").format(name=wording.name(entry.event.seat))


def sight_lines(wording: Wording, sight: Sight) -> tuple[str, ...]:
    """What it knew of the cards, and what it could not know."""
    own = _("{name} held {cards}.").format(
        name=wording.name(sight.seat), cards=_cards(sight.hands[sight.seat])
    )
    hidden = [
        _("It did not see {cards}, the cards of {name}.").format(
            cards=_cards(hand), name=wording.name(seat)
        )
        for seat, hand in enumerate(sight.hands)
        if seat != sight.seat and hand
    ]
    return (own, *_sums(wording, sight), *hidden)


def thought_lines(wording: Wording, thought: Odds | None) -> tuple[str, ...]:
    """What it held possible by counting, and what it feared."""
    if thought is None:
        return ()
    name = wording.name(thought.seat)
    ranked = sorted(thought.facts, key=lambda chip: -chip.chance)
    hand = _("{cards} ({chance} %)")
    told = [
        hand.format(cards=_cards(cards_of(chip.hand)), chance=round(100 * chip.chance))
        for chip in ranked[:MOST_HANDS]
    ]
    held = _("By counting {name} could have held {listed}.")
    more = ngettext(
        "By counting {name} could have held {listed}, or {n} more hand.",
        "By counting {name} could have held {listed}, or {n} more hands.",
        len(ranked) - len(told),
    )
    sentence = held if len(ranked) <= MOST_HANDS else more
    possible = sentence.format(name=name, listed=", ".join(told), n=len(ranked) - len(told))
    fear = sum(chip.chance for chip in ranked if chip.use == "wins")
    if not fear:
        return (possible, _("No win of {name} was to be feared at once.").format(name=name))
    feared = _("It had to fear that {name} wins at once: {chance} %.")
    return (possible, feared.format(name=name, chance=round(100 * fear)))


def _cards(hand: tuple[int, ...]) -> str:
    return " ".join(map(str, hand)) or _("none")


def _sums(wording: Wording, sight: Sight) -> list[str]:
    """The last announced sum of each of the others."""
    told = _("It had been told the sum {sum} of {name}.")
    return [told.format(sum=sum_, name=wording.name(seat)) for seat, sum_ in sight.sums.items()]
