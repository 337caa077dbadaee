"""A review without spoilers shows a round turn by turn."""

from __future__ import annotations

from assets.shots.reviewed_match import sample_match_reviews

from hacktrick.app.match_reviews import GuessFirstReview


def guess_first_review() -> GuessFirstReview:
    review = sample_match_reviews().review_of(0, 0)
    assert review is not None
    return GuessFirstReview(review)


def test_a_turn_with_a_choice_is_judged_only_after_the_guess() -> None:
    guessed = guess_first_review()
    asked = 0
    while not guessed.is_at_end:
        if guessed.awaits_guess:
            assert (
                not guessed.advance_to_next_turn()
                and guessed.current_turn not in guessed.revealed_turns
            )
            guessed.guess(guessed.turns_to_guess_from[-1])
            asked += 1
        assert guessed.current_turn in guessed.revealed_turns
        guessed.advance_to_next_turn()
    own = [turn for turn in guessed.review.turns if turn.seat == 0 and len(turn.options) > 1]
    assert asked == len(own) > 3 and guessed.n_right_and_all_guesses[1] == asked


def test_choices_come_in_an_order_that_ignores_their_worth() -> None:
    guessed = guess_first_review()
    while not guessed.awaits_guess:
        guessed.advance_to_next_turn()
    first = guessed.turns_to_guess_from
    turns = list(guessed.review.turns)
    assert {actions for actions, _where, _share in turns[guessed.index].options} == set(first)
    assert list(first) == sorted(first, key=lambda actions: tuple(map(str, actions)))


def test_answers_are_compared_with_the_best_turn() -> None:
    guessed = guess_first_review()
    while not guessed.awaits_guess:
        guessed.advance_to_next_turn()
    guessed.guess(guessed.current_turn.options[0][0])
    assert guessed.is_guess_right(guessed.index) and guessed.n_right_and_all_guesses == (1, 1)
    guessed.advance_to_next_turn()
    while not guessed.awaits_guess:
        guessed.advance_to_next_turn()
    guessed.guess(())
    assert guessed.n_right_and_all_guesses == (1, 1) and not guessed.is_guess_right(guessed.index)
