"""Key-to-paint times in a project with rules, as in `window`.

The project is CoNLL-2000, half of it labelled, with expensive and cheap rules: counts and an
implication need an automaton, the scheme and neighbours do not. The player labels without regard to
correctness, so that many keys contradict a rule.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from app.domain.rules import ProjectRule
from app.edits.rules import add_rules
from app.lab.benchmarks.figures import BenchmarkOptions, Figure, latency_figures
from app.lab.benchmarks.played_project import quiet_folder, run
from app.lab.benchmarks.window import RATES, make_conll2000_project
from app.storage.project_file import ProjectFile

RULES = (
    ProjectRule(0, "valid_scheme", '{"scheme": "iob2"}'),
    ProjectRule(0, "followed_by", '{"a": "PP", "b": "NP"}'),
    ProjectRule(0, "count", '{"at_most": 5, "unit": "VP"}'),
    ProjectRule(0, "count", '{"at_most": 3, "unit": "ADVP"}'),
    ProjectRule(0, "implies", '{"a": "SBAR", "b": "VP", "present": true}'),
)


def measure_keys(options: BenchmarkOptions) -> dict[str, Figure]:
    """Make the project with rules, start the window on it, and send the keys."""
    with quiet_folder() as (root, environment):
        project = root / "conll2000.tagwright"
        options.report("Importing CoNLL-2000 into a project with rules")
        make_conll2000_project(project, options, environment)
        put_rules(project)
        options.report(f"Sending {options.keys} keys under rules while the model trains")
        session = run(
            ["app.lab.benchmarks.window_session", project, options.keys, *RATES], environment
        )
    latencies = [key["seconds"] for key in json.loads(session)["keys"]]
    return latency_figures("key_to_paint_under_rules", latencies)


def put_rules(project: Path) -> None:
    """Add the rules to a project file."""
    with ProjectFile.open(project) as file:
        edit = add_rules(file.load(), RULES)
        file.write_edit(replace(edit, id=file.history.last_edit_id() + 1))
