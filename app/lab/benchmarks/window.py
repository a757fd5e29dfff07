"""Key-to-paint times of the window during training.

The project is CoNLL-2000: its first half is imported as gold, for a real training, its second half
as text. The window runs in its own process; a third process sends keys at planned times and never
waits, so that late handling counts. The same is repeated with a test sample and the progress panel
open, and with a whole document in turn with a bare editor. The measuring process imports neither Qt
nor the window. Further figures: frame times of scrolling, memory, other sentences that follow a
correction (`following`), manual labelling (`by_hand`) and large files (`formats`).
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

from app.lab.benchmarks import by_hand, following, formats
from app.lab.benchmarks.figures import (
    BenchmarkError,
    BenchmarkOptions,
    Figure,
    latency_figures,
)
from app.lab.benchmarks.measured_project import set_sample_apart
from app.lab.benchmarks.played_project import (
    Sentence,
    as_text,
    make_project,
    quiet_folder,
    run,
    sentences_of,
)
from app.lab.corpora.conll2000 import corpus_file, read_part

RATES = (9.0, 45.0)
"""Keys per second: of a typist, and of a key held down."""

DOCUMENT, DOCUMENT_TOKENS = "document.txt", 20_000
"""The document that is shown as a whole, and its size."""

STARTS = 5
"""Number of starts of the command, for the median."""


def measure(options: BenchmarkOptions) -> dict[str, Figure]:
    """Make the project, start the window on it, and send the keys."""
    # A missing corpus is reported before anything is compiled.
    corpus_file(options.corpora, "train.txt.gz")
    with quiet_folder() as (root, environment):
        project = root / "conll2000.tagwright"
        options.report("Compiling kernels that are not in the cache")
        # The window compiles them in processes of its own; a session here would do it amid keys.
        run(["crfcore.warm"], environment)
        options.report("Importing CoNLL-2000 into a project")
        make_conll2000_project(project, options, environment)
        options.report("Starting the window")
        starts = [_start(project, environment) for _ in range(STARTS)]
        options.report(f"Sending {options.keys} keys while the model trains")
        session = run(
            ["app.lab.benchmarks.window_session", project, options.keys, *RATES], environment
        )
        set_sample_apart(project)
        options.report(f"Sending {options.keys} keys with the progress panel open")
        judged = run(
            ["app.lab.benchmarks.window_session", project, options.keys, *RATES, "--progress"],
            environment,
        )
        options.report(f"Sending {options.keys} keys to a whole document, and to a bare editor")
        add_document(project, options, environment)
        shown = run(
            ["app.lab.benchmarks.document_session", project, DOCUMENT, options.keys, *RATES],
            environment,
        )
        followed = following.measure(root, options, environment)
    return {
        **_figures(starts, json.loads(session)),
        **figures_with_progress(json.loads(judged)),
        **figures_of_document(json.loads(shown)),
        **followed,
        **by_hand.measure(options),
        **{name: figure for name, figure in formats.measure(options).items() if name != "tokens"},
    }


def _figures(starts: Sequence[float], session: dict[str, Any]) -> dict[str, Figure]:
    keys = session["keys"]
    latencies = [key["seconds"] for key in keys]
    figures = {
        **latency_figures("key_to_paint", latencies),
        "start_to_shown_seconds": Figure(median(starts), None, "s", len(starts)),
        "open_seconds": Figure(session["open_seconds"], None, "s"),
        **latency_figures("scroll_frame", session["scroll_frames"]),
        "rss_open_bytes": Figure(session["rss_open_bytes"], None, "bytes"),
        "rss_idle_bytes": Figure(session["rss_idle_bytes"], None, "bytes"),
        "peak_rss_bytes": Figure(session["peak_rss_bytes"], None, "bytes"),
        "keys": Figure(len(keys), None, "keys"),
        # Keys without a paint have no latency, so their number is a figure of its own.
        "keys_without_change": Figure(session["keys_without_change"], None, "keys"),
        "share_of_keys_during_training": Figure(
            sum(key["training"] for key in keys) / len(keys), None, "fraction"
        ),
    }
    for rate in sorted({key["rate"] for key in keys}):
        chosen = [key["seconds"] for key in keys if key["rate"] == rate]
        figures.update(latency_figures(f"key_to_paint_at_{rate:g}_a_second", chosen))
    return figures


def figures_with_progress(session: dict[str, Any]) -> dict[str, Figure]:
    """Return key-to-paint times with the progress panel open."""
    keys = session["keys"]
    return {
        **latency_figures("key_to_paint_with_progress", [key["seconds"] for key in keys]),
        "models_judged_with_progress": Figure(session["models_judged"], None, "models"),
    }


def figures_of_document(session: dict[str, Any]) -> dict[str, Figure]:
    """Return keys and frames with a whole document in the window; the peer is a bare editor.

    Both got keys in turn, during the same training. A key is painted when its own change is, and
    ``all`` is painted when the new suggestions for the sentence are, too.
    """
    during = [key["training"] for key in (*session["keys"], *session["keys_in_editor"])]
    return {
        **_beside_editor("key_to_paint_in_document", session, "seconds"),
        **_beside_editor("key_to_all_painted_in_document", session, "all_seconds"),
        "share_of_keys_in_document_during_training": Figure(
            sum(during) / len(during), None, "fraction"
        ),
        **latency_figures("document_scroll_frame", session["frames"]),
        "document_tokens": Figure(session["tokens"], None, "tokens"),
    }


def _beside_editor(name: str, session: dict[str, Any], field: str) -> dict[str, Figure]:
    ours = latency_figures(name, [key[field] for key in session["keys"]])
    bare = latency_figures(name, [key[field] for key in session["keys_in_editor"]])
    return {key: replace(one, peer=bare[key].ours) for key, one in ours.items()}


# ---- the project


def make_conll2000_project(
    project: Path, options: BenchmarkOptions, environment: dict[str, str]
) -> None:
    """Import the first half of CoNLL-2000 as gold, and the second as text."""
    corpus = read_part(options.corpora, "train")
    wanted = options.tokens or corpus.table.n_tokens
    sentences = list(_until(cycle(sentences_of(corpus)), wanted))
    half = len(sentences) // 2
    make_project(project, sentences[:half], sentences[half:], environment)


def add_document(project: Path, options: BenchmarkOptions, environment: dict[str, str]) -> None:
    """Import a number of tokens as one more document, as text."""
    corpus = read_part(options.corpora, "train")
    wanted = min(DOCUMENT_TOKENS, options.tokens or DOCUMENT_TOKENS)
    text = project.with_name(DOCUMENT)
    text.write_text(as_text(_until(cycle(sentences_of(corpus)), wanted)), encoding="utf-8")
    run(["app", "import", project, text, "--as", "text", "--format", "text"], environment)


def _until(sentences: Iterable[Sentence], n_tokens: int) -> Iterator[Sentence]:
    taken = 0
    for sentence in sentences:
        if taken >= n_tokens:
            return
        taken += len(sentence[0])
        yield sentence


# ---- other processes


def _start(project: Path, environment: dict[str, str]) -> float:
    began = time.monotonic_ns()
    answer = json.loads(run(["app.lab.benchmarks.start_probe", began, project], environment))
    if answer["heavy"]:
        raise BenchmarkError(f"Before the window showed, these were loaded: {answer['heavy']}.")
    return float(answer["shown_seconds"])
