"""Every language has one word for each thing; abandoned terms do not come back.

Where a rulebook exists in a language (German, French, Italian) its words were taken as far as two
rulebooks do not use one word for two things. Lists of search words may hold any word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog

from assets import translations
from hacktrick.i18n.rulebook.rulebook_search import stop_words, synonym_groups

# For each thing: its word, as a pattern in the catalogue, and a pattern of other words for it.
TERMS: dict[str, dict[str, tuple[str, str]]] = {
    "de": {
        "round": ("Runde", r"\bManche|\bDurchgang"),
        "match": ("Partie", r"\bMatch\b|\bSpielrunde|\bWettkampf"),
        "leader": (
            "erste Spieler",
            r"Anführer|führ(t|en|st)\b[^.]*\ban\b|\bGeber (bekommt|beginnt)",
        ),
        "deck": ("Stapel", r"Nachziehstapel|\bDeck\b|\bTalon"),
        "row": ("Reihe", r"\bSequenz"),
        "marker": ("Marker", r"Spielstein|\bChip|\bStein\b"),
        "double": ("Doppelmarker", r"\bder Doppelte\b|\bDouble\b|großer Marker"),
        "supply": ("Vorrat", r"\bReserve"),
        "captured": ("erbeutet", r"gefangen|geschlagen|\bübernimmt\b"),
        "say the sum": ("angesagt", r"\bverkünde"),
        "command": ("Befehl", r"\bKommando"),
        "fold": ("aussteigen", r"\{loser\} passt|mitgehen oder passen|wenn der Gegner passt"),
        "free": ("kostenlos", r"^frei$"),
        "privacy": ("Sichtschutz", r"^Verborgenes$"),
        "hold": ("auf der Hand", r"\{name\} hält \{n\}"),
        "default": ("Grundversion", r"Normalfall"),
    },
    "fr": {
        "round": ("manche", r"\bround\b"),
        "match": ("partie", r"\bmatch\b"),
        "leader": ("premier joueur", r"[Mm]eneur|mène(nt)? (la|chaque|les) manche"),
        "deck": ("pioche", r"\btalon\b|\bpaquet\b"),
        "row": ("séquence", r"\brangée de cartes|\bsuite de cartes"),
        "marker": ("marqueur", r"\bjeton|\bpion\b"),
        "supply": ("réserve", r"\bstock\b"),
        "captured": ("captur", r"prisonnier"),
        "command": ("ordre", r"\bcommandement"),
        "switch": ("Activer", r"oui ou non"),
        "rating": ("Cote Elo", r"Classement"),
        "level 2": ("Buffer", r"Tampon"),
        "edition": ("Club (italien)", r"italienne"),
        "default": ("par défaut", r"proposé d’office"),
    },
    "hu": {
        "round": ("játszma", r"\b[Ff]orduló|\b[Pp]arti\b"),
        "turn": (
            "kör",
            r"\{n\}\. lépés(:|, \{name| előtt| újra)|([Ll]egjobb|[Mm]ásik) lépés"
            r"|következő lépéssel ",
        ),
        "match": ("meccs", r"\b[Mm]érkőzés"),
        "solo player": (
            "egyedül játszó",
            r"\b([Aa]|[Ee]gy|[Aa]z első|utolsó) szóló(?! rész)|szólóként|szólóé",
        ),
        "hand": (
            "lapjai",
            r"^A kezed:|megmutatja a kezét|kéz üres|üres kéz\b|megmutatod a kezed",
        ),
        "deck": ("pakli", r"\btalon"),
        "row": ("sor", r"\bsorozat"),
        "marker": ("jelölő", r"\bzseton|\bkorong|\bbábu"),
        "double": ("dupla", r"\bdouble\b(?!, draw)"),
        "supply": ("készlet", r"\btartalék"),
        "leader": ("Ki kezd?", r"Első kezdő"),
        "command": ("parancs", r"\butasítás"),
    },
    "it": {
        "round": ("manche", r"\bround\b|\bmano di gioco"),
        "match": ("partita", r"\bmatch\b|\bincontro\b"),
        "board": ("plancia", r"piano di gioco|catture sul tavolo|\btabellone"),
        "deck": ("mazzo", r"\btallone\b|\bpila di carte"),
        "row": ("sequenza", r"\bfila di carte"),
        "marker": ("segnalin", r"\bgettone|\bpedin[ae]"),
        "supply": ("riserva", r"\bscorta"),
        "captured": ("cattura", r"prigionier|\bpresi \{n\}"),
        "command": ("comando", r"\bl’ordine di\b"),
        "switch": ("Attiva", r"sì o no"),
        "rating": ("Valutazione", r"Punteggio:"),
        "new match": ("Nuova partita", r"^Altra partita"),
        "next round": ("Prossima manche", r"^Altra manche"),
        "in force": ("in vigore", r"^vale \{"),
    },
    "pl": {
        "round": ("rund", r"\b[Mm]ansz"),
        "turn": ("tur", r"Ruch \{n\}|[Nn]ajlepszy ruch|[Dd]rugi ruch|następnym ruchem"),
        "match": ("mecz", r"\b[Pp]artia\b|\b[Pp]artii\b"),
        "deck": ("stos", r"\b[Tt]alia\b|\b[Tt]alii\b"),
        "row": ("rząd", r"\bsekwencj"),
        "marker": ("znacznik", r"\bżeton|\bpion(ek|ka|ki)\b"),
        "double": ("dubel", r"^×2 wł\.$|\bpodwójny znacznik"),
        "supply": ("zapas", r"\brezerw"),
        "captured": ("przejęt", r"\bzbit|\bjeńc"),
        "command": ("komend", r"\brozkaz"),
        "in force": ("obowiązuje", r"\btrwa [„{]|\} trwa$"),
        "start": ("Start", r"^RZĄD$"),
        "next": ("następny", r"^zaraz$"),
        "win": ("Wygraj rundę", r"^To runda"),
        "partner": ("pyta partnera", r"pyta drużynę"),
        "then": ("potem", r"^już \{"),
    },
}
SEARCH_WORDS = {stop_words(str), *synonym_groups(str)}  # lists of words to look for


def catalogue(language: str) -> Catalog:
    path = next(p for p in translations.catalogue_files() if p.parts[-3] == language)
    return translations.read_catalogue(path)


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """Yield every English sentence with its translation into a language."""
    for message in catalogue(language):
        english = message.id if isinstance(message.id, str) else message.id[0]
        if not english or english in SEARCH_WORDS:
            continue
        strings = [message.string] if isinstance(message.string, str) else message.string
        yield from ((english, one) for one in strings)


@pytest.mark.parametrize("language", TERMS)
def test_no_abandoned_word_is_used_again(language: str) -> None:
    found = [
        f"{thing}: {text!r} (should speak of {term!r})"
        for english, text in sentences(language)
        for thing, (term, abandoned) in TERMS[language].items()
        if re.search(abandoned, text)
    ]
    assert found == []


@pytest.mark.parametrize("language", TERMS)
def test_every_term_is_used(language: str) -> None:
    whole = "\n".join(text for _, text in sentences(language))
    assert [term for term, _ in TERMS[language].values() if term not in whole] == []


def test_every_language_has_its_terms() -> None:
    assert {path.parts[-3] for path in translations.catalogue_files()} == set(TERMS)


@pytest.mark.parametrize("language", TERMS)
def test_a_spoken_command_stands_in_quotation_marks(language: str) -> None:
    """Regression: “Daemon: no Play” read like a person called “no Play”."""
    (text,) = (text for english, text in sentences(language) if english == "“{order}!”")
    assert re.fullmatch(r"[„«]\s*\{order\}\s*!\s*[“”»]", text), text


@pytest.mark.parametrize("language", TERMS)
def test_apostrophes_are_typographic_and_no_plural_stands_in_brackets(language: str) -> None:
    """A form like “1 capturé(s)” is no plural."""
    found = [text for _, text in sentences(language) if re.search(r"\w'\w|\w\(e?s\)", text)]
    assert found == []
