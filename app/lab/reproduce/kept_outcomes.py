"""Saved outcomes of a table, in a file to resume from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from app.formats.output import write_whole
from app.lab.reproduce.outcome import Outcome
from crfcore.errors import DataError


class KeptOutcomes:
    """Outcomes by key; with a path, each one is written at once.

    ``run`` identifies the run (table, limit, machine, …): a file of another run is rejected,
    because its figures would not be comparable.
    """

    def __init__(self, path: Path | None = None, run: Mapping[str, Any] | None = None) -> None:
        self._path = path
        self._run = dict(run or {})
        self._outcomes: dict[str, Outcome] = {}

    @classmethod
    def open(cls, path: Path, run: Mapping[str, Any]) -> Self:
        """Read a file, or create it."""
        kept = cls(path, run)
        if path.exists():
            kept._read(path)
        else:
            kept._write()  # fails early if the file cannot be written
        return kept

    def get(self, key: str) -> Outcome | None:
        """Return the saved outcome of a key."""
        return self._outcomes.get(key)

    def add(self, key: str, outcome: Outcome) -> None:
        """Save an outcome."""
        self._outcomes[key] = outcome
        if self._path is not None:
            self._write()

    def __len__(self) -> int:
        return len(self._outcomes)

    def _read(self, path: Path) -> None:
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            run, outcomes = content["run"], content["outcomes"]
            self._outcomes = {key: Outcome.from_json(kept) for key, kept in outcomes.items()}
            others = [name for name in run.keys() | self._run if run.get(name) != self._run[name]]
        except (ValueError, KeyError, TypeError, AttributeError):
            message = (
                "This is not what tagwright reproduce --resume keeps; name another file, or "
                "one that is not there yet."
            )
            raise DataError(message, path=path) from None
        if others:
            name = min(others)
            message = (
                f"It holds what another run has finished ({name}: {run.get(name)}, now "
                f"{self._run[name]}); repeat that run as it was, or name another file."
            )
            raise DataError(message, path=path)

    def _write(self) -> None:
        if self._path is None:
            return
        outcomes = {key: outcome.as_json() for key, outcome in self._outcomes.items()}
        content = {"run": self._run, "outcomes": outcomes}
        write_whole(self._path, [json.dumps(content, ensure_ascii=False, indent=1), "\n"])
