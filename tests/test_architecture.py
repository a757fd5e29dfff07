"""What holds the tree together: import contracts, start-up without the compiler, a sound Qt.

And a map of it, ARCHITECTURE.md, that stays one page and names only what exists; so does
DECISIONS.md.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from app.lab.benchmark_command import BENCHMARKS

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


def modules_of(package: str) -> dict[str, Path]:
    """Return the files of a package by the names of their modules."""
    found = {}
    for path in (ROOT / package).rglob("*.py"):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = path
    return found


def imported_by(path: Path, modules: dict[str, Path]) -> set[str]:
    """Return the modules of a package that a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            inner = {f"{node.module}.{name.name}" for name in node.names}
            # A package that only gives a submodule its name is not what is imported.
            found |= inner & set(modules) or {node.module}
    return found & set(modules)


def test_no_modules_of_the_library_import_each_other_in_a_circle() -> None:
    modules = modules_of("crfcore")
    left = {name: imported_by(path, modules) - {name} for name, path in modules.items()}
    # What imports nothing that is left is in no circle, and is taken away.
    while free := {name for name, imported in left.items() if not imported & set(left)}:
        left = {name: imported for name, imported in left.items() if name not in free}
    assert {name: sorted(imported & set(left)) for name, imported in left.items()} == {}


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


def test_what_the_window_calls_loads_nothing_classic() -> None:
    script = (
        "import os, sys; os.environ['NUMBA_DISABLE_JIT'] = '1'\n"
        "from crfcore.warm import warm; warm('labelling', 'passes', 'asking')\n"
        "print([name for name in sys.modules if name.startswith('crfcore.classic')])"
    )
    done = run_python(script)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr


def test_reading_text_does_not_load_the_compiler() -> None:
    done = run_python(BLOCK + "import crfcore.text.columns, crfcore.metrics.spans", "numba,scipy")
    assert done.returncode == 0, done.stderr


def test_a_training_does_not_load_what_only_rules_and_scores_need() -> None:
    code = "import crfcore.crf, crfcore.warm, app.jobs.train_files.train"
    done = run_python(BLOCK + code, "scipy.optimize,scipy.special")
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


WRITING_CALLS = {
    ("write_text", None),
    ("write_bytes", "self"),
    ("NamedTemporaryFile", None),
    ("mkstemp", None),
    ("mkdtemp", None),
    ("copyfile", None),
    ("copy", "shutil"),
    ("copy2", "shutil"),
    ("move", "shutil"),
    ("rename", None),
    ("renames", None),
    ("link_to", None),
    ("hardlink_to", None),
    ("symlink_to", None),
    ("truncate", "os"),
    ("ftruncate", "os"),
}
"""What makes or moves files, and the name before the dot where only that one does."""

WRITES_BY_ITSELF = {
    "crfcore/whole_files.py": "it is the one that writes",
    "app/cli/running.py": "opens the null device, for output that nobody reads",
    "app/formats/output.py": "into workplaces of whole_files",
    "app/storage/file_lock.py": "a file to lock, of which nothing is written",
    "app/storage/files.py": "logs are renamed where they lie",
    "app/storage/opening.py": "a copy goes into a workplace; an empty log is kept where it lay",
    "app/storage/project_file.py": "a copy for reading goes into a workplace",
    "crfcore/kernel_turns.py": "an empty file that is locked",
    "crfcore/training/shards/files.py": "into a workplace that is removed at the end",
    "app/jobs/projects/backups.py": "into workplaces; a project that is set aside is renamed",
}
"""Files outside the tools of developers that make or move files, and why they may."""


def _writes(call: ast.Call) -> bool:
    function = call.func
    if isinstance(function, ast.Name):
        owner, name = None, function.id
    elif isinstance(function, ast.Attribute):
        owner = function.value.id if isinstance(function.value, ast.Name) else ""
        name = function.attr
    else:
        return False
    if name == "open":
        texts = {
            value.value
            for value in [*call.args, *(keyword.value for keyword in call.keywords)]
            if isinstance(value, ast.Constant) and isinstance(value.value, str)
        }
        flags = {node.attr for node in ast.walk(call) if isinstance(node, ast.Attribute)}
        modes = any(set(text) & set("wax+") and len(text) < 4 for text in texts)
        return modes or bool(flags & {"O_WRONLY", "O_RDWR", "O_CREAT"})
    if name == "replace":
        # Of a path, or of os; that of a text has two arguments, that of a dataclass keywords.
        return owner == "os" or (owner is not None and len(call.args) == 1 and not call.keywords)
    if name == "write_bytes":
        return owner is not None and len(call.args) == 1
    return (name, None) in WRITING_CALLS or (name, owner) in WRITING_CALLS


