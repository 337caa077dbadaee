"""Profiles keep to their limits, and damaged entries in their file are neither trusted nor lost."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hacktrick.app.profiles import (
    MAX_NAME_LENGTH,
    MAX_PROFILES,
    SHAPES,
    MarkerStyle,
    Profile,
    StyledMarker,
    assign_distinct_marker_styles,
    name_fault,
    normalized_name,
    profile_named,
    profiles_from_data,
    profiles_to_data,
)
from hacktrick.app.storage import MAX_PROFILES_FILE_BYTES, PROFILES_FILE, Storage, open_storage

ANNA, BELA = Profile("Anna", 2, 1), Profile("Béla", 0, 3)


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    opened, problems = open_storage(tmp_path)
    assert problems == ()
    return opened


def write_profiles_file(storage: Storage, text: str) -> Path:
    path = storage.folders.data / PROFILES_FILE
    path.write_text(text, encoding="utf-8")
    return path


# Tests of the names of profiles.


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("Anna", None),
        ("Ł-17 Ödön 杰", None),
        ("", "empty"),
        ("x" * MAX_NAME_LENGTH, None),
        ("x" * (MAX_NAME_LENGTH + 1), "too_long"),
        ("a\nb", "unprintable"),
        ("\ud83d", "unprintable"),
        ("BÉLA", "taken"),
        ("be\u0301la", "taken"),
    ],
)
def test_a_profile_name_is_short_visible_and_unique(name: str, fault: str | None) -> None:
    assert name_fault(name, ["Béla"]) == fault


def test_a_profile_is_found_whatever_the_case_and_the_blanks() -> None:
    assert profile_named((ANNA, BELA), "  bÉLA ") is BELA
    assert profile_named((ANNA, BELA), "Bela") is None
    assert profile_named((ANNA, BELA), "") is None


# Tests of the file of profiles.


def test_profiles_are_read_back_as_saved(storage: Storage) -> None:
    assert storage.load_profiles() == ((), ())
    assert storage.save_profiles((ANNA, BELA)) == ()
    assert storage.load_profiles() == ((ANNA, BELA), ())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"format": "hacktrick-settings", "profiles": []}',
        '{"format": "hacktrick-profiles"}',
        '{"format": "hacktrick-profiles", "profiles": 5}',
        "[" * 100 + "]" * 100,
        " " * (MAX_PROFILES_FILE_BYTES + 1),
    ],
)
def test_a_damaged_file_means_no_profiles_and_is_kept(storage: Storage, text: str) -> None:
    path = write_profiles_file(storage, text)
    profiles, (problem, *rest) = storage.load_profiles()
    assert profiles == () and rest == []
    assert problem.path == str(path) and Path(problem.backup_path).read_text() == text
    assert storage.load_profiles() == ((), ())


@pytest.mark.parametrize(
    "entry",
    [
        5,
        None,
        {},
        {"name": "Ida"},
        {"name": "Ida", "shape": 4, "colour": 0},
        {"name": "Ida", "shape": 0, "colour": -1},
        {"name": "Ida", "shape": True, "colour": 0},
        {"name": "Ida", "shape": 1.0, "colour": 0},
        {"name": "", "shape": 0, "colour": 0},
        {"name": "x" * 17, "shape": 0, "colour": 0},
        {"name": "ANNA", "shape": 0, "colour": 0},
        {"name": ["Ida"], "shape": 0, "colour": 0},
    ],
)
def test_a_bad_entry_costs_no_other_profile(storage: Storage, entry: object) -> None:
    good = profiles_to_data((ANNA, BELA))["profiles"]
    assert isinstance(good, list)
    write_profiles_file(
        storage, json.dumps({"format": "hacktrick-profiles", "profiles": [*good, entry]})
    )
    profiles, (problem,) = storage.load_profiles()
    assert profiles == (ANNA, BELA) and problem.code == "broken" and problem.backup_path
    # The first loading has saved the valid profiles.
    assert storage.load_profiles() == ((ANNA, BELA), ())


def test_more_profiles_than_there_is_room_for_are_left_out() -> None:
    many = tuple(Profile(f"P{n}") for n in range(MAX_PROFILES + 1))
    assert profiles_from_data(profiles_to_data(many)) == (many[:MAX_PROFILES], True)


def test_without_the_right_to_save_no_file_changes(tmp_path: Path, storage: Storage) -> None:
    path = write_profiles_file(storage, "{")
    second, _problems = open_storage(tmp_path)
    assert not second.may_save
    profiles, (problem,) = second.load_profiles()
    assert profiles == () and problem.backup_path == "" and path.read_text() == "{"
    assert second.save_profiles((ANNA,)) == () and path.read_text() == "{"


PRINTABLE = st.characters(exclude_categories=("C", "Zl", "Zp"))
NAMES = (
    st.text(PRINTABLE, min_size=1, max_size=MAX_NAME_LENGTH)
    .map(normalized_name)
    .filter(lambda name: name_fault(name) is None)
)
PROFILES = st.lists(
    st.builds(Profile, NAMES, st.integers(0, 3), st.integers(0, 3)),
    max_size=MAX_PROFILES,
    unique_by=lambda profile: normalized_name(profile.name.casefold()),
).filter(lambda ps: all(profile_named(tuple(ps), p.name) is p for p in ps))


@settings(max_examples=40)
@given(PROFILES)
def test_every_valid_list_of_profiles_survives_its_file(profiles: list[Profile]) -> None:
    text = json.dumps(profiles_to_data(tuple(profiles)))
    assert profiles_from_data(json.loads(text)) == (tuple(profiles), False)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["format", "profiles", "name", "shape", "colour"]), inner, max_size=4
        )
    ),
    max_leaves=20,
)


@given(st.dictionaries(st.sampled_from(["format", "profiles", "x"]), JSON, max_size=3))
def test_any_data_gives_valid_profiles(data: dict[str, object]) -> None:
    for one in (data, {**data, "format": "hacktrick-profiles"}):
        profiles, _damaged = profiles_from_data(one)
        assert profiles_from_data(profiles_to_data(profiles)) == (profiles, False)


def test_as_many_profiles_as_there_is_room_for_are_kept_whatever_their_names(
    storage: Storage,
) -> None:
    many = tuple(Profile(f"{n:x}" + "Ж" * (MAX_NAME_LENGTH - 1), 3, 3) for n in range(MAX_PROFILES))
    assert storage.save_profiles(many) == () and storage.load_profiles() == (many, ())


def test_damaged_profiles_that_cannot_be_set_aside_are_not_overwritten(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writing the good profiles in their place would lose the rest."""
    whole = json.dumps(profiles_to_data((ANNA,)))
    content = whole.replace("}]", '}, {"name": 7}]')
    assert content != whole
    path = write_profiles_file(storage, content)
    monkeypatch.setattr("hacktrick.app.storage.rename_to_backup", lambda path: None)
    profiles, (problem, *rest) = storage.load_profiles()
    assert profiles == (ANNA,)
    assert (problem.code, problem.backup_path, rest) == ("broken", "", [])
    assert path.read_text() == content


