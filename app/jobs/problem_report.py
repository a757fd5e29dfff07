"""A report for who looks for the cause of a problem, without text, names or paths of a person.

It is for developers, and in English in every language of the window. Only numbers, versions and
words of the program's own tables are in it: a text that a person may have typed is told by
"own" or by its length alone.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

from app import preferences
from app.domain.consistency import SETTINGS as CONSISTENCY
from app.domain.project import Project
from app.domain.query_choices import QUERY_STRATEGIES, QUERY_UNITS, QUERY_WRAPPERS
from app.domain.settings import ProjectSettings
from app.jobs.log_events import read_events
from app.storage.database import sqlite_version
from crfcore.features.presets import PRESETS
from crfcore.machine import peak_memory, physical_memory
from crfcore.text.tag_schemes import SCHEMES

PARTS = (
    "crfcore",
    "numpy",
    "scipy",
    "numba",
    "llvmlite",
    "PySide6-Essentials",
    "shiboken6",
    "pyqtgraph",
    "regex",
    "sqlite-utils",
    "click",
    "platformdirs",
)
"""Distributions whose versions matter."""

MODULES = {"PySide6-Essentials": "PySide6", "sqlite-utils": "sqlite_utils"}
"""Their modules, where the name is another."""

CPU_INFO = Path("/proc/cpuinfo")

KNOWN: Mapping[str, Iterable[str]] = {
    "theme": preferences.THEMES,
    "contrast": preferences.CONTRASTS,
    "scheme": SCHEMES,
    "template": tuple(PRESETS),
    "query_strategy": tuple(option.name for option in QUERY_STRATEGIES),
    "query_wrapper": tuple(option.name for option in QUERY_WRAPPERS),
    "query_unit": tuple(option.name for option in QUERY_UNITS),
    "consistency": CONSISTENCY,
}
"""Settings whose texts are choices, with the choices: others may be anything."""

Rows = Sequence[tuple[str, object]]


@dataclass(frozen=True, slots=True)
class OpenState:
    """What the window knows when the report is asked for.

    ``screens`` are rows about Qt and the screens, ``model`` about the model.
    """

    project: Project
    path: Path
    screens: tuple[tuple[str, object], ...]
    model: tuple[tuple[str, object], ...]


def problem_report(state: OpenState, now: datetime | None = None) -> str:
    """Return the report; it reads files, and takes some tenths of a second."""
    at = (now or datetime.now(UTC)).strftime("%Y-%m-%d %H:%M UTC")
    sections: dict[str, Rows] = {
        "Program": program_rows(),
        "System": system_rows(),
        "Window": state.screens,
        "Preferences": setting_rows(preferences.load(), preferences.Preferences()),
        "Project": project_rows(state.project, state.path),
        "Model": state.model,
        "Project settings": setting_rows(state.project.settings, ProjectSettings()),
    }
    lines = [f"Tagwright report of {at}"]
    for title, rows in sections.items():
        lines += ["", title, *(f"  {name}: {value}" for name, value in rows)]
    events = read_events().rstrip()
    lines += ["", "Log, with all names, texts and paths left out (…)", events or "  empty"]
    return "\n".join(lines) + "\n"


def program_rows() -> Rows:
    """Return the versions of the program and its parts."""
    kind = "built program" if getattr(sys, "frozen", False) else "Python packages"
    return [
        ("Tagwright", f"{version_of('tagwright')}, {kind}"),
        ("Python", f"{platform.python_version()}, {platform.python_implementation()}"),
        ("SQLite", sqlite_version()),
        *((name, version_of(name)) for name in PARTS),
    ]


def version_of(name: str) -> str:
    """Return the version of a part; a built program has no metadata of most."""
    try:
        return version(name)
    except PackageNotFoundError:
        module = sys.modules.get(MODULES.get(name, name))
        # Not by attribute: some modules warn that it will go.
        return str(vars(module).get("__version__", "unknown")) if module else "unknown"


def system_rows() -> Rows:
    """Return the system, the processor and the memory."""
    return [
        ("System", f"{platform.system()} {platform.release()}, {distribution_of_system()}"),
        ("Machine", platform.machine()),
        ("Processor", processor()),
        ("Processors", f"{os.cpu_count()}, usable {usable_processors()}"),
        ("Memory", megabytes(physical_memory())),
        ("Peak memory of this process", megabytes(peak_memory())),
    ]


def distribution_of_system() -> str:
    """Return the name of a Linux distribution, or the version of another system."""
    if sys.platform != "linux":
        return platform.version()
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "unknown")
    except OSError:
        return "unknown"


def processor() -> str:
    """Return the name of the processor."""
    if sys.platform == "linux":
        try:
            for line in CPU_INFO.read_text(encoding="utf-8", errors="replace").splitlines():
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
        except OSError:
            pass
    return platform.processor() or "unknown"


def usable_processors() -> int | None:
    """Return the number of processors that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count()


def megabytes(n_bytes: int | None) -> str:
    """Return a size in megabytes."""
    return "unknown" if n_bytes is None else f"{n_bytes / 1e6:,.1f} MB"


def project_rows(project: Project, path: Path) -> Rows:
    """Return the sizes of a project: numbers alone."""
    corpus = project.corpus
    # The window may add a document, label or gazetteer meanwhile, hence the lists.
    documents, labels = list(project.documents.values()), list(project.labels.values())
    listed = [document.id for document in documents if document.listed]
    shown = np.flatnonzero(np.isin(corpus.documents, listed))
    n_labels = sum(not label.removed for label in labels)
    try:
        file_bytes: int | None = path.stat().st_size
    except OSError:
        file_bytes = None
    return [
        ("File", megabytes(file_bytes)),
        ("Documents", len(listed)),
        ("Documents removed", len(documents) - len(listed)),
        ("Sentences", len(shown)),
        ("Sentences removed", corpus.n_sentences - len(shown)),
        ("Tokens", int(corpus.lengths(shown).sum())),
        ("Longest sentence in tokens", int(corpus.lengths(shown).max(initial=0))),
        ("Different words", len(project.words)),
        ("Columns", len(corpus.columns)),
        ("Labels", n_labels),
        ("Labels removed", len(labels) - n_labels),
        ("Rules", len(project.rules)),
        ("Gazetteers", len(project.gazetteers)),
        ("Phrases", sum(map(len, list(project.phrases.values())))),
    ]


def setting_rows(settings: object, defaults: object) -> Rows:
    """Return the settings of a data class, the changed ones marked."""
    rows = []
    for one in fields(type(defaults)):  # type: ignore[arg-type]  # both are data classes
        value, default = getattr(settings, one.name), getattr(defaults, one.name)
        mark = "" if value == default else " (changed)"
        rows.append((one.name, shown_setting(one.name, value, default) + mark))
    return rows


def shown_setting(name: str, value: object, default: object) -> str:
    """Return a setting as a number or one of its choices, otherwise how much there is."""
    if isinstance(value, bool | int | float):
        return str(value)
    if isinstance(value, str):
        is_choice = value == default or value in KNOWN.get(name, ())
        return (value or "not set") if is_choice else "own"
    return f"{len(value)} entries" if isinstance(value, Mapping | tuple) else "own"
