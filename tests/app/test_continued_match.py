"""A continued match never derives its chance outcomes from the saved cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from hacktrick.ai.agent import Budget
from hacktrick.app.local_table import MatchSetup
from hacktrick.app.program_services import ProgramServices
from hacktrick.app.settings import Settings
from hacktrick.app.storage import open_storage
from hacktrick.coach.thinking_client import InlineThinker
from hacktrick.game.actions import LayStartCard, Pass, Play
from hacktrick.game.legality import legal_actions
from hacktrick.game.view import SeatInfo, View
from tests.support.random_player import play_or_wait
from tests.support.rig import match_of_session
from tests.support.scripted_matches import DEALS, match_with_deal

COMPUTERS = ("level:1", "level:1")
PEOPLE = ("human", "human")


@dataclass
class MinimalContext:
    """Holds the settings that the services need, and nothing else."""

    settings: Settings = field(default_factory=lambda: Settings(pace="instant"))


class SeedRecordingThinker(InlineThinker):
    """A thinker that notes the seeds and answers as the levels do."""

    def __init__(self) -> None:
        super().__init__()
        self.seeds: list[int] = []

    def request_decision(
        self, level: int, view: View, seed: int = 0, budget: Budget | None = None
    ) -> int:
        self.seeds.append(seed)
        return super().request_decision(level, view, seed, budget)


def services_in(folder: Path, dice: Random) -> tuple[ProgramServices, SeedRecordingThinker]:
    thinker = SeedRecordingThinker()
    storage, _problems = open_storage(folder)
    return ProgramServices(MinimalContext(), storage, lambda: thinker, dice), thinker


def two_seats(players: tuple[str, str]) -> tuple[SeatInfo, ...]:
    return SeatInfo("Anna", players[0]), SeatInfo("Bert", players[1])


def let_computers_act(services: ProgramServices, n: int) -> None:
    """Let the computers play ``n`` actions."""
    session = services.session
    assert session is not None
    end = session.version + n
    while session.version < end and not session.is_round_over:
        session.update(30.0, is_screen_at_rest=True)


def play_on(services: ProgramServices) -> None:
    """Finish the round, always with the first legal action."""
    session = services.session
    assert session is not None
    while not session.is_round_over:
        session.show_hand(session.public.seat)
        assert session.observation is not None
        session.submit(legal_actions(session.observation)[0])


def recorded_seeds(folder: Path, deal: int, seed: int) -> list[int]:
    services, thinker = services_in(folder, Random(seed))
    services.local_table.start_session(match_with_deal(DEALS[deal], COMPUTERS))
    let_computers_act(services, 3)
    services.close()
    return thinker.seeds


def test_decision_seeds_are_random_and_independent_of_cards(tmp_path: Path) -> None:
    first, twin, other = (
        recorded_seeds(tmp_path / f"{deal}{seed}", deal, seed)
        for deal, seed in ((0, 1), (1, 1), (0, 2))
    )
    assert len(set(first)) == len(first) >= 2, "every decision has its own"
    assert first[0] == twin[0], "the same dice, other hidden cards"
    assert first[0] != other[0], "other dice, the same cards"


def services_left_in_a_round(folder: Path, dice: Random) -> ProgramServices:
    """Return a match of two people, left in the middle of its first round and continued."""
    services, _ = services_in(folder, Random(5))
    services.local_table.begin_match(MatchSetup("keypad", two_seats(PEOPLE)))
    services.leave_table()
    services.close()
    services, _ = services_in(folder, dice)
    services.local_table.resume_match()
    return services


def next_deal(services: ProgramServices) -> tuple[tuple[int, ...], ...]:
    play_on(services)
    assert services.session is not None
    services.session.request_next_round()
    deal = match_of_session(services.session).record.rounds[-1]
    services.close()
    return (*deal.hands, deal.aside, deal.deck)


def test_the_dice_after_continue_are_those_of_this_program_run(tmp_path: Path) -> None:
    """A reader of the saved file, which holds all cards, cannot work out the next deal."""
    deals = [
        next_deal(services_left_in_a_round(tmp_path / str(n), Random(seed)))
        for n, seed in enumerate((7, 7, 8))
    ]
    assert deals[0] == deals[1] != deals[2]


def test_a_continued_match_draws_new_seeds(tmp_path: Path) -> None:
    found = []
    for n, dice in enumerate((7, 8)):
        services, _ = services_in(tmp_path / str(n), Random(5))
        services.local_table.start_session(match_with_deal(DEALS[0], COMPUTERS))
        services.leave_table()
        services.close()
        services, thinker = services_in(tmp_path / str(n), Random(dice))
        services.local_table.resume_match()
        let_computers_act(services, 1)
        services.close()
        found.append(thinker.seeds[0])
    assert found[0] != found[1]


def seeds_and_reshuffles_of_solo_match(
    folder: Path, leave: bool
) -> tuple[list[int], tuple[tuple[int, ...], ...]]:
    """Return the seeds and the reshuffles of a solo match, left and continued if ``leave``."""
    services, thinker = services_in(folder, Random(5))
    services.local_table.begin_match(
        MatchSetup("keypad", two_seats(("human", "level:1")), leader=1)
    )
    seeds: list[int] = []
    if leave:
        services.leave_table()
        services.close()
        services, thinker = services_in(folder, Random(99))
        services.local_table.resume_match()
    session = services.session
    assert session is not None
    dice = Random(3)
    while not session.is_round_over:
        play_or_wait(session, dice, 30.0)
    seeds += thinker.seeds
    services.close()
    shuffles = match_of_session(session).record.rounds[0].shuffles
    return seeds, tuple(shuffles)


def test_a_solo_player_cannot_redraw_chance_by_leaving_and_continuing(tmp_path: Path) -> None:
    """All chance of a provable round is fixed when it is dealt."""
    assert seeds_and_reshuffles_of_solo_match(
        tmp_path / "stays", False
    ) == seeds_and_reshuffles_of_solo_match(tmp_path / "goes", True)


@pytest.mark.parametrize("deal", [0, 1])
def test_continuing_shows_the_table_as_it_was(tmp_path: Path, deal: int) -> None:
    services, _ = services_in(tmp_path, Random(1))
    match = match_with_deal(DEALS[deal], PEOPLE)
    services.local_table.start_session(match)
    session = services.session
    assert session is not None
    for action in (LayStartCard(1), Play(2), Pass()):
        session.show_hand(session.public.seat)
        session.submit(action)
    before = [match.view(seat) for seat in (0, 1)]
    services.leave_table()
    services.close()
    services, _ = services_in(tmp_path, Random(2))
    after = match_of_session(services.local_table.resume_match())
    assert [after.view(seat) for seat in (0, 1)] == before
    assert after.full_state() == match.full_state()
    services.close()