# Tests of the profiles' markers.


def test_a_marker_without_a_shape_has_that_of_its_colour() -> None:
    for colour in range(len(SHAPES)):
        assert StyledMarker(colour).shape_name == SHAPES[colour]
        for shape, name in enumerate(SHAPES):
            assert StyledMarker(colour, shape=shape).shape_name == name


WISHES = (None, MarkerStyle(0, 0), MarkerStyle(0, 1), MarkerStyle(2, 0), MarkerStyle(3, 3))


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_at_a_table_no_shape_and_no_colour_occurs_twice(n_seats: int) -> None:
    """The first wish counts; others get their seat's number, or else the first that is free."""
    for wishes in product(WISHES, repeat=n_seats):
        found = assign_distinct_marker_styles(wishes)
        assert found.chosen == {seat for seat, wish in enumerate(wishes) if wish is not None}
        for part in (0, 1):
            numbers = [style[part] for style in found.seats]
            assert len(set(numbers)) == n_seats
            taken: set[int] = set()
            granted = []
            for wish in wishes:
                granted.append(wish is not None and wish[part] not in taken)
                taken |= {wish[part]} if wish is not None else set()
            for seat, wish in enumerate(wishes):
                if granted[seat]:
                    assert wish is not None and numbers[seat] == wish[part]
                    continue
                free = [number for number in range(4) if number not in taken]
                assert numbers[seat] == (seat if seat in free else free[0])
                taken.add(numbers[seat])
