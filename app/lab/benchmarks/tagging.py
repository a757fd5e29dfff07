"""Speed of tagging, compared to python-crfsuite with the same features.

Both models are trained on CoNLL-2000 with the 19 templates of CRF++ and c2 = 1, and label its test
file, on one thread. From raw columns python-crfsuite is used as in its tutorial and in
sklearn_crfsuite: features of all sentences are made before all are labelled; another figure is for
sentence by sentence. Times are processor times of this process. The strings of raw columns are new
objects in each run, as after reading a file; each side first labels another copy of the text, to
fill caches.
"""

from __future__ import annotations

import gc
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from types import ModuleType
from typing import TYPE_CHECKING, Any

from app.lab.benchmarks.figures import BenchmarkOptions, Figure
from app.lab.benchmarks.peer import crfsuite, peer_tagger, peer_trainer
from app.lab.corpora.conll2000 import corpus_file
from crfcore.features.column_table import ColumnTable
from crfcore.metrics.spans import span_scores
from crfcore.text.columns import parse_columns
from crfcore.text.lines import read_text

if TYPE_CHECKING:
    from crfcore.crf import LinearChainCRF

C2 = 1.0
TEMPLATE = "chunking"

ITERATIONS = 60
"""Iterations of each training; speed does not depend on the quality of the weights."""

Sentences = list[list[list[str]]]
"""Raw columns: sentences of tokens, each a list of its fields."""


