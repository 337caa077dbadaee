"""The result says who won, how, and by which turn, and stays until the player answers."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from hacktrick.app.settings import with_changes
from hacktrick.game.editions import rules_for
from hacktrick.i18n.match_summaries import (
    deciding_turn_sentence,
    match_lead_sentence,
    winning_cause_sentence,
)
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.match.player_kinds import level_of
from hacktrick.ui.accessibility.accessibility_tree import TextRecorder
from hacktrick.ui.scene.scenes_and_context import Context
from hacktrick.ui.table.round_result import (
    HEADLINE_STYLES,
    RESULT_INPUT_DELAY,
    ROUND_ENTRANCE_SECONDS,
    WINNER_FACE_SHARE,
    ResultScene,
    RoundResultText,
    deciding_action_index,
    draw_scores_of_sides,
    round_chip_rects,
    width_for_balanced_lines,
    winner_with_shown_face,
)
from hacktrick.ui.widgets.basic_widgets import Button
from tests.support.rig import TableRig
from tests.support.scripted_matches import scripted_match

WON = 5  # a seed with which a random player wins the match
LOST = 8  # a seed with which a random player loses the match by a turn that could have been saved


def rig_with_result(
    folder: Path, seed: int = 3, preset: str = "keypad", **settings: object
) -> TableRig:
    """Return a rig with a finished random round and its result on the screen."""
    players = ("human", *("level:6",) * (rules_for(preset).n_seats - 1))
    bench = TableRig(folder, preset, players, seed=seed, **settings)  # type: ignore[arg-type]
    while not bench.match.is_round_over:
        bench.do(bench.rng.choice(bench.legal()))
    bench.tick(0.1, 3)
    assert isinstance(bench.top, ResultScene)
    return bench


def match_over(folder: Path, seed: int = LOST, **more: object) -> TableRig:
    """Return a rig with a finished random match and its result on the screen."""
    bench = rig_with_result(folder, seed, **more)  # type: ignore[arg-type]
    while not bench.match.is_over:
        bench.match.deal_next_round()
        while not bench.match.is_round_over:
            bench.do(bench.rng.choice(bench.legal()))
    bench.stack.pop()
    bench.tick(0.1, 3)
    bench.tick(1.0)
    assert isinstance(bench.top, ResultScene)
    return bench


def labels(bench: TableRig) -> list[str]:
    """Return the labels of the buttons, in order."""
    widgets = bench.top.group.widgets
    return [one.label for one in widgets if isinstance(one, Button) and one.visible]


def button(bench: TableRig, label: str) -> Button:
    return next(
        one for one in bench.top.group.widgets if isinstance(one, Button) and one.label == label
    )


def result_texts(bench: TableRig, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return all texts of the result."""
    words: list[str] = []
    fonts = bench.context.fonts
    text, paragraph = fonts.draw_text, fonts.draw_paragraph

    def keep(*args: object, **more: object) -> object:
        words.append(str(args[1]))
        return text(*args, **more)  # type: ignore[arg-type]

    def keep_all(*args: object, **more: object) -> object:
        words.append(str(args[1]))
        return paragraph(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(fonts, "draw_text", keep)
    monkeypatch.setattr(fonts, "draw_paragraph", keep_all)
    surface = pygame.Surface(bench.context.size)
    bench.top.draw(surface)
    return words


@pytest.mark.parametrize("seed", [3, 5, 8])
def test_the_result_names_winner_line_and_deciding_turn(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = rig_with_result(tmp_path, seed)
    words, moment = result_texts(bench, monkeypatch), bench.session.decisive_turn
    headline, keys = RoundResultText(
        bench.context, bench.session, moment
    ).headline_and_winning_keys()
    assert "cracked it" in headline and headline in words and keys in words
    wording = bench.table.wording
    assert winning_cause_sentence(bench.session, wording) in words
    if moment is not None:
        assert deciding_turn_sentence(moment, wording) in words
    assert moment is not None or not [word for word in words if word.startswith("Turn ")]


def appearing_result(folder: Path) -> TableRig:
    """Return a rig with a result whose entrance animation begins."""
    bench = rig_with_result(folder)
    bench.context.settings = with_changes(bench.context.settings, animation_speed="normal")
    bench.stack.pop()
    bench.stack.apply_changes()
    bench.table.show_result()
    bench.stack.apply_changes()
    assert bench.top.entrance_progress == 0
    return bench


def test_a_result_counts_as_animated_before_it_appears(tmp_path: Path) -> None:
    assert appearing_result(tmp_path).top.is_animating, "screen readers wait for its text"


def test_a_result_is_drawn_again_until_it_has_appeared(tmp_path: Path) -> None:
    bench = appearing_result(tmp_path)
    bench.draw()
    assert not bench.top.needs_redraw
    bench.top.update(0.01)
    assert bench.top.needs_redraw


def test_the_log_can_be_read_at_the_result(tmp_path: Path) -> None:
    bench = rig_with_result(tmp_path)
    story = bench.picture()
    bench.tick(RESULT_INPUT_DELAY + 0.1)
    bench.key(pygame.K_l)
    assert bench.top.page == "log" and bench.top.log.visible and bench.top.log.lines
    assert bench.picture() != story
    bench.press(button(bench, "Result").rect.center)
    assert bench.top.page == "story"
    bench.move((0, 0))
    assert isinstance(bench.top, ResultScene), "nothing else has happened"


def test_after_a_round_rare_pages_are_offered_beside_the_log_alone(tmp_path: Path) -> None:
    bench = rig_with_result(tmp_path)
    assert "What the computer saw" not in labels(bench)
    bench.top.toggle_page("log")
    assert labels(bench).index("What the computer saw") < labels(bench).index("Result")
    assert "What the computer saw" in labels(match_over(tmp_path / "match"))


def test_a_press_on_a_visible_button_of_the_result_counts(tmp_path: Path) -> None:
    bench = rig_with_result(tmp_path)
    bench.context.change_settings(animation_speed="normal")
    # The result has just appeared: its buttons do not answer yet.
    bench.top._age = 0.0
    place = button(bench, "Table").rect.center
    bench.tick(0.05)
    bench.press(place)
    assert bench.top.page == "story", "nobody can have meant that"
    bench.top._age = 0.0
    bench.tick(ROUND_ENTRANCE_SECONDS * 0.8)
    assert bench.top._age < RESULT_INPUT_DELAY
    bench.press((5, 5))
    assert bench.top.page == "story" and bench.top.entrance_progress < 1
    bench.press(place)
    assert bench.top.page == "table"


def test_the_table_can_be_looked_at_and_left_again(tmp_path: Path) -> None:
    bench = rig_with_result(tmp_path)
    bench.tick(RESULT_INPUT_DELAY + 0.1)
    story = bench.picture()
    bench.key(pygame.K_ESCAPE)
    assert bench.top.page == "table" and labels(bench) == ["Result"]
    assert bench.picture() != story
    bench.key(pygame.K_ESCAPE)
    assert bench.top.page == "story" and bench.picture() == story


def test_the_result_ignores_presses_at_first(tmp_path: Path) -> None:
    bench = rig_with_result(tmp_path)
    bench.key(pygame.K_l)
    bench.key(pygame.K_RETURN)
    assert isinstance(bench.top, ResultScene) and bench.top.page == "story"


SIZES = [(960, 600), (1280, 720), (900, 1400), (3440, 1440)]


@pytest.mark.parametrize("scale", [100, 150, 200])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("is_match", [False, True])
def test_parts_of_a_result_do_not_overlap(
    tmp_path: Path, size: tuple[int, int], scale: int, is_match: bool
) -> None:
    make = match_over if is_match else rig_with_result
    bench = make(tmp_path, LOST, size=size, ui_scale=scale)
    scene = bench.top
    widgets = [widget for widget in scene.group.widgets if widget.visible]
    for n, one in enumerate(widgets):
        # The frame and the room in it have no public names, since they are only drawn.
        assert scene._rect.contains(one.rect) and one.rect.height >= 44
        assert not any(one.rect.colliderect(other.rect) for other in widgets[n + 1 :])
    if not is_match:
        # The frame and the room in it have no public names, since they are only drawn.
        assert not any(one.rect.colliderect(scene._room) for one in widgets)
        story = RoundResultText(bench.context, bench.session, scene._moment)
        assert story.minimum_height_px(scene._room.width) <= scene._room.height or scale > 150


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080), (900, 1400), (1000, 1400)])
def test_the_story_of_a_round_is_told_in_huge_text_too(
    tmp_path: Path, size: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = rig_with_result(tmp_path, size=size, ui_scale=200, language=language)
    story = RoundResultText(bench.context, bench.session, None).story_paragraphs()[0]
    assert story.text in result_texts(bench, monkeypatch)


def test_a_lost_match_ends_with_its_turning_point_and_a_rematch_in_front(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = match_over(tmp_path)
    scene, moment = bench.top, bench.session.decisive_turn
    assert moment is not None and moment.seat == 0
    assert labels(bench)[:5] == [
        "Rematch",
        "Easier: Daemon",
        "Back to the ladder",
        f"Try turn {moment.turn} again",
        "Review the match",
    ]
    assert scene.group.focused_widget.label == "Rematch"
    words = result_texts(bench, monkeypatch)
    assert "The turning point" in words
    assert deciding_turn_sentence(moment, bench.table.wording) in words
    entry = bench.session.public_history[deciding_action_index(bench.session, moment)]
    assert entry.turn == moment.turn and entry.event.seat == 0


def test_a_won_match_offers_the_level_above(tmp_path: Path) -> None:
    bench = match_over(tmp_path, WON)
    assert bench.session.winners == (0,)
    assert labels(bench)[:3] == ["Rematch", "Harder: Cortex", "Back to the ladder"]
    bench.press(button(bench, "Harder: Cortex").rect.center)
    bench.tick(0.05, 2)
    session = bench.services.session
    assert session is not None
    assert [level_of(seat.player) for seat in session.seats] == [None, 7]


def test_the_easier_match_is_against_the_level_below(tmp_path: Path) -> None:
    bench = match_over(tmp_path)
    bench.press(button(bench, "Easier: Daemon").rect.center)
    bench.tick(0.05, 2)
    session = bench.services.session
    assert session is not None
    assert [level_of(seat.player) for seat in session.seats] == [None, 5]


def test_the_winners_face_is_0_42_of_the_windows_height(tmp_path: Path) -> None:
    scene = match_over(tmp_path).top
    # The face has no public name, since it is only drawn.
    assert scene._face.height == pytest.approx(WINNER_FACE_SHARE * 720, abs=1)


def test_of_a_team_the_face_of_whoever_took_the_last_turn_is_shown(tmp_path: Path) -> None:
    shown = set()
    for seed in range(6):
        session = match_over(tmp_path, seed, preset="trio").session
        last = session.public_history[-1].event.seat
        shown.add(winner_with_shown_face(session))
        assert winner_with_shown_face(session) == (
            last if last in session.winners else session.winners[0]
        )
    assert shown == {0, 1, 2}


def test_the_next_round_begins_with_one_press(tmp_path: Path) -> None:
    bench = rig_with_result(tmp_path)
    bench.tick(RESULT_INPUT_DELAY + 0.1)
    bench.key(pygame.K_RETURN)
    bench.tick(0.1, 3)
    assert bench.top is bench.table and not bench.session.is_round_over


@pytest.mark.parametrize("preset", ["trio-individual", "trio", "servers"])
def test_results_of_every_edition_have_their_texts(
    tmp_path: Path, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = rig_with_result(tmp_path, preset=preset)
    words = result_texts(bench, monkeypatch)
    wording = MatchSentences(bench.session.rules, bench.session.seats, 0)
    assert winning_cause_sentence(bench.session, wording) in words


def test_no_result_is_shown_during_the_round(tmp_path: Path) -> None:
    bench = TableRig(tmp_path)
    bench.play_randomly_until(0, 3)
    assert bench.session.decisive_turn is None


def test_a_headline_of_two_lines_leaves_no_number_alone(tmp_path: Path) -> None:
    context = rig_with_result(tmp_path).context
    text, style = "Pixel cracked key 5", HEADLINE_STYLES[0]
    width = context.fonts.text_size("Pixel cracked key", style)[0] + 4
    assert context.fonts.wrap(text, style, width) == ["Pixel cracked key", "5"]
    even = width_for_balanced_lines(context, text, style, width)
    assert context.fonts.wrap(text, style, even) == ["Pixel cracked", "key 5"]
    assert width_for_balanced_lines(context, "Pixel", style, width) == width


# Tests of results in Battle of Wits.


def test_a_round_with_codes_tells_how_many_its_winner_draws(tmp_path: Path) -> None:
    rig = rig_with_result(tmp_path, preset="wits")
    for _round in range(3):
        result, text = rig.match.public.result, RoundResultText(rig.context, rig.session, None)
        assert result is not None
        if rig.match.is_over:
            break
        codes = "1 code" if result.points == 1 else f"{result.points} codes"
        wanted = f"You also draw {codes}." if result.side == 0 else f"Cipher also draws {codes}."
        shown = [paragraph.text for paragraph in text.story_paragraphs()]
        assert wanted in shown
        n_held = list(rig.match.public.held_counts)
        n_held[result.side] += result.points
        rig.match.deal_next_round()
        assert list(rig.match.public.held_counts) == n_held
        while not rig.match.is_round_over:
            rig.do(rig.rng.choice(rig.legal()))


def test_without_codes_and_at_the_end_of_a_match_nobody_draws_any(tmp_path: Path) -> None:
    for rig in (rig_with_result(tmp_path), match_over(tmp_path, preset="wits")):
        text = RoundResultText(rig.context, rig.session, None)
        assert not [one for one in text.story_paragraphs() if "also draw" in one.text]


@pytest.mark.parametrize("n_rounds", [2, 5, 9, 11])
def test_every_round_of_a_match_has_a_chip(n_rounds: int) -> None:
    context = Context(size=(900, 1400))
    room = pygame.Rect(400, 100, context.px(355), context.px(76))
    chips = round_chip_rects(context, n_rounds, room)
    assert len(chips) == n_rounds
    assert all(room.contains(chip) for chip in chips)
    assert all(one.right < other.left for one, other in pairwise(chips))


@pytest.mark.parametrize(
    ("score", "sentence"), [((0, 2), " lead 2 : 0."), ((2, 0), "leads 2 : 0.")]
)
def test_a_team_leads_in_the_plural(
    tmp_path: Path, score: tuple[int, int], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = rig_with_result(tmp_path, preset="trio")
    session = bench.session
    wording = MatchSentences(session.rules, session.seats, None)
    public = session.public._replace(score=score)
    monkeypatch.setattr(type(session), "public", property(lambda self: public))
    assert match_lead_sentence(session, wording).endswith(sentence)


@pytest.mark.parametrize("target", [1, 5])
def test_names_stand_right_beside_their_scores(tmp_path: Path, target: int) -> None:
    match = scripted_match(options={"target": target})
    rig = TableRig(tmp_path, match=match)
    rig.context.set_text_recorder(recorder := TextRecorder())
    wording = MatchSentences(match.rules, match.seats)
    room = pygame.Rect(40, 40, 800, 300)
    draw_scores_of_sides(rig.surface, rig.context, rig.session, wording, room)
    places = {one.text: one.rect for one in recorder.collect_painted_texts()}
    _left, _top, end_of_score, _bottom = places[f"0/{target}"]
    lefts = {places[seat.name][0] for seat in match.seats}
    assert len(lefts) == 1
    assert 0 < lefts.pop() - end_of_score < rig.context.px(30)
