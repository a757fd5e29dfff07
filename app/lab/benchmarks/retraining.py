"""Time of learning one more sentence, beside 100, 1,000 and 10,000 labelled ones.

In the window, on sentences of CoNLL-2000 with their words alone (preset ``basic``), a player
confirms sentences as suggested, after cross-validation has chosen the settings. *Full* is the wall
time from Enter to a full model that contains the sentence, trained from the weights of the one
before; *counted* the time of updating the quick model, which is shown while the full one is
outdated.
"""

from __future__ import annotations

import json
from statistics import median

from app.lab.benchmarks.figures import BenchmarkOptions, Figure
from app.lab.benchmarks.played_project import make_project, quiet_folder, run, sentences_of
from app.lab.corpora.conll2000 import corpus_file, read_tagged

SIZES = (100, 1_000, 10_000)
CONFIRMED = 9
"""Sentences confirmed one by one, for the median."""

UNLABELLED = 300
"""Unlabelled sentences."""


def measure(options: BenchmarkOptions) -> dict[str, Figure]:
    """Make a project of each size, and confirm sentences in its window."""
    corpus = [
        sentence
        for name in ("train.txt.gz", "test.txt.gz")
        for sentence in sentences_of(read_tagged(corpus_file(options.corpora, name)))
    ]
    figures: dict[str, Figure] = {}
    for size in SIZES:
        options.report(f"{size:,} labelled sentences and one more")
        with quiet_folder() as (root, environment):
            project = root / "conll2000.tagwright"
            labelled, unlabelled = corpus[:size], corpus[size : size + UNLABELLED]
            make_project(project, labelled, unlabelled, environment)
            words = ["app.lab.benchmarks.retraining_session", project, CONFIRMED]
            played: dict[str, list[float]] = json.loads(run(words, environment))
        for kind, seconds in played.items():
            values = (("p50", float(median(seconds))), ("max", max(seconds)))
            for name, value in values:
                figure = Figure(value, None, "s", len(seconds))
                figures[f"{kind}_{size}_{name}_seconds"] = figure
    return figures
