"""Text is shortened, wrapped and rendered without ligatures, in every script."""

from pathlib import Path

import pygame
import pytest

from hacktrick import resources
from hacktrick.app import themes
from hacktrick.i18n import translator as words
from hacktrick.ui.paint import fonts as f
from hacktrick.ui.paint.fonts import Fonts
from hacktrick.ui.scene.scenes_and_context import system_languages


@pytest.fixture
def fonts() -> Fonts:
    return f.Fonts(themes.load_theme("keypad").faces, 1.0)


def test_ellipsized_text_never_exceeds_the_width(fonts: Fonts) -> None:
    for width in range(20, 300, 7):
        short = fonts.cut_with_ellipsis("Takes both markers on five", f.BODY, width)
        assert fonts.text_size(short, f.BODY)[0] <= max(
            width, fonts.text_size(f.ELLIPSIS, f.BODY)[0]
        )
    assert fonts.cut_with_ellipsis("Short", f.BODY, 300) == "Short"


def test_wrapped_lines_fit_and_contain_every_word(fonts: Fonts) -> None:
    text = "A line of several words\nand another one after it"
    lines = fonts.wrap(text, f.BODY, 90)
    assert " ".join(lines) == text.replace("\n", " ")
    assert all(fonts.text_size(line, f.BODY)[0] <= 90 for line in lines)


def test_no_line_begins_with_a_per_cent_sign(fonts: Fonts) -> None:
    text = "The best turn has 51 % to win."
    for width in range(40, 240, 4):
        lines = fonts.wrap(text, f.BODY, width)
        assert " ".join(lines) == text and not any(line.startswith("%") for line in lines)


def test_a_paragraph_that_is_too_long_ends_in_an_ellipsis(fonts: Fonts) -> None:
    surface = pygame.Surface((120, 60))
    rect = pygame.Rect(0, 0, 120, 45)
    assert fonts.draw_paragraph(surface, "many words " * 20, rect, f.BODY, (255, 255, 255)) <= 45


def test_an_arrow_of_two_characters_is_not_rendered_as_a_ligature(fonts: Fonts) -> None:
    size = fonts.text_size("-", f.MONO)[0] + fonts.text_size(">", f.MONO)[0]
    image = fonts.render("->", f.MONO, (255, 255, 255))
    assert image.get_width() == size
    dash = fonts.render("-", f.MONO, (255, 255, 255))
    left = image.subsurface((0, 0, dash.get_width(), dash.get_height()))
    assert pygame.image.tobytes(left, "RGBA") == pygame.image.tobytes(dash, "RGBA")


def test_the_x_between_two_digits_stays_a_letter(fonts: Fonts) -> None:
    image = fonts.render("9x4", f.BODY, (255, 255, 255))
    widths = [fonts.render(sign, f.BODY, (255, 255, 255)).get_width() for sign in ("9", "x4")]
    assert image.get_width() == sum(widths)


def test_scripts_missing_in_the_heading_font_use_the_body_font(fonts: Fonts) -> None:
    latin, other = (
        fonts.render("Match", f.HEADING, (9, 9, 9)),
        fonts.render("Ж", f.HEADING, (9, 9, 9)),
    )
    body = fonts.render("Ж", f.TextStyle("strong", f.HEADING.size * 0.92), (9, 9, 9))
    assert pygame.image.tobytes(other, "RGBA") == pygame.image.tobytes(body, "RGBA")
    assert latin.get_size() == fonts.font(f.HEADING).size("Match")


@pytest.mark.parametrize("style", [f.BODY, f.HEADING, f.MONO])
def test_a_letter_that_the_legible_typeface_lacks_comes_from_inter(style: f.TextStyle) -> None:
    legible = f.Fonts(themes.LEGIBLE_FACES, 1.0)
    image, plain = legible.render("Ж", style, (9, 9, 9)), legible.render("e", style, (9, 9, 9))
    file = "Inter-SemiBold.ttf" if style is f.HEADING else "Inter-Regular.ttf"
    inter = f.load_font_file(file, legible.pixel_size(style)).render("Ж", True, (9, 9, 9))
    assert pygame.image.tobytes(image, "RGBA") == pygame.image.tobytes(inter, "RGBA")
    assert plain.get_size() == legible.font(style).size("e")


@pytest.mark.parametrize("face", sorted(resources.asset_path("fonts").glob("Atkinson*.ttf")))
def test_the_legible_typeface_has_its_letters(face: Path) -> None:
    font = f.load_font_file(face.name, 14)

    def drawn(sign: str) -> bytes:
        return pygame.image.tobytes(font.render(sign, True, (9, 9, 9)), "RGBA")

    letters = [chr(code) for code in range(0x20, 0x2300) if f.LEGIBLE_LETTERS.fullmatch(chr(code))]
    missing = drawn("\uffff")
    assert len(letters) > 300 and not [sign for sign in letters if drawn(sign) == missing]


def test_every_typeface_draws_l_i_and_1_apart_where_it_is_called_legible() -> None:
    for face in ("body", "strong", "mono", "heading"):
        font = f.Fonts(themes.LEGIBLE_FACES, 1.0).font(f.TextStyle(face, 30))
        signs = [font.render(sign, True, (9, 9, 9)) for sign in "lI1|O0"]
        assert len({pygame.image.tobytes(sign, "RGBA") for sign in signs}) == len(signs)


def test_rendered_text_is_cached(fonts: Fonts) -> None:
    assert fonts.render("x", f.BODY, (1, 2, 3)) is fonts.render("x", f.BODY, (1, 2, 3))


def test_an_unknown_language_falls_back_to_english() -> None:
    words.set_language("xx")
    assert words.current_language() == "en" and words._("Round") == "Round"
    assert words.ngettext("{n} card", "{n} cards", 2) == "{n} cards"
    assert words.preferred_language(system_languages()) in words.available_languages()


@pytest.mark.parametrize("scale", [0.1, 0.25, 0.4])
def test_text_of_a_thumbnail_is_shortened_once_it_cannot_shrink_further(scale: float) -> None:
    small = Fonts(themes.load_theme("keypad").faces, scale, min_pixels=1)
    style = f.TITLE
    text, used = small.shrink_to_fit("Nothing of this has any room", style, 24)
    assert text.endswith(f.ELLIPSIS) and small.pixel_size(used) >= f.MIN_THUMBNAIL_PIXELS
    assert small.text_size(text, used)[0] <= 24
