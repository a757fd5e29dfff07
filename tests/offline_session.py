"""A program of its own: a session in the real window, told as results that can be compared.

Nothing in it depends on the speed of the machine. Learning pauses while sentences are labelled, for
each model begins with the one before; the queue is in the order of the text, not by benefit per
second; models have neither word clusters nor settings that are found in the background; and names
that are confirmed change no suggestions elsewhere, which workers would do.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.lab.benchmarks.gui_session import GuiSession

ROOT = Path(__file__).resolve().parents[1]
SENTENCES = 12
NETWORK_EVENTS = (
    "socket.bind",
    "socket.connect",
    "socket.getaddrinfo",
    "socket.gethostbyname",
    "socket.sendto",
    "urllib.Request",
    "http.client.connect",
    "webbrowser.open",
)


def record_attempts() -> list[str]:
    """Return a list to which each attempt to reach a network will be added."""
    attempts: list[str] = []

    def hook(event: str, values: tuple[object, ...]) -> None:
        # The address of a local socket is a path.
        address = values[1] if event in ("socket.bind", "socket.connect") else None
        if event in NETWORK_EVENTS and not isinstance(address, str | bytes):
            attempts.append(event)

    sys.addaudithook(hook)
    return attempts


def interfaces() -> list[str]:
    """Return the names of the network interfaces of this process."""
    lines = Path("/proc/net/dev").read_text(encoding="ascii").splitlines()[2:]
    return sorted(line.partition(":")[0].strip() for line in lines)


def play(folder: Path) -> None:
    """Label sentences of the sample, and write corpus, model, tags and report into a folder."""
    attempts = record_attempts()
    sys.path[:0] = [str(ROOT), str(ROOT / "packaging")]
    import play_session

    from app.jobs.projects.create import create_sample
    from app.lab.benchmarks.gui_session import GuiSession, silence_offscreen

    silence_offscreen()
    project = folder / "sample.tagwright"
    create_sample(project)
    write_settings(project)
    answers = play_session.read_answers()
    with GuiSession(project) as gui_session:
        gui_session.rest(play_session.MODEL_SECONDS)
        before = play_session.proposals(gui_session)
        controller = gui_session.window.controllers.project
        controller.pause_learning(True)
        confirmed = label_sentences(gui_session, answers)
        controller.pause_learning(False)
        gui_session.rest(play_session.MODEL_SECONDS)
        after = play_session.proposals(gui_session)
        exchange = gui_session.project.exchange
        gui_session.finish(exchange.export(folder / "corpus.conll", format_name="columns"))
        gui_session.finish(exchange.export_model(folder / "model.crf"))
        report = {
            "keys": gui_session.player.keys,
            "confirmed": sorted(confirmed),
            "before": before,
            "after": after,
        }
    command = [sys.executable, "-m", "app", "tag", folder / "model.crf", folder / "corpus.conll"]
    tagged = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    (folder / "tagged.conll").write_bytes(tagged.stdout)
    (folder / "report.json").write_text(json.dumps(report, indent=1), encoding="utf-8")
    around = {"interfaces": interfaces(), "attempts": attempts}
    (folder / "network.json").write_text(json.dumps(around), encoding="utf-8")


def write_settings(project: Path) -> None:
    """Set a project to learn and ask without regard to time, before it is opened."""
    from app.domain.consistency import OFF
    from app.domain.query_choices import SEQUENTIAL
    from app.domain.settings import ProjectSettings
    from app.storage import writing
    from app.storage.project_file import ProjectFile

    settings = ProjectSettings(
        query_strategy=SEQUENTIAL,
        query_wrapper="plain",
        learn_from_text=False,
        choose_training=False,
        consistency=OFF,
    )
    with ProjectFile.open(project) as file, file.database.transaction() as connection:
        writing.write_settings(connection, settings)


def label_sentences(gui_session: GuiSession, answers: dict[str, list[str]]) -> set[str]:
    """Label the first sentences of the queue, and return their texts."""
    from PySide6.QtCore import Qt

    confirmed: set[str] = set()
    player = gui_session.player
    player.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    while len(confirmed) < SENTENCES:
        text = gui_session.text()
        player.label_sentence(answers[text])
        # What a label changes in the rest of its sentence may arrive a moment later.
        player.accept(answers[text])
        confirmed.add(text)
    return confirmed


if __name__ == "__main__":
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    play(Path(sys.argv[1]))
