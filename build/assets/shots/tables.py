"""Situations at the table, by the name of their picture.

Each function gets ``make``, which creates a table with options, and plays it to its situation.
"""

from __future__ import annotations

from collections.abc import Callable

from assets.shots.staged_table import StagedTable
from hacktrick.app.threats_and_decisive_turn import public_threats
from hacktrick.game.actions import Draw
from hacktrick.game.cards import cards_of
from hacktrick.game.legality import legal_actions

Make = Callable[..., StagedTable]


def _before_start_card(make: Make) -> StagedTable:
    return make(leader=1)


def _first_turn(make: Make) -> StagedTable:
    scene = make(seed=3)
    scene.play_to_first_turn()
    return scene


def _middle_of_round(make: Make) -> StagedTable:
    scene = make(seed=11)
    scene.play_to_first_turn()
    scene.play_to_own_turn_from(8)
    scene.choose_card_capturing_most()
    return scene


def _commanded_to_play(make: Make) -> StagedTable:
    """Show a command to play that binds the player in this turn."""
    for seed in range(1, 400):
        scene = make(seed=seed)
        scene.play_to_first_turn()
        scene.play_to_own_turn_from(0, _is_commanded_to_play)
        if not scene.match.is_round_over:
            return scene
    raise SystemExit("not found")


def _is_commanded_to_play(scene: StagedTable) -> bool:
    public = scene.match.public
    is_turn = public.seat == 0 and public.phase == "turn" and public.turn > 4
    return is_turn and public.command_in_force == "play"


def _winning_card_chosen(make: Make) -> StagedTable:
    """Show a chosen card that wins."""
    for seed in range(1, 400):
        scene = make(seed=seed)
        scene.play_to_first_turn()
        scene.play_to_own_turn_from(8)
        if scene.match.is_round_over:
            continue
        seen = scene.match.observe(0)
        for card in set(cards_of(seen.hand)):
            scene.table.controller.choose_card_or_end_turn(card)
            shown = scene.table.model.preview
            if shown and shown.result and shown.result.side == 0 and len(shown.keys) == 3:
                return scene
            scene.table.turn.clear_choice()
    raise SystemExit("no winning position found")


def _round_over(make: Make) -> StagedTable:
    scene = _winning_card_chosen(make)
    scene.table.controller.end_turn_or_answer("pass")
    scene.settle()
    return scene


def _match_over(make: Make) -> StagedTable:
    scene = make(seed=2)
    while True:
        scene.play_to_first_turn()
        scene.play_to_own_turn_from(99)
        if scene.match.is_over:
            break
        scene.match.deal_next_round()
        scene.table.animate_and_announce_changes()
    scene.settle()
    return scene


def _guard_refused_without_card(make: Make) -> StagedTable:
    scene = _first_turn(make)
    scene.table.controller.end_turn_or_answer("guard")
    return scene


def _threats_on_learning_table(make: Make) -> StagedTable:
    """Show a lesson table where both sides threaten to win."""
    for seed in range(1, 300):
        scene = make(seed=seed, aids="learning")
        scene.play_to_first_turn()
        scene.play_to_own_turn_from(8)
        public = scene.match.public
        if public.result is None and all(public_threats(public, side) for side in (0, 1)):
            scene.choose_card_capturing_most()
            shown = scene.table.model.preview
            if shown is not None and shown.result is None:
                return scene
    raise SystemExit("not found")


def _deal_in_progress(make: Make) -> StagedTable:
    scene = make(seed=2, animation_speed="normal")
    for _n in range(18):
        scene.context.stack.update(1 / 20)
    return scene


def _unplayable_hand_shown(make: Make) -> StagedTable:
    """Show a player who cannot obey and therefore reveals the hand."""
    for seed in range(1, 400):
        scene = make(seed=seed, animation_speed="normal")
        scene.table.playback.skip_animations_silently()
        scene.play_to_first_turn()
        while not scene.match.is_round_over:
            seen = scene.match.observe(scene.match.public.seat)
            legal = legal_actions(seen)
            draws = [action for action in legal if isinstance(action, Draw)]
            scene.table.playback.skip_animations_silently()
            forced = scene.match.public.command_in_force == "play" and any(seen.hand)
            scene.do(scene.rng.choice(draws or legal) if forced else scene.rng.choice(legal))
            if scene.table.playback.latest.events[-1].facts.shown and forced:
                for _n in range(8):
                    scene.context.stack.update(1 / 20)
                return scene
    raise SystemExit("not found")


