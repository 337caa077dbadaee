"""Battle of Wits without a dealer: the twelve codes as a second deck, whose keys last the match.

A code is drawn as a card is. To lay one a player commits to its place among his codes; once both
have laid, places and codes are opened together. The keys are shown when the match is over.
"""

from __future__ import annotations

from hacktrick.game.actions import CODES, Lay
from hacktrick.game.rules import Seat
from hacktrick.game.view import UNKNOWN_CODE
from hacktrick.net.cards import Deck
from hacktrick.net.dealing import Keys, opened_with_all
from hacktrick.net.faults import Refused
from hacktrick.net.frames import Body, in_base64
from hacktrick.net.group import digest
from hacktrick.net.talk import SALT_SIZE, Said, Steps

COMMITMENT_SIZE = 64


class Codes:
    """Who holds which locked code.

    Attributes:
        whole: the pile as it was shuffled, top first.
        drawn: the own codes in the order they were drawn, those laid left out.
        laid: what was laid in this round, by seat, once it is revealed.
    """

    def __init__(self, keys: Keys) -> None:
        self.keys = keys
        self.whole: Deck = ()
        self.drawn: list[str] = []
        self.laid: tuple[str | None, ...] = ()
        self._pile: Deck = ()
        self._held: list[Deck] = [() for _ in keys.seats]
        self._commitments: dict[Seat, Said] = {}
        self._own: tuple[int, bytes] | None = None  # place and salt of the own code face down

    def begin(self) -> Steps[None]:
        """Keys for the match, and the shuffle of the codes."""
        yield from self.keys.exchange("code key")
        self.whole = self._pile = yield from self.keys.shuffled(range(len(CODES)))

    def begin_round(self) -> None:
        """Nothing lies on the table yet."""
        self.laid = (None,) * len(self.keys.seats)

    def draw(self, seat: Seat, count: int) -> Steps[None]:
        """``seat`` draws, and mixes what it holds: its codes do not tell when they were won."""
        if not count:
            return
        top, self._pile = self._pile[:count], self._pile[count:]
        drawn = yield from self.keys.taken_from("code share", top, seat)
        if seat == self.keys.talk.seat:
            self.drawn += [CODES[self.keys.read(card)] for card in drawn]
        wanted = {seat: (*self._held[seat], *drawn)}
        self._held[seat] = (yield from self.keys.mixed("code mix", wanted))[seat]

    # --- laying -----------------------------------------------------------------------------------

    def lay_body(self, code: str, context: bytes) -> Body:
        """The fields that go with ``lay ?``."""
        held = [CODES[self.keys.read(card)] for card in self._held[self._seat]]
        return {"h": in_base64(_commitment(context, self._salt(), held.index(code)))}

    def take_commitment(self, said: Said) -> Lay:
        """A code lies face down; which one, only its owner knows.

        Raises:
            Refused: no commitment.
        """
        if len(said.data("h")) != COMMITMENT_SIZE:
            raise Refused("WRONG_SIZE")
        self._commitments[said.seat] = said
        if said.seat != self.keys.talk.seat:
            return Lay(UNKNOWN_CODE)
        # After a restart the frame is all that is left: the place is the one that fits it.
        salt = self._salt(said.frame.step)
        held = self._held[said.seat]
        place = next(
            n for n in range(len(held)) if _commitment(said.context, salt, n) == said.data("h")
        )
        self._own = place, salt
        code = CODES[self.keys.read(held[place])]
        self.drawn.remove(code)
        return Lay(code)

    def reveal(self) -> Steps[tuple[str | None, ...]]:
        """All codes face down are turned up at once; by seat."""
        laid: list[str | None] = [None] * len(self.keys.seats)
        if self._commitments:
            speakers = tuple(sorted(self._commitments))
            bodies = yield from self.keys.talk.step("reveal", speakers, self._reveal_body)
            for said in bodies.values():
                with said.blamed():
                    laid[said.seat] = self._check_revealed(said)
        self._commitments, self._own = {}, None
        self.laid = tuple(laid)
        return self.laid

    def _reveal_body(self, context: bytes) -> Body:
        assert self._own is not None
        place, salt = self._own
        card = self._held[self._seat][place]
        return {"i": place, "s": in_base64(salt), **self.keys.share_body([card], context)}

    def _check_revealed(self, said: Said) -> str:
        place, salt, held = said.number("i"), said.data("s"), self._held[said.seat]
        if not 0 <= place < len(held):
            raise Refused("NO_SUCH_PLACE")
        laid = self._commitments[said.seat]
        if len(salt) != SALT_SIZE or laid.data("h") != _commitment(laid.context, salt, place):
            raise Refused("WRONG_CODE")
        (value,) = self.keys.shown(said, [held[place]])
        self._held[said.seat] = (*held[:place], *held[place + 1 :])
        return CODES[value]

    # --- the end of the match ---------------------------------------------------------------------

    def open(self) -> Steps[tuple[str, ...]]:
        """Everybody shows the key of the codes; the pile as the match began."""
        xs = yield from self.keys.open("open codes")
        return tuple(CODES[value] for value in opened_with_all(xs, self.whole))

    @property
    def _seat(self) -> Seat:
        seat = self.keys.talk.seat
        assert seat is not None
        return seat

    def _salt(self, step: int | None = None) -> bytes:
        talk = self.keys.talk
        assert talk.identity is not None
        return talk.identity.salt("lay", talk.chain.step if step is None else step)


def _commitment(context: bytes, salt: bytes, place: int) -> bytes:
    return digest(b"lay", context, salt, bytes([place]))
