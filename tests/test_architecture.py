"""What holds the tree together: import contracts, start-up without the compiler, a sound Qt."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def run_python(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a new interpreter, in the root of the checkout."""
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_imports_go_down_the_page() -> None:
    script = (
        "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    )
    done = run_python(script)
    assert done.returncode == 0, done.stdout


BLOCK = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split('.')[0] in sys.argv[1].split(','):
            raise ImportError(f'{name} is blocked')
sys.meta_path.insert(0, Blocked())
"""

IMPORT_ALL = """
import importlib, pkgutil, crfcore
for module in pkgutil.walk_packages(crfcore.__path__, 'crfcore.'):
    importlib.import_module(module.name)
from crfcore import LinearChainCRF
LinearChainCRF()
"""


def test_the_library_needs_neither_the_application_nor_qt_nor_sqlite() -> None:
    blocked = "app,PySide6,shiboken6,pyqtgraph,sqlite3,_sqlite3,sqlite_utils,click"
    done = run_python(BLOCK + IMPORT_ALL, blocked)
    assert done.returncode == 0, done.stderr


def test_reading_text_does_not_load_the_compiler() -> None:
    done = run_python(BLOCK + "import crfcore.text.columns, crfcore.metrics.spans", "numba,scipy")
    assert done.returncode == 0, done.stderr


def test_the_command_line_never_reaches_qt() -> None:
    done = run_python(BLOCK + "import app.cli", "PySide6,shiboken6,pyqtgraph")
    assert done.returncode == 0, done.stderr


@pytest.mark.gui
@pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="from Python 3.12 on, None cannot lose its references"
)
def test_qt_does_not_lose_references_to_none() -> None:
    # A release of PySide6 did, and aborted the interpreter after some 5,000 calls.
    script = (
        "import sys\n"
        "from PySide6.QtWidgets import QApplication, QLabel\n"
        "application = QApplication([])\n"
        "label = QLabel()\n"
        "label.setText('before')\n"
        "before = sys.getrefcount(None)\n"
        "for number in range(500):\n"
        "    label.setText('text')\n"
        "print(sys.getrefcount(None) - before)\n"
    )
    done = run_python(script)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > -100
