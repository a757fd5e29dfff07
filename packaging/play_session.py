"""Open the sample project, or, without a screen, play a session in it.

The session is played offscreen in the real window, by key events: the player knows the right
labels, corrects suggestions, and accepts sentences. build/session then has a picture of the window,
the corpus, the model, and a report.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.lab.benchmarks.gui_session import GuiSession
    from crfcore.metrics.spans import SpanScores

ROOT = Path(__file__).resolve().parent.parent
SESSION = ROOT / "build" / "session"
SENTENCES = 40
"""Number of sentences to label; suggestions for the others are scored before and after."""

MODEL_SECONDS = 300.0


def main() -> int:
    """Open the window, or play."""
    if os.environ.get("QT_QPA_PLATFORM") != "offscreen" and has_display():
        return subprocess.run([sys.executable, "-m", "app", kept_sample()], check=False).returncode
    print("There is no display: playing a session offscreen through the real window.", flush=True)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    shutil.rmtree(SESSION, ignore_errors=True)
    SESSION.mkdir(parents=True)
    for name in ("CONFIG", "DATA", "STATE"):
        os.environ[f"XDG_{name}_HOME"] = str(SESSION / "home" / name.lower())
    report = play(SESSION)
    shutil.rmtree(SESSION / "home", ignore_errors=True)
    print(
        f"{report['keys_pressed']} keys pressed, {report['sentences_confirmed']} sentences "
        f"confirmed, F1 of the proposals {report['f1_before']:.3f} before and "
        f"{report['f1_after']:.3f} after: see {SESSION}"
    )
    return 0


def kept_sample() -> str:
    """Return a copy of the sample project, kept between runs."""
    from app.jobs.projects.create import create_sample

    path = ROOT / "build" / "sample.tagwright"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        create_sample(path)
    return str(path)


def has_display() -> bool:
    """Return whether there is a display."""
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


def play(folder: Path) -> dict[str, object]:
    """Play the session and return the report."""
    from app.jobs.projects.create import create_sample
    from app.lab.benchmarks.gui_session import GuiSession, silence_offscreen

    silence_offscreen()
    project = folder / "sample.tagwright"
    create_sample(project)
    answers = read_answers()
    with GuiSession(project) as gui_session:
        gui_session.rest(MODEL_SECONDS)
        before = proposals(gui_session)
        confirmed = label_sentences(gui_session, answers)
        gui_session.rest(MODEL_SECONDS)
        after = proposals(gui_session)
        gui_session.settle()
        gui_session.window.grab().save(str(folder / "screenshot.png"))
        exchange = gui_session.project.exchange
        gui_session.finish(exchange.export(folder / "corpus.conll", format_name="columns"))
        gui_session.finish(exchange.export_model(folder / "model.crf"))
        untouched = sorted(set(before) - confirmed)
        report: dict[str, object] = {
            "keys_pressed": gui_session.player.keys,
            "sentences_confirmed": len(confirmed),
            "sentences_measured": len(untouched),
            "f1_before": score(answers, before, untouched).f1,
            "f1_after": score(answers, after, untouched).f1,
        }
    (folder / "report.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    return report


def read_answers() -> dict[str, list[str]]:
    """Return the right tags of each unlabelled sentence of the sample, by its words."""
    from app import resource_files
    from crfcore.text.columns import parse_columns

    sentences = parse_columns(resource_files.text("sample/answers.conll")).sentences
    return {
        " ".join(row[0] for row in sentence.fields): [row[1] for row in sentence.fields]
        for sentence in sentences
    }


def label_sentences(gui_session: GuiSession, answers: dict[str, list[str]]) -> set[str]:
    """Label the sentences of the queue, and return the texts of confirmed ones."""
    from PySide6.QtCore import Qt

    confirmed: set[str] = set()
    gui_session.player.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    while len(confirmed) < SENTENCES:
        text = gui_session.text()
        gui_session.player.label_sentence(answers[text])
        gui_session.player.accept()
        confirmed.add(text)
    return confirmed


def proposals(gui_session: GuiSession) -> dict[str, list[str]]:
    """Return the suggested tags of each untouched sentence, by its text."""
    session = gui_session.project.session
    open_sentence_indices = [
        sentence_index
        for sentence_index in session.visible.tolist()
        if session.open_tokens[sentence_index]
    ]
    return {
        session.corpus.texts[sentence_index]: [
            record.tag or "O" for record in session.token_display(sentence_index)
        ]
        for sentence_index in open_sentence_indices
    }


def score(
    answers: dict[str, list[str]], proposed: dict[str, list[str]], texts: list[str]
) -> SpanScores:
    """Return the scores of suggestions for some sentences."""
    from crfcore.metrics.spans import span_scores

    return span_scores([answers[text] for text in texts], [proposed[text] for text in texts])


if __name__ == "__main__":
    sys.exit(main())
