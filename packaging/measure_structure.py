"""Figures of the code's structure: size, import cycles, large classes, and the path of a label.

The length of a function excludes its docstring. Run from the root of a checkout: `python
packaging/measure_structure.py`; `--walk` also opens the sample in a window without a screen,
presses a label key and lists the files that it passes.
"""

from __future__ import annotations

import argparse
import ast
import os
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("app", "crfcore")
MAX_METHODS, MAX_LINES, LONGEST_FUNCTION = 40, 500, 60

FACADES = {
    "crfcore.boosted.BoostedCRF": "sklearn_crfsuite.CRF",
    "crfcore.classic.hmm.HiddenMarkovModel": "sklearn_crfsuite.CRF",
    "crfcore.classic.maxent.MaximumEntropyClassifier": "sklearn_crfsuite.CRF",
    "crfcore.classic.memm.MaximumEntropyMarkovModel": "sklearn_crfsuite.CRF",
    "crfcore.output_codes.CodedCRF": "sklearn_crfsuite.CRF",
    "crfcore.crf.LinearChainCRF": "sklearn_crfsuite.CRF",
    "crfcore.semi_markov.SemiMarkovCRF": "sklearn_crfsuite.CRF",
}
"""Classes that mirror one of another library, and may have as many public methods as their users
expect; private code belongs to functions and to other objects."""
MAX_PRIVATE = 2

Modules = dict[str, tuple[Path, ast.Module]]
Functions = (ast.FunctionDef, ast.AsyncFunctionDef)


def read_modules() -> Modules:
    """Return every module of the product by its dotted name: path and syntax tree."""
    modules: Modules = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            modules[name] = (path, ast.parse(path.read_text(encoding="utf-8")))
    return modules


def is_kernel(name: str) -> bool:
    """Return whether a module has compiled loops, which may be long."""
    return name.endswith(("kernels", "tiles"))


