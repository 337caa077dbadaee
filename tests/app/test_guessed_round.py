"""A review without spoilers tells a round turn by turn."""

from __future__ import annotations

from assets.shots.reviewed import reviews

from hacktrick.app.match_reviews import GuessedRound


def guessed_round() -> GuessedRound:
    review = reviews().review_of(0, 0)
    assert review is not None
    return GuessedRound(review)


def test_a_turn_with_a_choice_is_judged_only_after_the_guess() -> None:
    told = guessed_round()
    asked = 0
    while not told.is_at_end:
        if told.is_asking:
            assert not told.advance() and told.turn not in told.revealed_turns
            told.guess(told.choices[-1])
            asked += 1
        assert told.turn in told.revealed_turns
        told.advance()
    own = [turn for turn in told.review.turns if turn.seat == 0 and len(turn.options) > 1]
    assert asked == len(own) > 3 and told.n_best[1] == asked


def test_choices_come_in_an_order_that_ignores_their_worth() -> None:
    told = guessed_round()
    while not told.is_asking:
        told.advance()
    first = told.choices
    turns = list(told.review.turns)
    assert {actions for actions, _where, _share in turns[told.index].options} == set(first)
    assert list(first) == sorted(first, key=lambda actions: tuple(map(str, actions)))


def test_answers_are_compared_with_the_best_turn() -> None:
    told = guessed_round()
    while not told.is_asking:
        told.advance()
    told.guess(told.turn.options[0][0])
    assert told.is_right(told.index) and told.n_best == (1, 1)
    told.advance()
    while not told.is_asking:
        told.advance()
    told.guess(())
    assert told.n_best == (1, 1) and not told.is_right(told.index)
