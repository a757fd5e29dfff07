"""Rules of a project out of and into the JSON files that the library and the command line read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from app.domain.rules import ProjectRule
from app.formats.output import write_whole
from app.jobs.rules import engine_rule, project_rule


@dataclass(frozen=True, slots=True)
class ReadRules:
    """What a file says: rules, and of how many single sentences it says something besides."""

    rules: tuple[ProjectRule, ...]
    n_sentences: int


def read_rule_file(path: Path) -> ReadRules:
    """Read a file of rules; DataError with the place for what cannot be read."""
    from crfcore.constraints.json_files import read_rules

    found = read_rules(path)
    return ReadRules(tuple(map(project_rule, found.rules)), len(found.sentences))


def write_rule_file(path: Path, rules: Iterable[ProjectRule], source: Path | None = None) -> int:
    """Write the rules of a project, ``source``, into a file; return how many.

    CrfError for a rule that no file can hold.
    """
    from crfcore.constraints.json_files import rules_text
    from crfcore.errors import CrfError

    written = []
    for rule in rules:
        made = engine_rule(rule)
        if isinstance(made, str):
            raise CrfError(made)
        written.append(made)
    write_whole(path, [rules_text(written)], source)
    return len(written)
