"""Warming compiles all kernels of ordinary use."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from crfcore import kernel_stamps, warm

ROOT = Path(__file__).parents[2]

KERNELS = """\
import importlib, pkgutil
import numpy as np
import crfcore
from crfcore.constraints import Count, NotSpan, Rule, Rules, ValidScheme
from crfcore import BoostedCRF, Expectation, SemiMarkovCRF, SkipChainCRF
from crfcore.crf import LinearChainCRF
from crfcore.features.column_table import ColumnTable
from crfcore.features.targets import Targets
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.presets import template_named
from crfcore.graphs.tie_table import TieTable
from crfcore.graphs.tied_document import TiedDocument
from crfcore.graphs.ties import tie, tied_tokens, types_of
from crfcore.graphs import FactorGraph, infer
from crfcore.warm import warm

def kernels():
    for module in pkgutil.walk_packages(crfcore.__path__, "crfcore."):
        if module.name.endswith("_kernels"):
            for name, value in vars(importlib.import_module(module.name)).items():
                if hasattr(value, "signatures"):
                    yield f"{module.name}.{name}", value

def check():
    later = {name: len(kernel.signatures) for name, kernel in kernels()}
    new = {name: (after[name], n) for name, n in later.items() if n != after[name]}
    assert not new, f"compiled later: {new}"
"""

LABELLING = (
    KERNELS
    + """\
warm("labelling", "passes")
after = {name: len(kernel.signatures) for name, kernel in kernels()}
words = [["The", "cat", "sat"], ["A", "dog", "barked", "twice"], ["No"]] * 900
y = [["O", "B", "O"], ["O", "B", "O", "O"], ["O"]] * 900
some = [[None, "B", "O"], ["O", {"B", "O"}, None, "O"], ["O"]] * 900
table = ColumnTable.from_words(words)
for template in ("basic", "U0:%x[0,0]\\nB0:%x[0,0]/%x[-1,0]\\nB\\n"):
    extractor = TemplateExtractor(template_named(template))
    dataset = extractor.fit(table)
    for labels in (y, some):
        targets = Targets.from_labels(labels, ["O", "B"])
        places = np.array([3, 1, 2])
        crf = LinearChainCRF(threads=2, max_iterations=2).fit(
            dataset, targets, labels=["O", "B"], extractor=extractor
        )
        later = LinearChainCRF(initial=crf, threads=2, max_iterations=2).fit(
            dataset.select(places), targets.select(dataset.offsets, places), labels=["O", "B"],
            extractor=extractor,
        )
        counted = LinearChainCRF(algorithm="empirical").fit(
            dataset, targets, labels=["O", "B"], extractor=extractor
        )
        allowed = np.ones((dataset.n_tokens, 2), np.uint8)
        allowed[4] = [0, 1]
        for model in (crf, later, counted):
            model = LinearChainCRF.from_bytes(model.compact().to_bytes())
            ready = model.dataset(table)
            model.decode_dataset(ready, allowed)
            model.label_probabilities(ready)
            ready, allowed_of_few = ready.select(np.arange(6)), allowed[: dataset.offsets[6]]
            few = [Count("B", at_most=1), ValidScheme("tokens")]
            for cost in (None, 1.0):
                more = [Rule(kind, cost=cost) for kind in (*few, NotSpan(0, 1, "B"))]
                for rules in (Rules(few), [Rules(more)] * ready.n_sentences):
                    model.decode_dataset(ready, rules=rules)
                    model.decode_dataset(ready, allowed_of_few, rules=rules)
check()
"""
)

PROGRAM = (
    KERNELS
    + """\
warm()
after = {name: len(kernel.signatures) for name, kernel in kernels()}

words = [["The", "cat", "sat"], ["A", "dog", "barked", "twice"], ["No"]] * 5
y = [["O", "B", "O"], ["O", {"B", "O"}, None, "O"], [None]] * 5
table = ColumnTable.from_words(words)
for template in ("basic", "U0:%x[0,0]\\nB0:%x[0,0]/%x[-1,0]\\nB\\n"):
    extractor = TemplateExtractor(template_named(template))
    dataset = extractor.fit(table)
    targets = Targets.from_labels(y, ["O", "B"])
    places = np.array([3, 1, 2])
    part, known = dataset.select(places), targets.select(dataset.offsets, places)
    for algorithm in ("lbfgs", "empirical"):
        crf = LinearChainCRF(algorithm=algorithm, threads=2).fit(
            part, known, labels=["O", "B"], extractor=extractor
        )
        allowed = np.ones((dataset.n_tokens, 2), np.uint8)
        allowed[4] = [0, 1]
        crf = LinearChainCRF.from_bytes(crf.compact().to_bytes())
        ready = crf.dataset(table)
        crf.decode_dataset(ready, allowed)
        crf.decode_dataset(ready.select(np.array([2])), allowed[4:5])
        crf.label_probabilities(ready)
        crf.log_likelihood(table, y)
        for mask in (None, allowed):
            crf.predict(ready, decoding="possible-posterior", allowed=mask)
            crf.nbest(ready, 3, allowed=mask)
            crf.sample(ready, 2, 0, allowed=mask)
            crf.entropy(ready, allowed=mask)
            crf.pair_marginals(ready, allowed=mask)
            crf.all_span_marginals(ready, "B", 2, allowed=mask)
            spans = [[(0, 1, "B"), (0, 1, ["O"])]] * ready.n_sentences
            crf.span_marginals(ready, spans, allowed=mask)
        crf.sequence_probability(ready, y)
        if algorithm == "lbfgs":
            crf.explain([["The"], ["cat"]], 1)
            with crf.objective(table, y) as function:
                function.hessian_product(function.zeros(), function.zeros())
                function.expected_counts(function.zeros())
    LinearChainCRF(initial="empirical").fit(dataset, targets, labels=["O", "B"],
                                            extractor=extractor)
