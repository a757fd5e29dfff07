"""Number of keys to label names that a model missed.

The project has Dutch news with a few labelled sentences, as on its first day. A player continues
with the next ones in the real window and corrects suggestions, each with the fewest key presses
among all moves by Tab and arrows. The measuring process imports neither Qt nor the window.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from app.lab.benchmarks.figures import BenchmarkOptions, Figure
from app.lab.benchmarks.played_project import as_columns, quiet_folder, run
from app.lab.corpora.dutch import dutch_sentences
from app.lab.corpora.files import TaggedSentence

LABELLED = 20
PLAYED = 200
STARTS = tuple(range(0, 9000, 1000))
"""First sentences in the corpus, for one project each."""

LEAST = 4
"""Minimum of tokens: shorter sentences are headings and scores."""

FEW = 3
"""Limit of keys for a missed name of two tokens."""


def measure(options: BenchmarkOptions) -> dict[str, Figure]:
    """Correct sentences of several projects, and return the summary."""
    sentences = [
        sentence
        for sentence in dutch_sentences(options.corpora, "ned.train.gz", least=LEAST)
        if "-DOCSTART-" not in sentence.words
    ]
    pairs: list[int] = []
    corrections: list[int] = []
    for start in STARTS:
        options.report(f"Correcting {PLAYED} sentences from number {start:,} on")
        played = _played(sentences[start : start + LABELLED + PLAYED])
        pairs += played["pairs"]
        corrections += played["corrections"]
    return {name: Figure(value, None, unit) for name, value, unit in _figures(pairs, corrections)}


def _played(sentences: Sequence[TaggedSentence]) -> dict[str, list[int]]:
    with quiet_folder() as (root, environment):
        project, answers = root / "news.tagwright", root / "answers.json"
        labels = sorted({tag[2:] for one in sentences for tag in one.tags if tag != "O"})
        run(["app", "new", project, "--labels", ",".join(labels)], environment)
        parts = {"gold": sentences[:LABELLED], "text": sentences[LABELLED:]}
        for use, part in parts.items():
            path = root / f"{use}.conll"
            path.write_text(as_columns([(one.words, one.tags) for one in part]), encoding="utf-8")
            options = ["--as", use, "--columns", "word,label"]
            run(["app", "import", project, path, *options], environment)
        answers.write_text(json.dumps([one.tags for one in sentences]), encoding="utf-8")
        session = ["app.lab.benchmarks.missed_entities_session", project, answers]
        answer: dict[str, list[int]] = json.loads(run(session, environment))
        return answer


def _figures(pairs: list[int], corrections: list[int]) -> list[tuple[str, float, str]]:
    """Return name, value and unit of each figure."""
    few = sum(keys <= FEW for keys in pairs)
    return [
        ("missed_pairs", len(pairs), "names"),
        ("missed_pairs_in_three_keys", few / max(1, len(pairs)), "of 1"),
        ("keys_for_missed_pair", sum(pairs) / max(1, len(pairs)), "keys"),
        ("most_keys_for_missed_pair", max(pairs, default=0), "keys"),
        ("corrections", len(corrections), "corrections"),
        ("keys_for_correction", sum(corrections) / max(1, len(corrections)), "keys"),
    ]
