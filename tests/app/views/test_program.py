"""Files that macOS asks the running program to open."""

import subprocess
import sys

ASKED = """
import sys
from PySide6.QtCore import QCoreApplication, QEvent, QUrl
from PySide6.QtGui import QFileOpenEvent
from app.views.program import Program

program = Program(["tagwright"])
asked = []
program.file_opened.connect(asked.append)
for what in ("/a b/notes.tagwright", QUrl("file:///c.tagwright"), QUrl("https://example.org/d")):
    assert QCoreApplication.sendEvent(program, QFileOpenEvent(what))
QCoreApplication.sendEvent(program, QEvent(QEvent.Type.ApplicationFontChange))
print(*(path.as_posix() for path in asked), sep="\\n")
"""


def test_files_to_open_come_as_events():
    # In a process of its own: Qt has one program in each.
    done = subprocess.run(
        [sys.executable, "-c", ASKED], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.splitlines() == ["/a b/notes.tagwright", "/c.tagwright"]
