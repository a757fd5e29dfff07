"""A session on a project file, to be recorded while it runs; told what it has saved, line by line.

The lines are ``saved DIGEST`` once a step is said to be saved, ``made NAME`` of a backup,
``closed``, and ``refused WHY`` when something cannot be written, which ends the session. Arguments:
the project, which is made, how many steps, and a seed.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

from app.jobs.projects.backups import make_backup
from app.storage.errors import ProjectFileError
from app.storage.project_file import ProjectFile
from tests.project_files import LABELLED, add_document, record_redo, record_undo, retag
from tests.soak.state import digest

TAGS = ("B-PER", "B-LOC", "O")


def say(*words: object) -> None:
    """Tell something in one write, which is recorded among the writes to the project."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def say_saved(file: ProjectFile) -> None:
    say("saved", digest(file.load()))


def make_step(file: ProjectFile, chance: random.Random) -> None:
    """Label a token, or take the newest step back, or make it again."""
    steps = file.history.recent_edits(None, 1)
    edit, undone = steps[0]
    kind = chance.random()
    if undone and kind < 0.5:
        record_redo(file, edit)
    elif not undone and edit.kind == "label_span" and kind < 0.2:
        record_undo(file, edit)
    else:
        project = file.load()
        sentence_index, token = chance.randrange(project.corpus.n_sentences), chance.randrange(3)
        file.write_edit(
            retag(
                project, sentence_index, token, chance.choice(TAGS), file.history.last_edit_id() + 1
            )
        )


def back_up(path: Path, file: ProjectFile) -> None:
    frozen = file.database.freeze()
    backup = make_backup(path, frozen)
    file.database.thaw()
    say("made", backup.path.name)


GUI_SESSION = 100
"""After so many steps, counted from the fifty-first, the project is closed and opened again."""


def play(path: Path, n_steps: int, seed: int) -> None:
    chance = random.Random(seed)
    with ProjectFile.create(path, annotator="Ann") as file:
        say_saved(file)
        add_document(file, LABELLED * 3, 1)
        say_saved(file)
        play_gui_session(path, file, range(min(n_steps, 51)), chance)
    say("closed")
    for first in range(51, n_steps, GUI_SESSION):
        with ProjectFile.open(path) as file:
            play_gui_session(path, file, range(first, min(n_steps, first + GUI_SESSION)), chance)
        say("closed")


def play_gui_session(path: Path, file: ProjectFile, numbers: range, chance: random.Random) -> None:
    for number in numbers:
        make_step(file, chance)
        say_saved(file)
        if chance.random() < 0.1:
            file.database.checkpoint_log()
        if number % 60 == 30:
            back_up(path, file)


def play_until_refused(path: Path, n_steps: int, seed: int) -> None:
    try:
        play(path, n_steps, seed)
    except ProjectFileError as error:
        say("refused", error)


if __name__ == "__main__":
    play_until_refused(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