def imports_at_load(tree: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the imports that run at import time, without those for type checkers."""
    waiting: list[ast.stmt] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            waiting += node.orelse
        elif not isinstance(node, Functions):
            waiting += [child for child in ast.walk(node) if isinstance(child, ast.stmt)][1:]


def imported(name: str, path: Path, tree: ast.Module, known: Modules) -> set[str]:
    """Return the modules of the product that a module imports at import time."""
    found: set[str] = set()
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in imports_at_load(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
            continue
        base = node.module or ""
        if node.level:
            parts = package.split(".")
            base = ".".join(parts[: len(parts) - node.level + 1] + ([base] if base else []))
        for alias in node.names:
            inner = f"{base}.{alias.name}"
            found.add(inner if inner in known else base)
    return {one for one in found if one in known and one != name}


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return the import cycles (Tarjan's strongly connected components)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for after in graph[node]:
            if after not in index:
                visit(after)
                low[node] = min(low[node], low[after])
            elif after in stack:
                low[node] = min(low[node], index[after])
        if low[node] == index[node]:
            cut = stack.index(node)
            if len(stack) - cut > 1:
                found.append(sorted(stack[cut:]))
            del stack[cut:]

    sys.setrecursionlimit(10_000)
    for node in graph:
        if node not in index:
            visit(node)
    return found


def statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield all statements, handlers and cases of a module, in the order of `ast.walk`.

    Expressions, which are most of a tree, contain none.
    """
    waiting: deque[ast.AST] = deque([tree])
    while waiting:
        node = waiting.popleft()
        yield node
        for field in ("body", "handlers", "orelse", "finalbody", "cases"):
            inside = getattr(node, field, None)
            if isinstance(inside, list):
                waiting.extend(inside)


def methods_of_classes(modules: Modules) -> dict[str, set[str]]:
    """Return the methods of each class, own and inherited from classes of the product."""
    classes: dict[str, tuple[str, ast.ClassDef]] = {}
    for name, (_, tree) in modules.items():
        for node in statements(tree):
            if isinstance(node, ast.ClassDef):
                classes[node.name] = (name, node)

    def methods(node: ast.ClassDef, seen: set[str]) -> set[str]:
        own = {one.name for one in node.body if isinstance(one, Functions)}
        for base in node.bases:
            head = base.value if isinstance(base, ast.Subscript) else base
            known = getattr(head, "attr", getattr(head, "id", ""))
            if known in classes and known not in seen:
                own |= methods(classes[known][1], seen | {known})
        return own

    return {f"{name}.{node.name}": methods(node, {node.name}) for name, node in classes.values()}


def crowded_classes(modules: Modules) -> list[tuple[int, str]]:
    """Return the classes with too many methods; for facades only private methods count."""
    crowded = []
    for name, methods in methods_of_classes(modules).items():
        n_private = sum(one.startswith("_") and not one.endswith("__") for one in methods)
        is_facade = name in FACADES and n_private <= MAX_PRIVATE
        if len(methods) > MAX_METHODS and not is_facade:
            crowded.append((len(methods), name))
    return sorted(crowded, reverse=True)


def facades(modules: Modules) -> list[tuple[int, str, str]]:
    """Return the number of methods, the name and the model of each facade."""
    found = methods_of_classes(modules)
    return sorted((len(found[name]), name, f"like {model}") for name, model in FACADES.items())


def lines_of(node: ast.stmt) -> int:
    """Return the number of lines of a statement."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def docstring_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the number of lines of a function's docstring; 0 without one."""
    return lines_of(node.body[0]) if ast.get_docstring(node) is not None else 0


def long_functions(modules: Modules) -> list[tuple[int, str]]:
    """Return the functions that are too long without their docstrings, except kernels."""
    found = []
    for name, (_, tree) in modules.items():
        if is_kernel(name):
            continue
        for node in statements(tree):
            if isinstance(node, Functions):
                length = lines_of(node) - docstring_lines(node)
                if length > LONGEST_FUNCTION:
                    found.append((length, f"{name}.{node.name}"))
    return sorted(found, reverse=True)


APPLIED = "app/session/project_state.py", "apply"
WRITTEN = "app/storage/writing.py", "write_edit"
SHOWN = "app/item_models/tokens.py", "_follow"
PAINTED = "app/views/sentence_view/painting.py", "paint"
"""File and prefix of the name of the functions in which a label is applied, written, taken over by
the list of tokens, and painted; its path is the files on their call stacks."""


class Walk:
    """A profiler that records the files on the call stack at some functions."""

    def __init__(self) -> None:
        """Start empty and off."""
        self.passed: dict[tuple[str, str], set[str]] = {}
        self.ran: set[str] = set()
        self.on = False

    def profile(self, frame: FrameType, event: str, _argument: object) -> None:
        """Record the files on the stack of an entered function."""
        name = _name_of(frame)
        if not self.on or event != "call" or name is None:
            return
        self.ran.add(name)
        for arrival in (APPLIED, WRITTEN, SHOWN, PAINTED):
            if name == arrival[0] and frame.f_code.co_name.startswith(arrival[1]):
                self._note_stack(arrival, frame)

    def _note_stack(self, arrival: tuple[str, str], frame: FrameType) -> None:
        passed = self.passed.setdefault(arrival, set())
        below: FrameType | None = frame
        while below is not None:
            passed.add(_name_of(below) or "")
            below = below.f_back

    def files(self, *arrivals: tuple[str, str]) -> list[str]:
        """Return the files on the path to some functions."""
        found = set().union(*(self.passed.get(one, set()) for one in arrivals))
        return sorted(one for one in found if one.startswith(PACKAGES) and "/lab/" not in one)


def _name_of(frame: FrameType) -> str | None:
    path = frame.f_code.co_filename
    inside = path.startswith(f"{ROOT}/") and "/.venv/" not in path
    return path[len(str(ROOT)) + 1 :] if inside else None


def walk_label() -> None:
    """Press a label key in the sample's window and print the files on the label's path."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # Before numpy is loaded.
    from app.__main__ import prepare_environment

    prepare_environment()
    from PySide6.QtCore import Qt

    from app.jobs.projects.create import create_sample
    from app.lab.benchmarks.gui_session import GuiSession, silence_offscreen
    from app.lab.benchmarks.player import wait_for

    silence_offscreen()
    walk = Walk()
    threading.setprofile(walk.profile)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sample.tagwright"
        create_sample(path)
        with GuiSession(path) as gui_session:
            gui_session.rest(300)
            print_list("threads", sorted(thread.name for thread in threading.enumerate()))
            gui_session.workspace.caret.go_to(gui_session.workspace.caret.sentence_index + 1, 1)
            gui_session.settle()
            session = gui_session.project.session
            sys.setprofile(walk.profile)
            walk.on = True
            gui_session.player.press(Qt.Key.Key_2)
            wait_for(lambda: PAINTED in walk.passed, "the paint")
            wait_for(lambda: session.saving.revision == session.revision, "the commit")
            walk.on = False
            sys.setprofile(None)
            print_list("files from key to commit", walk.files(APPLIED, WRITTEN))
            print_list("files from key to paint", walk.files(APPLIED, SHOWN, PAINTED))
            print(f"files that run meanwhile, all panels and services included: {len(walk.ran)}")


def print_list(title: str, rows: Sequence[object]) -> None:
    """Print the number of rows, and each row."""
    print(f"{title}: {len(rows)}")
    for row in rows:
        print("   ", row if isinstance(row, str) else " ".join(map(str, row)))  # type: ignore[call-overload]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--walk", action="store_true", help="press a label key and list its files")
    options = parser.parse_args()
    modules = read_modules()
    sizes = {
        name: len(path.read_text(encoding="utf-8").splitlines())
        for name, (path, _) in modules.items()
    }
    for package in PACKAGES:
        inside = [n for name, n in sizes.items() if name.split(".")[0] == package]
        print(f"{package}: {sum(inside):,} lines in {len(inside)} files")
    print(f"app and crfcore: {sum(sizes.values()):,} lines")
    graph = {name: imported(name, path, tree, modules) for name, (path, tree) in modules.items()}
    print_list("import circles", circles(graph))
    print_list(f"classes of more than {MAX_METHODS} methods", crowded_classes(modules))
    print_list("facades, with their methods", facades(modules))
    long = sorted(
        ((n, m) for m, n in sizes.items() if n > MAX_LINES and not is_kernel(m)), reverse=True
    )
    print_list(f"files of more than {MAX_LINES} lines", long)
    title = f"functions of more than {LONGEST_FUNCTION} lines without their docstrings"
    print_list(title, long_functions(modules))
    if options.walk:
        walk_label()


if __name__ == "__main__":
    main()
