"""Draw the window and every panel of it: light and dark, at 100 and 200 %, on three hard sentences.

The pictures go to build/pictures, one folder for each combination, to be looked at by a person.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.benchmarks.sitting import Sitting

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "build" / "pictures"
SCALES = ("1", "2")
THEMES = ("light", "dark")
MODEL_SECONDS = 120.0

CLAUSE = (
    "on Monday Dr. Osei gave the old spaniel 5 mg of carprofen for her arthritis , and Mrs. "
    "Abernathy was told to keep her warm , "
)
SENTENCES = {
    "long": " ".join((CLAUSE * 5).split()[:119]) + " .",
    "arabic": "وصف الطبيب 5 mg من الوارفارين للمريض يوم الاثنين ، ثم عاد إلى البيت .",
    "chinese": "医生 星期一 给 病人 开 了 5 mg 华法林 ， 并 嘱咐 她 多 休息 。",
}
"""Tokens with a space between: 120 of them, right to left, and without a Latin letter."""

SAID = {
    "long": [(1, 1, "DATE"), (2, 2, "TITLE"), (3, 3, "PERSON")],
    "arabic": [(2, 3, "DOSE"), (5, 5, "DRUG")],
    "chinese": [(1, 1, "DATE")],
}
"""What a person says by keys: first and last token, and the label; the rest is the model's."""


def main() -> None:
    """Draw at each scale in a process of its own, because Qt reads the scale once."""
    for scale in SCALES:
        environment = {**os.environ, "QT_SCALE_FACTOR": scale, "QT_QPA_PLATFORM": "offscreen"}
        with tempfile.TemporaryDirectory() as home:
            for name in ("CONFIG", "DATA", "STATE"):
                environment[f"XDG_{name}_HOME"] = str(Path(home) / name.lower())
            subprocess.run([sys.executable, __file__, scale, home], env=environment, check=True)
    print(f"{len(list(PICTURES.rglob('*.png')))} pictures in {PICTURES}")


def draw(scale: str, folder: Path) -> None:
    """Open the sample with the three sentences, and draw all that there is to see."""
    from app.benchmarks.sitting import Sitting, hush_offscreen
    from app.jobs.create_project import create_sample

    hush_offscreen()
    project = folder / "pictures.tagwright"
    create_sample(project)
    add_sentences(project, folder / "hard.txt")
    with Sitting(project) as sitting:
        places = sitting.project.session.visible[-len(SENTENCES) :].tolist()
        for name, place in zip(SENTENCES, places, strict=True):
            sitting.workspace.go_to(place)
            for first, last, label in SAID[name]:
                sitting.player.say(first, last, label)
        sitting.rest(MODEL_SECONDS)
        for theme in THEMES:
            sitting.window.choose_theme(theme)
            for name, place in zip(SENTENCES, places, strict=True):
                sitting.workspace.go_to(place, 2)
                save(sitting, PICTURES / f"{theme}-{scale}00" / name)


def add_sentences(project: Path, file_of_words: Path) -> None:
    """Import the three sentences as a document of their own."""
    from app.jobs.import_documents import ImportOptions, Use, import_document
    from app.storage.project_file import ProjectFile

    rows = [text.replace(" ", "\n") + "\n\n" for text in SENTENCES.values()]
    file_of_words.write_text("".join(rows), encoding="utf-8")
    with ProjectFile.open(project) as file:
        options = ImportOptions("columns", columns=("word",), use=Use.TEXT)
        import_document(file, file.load(), file_of_words, options)


def save(sitting: Sitting, folder: Path) -> None:
    """Draw the whole window, the sentence view, and each panel."""
    folder.mkdir(parents=True, exist_ok=True)
    sitting.settle()
    window = sitting.window
    widgets = {"window": window, "sentence_view": window.sentence_view, "status": window.status}
    for name, widget in widgets.items():
        widget.grab().save(str(folder / f"{name}.png"))
    for name, dock in window.docks.items():
        hidden = dock.isHidden()
        dock.show()
        dock.raise_()
        sitting.settle()
        dock.widget().grab().save(str(folder / f"{name}.png"))
        dock.setHidden(hidden)
    window.docks["labels"].raise_()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        draw(sys.argv[1], Path(sys.argv[2]))
    else:
        main()
