"""The coach in Battle of Wits: hints, odds and trials with every code in force."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from hacktrick.ai.advice import Stakes
from hacktrick.ai.coach import desk, playouts, tutor
from hacktrick.ai.coach.hints import idea, look, turns
from hacktrick.ai.coach.imagined import Round, held_in
from hacktrick.ai.coach.judgement import Judgement
from hacktrick.ai.coach.odds import Odds
from hacktrick.ai.coach.playouts import Course
from hacktrick.ai.coach.reasons import Why
from hacktrick.ai.pbs.judge import NoAdvice
from hacktrick.ai.resampling import Deals, is_too_hidden
from hacktrick.game.actions import CODES
from hacktrick.game.legal import legal_actions
from hacktrick.game.view import follow
from tests.ai.pbs_rounds import coded, holding
from tests.ai.quick_judge import hurry
from tests.sampling import quickly


@pytest.mark.parametrize("code", ["vaeck", "kriskaya", "huang", "sun"])
def test_with_codes_play_tells_as_much_until_cards_go_under_the_deck(code: str) -> None:
    """From then on the solver does not know exactly where they are."""
    match, rng = coded((code, None), 2), Random(5)
    while not match.is_round_over:
        view = match.view(match.public.seat)
        for told in desk.counted(view):
            if isinstance(told, Odds) and told.habits:
                assert {chip.hand for chip in told.habits} == {chip.hand for chip in told.facts}
                assert not any(text.startswith("under") for text in view.actions)
        legal = legal_actions(match.observe(match.public.seat))
        match.submit(match.public.seat, rng.choice(legal))


@pytest.mark.parametrize("code", CODES)
def test_a_round_in_the_mind_is_the_same_unless_others_put_cards_under_the_deck(
    code: str,
) -> None:
    match, rng = coded((code, "vaeck" if code != "vaeck" else "sun"), 1), Random(7)
    told = 0
    while not match.is_round_over:
        view = match.view(match.public.seat)
        if is_too_hidden(view):
            with pytest.raises(ValueError, match="under the deck"):
                playouts.Futures(view, "seed")
        else:
            told += 1
            dealt = Deals(view).draw(rng)
            assert Round(view, dealt.hands, dealt.drawn).view(view.seat) == view
        legal = legal_actions(match.observe(match.public.seat))
        match.submit(match.public.seat, rng.choice(legal))
    assert told


def test_codes_that_others_have_kept_are_any_that_are_left() -> None:
    match = coded(("sun", "doo"), 1)
    view = match.view(0)
    kept = replace(view, held=("sun", "god"), held_counts=(2, 3), spent=("gorilla",))
    mine, others = held_in(kept, follow(kept)[1])
    assert mine == ("sun", "god") and others[0] == "doo" and len(set(others)) == 3
    assert not {"sun", "god", "gorilla"} & set(others)


def test_what_a_called_stake_adds_is_counted() -> None:
    pot = Stakes(0.8, 0.9, 0.2, 0.1)
    stakes = Stakes(0.6, 0.7, 0.4, 0.3, pot)
    course = Course(1, False, False, False, False, False)
    assert playouts.worth(stakes, course) == 0.6
    assert playouts.worth(stakes, replace(course, staked=True)) == 0.8
    assert playouts.worth(pot, replace(course, points=-2, staked=True)) == 0.1


@pytest.mark.parametrize("code", quickly(CODES, "doo", "sun"))
def test_with_codes_there_are_hints_and_what_seems_a_mistake_is_tried(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is in force a whole turn is named, and why; but for cards that another has put under
    the deck: then nothing can be tried, and the tutor is silent."""
    hurry(monkeypatch)
    match, rng = coded((code, "doo" if code != "doo" else None), 3), Random(8)
    for _ in range(12):
        if match.is_round_over:
            break
        legal = legal_actions(match.observe(match.public.seat))
        if len(legal) > 1:
            view = match.view(match.public.seat)
            *_, found = (told for told in desk.checked(view) if isinstance(told, Judgement))
            firsts = {line.actions[0] for line in found.first.lines}
            assert {str(one).split(" ")[0] for one in firsts} <= {
                str(one).split(" ")[0] for one in legal
            }
            assert turns(found).lines and idea(found).best and look(view).code
            for told in desk.tried(view):
                found = told if isinstance(told, Judgement) else found
            worst = found.first.lines[-1].actions
            if is_too_hidden(view):
                assert not found.trials
            if found.untried(worst):
                assert is_too_hidden(view)
                assert tutor.verdict(found, worst, 0.0, "key") is None
            *_, last = (told for told in desk.worked(view) if told is not None)
            assert isinstance(last, Why | Judgement)
        match.submit(match.public.seat, rng.choice(legal))
    desk.forget()


def test_while_codes_are_laid_nothing_is_judged() -> None:
    match = holding(("sun", "doo"), 1)
    assert match.public.phase == "codes"
    with pytest.raises(NoAdvice):
        list(desk.judged(match.view(match.public.seat)))
