"""The window game put together: storage, log, window, thinker, first scene.

The one place that knows them all; everything else is handed what it needs.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import SystemRandom

from hacktrick import crashlog
from hacktrick.play.thinker import ProcessThinker
from hacktrick.settings import Settings
from hacktrick.storage import open_storage
from hacktrick.ui.app import App, NoDisplay
from hacktrick.ui.desk import Desk
from hacktrick.ui.scenes.title import TitleScene


def run_game(data_dir: Path | None = None) -> int:
    """Open the window and play until it is closed; returns the exit code."""
    storage, problems = open_storage(data_dir)
    crashlog.install_log(storage.folders.log)
    crashlog.install_crash_log()
    settings, more = storage.load_settings()
    try:
        app = App(settings)
    except NoDisplay as error:
        print(error, file=sys.stderr)
        storage.close()
        return 1
    desk = Desk(app.context, storage, ProcessThinker, SystemRandom(), problems + more)

    def keep(changed: Settings) -> None:
        storage.save_settings(changed)

    app.context.save = keep
    try:
        return app.run(TitleScene(app.context, desk))
    finally:
        desk.close()
