"""Ways to share a match, such as a transcript, an HTML page, a record or a share code."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from typing import Any, Literal

from hacktrick import resources
from hacktrick.app import themes
from hacktrick.app.match_reviews import MatchReviews
from hacktrick.app.profiles import SHAPES
from hacktrick.app.replay_session import OPEN_PERSPECTIVE, ReplayPosition, ReplaySession
from hacktrick.app.snapshot import HistoryEntry
from hacktrick.app.study_positions import draft_of_diagram
from hacktrick.app.study_session import AssessmentOf, Study, diagram_of_views
from hacktrick.app.themes import THEME_OF_EDITION, Theme, hex_of_colour
from hacktrick.coach.review.round_review import RoundReview
from hacktrick.game.keypad import KEY_ORDER
from hacktrick.game.notation.diagram import Diagram, text_of
from hacktrick.i18n.computer_players import LEVEL_NAMES
from hacktrick.i18n.library_and_statistics_text import local_date_and_time
from hacktrick.i18n.match_text import MatchSentences
from hacktrick.i18n.review_text import MISTAKE_SIGNS, ReviewSentences, percent_text
from hacktrick.i18n.rulebook.edition_text import preset_name
from hacktrick.i18n.study_text import (
    StudySentences,
    key_markers_text,
    labelled_cards_text,
    study_sentences_for,
)
from hacktrick.i18n.translator import _, current_language
from hacktrick.match.player_kinds import level_of


def review_data_for_page(reviews: MatchReviews, replay: ReplaySession) -> dict[str, Any] | None:
    """Return a match's review as data for its HTML page; None if no round has been reviewed.

    Returns:
        ``told``: a sentence about the curve; ``curve`` and ``moments`` as for ``match_html_page``.
    """
    seat = reviews.reviewed_seats[0]
    words = ReviewSentences(reviews.rules, reviews.seats, seat)
    curve: list[list[int | None]] = []
    moments: list[dict[str, Any]] = []
    first = 0  # index of the state after the deal of the round
    for number in range(replay.n_rounds):
        review = reviews.review_of(number, seat) if number < len(reviews) else None
        if review is not None and review.is_checked:
            curve += _curve_points(review, first, replay.n_actions_in_round(number))
            moments += _worst_turn_entries(review, first, words)
        first += replay.n_actions_in_round(number) + 1
    if not curve:
        return None
    sentence = _("{name}'s chance to win the match, from {first} % to {last} %").format(
        name=words.wording.name(seat), first=curve[0][1], last=curve[-1][1]
    )
    return {"told": sentence, "curve": curve, "moments": moments}


def _curve_points(review: RoundReview, first: int, end: int) -> list[list[int | None]]:
    places = [*(turn.first_action for turn in review.turns), end]
    return [
        [first + action, round(100 * known), None if opened is None else round(100 * opened)]
        for action, (known, opened) in zip(places, review.chance_curve(), strict=True)
    ]


def _worst_turn_entries(
    review: RoundReview, first: int, sentences: ReviewSentences
) -> list[dict[str, Any]]:
    moments = []
    for turn in review.mistakes_worst_first():
        made, better = sentences.played_and_better_turn(turn)
        cost = percent_text(-turn.match_loss, signed=True)
        text = f"{MISTAKE_SIGNS[turn.mistake_class]} {made}; {better} ({cost})"
        moments.append({"state": first + turn.first_action, "text": text})
    return moments


def transcript_heading(replay: ReplaySession) -> str:
    """Return a line with the players and the final score."""
    names = " – ".join(seat.name for seat in replay.seats)
    replay.go_to(replay.end_position)
    return f"{names} {':'.join(map(str, replay.public.score))}"


def edition_target_and_date_line(replay: ReplaySession) -> str:
    """Return a line with the edition, the target score and, if known, when the match ended."""
    parts = [
        preset_name(replay.rules.preset, _),
        _("first to {n}").format(n=replay.rules.target),
    ]
    if replay.origin.ended:
        parts.append(local_date_and_time(replay.origin.ended))
    return " · ".join(parts)


def transcript_lines(replay: ReplaySession) -> tuple[str, ...]:
    """Return a finished match as lines of text.

    The place and the perspective of the replay are restored afterwards.
    """
    stood, eye = replay.position, replay.perspective
    replay.set_perspective(OPEN_PERSPECTIVE)
    wording = MatchSentences(replay.rules, replay.seats)
    lines = [transcript_heading(replay), edition_target_and_date_line(replay)]
    pattern = _("{name}: {value}")
    lines += [
        pattern.format(name=seat.name, value=wording.player_kind(seat)) for seat in replay.seats
    ]
    for number in range(replay.n_rounds):
        lines += ["", *_round_lines(replay, wording, number)]
    lines += ["", code] if (code := replay.share_code) else []
    replay.set_perspective(eye)
    replay.go_to(stood)
    return tuple(lines)


def _round_lines(replay: ReplaySession, wording: MatchSentences, round_index: int) -> Iterator[str]:
    replay.go_to(ReplayPosition(round_index, 0))
    yield _("Round {n}").format(n=round_index + 1)
    yield dealt_cards_line(replay, wording)
    replay.go_to(ReplayPosition(round_index, replay.n_actions_in_round(round_index)))
    for entry in replay.entries:
        turn = f"{entry.turn:>2} " if entry.turn else ""
        yield f"{turn}{action_line_with_open_cards(entry, wording)}"
    yield _("Score {score}").format(score=":".join(map(str, replay.public.score)))


def dealt_cards_line(replay: ReplaySession, wording: MatchSentences) -> str:
    """Return the hands and the set-aside cards at the place of a replay with open cards."""
    glance = replay.snapshot()
    hands = [
        _("{name} has {cards}").format(name=seat.name, cards=wording.cards_text(hand))
        for seat, hand in zip(replay.seats, glance.hands or (), strict=True)
        if hand
    ]
    aside = _("set aside {cards}").format(cards=wording.cards_text(glance.public.aside))
    return "; ".join((*hands, aside))


def action_line_with_open_cards(entry: HistoryEntry, wording: MatchSentences) -> str:
    """Return a line about an action, including cards that only its player saw."""
    line = wording.event_line(entry)
    facts, action = entry.event.facts, entry.event.action
    if action.n_drawn > 0 and facts.drawn:
        return _("{line} ({cards})").format(line=line, cards=wording.cards_text(facts.drawn))
    if action.verb == "swap" and facts.taken is not None:
        cards = wording.cards_text((action.card, facts.taken))
        return _("{line} ({cards})").format(line=line, cards=cards)
    return line


FORMAT = "hacktrick-page"
VERSION = 2
THEME_PLACE = "/*theme*/"  # placeholder for the theme in the template's style


def match_html_page(
    replay: ReplaySession,
    review: Mapping[str, Any] | None = None,
    theme: Theme | None = None,
) -> str:
    """Return the HTML page of a finished match.

    The place and the perspective of the replay are restored afterwards.

    Args:
        review: the judge's review: ``told``, a sentence about the curve; ``curve``, a list of
            [index of a state, chance in per cent as known then, chance with open cards or None];
            ``moments``, a list of ``{"state": index, "text": sentence}``.
        theme: the look of the page; None for the theme of the match's edition.

    Raises:
        ValueError: the match is not finished.
    """
    preset = replay.rules.preset
    theme = theme or themes.load_theme(themes.resolve_theme(THEME_OF_EDITION, preset))
    stood, eye = replay.position, replay.perspective
    own = replay.sole_player if replay.sole_player is not None else eye
    replay.set_perspective(OPEN_PERSPECTIVE)
    fields = {
        "title": transcript_heading(replay),
        "about": edition_target_and_date_line(replay),
        "code": replay.share_code,
    }
    data = {**_script_data(replay, review), "own": own if isinstance(own, int) else 0}
    replay.set_perspective(eye)
    replay.go_to(stood)
    text = resources.asset_path("page", "page.html").read_text(encoding="utf-8")
    text = text.replace(THEME_PLACE, _colour_rules(theme))
    hashes = {f"{tag}_hash": _policy_hash(tag, text) for tag in ("style", "script")}
    look = " ".join((theme.material, theme.board, "light" if theme.light else "dark"))
    text = text.replace("{{faces}}", _face_templates(data["levels"]))
    for name, value in (
        fields | {"lang": current_language(), "look": look, **hashes, **_template_labels()}
    ).items():
        text = text.replace("{{" + name + "}}", html.escape(value))
    block = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    return text.replace("{{data}}", block)


MARKER_SIGNS = ("●", "◆")  # the sign for the markers of each side
STUDY_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;"
    "color-scheme:light dark}ul{list-style:none;padding-left:0}"
    "li{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:start;padding:1rem 0;"
    "border-top:1px solid #8886}li>div{flex:1 1 18rem}h2{font-size:1.1rem;margin:0}"
    "p{margin:.4rem 0}.judge{font-size:.9rem}"
    "table{border-collapse:separate;border-spacing:.2rem;line-height:1.1}"
    "td{border:1px solid #888;border-radius:.4rem;width:4rem;height:3.4rem;padding:.2rem .35rem;"
    "vertical-align:top;text-align:center}small{display:block;text-align:left;opacity:.7}"
    "code{font-size:.75rem;opacity:.75;overflow-wrap:anywhere}"
)


def study_html_page(study: Study, assessment_of: AssessmentOf) -> bytes:
    """Return a study as an HTML page without external files.

    The page contains the tree of turns, the judge's results, comments and marks, and every position
    as a board, as cards and as a line of text.
    """
    items = []
    words, title = study_sentences_for(study), study.name or _("Study")
    for number, indent, text in words.tree_lines(study, assessment_of):
        views = study.node_at(number).views
        known = assessment_of(views)
        notes = (
            [words.search_depth_or_doubt_sentence(known), *words.turn_lines(known)]
            if known.depth != "none"
            else []
        )
        remarks = "<br>".join(map(html.escape, notes))
        diagram = diagram_of_views(views)
        cards, line = _cards_html(diagram, words), html.escape(text_of(diagram))
        judge = f'<p class="judge">{remarks}' if remarks else ""
        item = f"<h2>{html.escape(text)}</h2>{judge}<p>{cards}<p><code>{line}</code>"
        board = _board_html(diagram)
        items.append(f'<li style="margin-left:{1.5 * indent}rem">{board}<div>{item}</div></li>')
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    page = (
        f'<!doctype html><html lang="{current_language()}"><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<title>{html.escape(title)}</title><style>{STUDY_STYLE}</style>"
        f"<h1>{html.escape(title)}</h1><ul>{''.join(items)}</ul></html>\n"
    )
    return page.encode()


def _board_html(diagram: Diagram) -> str:
    """Return the board as a table; the shape of a marker tells its side, as in ``MARKER_SIGNS``."""
    board, double = diagram.public.board, diagram.public.double
    cells = []
    for key in KEY_ORDER:
        markers = (board[key - 1][0], board[key - 1][1])
        signs = [
            sign for sign, n in zip(MARKER_SIGNS, markers, strict=True) for _marker in range(n)
        ]
        if key in double:
            signs[0] += "×2"  # all markers on a key belong to the same side
        name = html.escape(key_markers_text(key, markers, double))
        lying = " ".join(signs) or "&nbsp;"
        cells.append(f'<td aria-label="{name}"><small>{key}</small>{lying}</td>')
    lines = (f"<tr>{''.join(cells[n : n + 3])}</tr>" for n in range(0, len(cells), 3))
    return f"<table>{''.join(lines)}</table>"


def _cards_html(diagram: Diagram, sentences: StudySentences) -> str:
    """Return the row, the cards set aside and all hands, one line each."""
    draft = draft_of_diagram(diagram)
    lines: list[tuple[str, Sequence[int | None]]]
    lines = [(_("Row"), draft.row), (_("Set aside"), draft.aside)]
    for seat, hand in enumerate(draft.hands):
        side = diagram.public.seating.side_of[seat]
        sign = MARKER_SIGNS[side] if side in (0, 1) else ""
        lines.append((f"{sentences.name(seat)} {sign}", hand))
    return "<br>".join(html.escape(labelled_cards_text(*line)) for line in lines)


def _colour_rules(theme: Theme) -> str:
    """Return a style rule that defines a theme's colours for the rest of the page's style."""
    colours = theme.colours
    values = {field.name: getattr(colours, field.name) for field in fields(colours)}
    single = {name: value for name, value in values.items() if name not in ("players", "cards")}
    single |= {f"player{n}": colour for n, colour in enumerate(colours.players)}
    single |= {f"card{n}": colour for n, colour in enumerate(colours.cards)}
    rules = "".join(f" --{name}: {hex_of_colour(colour)};" for name, colour in single.items())
    scheme = "light" if theme.light else "dark"
    return f":root {{ color-scheme: {scheme}; --edge: {theme.surface.outline:g}px;{rules} }}"


def _face_templates(levels: Iterable[int | None]) -> str:
    """Return computer players' drawings, by level, as HTML templates for the page's script."""
    found = []
    for level in sorted({level for level in levels if level in LEVEL_NAMES}):
        name = LEVEL_NAMES[level].lower()
        drawing = resources.asset_path("faces", f"{name}.svg").read_text(encoding="utf-8").strip()
        # All drawings use the same ids, which must be unique within the page.
        unique = re.sub(r'(\bid="|url\(#)', rf"\g<1>{name}-", drawing)
        found.append(f'<template id="face-{level}">{unique}</template>')
    return "\n".join(found)


def _policy_hash(tag: str, text: str) -> str:
    """Return the hash of the page's style or script; its security policy allows no other."""
    found = re.search(f"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
    assert found is not None
    return "sha256-" + base64.b64encode(hashlib.sha256(found[1].encode()).digest()).decode()


def _script_data(replay: ReplaySession, review: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the data for the script of the page."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "record": json.loads(replay.record_text),
        "states": list(replay.json_lines_of_states),
        "lines": _lines_by_position(replay),
        "names": [seat.name for seat in replay.seats],
        "levels": [level_of(seat.player) for seat in replay.seats],
        "sides": (sides := _sides_by_round(replay)),
        "looks": [_marker_shapes_and_colours(replay, one) for one in sides],
        "code": replay.share_code,
        "words": _script_texts(),
        "review": review,
    }


def _lines_by_position(replay: ReplaySession) -> list[str]:
    """Return, for each place of the match, a line about what happened there."""
    wording, lines = MatchSentences(replay.rules, replay.seats), []
    for number in range(replay.n_rounds):
        replay.go_to(ReplayPosition(number, 0))
        lines.append(dealt_cards_line(replay, wording))
        lines += [
            action_line_with_open_cards(entry, wording) for entry in replay.whole_round_entries
        ]
    return lines


def _sides_by_round(replay: ReplaySession) -> list[list[int]]:
    """Return, for each round, the side of each seat; -1 for a seat without a side."""
    sides = []
    for place in replay.positions:
        if place.action == 0:
            replay.go_to(place)
            sides.append(list(replay.public.seating.side_of))
    return sides


def _marker_shapes_and_colours(replay: ReplaySession, side_of: list[int]) -> list[tuple[str, int]]:
    """Return the shape and the colour of each side's markers in a round.

    Args:
        side_of: the side of each seat.
    """
    styles = []
    for side in range(max(side_of) + 1):
        style = replay.marker_styles.marker_style_for_seats(
            [n for n, one in enumerate(side_of) if one == side]
        )
        styles.append((SHAPES[style.shape], style.colour))
    return styles


def _template_labels() -> dict[str, str]:
    """Return the translated labels of the web page, by placeholder in its template."""
    return {
        "w_replay": _("Replay"),
        "w_round_back": _("Previous round"),
        "w_round_on": _("Skip to the next round"),
        "w_back": _("Step back"),
        "w_on": _("Step forward"),
        "w_play": _("Watch"),
        "w_board": _("Board"),
        "w_row": _("Row"),
        "w_table": _("The table"),
        "w_open": _("All cards open"),
        "w_log": _("Log"),
        "w_review": _("Review"),
        "w_yourself": _("Play this position yourself"),
        "w_yourself_how": _(
            "Copy this line and paste it in Hack Trick, under Matches. The match opens at this "
            "very position, and you play on from there against the computer."
        ),
        "w_copy": _("Copy"),
        "w_get": _("No Hack Trick yet? It is free, for Windows, macOS and Linux. With Python:"),
        "w_footer": _(
            "Made with Hack Trick. This page is complete: it works offline and sends nothing."
        ),
        "w_noscript": _("This page needs scripts to show the match."),
    }


def _script_texts() -> dict[str, str]:
    """Return the texts that the page's script uses; braces mark the fields that it fills in."""
    return {
        "nobody": _("no marker"),
        "markers": _("{name}: {n} markers"),
        "with_double": _("{name}: {n} markers, one of them the double"),
        "none": _("no cards"),
        "turn": _("to move"),
        "left": _("{n} markers left, {taken} captured"),
        "captured": _("captured"),
        "copied": _("Copied. Now paste it in Hack Trick, under Matches."),
        "not_copied": _("Press Ctrl+C to copy the line."),
        "score": _("Score"),
        "deck": _("Deck"),
        "round": _("Round"),
        "where": _("Action {n} of {all}"),
        "play": _("Watch"),
        "pause": _("Pause"),
    }


ShareWay = Literal["code", "record", "transcript", "page", "position", "picture", "film"]
TEXT_WAYS: tuple[ShareWay, ...] = ("code", "record", "transcript", "page", "position")
COPIED_WAYS: tuple[ShareWay, ...] = ("code", "position")
WAYS_DURING_A_MATCH: tuple[ShareWay, ...] = ("position", "picture")
FILE_ENDINGS: dict[ShareWay, str] = {
    "code": ".txt",
    "record": ".hacktrick.json",
    "transcript": ".txt",
    "page": ".html",
    "position": ".txt",
    "picture": ".png",
    "film": ".png",
}
FORBIDDEN = '<>:"/\\|?*'


@dataclass(frozen=True, slots=True)
class ShareWayText:
    """The name and effect of a way to share a match.

    Attributes:
        label: the name of the way.
        effect: a sentence about the effect.
    """

    label: str
    effect: str


def share_way_text(way: ShareWay) -> ShareWayText:
    """Return the name and effect of a way to share a match."""
    return ShareWayText(*_WAYS[way]())


def share_refusal(replay: ReplaySession, way: ShareWay) -> str | None:
    """Return a text saying why a match cannot be shared in a certain way; None if it can."""
    if replay.is_running and way not in WAYS_DURING_A_MATCH:
        return _("Until the match is over, you can share only what you see here.")
    if not replay.winners and way in ("code", "transcript", "page"):
        return _("This match was not finished.")
    if way == "code" and not replay.share_code:
        return _("One line cannot hold a match that began in a position.")
    return None


def shared_text(
    replay: ReplaySession,
    way: ShareWay,
    reviews: MatchReviews | None = None,
    theme: Theme | None = None,
) -> str:
    """Return a match as text, in one of ``TEXT_WAYS``.

    Args:
        reviews: the reviews of the match; a page includes the finished ones.
        theme: the look of a page; None for the theme of the match's edition.

    Raises:
        ValueError: the match cannot be shared in this way.
    """
    texts: dict[ShareWay, Callable[[], str]] = {
        "code": lambda: replay.share_code,
        "record": lambda: replay.record_text,
        "transcript": lambda: "\n".join((*transcript_lines(replay), "")),
        "page": lambda: match_html_page(
            replay, None if reviews is None else review_data_for_page(reviews, replay), theme
        ),
        "position": lambda: replay.position_text,
    }
    return texts[way]()


def share_file_name(replay: ReplaySession) -> str:
    """Return a file name without extension, made from a match's date and players."""
    day = replay.origin.ended[:10] or date.today().isoformat()
    names = "-".join(seat.name for seat in replay.seats)
    plain = "".join(sign if sign.isprintable() and sign not in FORBIDDEN else "_" for sign in names)
    return f"{day} {plain}".strip(" .")[:100]


_WAYS: dict[ShareWay, Callable[[], tuple[str, str]]] = {
    "code": lambda: (
        _("One line of text"),
        _("Copies it. Paste it into the game to open the match."),
    ),
    "page": lambda: (
        _("Web page"),
        _("Watch the whole match in any browser."),
    ),
    "record": lambda: (
        _("Match record"),
        _("A file for Hack Trick and other programs."),
    ),
    "transcript": lambda: (
        _("As text"),
        _("Every deal and move in plain text."),
    ),
    "position": lambda: (
        _("This position as one line"),
        _("Copies it, as seen from here."),
    ),
    "picture": lambda: (
        _("Picture"),
        _("The table as seen from here."),
    ),
    "film": lambda: (
        _("Animated round"),
        _("This round as seen from here."),
    ),
}
