"""Sentences about problems with files, each with the names of the files or settings concerned."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import TYPE_CHECKING

from hacktrick.app.crash_log import LOG_FILE
from hacktrick.app.storage import (
    LEARNING_FILE,
    PROFILES_FILE,
    REVIEW_QUEUE_FILE,
    SETTINGS_FILE,
    DataFolders,
    StorageProblem,
)
from hacktrick.i18n.translator import N_, _

if TYPE_CHECKING:
    from hacktrick.ai.foreign_bot import FaultKind
    from hacktrick.app.engine_player import EngineFault
    from hacktrick.resources import BadInstallation

OTHER_INSTANCE = "other_instance"
LIBRARY_PROBLEMS = (
    *("library_set_aside", "library_repaired", "library_rows"),
    *("library_newer", "library_unusable"),
)

# The names of the settings as the settings page shows them.
SETTING_NAMES: dict[str, str] = {
    "pace": N_("Pace of the computer"),
    "aids": N_("Memory aids"),
    "confirm": N_("Confirming a move"),
    "voices": N_("Voices of the hackers"),
    "announcements": N_("Announcements"),
    "pins": N_("Read their mind"),
    "engine_name": N_("Name of your engine"),
    "engine_command": N_("Command of your engine"),
    "hints": N_("Hints and reasons"),
    "odds": N_("What others can hold"),
    "counting": N_("Counting practice"),
    "tutor": N_("Tutor"),
    "takeback": N_("Take turns back"),
    "think_ahead": N_("Think in the background"),
    "rated": N_("Rated matches"),
    "language": N_("Language"),
    "theme": N_("Theme"),
    "ui_scale": N_("Text size"),
    "animation_speed": N_("Animation speed"),
    "reduced_motion": N_("Reduced motion"),
    "motion": N_("Reduced motion"),
    "fullscreen": N_("Full screen"),
    "voice": N_("Read aloud"),
    "voice_offered": N_("Reading aloud was offered"),
    "typeface": N_("Typeface"),
    "scan": N_("Play with switches"),
    "scan_time": N_("Switch waiting time"),
    "press_gap": N_("Ignore a second press"),
    "window_size": N_("Window size"),
    "window_position": N_("Window position"),
    "master_volume": N_("Volume"),
    "effects_volume": N_("Effects"),
    "music_volume": N_("Music"),
    "mute_unfocused": N_("Mute in the background"),
    "muted": N_("Mute everything"),
    "keys": N_("Keys"),
    "buttons": N_("Gamepad buttons"),
    "curtain": N_("Curtain between players"),
    "curtain_style": N_("Opening the curtain"),
    "conceal_after": N_("Cover cards when idle"),
    "last_match": N_("Last match"),
    "broker": N_("Broker"),
    "online_name": N_("Your name online"),
}


FOREIGN_PROGRAM = N_(
    "A foreign program: it runs with your rights and knows only what its seat may."
)
"""What a foreign program (engine) at the table is, and what it can know."""
ENGINE_FAULTS: dict[FaultKind, str] = {
    "missing": N_("The settings have no command for {name}."),
    "start": N_("{name} cannot be started ({detail})."),
    "late": N_("{name} did not answer in time."),
    "died": N_("{name} has ended ({detail})."),
    "nonsense": N_("{name} did not answer with an action ({detail})."),
    "illegal": N_("{name} answered “{detail}”, which is not legal here."),
}
MAX_DETAIL_LENGTH = 120  # maximum number of characters to show of an engine's own message


def engine_fault_sentence(name: str, fault: EngineFault) -> str:
    """Return a sentence saying why a foreign program at the table gave no answer.

    Args:
        name: the name of the program's seat.
        fault: the reason why there is no answer.
    """
    detail = "".join(sign for sign in fault.detail if sign.isprintable())[:MAX_DETAIL_LENGTH]
    return _(ENGINE_FAULTS[fault.kind]).format(name=name, detail=detail)


def engine_replacement_sentence() -> str:
    """Return a sentence saying what the player can do after a foreign program has failed."""
    return _("The match is saved. A level can take over the seat.")


def problem_title(problem: StorageProblem) -> str:
    """Return the title of a storage problem, in a few words."""
    if problem.code == OTHER_INSTANCE:
        return _("Hack Trick is already open")
    if problem.code == "no_log":
        return _("The log")
    if problem.code in LIBRARY_PROBLEMS:
        return _("Your matches")
    if problem.code in ("folder_unusable", "disk_full", "write_failed"):
        return _("Nothing can be saved")
    if problem.code == "setting_invalid" or _is_about_file(problem, SETTINGS_FILE):
        return _("A setting was repaired")
    if _is_about_file(problem, PROFILES_FILE):
        return _("The profiles")
    if _is_about_file(problem, LEARNING_FILE):
        return _("Learn")
    if _is_about_file(problem, REVIEW_QUEUE_FILE):
        return _("Your mistakes")
    return _("The saved match")


def problem_sentence(problem: StorageProblem) -> str:
    """Return a sentence or two that describe a storage problem."""
    return _SENTENCES[problem.code](problem)


def crash_text(folders: DataFolders) -> str:
    """Return the message after a crash: the game must close, and the log contains the reason."""
    return _(
        "Something went wrong, and the game must close. The match is saved up to the last "
        "action, so Continue goes on with it.\n\nWhat happened is in {log}."
    ).format(log=folders.log / LOG_FILE)


def bad_installation_text(error: BadInstallation) -> str:
    """Return the message about a missing or damaged file of the game itself."""
    return _(
        "A file of the game itself is missing or damaged. Please install Hack Trick again; your "
        "matches and settings stay.\n\n{details}"
    ).format(details=error)


def _unusable_folder_sentence(problem: StorageProblem) -> str:
    return _("The folder {folder} cannot be used. The game goes on, but nothing is saved.").format(
        folder=problem.path
    )


def _full_disk_sentence(problem: StorageProblem) -> str:
    return _(
        "The disk is full, so {file} was not written. What was saved before is still there, "
        "and the game goes on."
    ).format(file=problem.path)


def _failed_write_sentence(problem: StorageProblem) -> str:
    return _(
        "The file {file} could not be written. What was saved before is still there, and the "
        "game goes on."
    ).format(file=problem.path)


def _unreadable_file_sentence(problem: StorageProblem) -> str:
    return _kept_or_left_sentence(
        problem,
        _("The file {file} cannot be read. It is kept as {kept}."),
        _("The file {file} cannot be read. It was left unchanged."),
    )


def _unwritable_log_sentence(problem: StorageProblem) -> str:
    return _(
        "The log {file} cannot be written. The game goes on, but problems will not be recorded."
    ).format(file=problem.path)


def _library_set_aside_sentence(problem: StorageProblem) -> str:
    return _(
        "The file {file} belongs to another program. It is kept as {kept}, and a new one for your "
        "matches is begun."
    ).format(file=_file_name(problem.path), kept=problem.backup_path)


def _library_repaired_sentence(problem: StorageProblem) -> str:
    return _kept_or_left_sentence(
        problem,
        _(
            "Your match library {file} was damaged. All matches that could be read are in "
            "the list; the damaged file is kept as {kept}."
        ),
        _(
            "Your match library {file} is damaged. All matches that could be read are in "
            "the list; the file was left unchanged."
        ),
    )


def _library_rows_sentence(problem: StorageProblem) -> str:
    return _(
        "These matches are damaged and left out of the list: {numbers}. They are still in {file}."
    ).format(numbers=problem.key, file=_file_name(problem.path))


def _library_newer_sentence(problem: StorageProblem) -> str:
    return _(
        "The match library {file} was written by a newer version of the game. You can look at the "
        "matches here, but none are added."
    ).format(file=_file_name(problem.path))


def _library_unusable_sentence(problem: StorageProblem) -> str:
    return _(
        "Finished matches cannot be saved in {file}. Earlier matches are still there, and the game "
        "goes on."
    ).format(file=problem.path)


def _too_large_file_sentence(problem: StorageProblem) -> str:
    return _kept_or_left_sentence(
        problem,
        _("The file {file} is too large to be used. It is kept as {kept}."),
        _("The file {file} is too large to be used. It was left unchanged."),
    )


def _damaged_file_sentence(problem: StorageProblem) -> str:
    if _is_about_file(problem, SETTINGS_FILE):
        return _kept_or_left_sentence(
            problem,
            _(
                "The settings in {file} are damaged, so the defaults apply. The file is kept "
                "as {kept}."
            ),
            _(
                "The settings in {file} are damaged, so the defaults apply. The file was left "
                "unchanged."
            ),
        )
    if _is_about_file(problem, PROFILES_FILE):
        return _kept_or_left_sentence(
            problem,
            _(
                "The profiles in {file} are damaged; what can be read of them is used. It is kept "
                "as {kept}."
            ),
            _(
                "The profiles in {file} are damaged; what can be read of them is used. It was "
                "left unchanged."
            ),
        )
    if _is_about_file(problem, LEARNING_FILE):
        return _kept_or_left_sentence(
            problem,
            _(
                "Your progress in {file} is damaged; what can be read of it is used. It is kept as "
                "{kept}."
            ),
            _(
                "Your progress in {file} is damaged; what can be read of it is used. It was left "
                "unchanged."
            ),
        )
    if _is_about_file(problem, REVIEW_QUEUE_FILE):
        return _kept_or_left_sentence(
            problem,
            _(
                "The list of matches to judge in {file} is damaged; the reviews are all there. It "
                "is kept as {kept}."
            ),
            _(
                "The list of matches to judge in {file} is damaged; the reviews are all there. It "
                "was left unchanged."
            ),
        )
    return _kept_or_left_sentence(
        problem,
        _("The saved match in {file} is damaged. It is kept as {kept}."),
        _("The saved match in {file} is damaged. It was left unchanged."),
    )


def _newer_version_sentence(problem: StorageProblem) -> str:
    return _(
        "The file {file} was written by a newer version of the game. It was left unchanged."
    ).format(file=_file_name(problem.path))


def _earlier_copy_used_sentence(problem: StorageProblem) -> str:
    return _(
        "The match was taken from the earlier copy {file}, so the last action may be missing."
    ).format(file=_file_name(problem.path))


def _wrong_setting_sentence(problem: StorageProblem) -> str:
    name = SETTING_NAMES.get(problem.key)
    return _(
        "The setting “{setting}” in {file} has an invalid value, so the default applies."
    ).format(setting=_(name) if name else problem.key, file=_file_name(problem.path))


def _other_window_sentence(problem: StorageProblem) -> str:
    return _(
        "Another window of the game uses the folder {folder}. You can play here too, "
        "but this window saves nothing."
    ).format(folder=problem.path)


_SENTENCES: dict[str, Callable[[StorageProblem], str]] = {
    "folder_unusable": _unusable_folder_sentence,
    "disk_full": _full_disk_sentence,
    "write_failed": _failed_write_sentence,
    "unreadable": _unreadable_file_sentence,
    "too_large": _too_large_file_sentence,
    "too_deep": _damaged_file_sentence,
    "broken": _damaged_file_sentence,
    "newer": _newer_version_sentence,
    "older_used": _earlier_copy_used_sentence,
    "setting_invalid": _wrong_setting_sentence,
    "library_set_aside": _library_set_aside_sentence,
    "library_repaired": _library_repaired_sentence,
    "library_rows": _library_rows_sentence,
    "library_newer": _library_newer_sentence,
    "library_unusable": _library_unusable_sentence,
    "other_instance": _other_window_sentence,
    "no_log": _unwritable_log_sentence,
}


def _kept_or_left_sentence(problem: StorageProblem, aside: str, left: str) -> str:
    if problem.backup_path:
        return aside.format(file=_file_name(problem.path), kept=problem.backup_path)
    return left.format(file=problem.path)


def _file_name(path: str) -> str:
    return PurePath(path).name


def _is_about_file(problem: StorageProblem, file: str) -> bool:
    return _file_name(problem.path) == file