def _table_without_memory_aids(make: Make) -> StagedTable:
    scene = make(seed=11, aids="tournament")
    scene.play_to_first_turn()
    scene.play_to_own_turn_from(8)
    return scene


def _computer_thinking(make: Make) -> StagedTable:
    scene = make(seed=8)
    scene.play_to_first_turn()
    scene.play_to_own_turn_from(
        0,
        lambda one: (
            one.match.public.seat == 1
            and one.match.public.phase == "turn"
            and one.match.public.turn > 6
        ),
    )
    return scene


def _captured_marker_in_flight(make: Make) -> StagedTable:
    """Show a capture while the marker is on its way."""
    for seed in range(1, 200):
        scene = make(seed=seed, animation_speed="normal")
        scene.table.playback.skip_animations_silently()
        scene.play_to_first_turn()
        scene.play_to_own_turn_from(7)
        scene.table.playback.skip_animations_silently()
        scene.table.refresh()
        scene.choose_card_capturing_most()
        shown = scene.table.model.preview
        if shown and shown.captures and not shown.result:
            scene.table.controller.end_turn_or_answer("play")
            for _n in range(31):
                scene.context.stack.update(1 / 30)
            return scene
    raise SystemExit("no capture found")


def _command_plate_after_capture(make: Make) -> StagedTable:
    scene = _captured_marker_in_flight(make)
    for _n in range(40):
        scene.context.stack.update(1 / 30)
        if scene.table.playback.motion.plate:
            break
    return scene


def _round_in_progress(make: Make, preset: str, turn: int, *, chosen: bool = True) -> StagedTable:
    """Show a round in which seat 0 has a choice, after at least ``turn`` turns.

    Args:
        preset: the name of the edition.
        chosen: whether a card that does not end the round is already chosen.
    """
    for seed in range(1, 400):
        scene = make(preset=preset, seed=seed)
        scene.play_to_first_turn()
        scene.play_to_own_turn_from(turn)
        model = scene.table.model
        if scene.match.is_round_over or not model.reachable_keys or max(model.public.captured) < 1:
            continue
        if chosen:
            scene.choose_card_capturing_most()
        shown = scene.table.model.preview
        if shown is None or shown.result is None:
            return scene
    raise SystemExit("not found")


def _trio_round(make: Make) -> StagedTable:
    return _round_in_progress(make, "trio", 6, chosen=False)


def _trio_individual_round(make: Make) -> StagedTable:
    return _round_in_progress(make, "trio-individual", 6)


def _quartet_round(make: Make) -> StagedTable:
    return _round_in_progress(make, "quartet", 7)


def _quartet_before_choice(make: Make) -> StagedTable:
    return _round_in_progress(make, "quartet", 8, chosen=False)


def _arena_edition(make: Make) -> StagedTable:
    return _round_in_progress(make, "arena", 8)


def _watched_computers(make: Make, preset: str = "keypad") -> StagedTable:
    """Show computers that play among themselves, with open hands."""
    scene = make(preset=preset, seed=6, is_watched=True, pace="instant")
    while scene.match.public.turn < 6:
        scene.tick(0.05)
    return scene


def _first_wits_situation(make: Make, wanted: Callable[[StagedTable], bool]) -> StagedTable:
    """Play random rounds of Battle of Wits until ``wanted`` finds its situation."""
    for seed in range(1, 400):
        scene = make(preset="wits", seed=seed)
        for _n in range(8):
            while not scene.match.is_round_over:
                if wanted(scene):
                    return scene
                seen = scene.match.observe(scene.match.public.seat)
                legal = list(legal_actions(seen))
                if scene.match.public.phase == "codes" and len(legal) > 1:
                    legal = legal[1:]
                scene.do(scene.rng.choice(legal))
            if scene.match.is_over:
                break
            scene.match.deal_next_round()
            scene.table.animate_and_announce_changes()
    raise SystemExit("not found")


def _has_usable_power(code: str) -> Callable[[StagedTable], bool]:
    def wanted(scene: StagedTable) -> bool:
        public = scene.match.public
        own = public.codes[0] == code and public.seat == 0 and public.phase == "turn"
        return own and not scene.table.widgets.power.reason

    return wanted


def _wits_power_in_use(code: str) -> Callable[[Make], StagedTable]:
    def build(make: Make) -> StagedTable:
        scene = _first_wits_situation(make, _has_usable_power(code))
        scene.settle()
        scene.table.drawn.forget_drawn_cards()  # the drawn card has been face up for long enough
        scene.table.controller.use_code_card_power()
        scene.stack.apply_changes()
        return scene

    return build