items = [[{word: 0.5, "w": word} for word in sentence] for sentence in words]
LinearChainCRF().fit(items, y).predict_marginals(items)
for pairs in (False, True):
    for sentences, template in ((table, "U0:%x[0,0]\\nB\\n"), (items, None)):
        crf = BoostedCRF(2, template=template, min_count=1, pairs=pairs)
        BoostedCRF.from_bytes(crf.fit(sentences, y).to_bytes()).predict_marginals(sentences)
for template in ("basic", "U0:%x[0,0]\\nB0:%x[0,0]/%x[-1,0]\\nB\\n"):
    crf = LinearChainCRF(template=template, threads=2)
    expectations = [Expectation("Uw:cat", ["B"], 0.7), Expectation("U0:cat", ["B"], 0.7)]
    crf.fit(table, y, labels=["O", "B"], expectations=expectations, unlabelled=table)
    tags = [["O", "B-X", "I-X"], ["O", {"B-X", "O"}, None, "O"], [None]] * 5
    lines = 'S0:%length\\nS1:%lowerspan[0]\\nS2:%fits[0,"The cat"]\\n'
    semi = SemiMarkovCRF(lines, template=template)
    semi.fit(table, tags, labels=["O", "B-X", "I-X"]).predict_marginals(table)
    semi.nbest(table, 2)
    full = [["O", "B-X", "I-X"], ["O", "B-X", "I-X", "O"], ["O"]] * 900
    many = ColumnTable.from_words(words[:3] * 900)
    semi.fit(many, full, labels=["O", "B-X", "I-X"])
crf = LinearChainCRF(template="basic").fit(table, y)
ready = crf.dataset(table)
scores, pairs, offsets, _ = crf.fitted_.lattice(ready, None, 0, ready.n_sentences)
tied = tied_tokens(table.columns[0], offsets, "form")
ties = tie(table.columns[0], offsets, np.zeros(len(words), int), tied)
document = TiedDocument(
    table.columns[0], offsets, crf.classes_, scores, pairs, ties=ties,
    table=TieTable.of_agreement(types_of(crf.classes_)[0]),
)
assert len(document.confirm(3, np.array([1, 0, 0], np.int32)))
document.explain(0, 0)
for template in ("basic", "U0:%x[0,0]\\nB0:%x[0,0]/%x[-1,0]\\nB\\n"):
    chain = LinearChainCRF(template=template)
    joined = SkipChainCRF(chain, rule="form", ends=True, max_iterations=2)
    joined.fit(table, y, documents=[0] * len(words)).predict(table, documents=[0] * len(words))
for schedule in ("tree", "residual"):
    table = np.zeros((3, 3, 3))
    graph = FactorGraph.of(np.zeros((4, 3)), [((0, 1, 2), table)], [((1, 2, 3), 0.5)])
    for method in ("junction-tree", "bp", "max-product", "mean-field", "gibbs"):
        infer(graph, method, schedule=schedule, rng=0, cooling="linear")

check()
"""
)


@pytest.mark.skipif(
    bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled without the compiler"
)
@pytest.mark.parametrize("program", [LABELLING, PROGRAM])
def test_nothing_is_left_to_compile(program):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=540,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("part", ["asking", "online", "passes"])
def test_a_part_that_has_been_compiled_is_stamped(tmp_path, monkeypatch, part):
    monkeypatch.setattr(warm, "cache_folder", lambda: tmp_path)
    warm.warm(part)
    assert [name for name in warm.PARTS if kernel_stamps.is_stamped(tmp_path, name)] == [part]


def test_what_could_not_be_kept_is_not_stamped(tmp_path, monkeypatch):
    monkeypatch.setattr(warm, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(warm, "all_are_kept", lambda: False)
    warm.warm("passes")
    assert not kernel_stamps.is_stamped(tmp_path, "passes")


def test_without_a_cache_nothing_is_stamped(tmp_path, monkeypatch):
    monkeypatch.setattr(warm, "cache_folder", lambda: None)
    warm.warm("passes")
    assert list(tmp_path.iterdir()) == []