def test_every_file_is_written_by_the_module_that_writes_whole_files() -> None:
    found = set()
    for package in ("app", "crfcore"):
        for source in sorted((ROOT / package).rglob("*.py")):
            name = source.relative_to(ROOT).as_posix()
            # Measurements are run by developers, in folders of their own.
            if name.startswith("app/lab/benchmarks/"):
                continue
            tree = ast.parse(source.read_text(encoding="utf-8"))
            if any(isinstance(node, ast.Call) and _writes(node) for node in ast.walk(tree)):
                found.add(name)
    assert found == set(WRITES_BY_ITSELF)


PAGES = ("ARCHITECTURE.md", "DECISIONS.md")
BASES = (ROOT, ROOT / "app", ROOT / "crfcore")
MAX_LINES, LONGEST_LINE = 150, 120

CODE = re.compile(r"`([^`\n]+)`")
PLACE_IN_TREE = re.compile(r"([\w.*-]+(?:/[\w.*-]*)+|[\w*]+\.(?:py|md|toml))(?:: (\w+))?")
"""A file or a folder, and perhaps what it defines: `app/edits/spans.py: label_span`."""
MODULE = re.compile(r"(?:app|crfcore)(?:\.\w+)+")
LINK = re.compile(r"\]\(([^)#]+)[^)]*\)")
DECISION = re.compile(
    r"\d{4}-\d{2}-\d{2}\. \*\*Context:\*\* .+ \*\*Choice:\*\* .+ \*\*Consequence:\*\* .+"
)
FIGURE = re.compile(r"\d\s?(?:%|(?:ms|µs|ns|s|seconds?|minutes?|[kMG]B|times)\b)")
"""A measured figure, which is no longer true after a while."""


def missing_in(text: str) -> list[str]:
    """Return what a text names between backticks and the tree does not have."""
    missing = []
    for code in CODE.findall(text):
        reference = PLACE_IN_TREE.fullmatch(code)
        if reference is not None:
            path, name = reference.groups()
            found = [file for base in BASES for file in base.glob(path.rstrip("/"))]
            if not found and path.startswith("*"):
                found = list((ROOT / "crfcore").rglob(path))
            defined = name is None or any(
                re.search(rf"\b{name}\b", file.read_text(encoding="utf-8")) for file in found
            )
            if not found or not defined:
                missing.append(code)
        elif MODULE.fullmatch(code):
            path = ROOT / code.replace(".", "/")
            if not path.is_dir() and not path.with_suffix(".py").is_file():
                missing.append(code)
        elif code.startswith("tagwright benchmark "):
            wanted = code.split()[2]
            missing += [] if wanted.startswith("--") or wanted in BENCHMARKS else [code]
    return missing


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_what_does_not_exist_is_found() -> None:
    wrong = [
        "app/nothing/",
        "app/edits/spans.py: no_such_function",
        "nothing.py",
        "crfcore.nothing",
        "tagwright benchmark nothing",
    ]
    right = "`app/edits/spans.py: label_span`, `edits/`, `crfcore.inference`, `*_kernels.py`, `c2`"
    assert missing_in(" ".join(f"`{one}`" for one in wrong) + right) == wrong


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_name_only_what_exists(name: str) -> None:
    assert missing_in(page(name)) == []


@pytest.mark.parametrize("name", sorted(path.name for path in ROOT.glob("*.md")))
def test_the_links_of_the_pages_lead_somewhere(name: str) -> None:
    links = LINK.findall(page(name))
    assert links or name in {"CHANGELOG.md", "SECURITY.md"}
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []


@pytest.mark.parametrize("name", PAGES)
def test_no_line_of_the_pages_is_too_long(name: str) -> None:
    long = [line for line in page(name).splitlines() if len(line) > LONGEST_LINE]
    assert long == []


def test_the_map_is_one_page() -> None:
    assert len(page("ARCHITECTURE.md").splitlines()) <= MAX_LINES


def test_a_decision_has_a_date_context_choice_consequence_and_no_figures() -> None:
    parts = re.split(r"^###? .+\n", page("DECISIONS.md"), flags=re.MULTILINE)[1:]
    paragraphs = [" ".join(part.split()) for part in parts if part.strip()]
    assert len(paragraphs) > 1
    assert [one for one in paragraphs if not DECISION.fullmatch(one)] == []
    assert [one for one in paragraphs if FIGURE.search(one)] == []
