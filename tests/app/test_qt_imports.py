"""Qt does not read the source of the modules that are imported after it."""

import subprocess
import sys

PROGRAM = """
import linecache, sys
from app.qt_imports import skip_feature_checks
skip_feature_checks()
import app.views.main_window
from app.jobs.loading import load_mathematics
load_mathematics()
from PySide6.QtWidgets import QApplication, QLabel
application = QApplication([])
label = QLabel("shown")
assert label.text() == "shown" and label.objectName() == ""
print(len(sys.modules), len(linecache.cache))
"""


def test_sources_of_later_modules_are_not_read() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True
    )
    n_modules, n_read = map(int, done.stdout.split())
    assert n_modules > 1000
    # Those that Qt and the standard library read by themselves.
    assert n_read < 30
