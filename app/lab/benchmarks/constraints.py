"""Cost of rules: decoding with and without them, in one run, on one thread.

A model of CoNLL-2000 with the 19 templates of CRF++ and c2 = 1 labels the test file: without rules,
under the rules of its scheme, under lexical rules, and under "at most 3" of each of three types of
chunks, which most sentences would violate. The time is the processor time of this process. Then one
sentence of 40 tokens with 20 labels is decoded repeatedly with marginals under changing pins: with
pins and a scheme, and with three more automata of four states. The time is the 95th percentile of
wall times. The peer is decoding without rules. Finally a player presses keys in the real window, on
a project with rules; see `constrained_window`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import numpy as np

from app.lab.benchmarks.constrained_window import measure_keys
from app.lab.benchmarks.figures import BenchmarkOptions, Figure
from app.lab.corpora.conll2000 import read_part
from crfcore.constraints import Count, Lexical, Phrases, Pin, Rules, ValidScheme, WordList
from crfcore.crf import LinearChainCRF
from crfcore.features.column_table import ColumnTable
from crfcore.warm import warm

C2 = 1.0
TEMPLATE = "chunking"
ITERATIONS = 60

RUNS = 5
"""Default number of measurements."""

TYPES = ("NP", "VP", "PP")
WORDS = (",", ".", ";", ":", "``", "''", "and", "or", "but", "that")
PHRASES = ((",", "and"), (",", "but"), ("and",))
N_TOKENS, N_LABELS = 40, 20
REPETITIONS = 100


def measure(options: BenchmarkOptions) -> dict[str, Figure]:
    """Time decoding under rules."""
    warm("labelling")
    training = read_part(options.corpora, "train")
    test = read_part(options.corpora, "test")
    options.report("Tagwright trains")
    crf = LinearChainCRF(c2=C2, template=TEMPLATE, max_iterations=ITERATIONS)
    crf.fit(training.table, training.tags)
    options.report("Tagwright decodes under rules")
    figures = _corpus_figures(crf, test.table, options.runs)
    figures.update(_sentence_figures(options.runs))
    figures.update(measure_keys(options))
    return figures


def _corpus_figures(crf: LinearChainCRF, table: ColumnTable, runs: int) -> dict[str, Figure]:
    known = {label[2:] for label in crf.classes_}
    choices: dict[str, Any] = {
        "plain": None,
        "scheme": Rules([ValidScheme("iob2")]),
        "words": Rules(
            [
                Lexical(WordList(WORDS), "forbids", tuple(name for name in TYPES if name in known)),
                Lexical(Phrases(PHRASES), "implies", ("O",)),
            ]
        ),
        "at_most_3_of_three": Rules(Count(name, at_most=3) for name in TYPES if name in known),
    }
    times: dict[str, list[float]] = {name: [] for name in choices}
    for number in range(runs + 1):
        for name, rules in choices.items():
            started = time.process_time()
            crf.predict(table, rules=rules)
            if number:  # the first run only fills caches
                times[name].append(time.process_time() - started)
    plain = max(median(times["plain"]), 1e-9)
    return {
        f"conll2000_test_{name}_seconds": Figure(median(one), plain, "s", runs)
        for name, one in times.items()
        if name != "plain"
    }


def _sentence_figures(runs: int) -> dict[str, Figure]:
    """Decode one sentence with its marginals under pins that change."""
    types = [f"T{number}" for number in range(N_LABELS // 2)]
    labels = [f"{prefix}-{name}" for name in types for prefix in "BI"]
    rng = np.random.default_rng(0)
    words = [[f"w{number}" for number in rng.permutation(N_TOKENS)] for _ in range(20)]
    tags = [[labels[number] for number in rng.integers(N_LABELS, size=N_TOKENS)] for _ in words]
    for token_index, label in enumerate(labels):
        tags[0][token_index] = label
    table = ColumnTable.from_words(words)
    crf = LinearChainCRF(template="basic", max_iterations=5).fit(table, tags)
    dataset = crf.dataset(table.select([0]))
    scheme = [ValidScheme("iob2")]
    counts = [Count(label, at_most=3) for label in ("B-T0", "B-T1", "B-T2")]

    def decode(kinds: list[Any]) -> None:
        crf.decode_dataset(dataset, rules=Rules(kinds) if kinds else None)

    pins = _changing_pins()
    plain = _in_milliseconds(lambda: decode([]), runs)
    masks = _in_milliseconds(lambda: decode([*scheme, *next(pins)]), runs)
    automata = _in_milliseconds(lambda: decode([*scheme, *counts, *next(pins)]), runs)
    return {
        "sentence_with_pins_ms": Figure(masks, plain, "ms", runs),
        "sentence_with_three_automata_ms": Figure(automata, plain, "ms", runs),
    }


def _changing_pins() -> Iterator[list[Pin]]:
    """Yield three distant pins, different each time."""
    token_index = 0
    while True:
        yield [Pin((token_index + offset) % N_TOKENS, "B-T5") for offset in (0, 13, 26)]
        token_index = (token_index + 7) % N_TOKENS


def _in_milliseconds(work: Callable[[], None], runs: int) -> float:
    """Return the median over the runs of the 95th percentile."""
    work()
    found = []
    for _ in range(runs):
        times = []
        for _ in range(REPETITIONS):
            started = time.perf_counter()
            work()
            times.append(time.perf_counter() - started)
        found.append(sorted(times)[int(0.95 * REPETITIONS)] * 1e3)
    return median(found)
