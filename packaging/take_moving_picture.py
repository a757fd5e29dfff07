"""Make the moving picture of the README: one label is corrected, the rest of the sentence follows.

It is played offscreen in the real window, with captions of the pressed keys. Review it before a
commit: `--frames FOLDER` saves its frames.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from animated_png import DialogWithHelp, animated_png
from take_manual_pictures import BEGINNING, MODEL_SECONDS, ROOT, make_project, sentence_index_of

if TYPE_CHECKING:
    from PySide6.QtGui import QImage, QPainter

    from app.lab.benchmarks.gui_session import GuiSession

PICTURE = ROOT / "packaging" / "pictures" / "correction.png"
SENTENCE = "Came round howling ; medetomidine"
WORD, KEY, LABEL = 4, "6", "DRUG"
"""The word that is labelled, and its key: the model then labels the two words after it."""
WINDOW = (1000, 480)
CAPTION = 52
"""Height of the strip below the window that names the key."""
READ, STEP, LOOK, FOLLOWED, ACCEPTED = 1900, 220, 700, 2500, 1900
"""Milliseconds for the sentence, an arrow key, the word, the labels that follow, and the end."""
PULSE_FRAMES, PULSE_STEP = 6, 45


def main() -> None:
    """Play, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=Path, help="a folder for each frame as a picture")
    options = parser.parse_args()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for kind in ("CONFIG", "DATA", "STATE"):
            os.environ[f"XDG_{kind}_HOME"] = str(folder / kind.lower())
        frames = play(make_project(folder / "notes.tagwright", BEGINNING))
    PICTURE.write_bytes(animated_png(frames))
    if options.frames is not None:
        options.frames.mkdir(parents=True, exist_ok=True)
        for number, (image, milliseconds) in enumerate(frames):
            image.save(str(options.frames / f"{number:02}-{milliseconds}ms.png"))
    seconds = sum(milliseconds for _, milliseconds in frames) / 1000
    print(f"{PICTURE}: {len(frames)} frames, {seconds:.1f} s, {PICTURE.stat().st_size:,} bytes.")


def play(project: Path) -> list[DialogWithHelp]:
    """Correct a sentence and accept it, and return the frames."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from app.lab.benchmarks.gui_session import GuiSession, silence_offscreen

    silence_offscreen()
    frames: list[DialogWithHelp] = []
    with GuiSession(project) as gui_session:
        gui_session.window.resize(*WINDOW)
        gui_session.window.reset_layout()
        gui_session.rest(MODEL_SECONDS)
        gui_session.workspace.caret.go_to(sentence_index_of(gui_session, SENTENCE), 0)
        gui_session.settle()
        text = f"After {BEGINNING} sentences, the model is uncertain about the underlined words"
        frames.append((seen(gui_session, "", text), READ))
        for word in range(1, WORD + 1):
            gui_session.player.press(Qt.Key.Key_Right)
            QTest.qWait(STEP // 2)
            picture = seen(gui_session, "→", "moves to the first of them")
            frames.append((picture, LOOK if word == WORD else STEP))
        gui_session.player.label_here(LABEL)
        text = f"labels it {LABEL}: the rest of the sentence follows"
        for _ in range(PULSE_FRAMES):
            QTest.qWait(PULSE_STEP)
            frames.append((seen(gui_session, KEY, text), PULSE_STEP))
        gui_session.settle()
        frames.append((seen(gui_session, KEY, text), FOLLOWED))
        gui_session.player.accept()
        gui_session.settle()
        frames.append(
            (seen(gui_session, "Enter", "accepts the sentence and opens the next"), ACCEPTED)
        )
    return frames


def seen(gui_session: GuiSession, key: str, text: str) -> QImage:
    """Return the window, with a strip below that names a key and its effect."""
    from PySide6.QtGui import QColor, QImage, QPainter

    window = gui_session.window.grab().toImage()
    image = QImage(window.width(), window.height() + CAPTION, QImage.Format.Format_RGB888)
    image.fill(QColor("#1f2430"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.drawImage(0, 0, window)
    draw_caption(painter, window.height(), key, text)
    painter.end()
    return image


def draw_caption(painter: QPainter, top: int, key: str, text: str) -> None:
    """Draw a key cap, if there is a key, and the text next to it."""
    from PySide6.QtCore import QRectF, Qt
    from PySide6.QtGui import QColor

    font = painter.font()
    font.setPixelSize(18)
    painter.setFont(font)
    painter.setPen(QColor("white"))
    left = 24.0
    if key:
        width = max(34.0, painter.fontMetrics().horizontalAdvance(key) + 24.0)
        cap = QRectF(left, top + 9.0, width, CAPTION - 18.0)
        painter.drawRoundedRect(cap, 6.0, 6.0)
        painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, key)
        left += width + 14.0
    rest = QRectF(left, top, painter.device().width() - left, CAPTION)
    painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


if __name__ == "__main__":
    main()