def _wits_codes_in_force(make: Make) -> StagedTable:
    def wanted(scene: StagedTable) -> bool:
        public = scene.match.public
        return all(public.codes) and public.seat == 0 and public.phase == "turn"

    return _first_wits_situation(make, wanted)


def _wits_choosing_a_code(make: Make) -> StagedTable:
    def wanted(scene: StagedTable) -> bool:
        public = scene.match.public
        return public.phase == "codes" and public.seat == 0 and public.held_counts[0] > 1

    scene = _first_wits_situation(make, wanted)
    scene.settle()
    return scene


def _wits_code_face_down(make: Make) -> StagedTable:
    return _first_wits_situation(make, lambda scene: any(scene.match.public.sealed))


def _wits_revealing_codes(make: Make, seconds: float) -> StagedTable:
    """Show both codes being revealed together, ``seconds`` after the second code was laid."""

    def wanted(scene: StagedTable) -> bool:
        public = scene.match.public
        return public.phase == "codes" and any(public.sealed) and public.held_counts[0] > 0

    scene = _first_wits_situation(make, wanted)
    scene.context.change_settings(animation_speed="normal")
    scene.do(legal_actions(scene.match.observe(scene.match.public.seat))[1])
    scene.context.stack.update(seconds)
    return scene


def _hidden_hand_turning_up(make: Make) -> StagedTable:
    """Show the hidden hand turning face up at the end of a round."""
    scene = _winning_card_chosen(make)
    scene.context.change_settings(animation_speed="normal")
    scene.table.controller.end_turn_or_answer("pass")
    for _n in range(400):
        scene.context.stack.update(1 / 60)
        turning = scene.table.playback.motion.hand_reveals
        if turning is not None and turning[1] > 0.55:
            break
    return scene


def _wits_stake_to_answer(make: Make) -> StagedTable:
    def wanted(scene: StagedTable) -> bool:
        return scene.match.public.phase == "answer" and scene.match.public.seat == 0

    scene = _first_wits_situation(make, wanted)
    scene.settle()
    return scene


def _wits_code_cards_shown(make: Make) -> StagedTable:
    scene = _wits_codes_in_force(make)
    scene.table.controller.show_code_cards()
    scene.stack.apply_changes()
    return scene


def _quartet_choosing_whom_to_ask(make: Make) -> StagedTable:
    for seed in range(1, 200):
        scene = make(preset="quartet", seed=seed)
        scene.play_to_first_turn()
        scene.play_to_own_turn_from(6)
        if not scene.match.is_round_over and not scene.table.widgets.ask.reason:
            scene.table.controller.ask_for_opponents_sum()
            scene.stack.apply_changes()
            return scene
    raise SystemExit("not found")


SITUATIONS: dict[str, Callable[[Make], StagedTable]] = {
    "start": _before_start_card,
    "first": _first_turn,
    "middle": _middle_of_round,
    "ordered": _commanded_to_play,
    "win": _winning_card_chosen,
    "over": _round_over,
    "match-over": _match_over,
    "refused": _guard_refused_without_card,
    "learning": _threats_on_learning_table,
    "deal": _deal_in_progress,
    "reveal": _unplayable_hand_shown,
    "tournament": _table_without_memory_aids,
    "thinking": _computer_thinking,
    "flight": _captured_marker_in_flight,
    "plate": _command_plate_after_capture,
    "trio": _trio_round,
    "trio-individual": _trio_individual_round,
    "quartet": _quartet_round,
    "quartet-first": _quartet_before_choice,
    "arena": _arena_edition,
    "watched": _watched_computers,
    "watched-four": lambda make: _watched_computers(make, "quartet"),
    "wits-in-force": _wits_codes_in_force,
    "wits-codes": _wits_choosing_a_code,
    "wits-sealed": _wits_code_face_down,
    "wits-turning": lambda make: _wits_revealing_codes(make, 0.6),
    "wits-revealed": lambda make: _wits_revealing_codes(make, 1.2),
    "turning-up": _hidden_hand_turning_up,
    "wits-answer": _wits_stake_to_answer,
    "wits-read": _wits_code_cards_shown,
    "wits-swap": _wits_power_in_use("vaeck"),
    "wits-under": _wits_power_in_use("sun"),
    "quartet-ask": _quartet_choosing_whom_to_ask,
}
