"""JSON files of rules, as the library and the command line read them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from app.domain.rules import ProjectRule
from app.formats.output import write_whole
from app.jobs.rules.conversion import engine_rule, project_rule


@dataclass(frozen=True, slots=True)
class ReadRules:
    """The rules in a file, and the number of sentences with rules of their own."""

    rules: tuple[ProjectRule, ...]
    n_sentences: int


def read_rule_file(path: Path) -> ReadRules:
    """Read a file of rules; DataError with the position of an error."""
    from crfcore.constraints.json_files import read_rules

    found = read_rules(path)
    return ReadRules(tuple(map(project_rule, found.rules)), len(found.sentences))


def write_rule_file(path: Path, rules: Iterable[ProjectRule], source: Path | None = None) -> int:
    """Write the rules of the project ``source`` to a file; return their number.

    CrfError for an invalid rule.
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
