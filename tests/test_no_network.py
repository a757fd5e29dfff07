"""No module of the program reaches a network, but for those listed here with their reasons."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

NETWORK = {
    "aiohttp",
    "asyncio",
    "dask",
    "distributed",
    "ftplib",
    "http",
    "httpx",
    "imaplib",
    "multiprocessing.connection",
    "poplib",
    "requests",
    "smtplib",
    "socket",
    "socketserver",
    "ssl",
    "telnetlib",
    "tornado",
    "urllib",
    "urllib3",
    "webbrowser",
    "xmlrpc",
    "PySide6.QtHttpServer",
    "PySide6.QtNetwork",
    "PySide6.QtNetworkAuth",
    "PySide6.QtWebEngineCore",
    "PySide6.QtWebEngineWidgets",
    "PySide6.QtWebSockets",
}
"""Modules that can reach a network, or another program by its means."""

CALLS = {"QDesktopServices", "setOpenExternalLinks", "create_connection", "create_server"}
"""Names of functions and classes that do so without such an import."""

ALLOWED = {
    # Training on several machines that a person names; by the command line alone.
    "app/jobs/train_files/cluster.py": {"asyncio", "dask", "distributed"},
    "crfcore/dask_client.py": {"distributed"},
    "crfcore/training/shards/cluster.py": {"distributed"},
    # A pair of local sockets, by which signals wake Qt.
    "app/process.py": {"socket"},
    # The type of a pipe to a process that this one has started.
    "crfcore/task_pool.py": {"multiprocessing.connection"},
    # Local sockets, by which a second start raises the window that has the project.
    "app/services/show_requests.py": {"PySide6.QtNetwork"},
}
"""Modules that may import some of these."""

USED = {
    "app/process.py": {"socketpair"},
    "crfcore/task_pool.py": {"Connection"},
    "app/services/show_requests.py": {"QLocalServer", "QLocalSocket"},
}
"""All that these may use of them: nothing that reaches farther than this machine."""


def modules() -> list[Path]:
    return sorted([*(ROOT / "app").rglob("*.py"), *(ROOT / "crfcore").rglob("*.py")])


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports_of(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield each module that is imported, and the name that is taken from it or ""."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                yield node.module, alias.name
                yield f"{node.module}.{alias.name}", ""
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func).rpartition(".")[2]
            if called in ("import_module", "__import__") and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    yield str(first.value), ""


def reached_by(tree: ast.AST) -> set[str]:
    """Return the network modules that a module imports, and the calls that need no import."""
    found = {
        network
        for module, _ in imports_of(tree)
        for network in NETWORK
        if module == network or module.startswith(f"{network}.")
    }
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return found | (names & CALLS)


def parsed(path: Path) -> ast.AST:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_only_listed_modules_can_reach_a_network() -> None:
    found = {name_of(path): reached_by(parsed(path)) for path in modules()}
    assert len(found) > 400
    wrong = {
        name: reached - ALLOWED.get(name, set())
        for name, reached in found.items()
        if reached - ALLOWED.get(name, set())
    }
    assert wrong == {}
    superfluous = {
        name: allowed - found[name]
        for name, allowed in ALLOWED.items()
        if name in found and allowed - found[name]
    }
    assert superfluous == {}, "the list is longer than it has to be"


@pytest.mark.parametrize("name", USED)
def test_what_stays_on_this_machine_uses_no_more_than_local_sockets(name) -> None:
    path = ROOT / name
    if not path.exists():
        pytest.skip("this version has no such module")
    tree = parsed(path)
    taken = {
        one for module, one in imports_of(tree) if one and module in ALLOWED[name] and one.isalpha()
    }
    if name == "app/process.py":
        taken = {
            node.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "socket"
        }
    assert taken == USED[name]


@pytest.mark.parametrize(
    ("code", "reached"),
    [
        ("import urllib.request", {"urllib"}),
        ("def f():\n    from http import client", {"http"}),
        ("from PySide6 import QtNetwork", {"PySide6.QtNetwork"}),
        ("from PySide6.QtNetwork import QTcpSocket", {"PySide6.QtNetwork"}),
        ("import_module('ssl')", {"ssl"}),
        ("QDesktopServices.openUrl(x)", {"QDesktopServices"}),
        ("from app.http_words import x\nimport socketed", set()),
    ],
)
def test_imports_are_found_wherever_they_are(code, reached) -> None:
    assert reached_by(ast.parse(code)) == reached
