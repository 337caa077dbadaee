"""Signed frames advance in lockstep; noise is dropped, and forked histories are blamed."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from nacl.signing import SigningKey

from hacktrick.game.editions import PRESETS
from hacktrick.online.faults import Cheat, HistoryFork, InvalidData, UnattributableFrame
from hacktrick.online.protocol import signed_frame_chain
from hacktrick.online.protocol.signed_frame_chain import (
    FrameChain,
    canonical_json,
    judge_fork,
    sign_frame,
)
from hacktrick.online.resource_limits import MAX_FRAME_BYTES, MAX_STEPS_AHEAD
from tests.support.network_tables import ReplicaGroup, random_legal_choice, signing_key_of, terms_of

TERMS = terms_of(PRESETS["trio"])
ALL = (0, 1, 2)


def commitment_frame(chain: FrameChain, seat: int, text: str = "aa") -> bytes:
    return chain.compose_frame(signing_key_of(seat), seat, "commit", {"h": text})


def chains(n_steps: int = 0) -> list[FrameChain]:
    """Return three chains after the same number of steps."""
    made = [FrameChain(TERMS) for _ in ALL]
    for _ in range(n_steps):
        deliver_step(made, {seat: commitment_frame(made[0], seat) for seat in ALL})
    return made


def deliver_step(made: list[FrameChain], frames: dict[int, bytes]) -> None:
    for chain in made:
        for frame in frames.values():
            chain.add_frame(frame)
        assert chain.finish_step_if_complete("commit", ALL) is not None


def frame_payload(frame: bytes) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(frame[64:])
    return data


def test_a_step_ends_when_all_have_spoken() -> None:
    chain = FrameChain(TERMS)
    before = chain.head
    for seat in ALL:
        assert chain.finish_step_if_complete("commit", ALL) is None
        assert chain.add_frame(commitment_frame(chain, seat))
    frames = chain.finish_step_if_complete("commit", ALL)
    assert frames is not None and sorted(frames) == [0, 1, 2]
    assert chain.step == 1 and chain.head != before


def test_the_order_of_arrival_does_not_matter() -> None:
    first, second, _ = chains()
    frames = [commitment_frame(first, seat) for seat in ALL]
    for chain, order in ((first, frames), (second, frames[::-1])):
        for frame in order:
            chain.add_frame(frame)
        chain.finish_step_if_complete("commit", ALL)
    assert first.head == second.head
    assert list(first.frames_of_finished_steps) == list(second.frames_of_finished_steps) == frames


def test_every_frame_changes_the_head() -> None:
    heads = set()
    for text in ("aa", "ab"):
        (chain, *_) = chains()
        deliver_step([chain], {seat: commitment_frame(chain, seat, text) for seat in ALL})
        heads.add(chain.head)
    assert len(heads) == 2


def test_contexts_differ_by_seat_step_and_match() -> None:
    here, later = chains(0)[0], chains(1)[0]
    other = FrameChain(terms_of(PRESETS["trio"], 9))
    found = {chain.proof_context(seat) for chain in (here, later, other) for seat in ALL}
    assert len(found) == 9


def test_a_repeated_frame_is_not_new() -> None:
    chain, *_ = chains(1)
    known = list(chain.frames_of_finished_steps)
    assert not chain.add_frame(known[0])
    early = commitment_frame(chain, 2)
    assert chain.add_frame(early)
    assert not chain.add_frame(early)
    assert list(chain.frames_from(1)) == [early]
    assert list(chain.frames_from(0)) == [*known, early]


def spoilt_frames() -> dict[str, bytes]:
    chain = FrameChain(TERMS)
    good = commitment_frame(chain, 1)
    content = frame_payload(good)

    def changed(**values: Any) -> bytes:
        return sign_frame(signing_key_of(1), canonical_json(content | values))

    untagged = signing_key_of(1).sign(good[64:])
    return {
        "nothing": b"",
        "only a signature": good[:64],
        "too large": good + b" " * MAX_FRAME_BYTES,
        "one bit": good[:70] + bytes([good[70] ^ 1]) + good[71:],
        "another signature": bytes(64) + good[64:],
        "a stranger's": sign_frame(SigningKey(bytes(32)), good[64:]),
        "another seat's": sign_frame(signing_key_of(2), good[64:]),
        "signed for another use": untagged.signature + good[64:],
        "another match": changed(m="AAAAAAAAAAAAAAAAAAAAAA=="),
        "a seat that is not": changed(s=3),
        "a negative seat": changed(s=-1),
        "a seat that is no number": changed(s=True),
        "a step that is no number": changed(n=1.0),
        "a negative step": changed(n=-1),
        "too far ahead": changed(n=MAX_STEPS_AHEAD + 1),
        "not JSON": sign_frame(signing_key_of(1), b"{"),
        "a list": sign_frame(signing_key_of(1), b"[]"),
        "not ASCII": sign_frame(signing_key_of(1), '{"é":1}'.encode()),
        "a deep nest": sign_frame(signing_key_of(1), b"[" * 15_000),
    }


@pytest.mark.parametrize("kind", spoilt_frames())
def test_noise_is_blamed_on_no_seat(kind: str) -> None:
    chain = FrameChain(TERMS)
    with pytest.raises(UnattributableFrame):
        chain.add_frame(spoilt_frames()[kind])
    assert not chain.has_frame_of(1)


NOT_CANONICAL: dict[str, Callable[[dict[str, Any]], str]] = {
    "blanks": lambda data: json.dumps(data, sort_keys=True),
    "names in another order": lambda data: json.dumps(
        dict(sorted(data.items(), reverse=True)), separators=(",", ":")
    ),
    "an escape that need not be": lambda data: (
        canonical_json(data).decode().replace("commit", "\\u0063ommit")
    ),
    "a name twice": lambda data: canonical_json(data).decode()[:-1] + ',"s":1}',
    "a blank at the end": lambda data: canonical_json(data).decode() + " ",
    "another name": lambda data: canonical_json({**data, "x": 1}).decode(),
    "a body with another name": lambda data: canonical_json(
        {**data, "b": {**data["b"], "x": 1}}
    ).decode(),
}


@pytest.mark.parametrize("spelling", NOT_CANONICAL)
def test_a_signed_frame_that_is_not_canonical_is_blamed_on_its_seat(spelling: str) -> None:
    chain = FrameChain(TERMS)
    text = NOT_CANONICAL[spelling](frame_payload(commitment_frame(chain, 1)))
    assert chain.add_frame(sign_frame(signing_key_of(1), text.encode()))
    with pytest.raises(Cheat) as caught:
        chain.finish_step_if_complete("commit", ALL)
    assert (caught.value.seat, caught.value.fault) == (1, "BAD_SHAPE")


def test_json_has_one_canonical_form() -> None:
    assert canonical_json({"b": [1, {"z": None, "é": True}], "a": "ü"}) == (
        b'{"a":"\\u00fc","b":[1,{"z":null,"\\u00e9":true}]}'
    )
    with pytest.raises(ValueError):
        canonical_json(float("nan"))


def test_two_different_frames_for_one_step_are_a_fault() -> None:
    chain, *_ = chains(1)
    frames = commitment_frame(chain, 1)
    chain.add_frame(frames)
    for again in (commitment_frame(chain, 1, "bb"),):
        with pytest.raises(Cheat) as caught:
            chain.add_frame(again)
        assert (caught.value.seat, caught.value.fault) == (1, "TWO_TONGUES")
        assert caught.value.evidence == (frames, again)


def test_a_different_history_is_a_fork_and_its_double_signer_is_blamed() -> None:
    """Seat 2 sends one frame to seat 0 and a different one to seat 1."""
    zero, one, _ = chains(1)
    frames = {seat: commitment_frame(zero, seat) for seat in (0, 1)}
    tongues = commitment_frame(zero, 2, "cc"), commitment_frame(zero, 2, "dd")
    deliver_step([zero], frames | {2: tongues[0]})
    deliver_step([one], frames | {2: tongues[1]})
    zero.add_frame(commitment_frame(one, 1))
    with pytest.raises(HistoryFork) as fork:
        zero.finish_step_if_complete("commit", ALL)
    assert fork.value.seat == 1, "he is only the first to be heard"
    verdict = judge_fork(zero, fork.value, one.frames_from(0))
    assert (verdict.seat, verdict.fault, verdict.step) == (2, "TWO_TONGUES", 1)
    assert set(verdict.evidence) == set(tongues)


def test_an_unknown_history_is_blamed_on_the_player_who_names_it() -> None:
    zero, one, _ = chains(1)
    one.head = bytes(32)
    claim = commitment_frame(one, 1)
    zero.add_frame(claim)
    with pytest.raises(HistoryFork) as fork:
        zero.finish_step_if_complete("commit", ALL)
    for shown in (
        (),
        list(zero.frames_of_finished_steps),
        [*zero.frames_of_finished_steps, b"rubbish"],
    ):
        verdict = judge_fork(zero, fork.value, shown)
        assert (verdict.seat, verdict.fault) == (1, "OTHER_HISTORY")
        assert verdict.evidence == (claim,)


def test_on_another_branch_an_honest_speaker_is_not_out_of_turn() -> None:
    """On its own branch, a seat may speak in a step in which it may not speak on ours."""
    zero, one, _ = chains(1)
    tongues = commitment_frame(zero, 2, "cc"), commitment_frame(zero, 2, "dd")
    for chain, frame in ((zero, tongues[0]), (one, tongues[1])):
        chain.add_frame(frame)
        assert chain.finish_step_if_complete("commit", (2,)) is not None
    zero.add_frame(commitment_frame(zero, 0))
    assert zero.finish_step_if_complete("commit", (0,)) is not None
    with pytest.raises(HistoryFork) as fork:
        zero.add_frame(commitment_frame(one, 1))
    assert judge_fork(zero, fork.value, one.frames_from(0)).seat == 2


@pytest.mark.parametrize("text", ["AAA", "A===", "AA==\n", "é", "AB==", 5, None, ["AA=="]])
def test_bytes_have_one_base64_text(text: Any) -> None:
    with pytest.raises(InvalidData):
        signed_frame_chain.decode_base64(text)


def test_every_sent_kind_of_frame_is_listed() -> None:
    table = ReplicaGroup(PRESETS["arena"], random_legal_choice(Random(1)), 1).play(1)
    for _, frame in table.sent:
        content = frame_payload(frame)
        assert content["b"].keys() <= signed_frame_chain.FRAME_FIELDS[content["k"]]
        assert len(frame) <= MAX_FRAME_BYTES
