"""Time until the other sentences of a document follow a correction of a repeated name.

The project is CoNLL-2000 with runs of proper nouns as spans of two types, by the name: its first
half is imported as gold, and a part of the rest as one document of text. The labels are of names,
since phrases of other kinds are rarely repeated.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any
from zlib import crc32

from app.lab.benchmarks.figures import BenchmarkOptions, Figure, latency_figures
from app.lab.benchmarks.played_project import Sentence, make_project, run
from app.lab.corpora.conll2000 import read_part
from crfcore.features.column_table import ColumnTable

TYPES = ("NAME", "PLACE")
"""The two types of names, so that one can be corrected to the other."""

PROPER = frozenset({"NNP", "NNPS"})

CORRECTIONS = 40

LABELLED_TOKENS, DOCUMENT_TOKENS = 20_000, 5_000


def measure(
    root: Path, options: BenchmarkOptions, environment: dict[str, str]
) -> dict[str, Figure]:
    """Make the project, and correct names of the document in the window."""
    project = root / "names.tagwright"
    table = read_part(options.corpora, "train").table
    limit = options.tokens or table.n_tokens
    sentences = cycle(named(table))
    gold = list(_until(sentences, min(LABELLED_TOKENS, limit)))
    document = list(_until(sentences, min(DOCUMENT_TOKENS, limit)))
    options.report("Importing names of CoNLL-2000 into a project")
    make_project(project, gold, document, environment)
    options.report("Correcting names of a document")
    played = run(["app.lab.benchmarks.following_session", project, CORRECTIONS], environment)
    return figures(json.loads(played))


def named(table: ColumnTable) -> list[Sentence]:
    """Return sentences with runs of proper nouns as spans, whose type depends on the words."""
    words, parts = ([c.values[one] for one in c.ids.tolist()] for c in table.columns[:2])
    offsets = table.offsets.tolist()
    found = []
    for start, stop in pairwise(offsets):
        own = words[start:stop]
        proper = [part in PROPER for part in parts[start:stop]]
        tags: list[str] = []
        for at, is_proper in enumerate(proper):
            if not is_proper:
                tags.append("O")
            elif at and proper[at - 1]:
                tags.append(f"I-{tags[-1][2:]}")
            else:
                tags.append(f"B-{TYPES[crc32(own[at].encode()) % len(TYPES)]}")
        found.append((own, tags))
    return found


def figures(session: dict[str, Any]) -> dict[str, Figure]:
    """Return the figures of `following_session`."""
    return {
        **latency_figures("following_paint_after_key", session["paints"]),
        # Of all threads: what the time would be on a machine without other work, or more.
        **latency_figures("following_paint_after_key_processor", session["processor"]),
        **latency_figures("following_suggestions_after_key", session["suggestions"]),
        **latency_figures("following_work", session["work"]),
        "following_sentences": Figure(
            sum(session["sentences"]) / len(session["sentences"]), None, "sentences"
        ),
        "following_all_seconds_per_million_tokens": Figure(
            session["all_seconds"] / session["all_tokens"] * 1e6, None, "s", session["all_tokens"]
        ),
        "following_document_tokens": Figure(session["tokens"], None, "tokens"),
    }


def _until(sentences: Iterator[Sentence], n_tokens: int) -> Sequence[Sentence]:
    found: list[Sentence] = []
    while sum(len(words) for words, _ in found) < n_tokens:
        found.append(next(sentences))
    return found
