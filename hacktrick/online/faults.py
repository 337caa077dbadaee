"""The faults of an online match, as codes and exceptions; ``i18n`` has the sentences for them."""

from __future__ import annotations

from typing import Literal

from hacktrick.game.state import Seat

Fault = Literal[
    "TWO_TONGUES",  # two different signed frames for one step
    "OTHER_HISTORY",  # the frame names a history to which no frames lead
    "OUT_OF_TURN",
    "WRONG_KIND",  # the step needs a frame of another kind
    "BAD_SHAPE",  # the body does not have the shape of its kind
    "NOT_A_POINT",
    "NOT_A_SCALAR",
    "WRONG_SIZE",
    "KEY_UNPROVED",
    "SHARE_UNPROVED",
    "NOT_A_SHUFFLE",
    # No proof that a card that was passed on or re-encrypted is still the same.
    "NOT_THE_SAME_CARD",
    "NOT_A_CARD",
    "NO_SUCH_PLACE",  # the frame names a place outside the hand
    "OTHER_CARD",  # the revealed card is not the announced one
    "ILLEGAL_ACTION",
    "WRONG_SUM",
    "WRONG_NONCE",  # the nonce does not match its commitment
    "WRONG_CODE",  # the revealed code is not the one that was laid face down
    "WRONG_KEY",  # the key shown at the end is not the key of the round
    "UNAGREED",  # a player named in a pause, or in its end, has not signed it
    "NOT_STUCK",  # a player claimed falsely that they could or could not play
]


class InvalidData(ValueError):
    """Raised for received data that are malformed or whose proof fails.

    The error does not name the sender, whom the caller knows.
    """

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault: Fault = fault


class UnattributableFrame(ValueError):
    """Raised for bytes for which no player can be blamed.

    The bytes are not a frame of this match, or their signature is not that of the named seat.
    """


class Cheat(Exception):
    """Raised if a seat has done something that no honest program does.

    The frames in ``evidence`` prove this to everybody who has the frames before them.
    """

    def __init__(self, seat: Seat, fault: Fault, step: int, evidence: tuple[bytes, ...]) -> None:
        super().__init__(f"seat {seat}: {fault} in step {step}")
        self.seat = seat
        self.fault: Fault = fault
        self.step = step
        self.evidence = evidence


class HistoryFork(Exception):
    """Raised if a frame names a history different from ours.

    Some seat must then have signed two different frames for one step.
    ``signed_frame_chain.judge_fork`` finds that seat by comparing the frames of both sides.
    """

    def __init__(self, seat: Seat, step: int, frame: bytes) -> None:
        super().__init__(f"seat {seat} names another past in step {step}")
        self.seat = seat
        self.step = step
        self.frame = frame