def features_of(sentence: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the attributes of each token, as python-crfsuite's users write them."""
    return [_features_at(sentence, position) for position in range(len(sentence))]


def _features_at(sentence: Sequence[Sequence[str]], i: int) -> list[str]:
    def at(position: int, column: int) -> str:
        if position < 0:
            return f"_B{position}"
        if position >= len(sentence):
            return f"_B+{position - len(sentence) + 1}"
        return sentence[position][column]

    w2, w1, w, v1, v2 = at(i - 2, 0), at(i - 1, 0), at(i, 0), at(i + 1, 0), at(i + 2, 0)
    p2, p1, p, q1, q2 = at(i - 2, 1), at(i - 1, 1), at(i, 1), at(i + 1, 1), at(i + 2, 1)
    return [
        f"U00:{w2}",
        f"U01:{w1}",
        f"U02:{w}",
        f"U03:{v1}",
        f"U04:{v2}",
        f"U05:{w1}/{w}",
        f"U06:{w}/{v1}",
        f"U10:{p2}",
        f"U11:{p1}",
        f"U12:{p}",
        f"U13:{q1}",
        f"U14:{q2}",
        f"U15:{p2}/{p1}",
        f"U16:{p1}/{p}",
        f"U17:{p}/{q1}",
        f"U18:{q1}/{q2}",
        f"U20:{p2}/{p1}/{p}",
        f"U21:{p1}/{p}/{q1}",
        f"U22:{p}/{q1}/{q2}",
    ]


@dataclass(frozen=True, slots=True)
class Text:
    """A column file: its path and tags."""

    path: Path
    tags: list[list[str]]
    n_tokens: int

    @classmethod
    def read(cls, path: Path) -> Text:
        """Read the tags of a column file."""
        sentences = parse_columns(read_text(path), path=path).sentences
        tags = [[row[-1] for row in sentence.fields] for sentence in sentences]
        return cls(path, tags, sum(map(len, tags)))

    def columns(self) -> Sentences:
        """Return the raw columns, in new string objects."""
        sentences = parse_columns(read_text(self.path), path=self.path).sentences
        return [[list(row[:-1]) for row in sentence.fields] for sentence in sentences]


class Clock:
    """Times of several tasks, ours and the peer's."""

    def __init__(self) -> None:
        self.times: defaultdict[tuple[str, bool], list[float]] = defaultdict(list)

    def time(self, name: str, work: Callable[[], Any], *, ours: bool) -> Any:
        """Run a task and record its processor time in seconds."""
        started = time.process_time()
        result = work()
        self.times[name, ours].append(time.process_time() - started)
        return result

    def figure(self, name: str, n_tokens: int | None, beside: str = "") -> Figure:
        """Return the medians, as tokens per second if a number of tokens is given.

        The peer's are those of `beside`, if it is given.
        """

        def middle(seconds: list[float]) -> float | None:
            if not seconds:
                return None
            value = max(median(seconds), 1e-9)
            return value if n_tokens is None else n_tokens / value

        ours, peer = self.times[name, True], self.times[beside or name, False]
        unit = "s" if n_tokens is None else "tokens/s"
        return Figure(middle(ours) or 0.0, middle(peer), unit, len(ours))


def measure(options: BenchmarkOptions) -> dict[str, Figure]:
    """Train both once, let them label in turn, and compare them."""
    peer = crfsuite()
    training = Text.read(corpus_file(options.corpora, "train.txt.gz"))
    test = Text.read(corpus_file(options.corpora, "test.txt.gz"))
    clock = Clock()
    with tempfile.TemporaryDirectory() as folder:
        ours_path, peer_path = Path(folder) / "ours.crf", Path(folder) / "peer.crfsuite"
        options.report("Tagwright trains")
        _train_ours(training, ours_path)
        options.report("python-crfsuite trains")
        _train_peer(training, peer_path)
        crf, tagger = _load(clock, ours_path, peer_path)
        found = _tag_in_turn(clock, options, crf, tagger, peer, test)
        for _ in range(options.runs):
            clock.time("load", lambda: _loaded(ours_path), ours=True)
            clock.time("load", lambda: peer_tagger(peer_path).close(), ours=False)
        tagger.close()
    scores = [span_scores(test.tags, tags).f1 for tags in found]
    figures = {
        name: clock.figure(name, test.n_tokens)
        for name in (
            "from_raw_columns",
            "from_column_table",
            "from_prepared_features",
            "marginals_from_raw_columns",
            "marginals_from_prepared_features",
            "from_column_file",
        )
    }
    figures["from_raw_columns_peer_in_a_stream"] = clock.figure(
        "from_raw_columns", test.n_tokens, "from_raw_columns_in_a_stream"
    )
    figures["model_loading_seconds"] = clock.figure("load", None)
    figures["f1"] = Figure(scores[0], scores[1], "fraction", options.runs)
    return figures


def _train_ours(training: Text, path: Path) -> None:
    from crfcore.crf import LinearChainCRF
    from crfcore.warm import warm

    warm()  # compilation is not part of tagging
    crf = LinearChainCRF(c2=C2, template=TEMPLATE, max_iterations=ITERATIONS)
    crf.fit(training.columns(), training.tags)
    crf.metadata_["columns"] = ["word", "pos", "label"]
    crf.compact().save(path)


def _train_peer(training: Text, path: Path) -> None:
    sentences = map(features_of, training.columns())
    trainer = peer_trainer(sentences, training.tags, c1=0.0, c2=C2, max_iterations=ITERATIONS)
    trainer.train(str(path))


def _loaded(path: Path) -> LinearChainCRF:
    from crfcore.crf import LinearChainCRF

    return LinearChainCRF.load(path)


def _load(clock: Clock, ours_path: Path, peer_path: Path) -> tuple[LinearChainCRF, Any]:
    crf, tagger = _loaded(ours_path), peer_tagger(peer_path)
    # The first time is not measured.
    crf.predict([[["The", "DT"]]])
    tagger.tag(features_of([["The", "DT"]]))
    return crf, tagger


def _tag_in_turn(
    clock: Clock,
    options: BenchmarkOptions,
    crf: LinearChainCRF,
    tagger: Any,
    peer: ModuleType,
    test: Text,
) -> tuple[list[list[str]], list[list[str]]]:
    ours: list[list[str]] = []
    theirs: list[list[str]] = []
    for run in range(1, options.runs + 1):
        options.report(f"Run {run} of {options.runs}: both label {test.n_tokens:,} tokens")
        ours = _tag_ours(clock, crf, test)
        theirs = _tag_peer(clock, tagger, peer, test)
    return ours, theirs


def _tag_ours(clock: Clock, crf: LinearChainCRF, test: Text) -> list[list[str]]:
    from app.jobs.tag_files.tag import tag

    columns, warm_up = test.columns(), test.columns()
    gc.collect()
    crf.predict(warm_up)
    found = clock.time("from_raw_columns", lambda: crf.predict(columns), ours=True)
    columns = test.columns()
    clock.time(
        "marginals_from_raw_columns",
        lambda: crf.label_probabilities(crf.dataset(columns)),
        ours=True,
    )
    table = ColumnTable.from_sentences(test.columns())
    clock.time("from_column_table", lambda: crf.predict(table), ours=True)
    dataset = crf.dataset(table)
    clock.time("from_prepared_features", lambda: crf.predict(dataset), ours=True)
    clock.time(
        "marginals_from_prepared_features", lambda: crf.label_probabilities(dataset), ours=True
    )
    with _untagged(test) as path:
        "".join(tag(crf, path))  # loads modules and kernels
        clock.time("from_column_file", lambda: "".join(tag(crf, path)), ours=True)
    assert isinstance(found, list)
    return found


@contextmanager
def _untagged(test: Text) -> Iterator[Path]:
    """Write the text without its tags, for the command line."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "text.conll"
        rows = (["\n".join(" ".join(row) for row in one), "\n\n"] for one in test.columns())
        path.write_text("".join(part for pair in rows for part in pair), encoding="utf-8")
        yield path


def _tag_peer(clock: Clock, tagger: Any, peer: ModuleType, test: Text) -> list[list[str]]:
    columns, warm_up = test.columns(), test.columns()

    def as_in_the_tutorial(text: Sentences) -> list[list[str]]:
        features = [features_of(sentence) for sentence in text]
        return [tagger.tag(sentence) for sentence in features]

    gc.collect()
    as_in_the_tutorial(warm_up)
    found = clock.time("from_raw_columns", lambda: as_in_the_tutorial(columns), ours=False)
    again = test.columns()
    clock.time(
        "from_raw_columns_in_a_stream",
        lambda: [tagger.tag(features_of(sentence)) for sentence in again],
        ours=False,
    )
    columns = test.columns()
    labels = tagger.labels()

    def marginals(items: Any) -> list[list[float]]:
        tagger.set(items)
        return [[tagger.marginal(label, t) for label in labels] for t in range(len(items))]

    clock.time(
        "marginals_from_raw_columns",
        lambda: [marginals(features_of(sentence)) for sentence in columns],
        ours=False,
    )
    items = [peer.ItemSequence(features_of(sentence)) for sentence in columns]
    clock.time(
        "from_prepared_features", lambda: [tagger.tag(sequence) for sequence in items], ours=False
    )
    clock.time(
        "marginals_from_prepared_features",
        lambda: [marginals(sequence) for sequence in items],
        ours=False,
    )
    assert isinstance(found, list)
    return found
