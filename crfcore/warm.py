"""Compilation of all kernels in advance: ``python -m crfcore.warm``.

``python -m crfcore.warm PART ...`` compiles some parts: see `PARTS`. Several processes may compile
parts at the same time, and wait while another one compiles the same part; with ``--with-parent``
they end with the process that started them. The code is that of this machine's own processor, also
where the library has an archive for any processor.

Kernels are compiled for the types of actual calls, by calling public functions on tiny inputs. With
a full cache this takes a second.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from crfcore import shipped_kernels
from crfcore.active_learning import STRATEGIES, Pool, rank
from crfcore.arrays import FloatArray, OffsetArray
from crfcore.boosted import BoostedCRF
from crfcore.constraints import Count, NotSpan, Pin, Rule, Rules
from crfcore.constraints.conflict import conflict_of
from crfcore.constraints.kinds import Kind
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.features.blocks import Blocks
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.grammar_lists import grammar_list
from crfcore.features.phrases import PhraseList
from crfcore.features.targets import Targets
from crfcore.features.template import parse_template
from crfcore.features.word_clusters import learn_clusters
from crfcore.features.word_vectors import learn_vectors
from crfcore.grammars.chart import Bracket, ChartParser
from crfcore.grammars.grammar_text import parse_grammar
from crfcore.grammars.known_spans import known_from
from crfcore.graphs import FactorGraph, infer
from crfcore.graphs.collective import METHODS as TIE_METHODS
from crfcore.graphs.collective import labels_of, marginals_of
from crfcore.graphs.junction_tree import JunctionTree
from crfcore.graphs.tie_table import TieTable
from crfcore.graphs.tied_chains import tied_chains
from crfcore.graphs.tied_document import TiedDocument
from crfcore.graphs.ties import tie, tied_tokens, types_of
from crfcore.inference import (
    SpanKind,
    all_span_marginals,
    decode,
    directional,
    entropy,
    labelled_span_marginals,
    log_probability,
    log_z,
    marginals,
    nbest,
    pair_marginals,
    sample,
    span_marginals,
    viterbi,
)
from crfcore.inference.batched import BatchedForwardBackward
from crfcore.inference.potentials import transition_potentials
from crfcore.jit import all_are_kept
from crfcore.kernel_stamps import cache_folder, stamp
from crfcore.kernel_turns import turn
from crfcore.machine import lower_priority_of_process
from crfcore.parent import WITH_PARENT, end_with_parent
from crfcore.semi_markov import SemiMarkovCRF
from crfcore.skip_chain import SkipChainCRF
from crfcore.training.expectations import Expectation
from crfcore.training.feature_index import feature_index
from crfcore.training.folding import folding_of
from crfcore.training.objectives.objective import MIN_SCORES, Objective
from crfcore.training.online.dual_ascent import stochastic_passes
from crfcore.training.online.dual_methods import DUAL_ALGORITHMS
from crfcore.training.online_fitting import WITHOUT_DUAL

NICE = 10
"""Niceness of compiling processes."""

_TEMPLATE = """\
U0:%x[0,0]
U1:%x[-1,0]/%x[0,0]
U2:%x[-1,0]/%x[0,0]/%shape[1,0]
U3:%prefix[0,0,9]
B
"""
_EDGES = "U0:%x[0,0]\nB1:%x[0,0]\n"
_PATTERNS = "u:%x[@1,0]\nb:%x[0,0]\n"

_WORDS = [["The", "cat", "sat"], ["A", "dog"], ["cats"]]
_LABELS: list[list[Any]] = [["a", "b", "a"], ["a", "b"], ["b"]]
_OPEN: list[list[Any]] = [["a", {"b", "c"}, "c"], [None, "b"], [None]]


def warm(*parts: str) -> None:
    """Call all kernels on inputs of a few tokens.

    Parameters
    ----------
    *parts : str
        Keys of `PARTS`; all of them by default.
    """
    folder = cache_folder()
    for part in parts or PARTS:
        PARTS[part]()
        # A small stamp could be written even if the disk was full for machine code.
        if folder is not None and all_are_kept():
            stamp(folder, part)


def _warm_labelling() -> None:
    """Compile the kernels for suggestions and training in an annotation tool."""
    table = ColumnTable.from_words(_WORDS)
    PhraseList("words", ["The cat", "cats"]).column(table.columns[0], table.offsets)
    for template in (_TEMPLATE, _EDGES):
        for targets in (_LABELS, _OPEN):
            _warm_training(table, template, targets)
    _warm_arrays(table)
    _warm_counting(table)
    _warm_rules(table)
    offsets = np.array([0, 3])
    allowed = np.array([[1, 1], [1, 0], [1, 1]], dtype=np.uint8)
    # The second scores take the log-domain path.
    for scores in (np.zeros((3, 2)), np.array([[700.0, -700.0]] * 3)):
        for transitions in (np.zeros((2, 2)), np.zeros((3, 2, 2))):
            for mask in (None, allowed):
                log_z(scores, transitions, offsets, mask)
                marginals(scores, transitions, offsets, mask)
                viterbi(scores, transitions, offsets, mask)
                decode(scores, transitions, offsets, mask)


def _warm_counting(table: ColumnTable) -> None:
    """Compile updates of a model of counts."""
    crf = LinearChainCRF("empirical", template=_TEMPLATE).fit(table, _LABELS)
    crf.correct(table, _LABELS, _LABELS).to_bytes()


def _warm_rules(table: ColumnTable) -> None:
    """Compile decoding under rules that are automata."""
    few = Count("a", at_most=1)
    for template in (_TEMPLATE, _EDGES):
        crf = LinearChainCRF(template=template, max_iterations=1).fit(table, _LABELS)
        dataset = crf.dataset(table)
        mask = np.ones((dataset.n_tokens, 2), dtype=np.uint8)
        choices: tuple[list[Kind], ...] = ([few], [few, NotSpan(0, 1, "a")])
        for kinds in choices:
            for cost in (None, 1.0):
                rules = [Rules(Rule(kind, cost=cost) for kind in kinds)] * len(_WORDS)
                for allowed in (None, mask):
                    crf.decode_dataset(dataset, allowed, rules=rules)
    conflict_of(np.zeros((2, 2)), np.zeros((2, 2)), Rules([Rule(few), Rule(Pin(0, "a"))]), "ab")


def _warm_passes() -> None:
    """Compile the passes at the start of a training on many sentences."""
    dataset = Dataset.from_columns(ColumnTable.from_words(_WORDS), parse_template(_EDGES))
    targets = Targets.from_labels(_OPEN, ["a", "b", "c"])
    index = feature_index(dataset, targets)
    weights = np.zeros(index.n_weights)
    stochastic_passes(dataset, targets, index, weights, 1.0, 1, np.random.default_rng(0))


def _warm_answers() -> None:
    """Compile other predictions, and other kinds of sentences."""
    table = ColumnTable.from_words(_WORDS)
    _warm_further_answers(np.zeros((3, 2)), np.array([0, 3]))
    _warm_many_labels(np.array([0, 3]))
    for template in (_TEMPLATE, _EDGES):
        with LinearChainCRF(template=template).objective(table, _OPEN) as function:
            function.hessian_product(function.zeros(), function.zeros())
            function.expected_counts(function.zeros())
        LinearChainCRF(template=template, max_iterations=1).fit(
            table,
            _OPEN,
            expectations=[Expectation("U0:cat", ["a"], 0.5)],
            unlabelled=table,
        )
    items = [[{"word": word, "length": len(word) / 4} for word in words] for words in _WORDS]
    crf = LinearChainCRF(max_iterations=2).fit(items, _OPEN)
    crf.predict_marginals(items)
    LinearChainCRF(max_iterations=2, initial=crf).fit(items, _LABELS)
    blocks = Blocks(table, np.eye(6))
    LinearChainCRF(max_iterations=1, template=_PATTERNS, min_count=2).fit(blocks, _LABELS)
    LinearChainCRF(max_iterations=3, c1=0.1).fit(items, _LABELS).compact()


def _warm_online() -> None:
    """Compile online training."""
    table = ColumnTable.from_words(_WORDS)
    for algorithm in WITHOUT_DUAL:
        LinearChainCRF(algorithm, template=_EDGES, max_iterations=1).fit(table, _OPEN)


def _warm_margins() -> None:
    """Compile training by dual variables: max-margin and exponentiated gradients."""
    table = ColumnTable.from_words(_WORDS)
    for algorithm in DUAL_ALGORITHMS:
        LinearChainCRF(algorithm, template=_TEMPLATE, max_iterations=1).fit(table, _LABELS)


def _warm_asking() -> None:
    """Compile query strategies."""
    table = ColumnTable.from_words(_WORDS)
    rules = Rules([Count("a", at_most=1)])
    for template in (_TEMPLATE, _EDGES):
        crf = LinearChainCRF(template=template, max_iterations=1).fit(table, _LABELS)
        dataset = crf.dataset(table)
        newer = LinearChainCRF(max_iterations=1).fit(
            dataset, _LABELS, extractor=crf.fitted_.extractor
        )
        for strategy in STRATEGIES:
            pool = Pool(crf, dataset, committee=[crf])
            rank(pool, strategy)
            rank(pool.select([0, 2], newer), strategy)
            rank(Pool(crf, dataset, rules=rules, committee=[crf]), strategy)


def _warm_boosting() -> None:
    """Compile boosted trees."""
    items = [[{"word": word, "length": len(word) / 4} for word in words] for words in _WORDS]
    for sentences in (ColumnTable.from_words(_WORDS), items):
        template = _TEMPLATE if sentences is not items else None
        for pairs in (False, True):
            crf = BoostedCRF(2, template=template, min_count=1, min_child_weight=0.0, pairs=pairs)
            BoostedCRF.from_bytes(crf.fit(sentences, _OPEN).to_bytes()).predict(sentences)


def _warm_vectors() -> None:
    """Compile what learns from text without labels."""
    vectors = learn_vectors(_WORDS, n=2, contexts=2)
    loaded = vectors.from_state(*vectors.state())
    loaded.matrix([["unseen", *_WORDS[0]]])
    clusters = learn_clusters(_WORDS, n=2)
    table = ColumnTable.from_words(_WORDS)
    crf = LinearChainCRF(template="basic", max_iterations=1)
    crf.fit(table, _LABELS, clusters=clusters, vectors=loaded).predict(table)
    condensed = Dataset.of(crf.dataset(table))
    _warm_objective(condensed, Targets.from_labels(_LABELS, crf.classes_))


def _warm_grammars() -> None:
    """Compile charts of grammars, and spans of grammars in sentences."""
    grammar = parse_grammar('A -> "a" A 1e-200 | B\nB -> "a" 0.99 | "b" 0.01')
    parser = ChartParser(grammar)
    # The second sentence takes the log-domain path.
    parser.counts([["a", "b"], ["a", "a", "a", "b"]], [[Bracket(0, 2, "A")], []])
    parser.best(["a", "b"])
    table = ColumnTable.from_words([["a", "b"]])
    islands = grammar_list("x", grammar).with_text(table).islands
    islands.spans(table.columns, table.offsets)
    islands.fit(table.columns, table.offsets, [known_from(["B-A", "I-A"], ["A"])])


def _warm_segments() -> None:
    """Compile semi-Markov models."""
    table = ColumnTable.from_words(_WORDS)
    lists = [PhraseList("words", ["The cat", "cats"])]
    lines = 'S0:%length/%listed[*]\nS1:%span[0]/%before[-1,0]/%after[1,0]\nS2:%fits[0,"a"]\n'
    known = [["B-a", "I-a", "O"], ["B-a", "I-a"], ["B-a"]]
    partly = [["B-a", None, "O"], [None, {"I-a", "O"}], ["B-a"]]
    models = []
    for template in (_TEMPLATE, _EDGES):
        for y in (known, partly):
            model = SemiMarkovCRF(lines, template=template, max_iterations=2)
            model.fit(table, y, lists=lists, labels=["O", "B-a", "I-a"])
            model = SemiMarkovCRF.from_bytes(model.to_bytes())
            dataset = model.dataset(table)
            for allowed in (None, np.ones((dataset.n_tokens, 3), np.uint8)):
                model.decode_dataset(dataset, allowed)
            model.log_likelihood(table, y)
            models.append(model.compact())
    # Larger data begin in single precision.
    times = 1 + MIN_SCORES // (3 * table.n_tokens)
    many = ColumnTable.from_words(_WORDS * times)
    large = SemiMarkovCRF(lines, template=_TEMPLATE, max_iterations=1, initial="zeros")
    large.fit(many, known * times, lists=lists, labels=["O", "B-a", "I-a"])
    # The second scores take the log-domain path.
    with_l1 = SemiMarkovCRF(lines, template=_TEMPLATE, max_iterations=1, c1=0.01, initial=models[0])
    with_l1.fit(table, known, lists=lists).with_temperature(1e-4).predict_marginals(table)


def _warm_documents() -> None:
    """Compile messages between the sentences of a document."""
    table = ColumnTable.from_words([["Ann", "x"], ["Ann"], ["x", "Ann"]])
    words = table.columns[0]
    ties = tie(words, table.offsets, [0, 0, 0], tied_tokens(words, table.offsets, "form"))
    scores, labels = np.zeros((table.n_tokens, 2)), ["O", "a"]
    types, type_of = types_of(labels)
    agreement = TieTable.of_agreement(types)
    for pairs in (np.zeros((2, 2)), np.zeros((table.n_tokens, 2, 2))):
        document = TiedDocument(
            words, table.offsets, labels, scores, pairs, ties=ties, table=agreement
        )
        document.confirm(0, np.array([1, -1], np.int32))
        chains = tied_chains(scores, pairs, table.offsets, None, type_of, ties, agreement, 0.5)
        # The exact method needs the kernels of graphs.
        for method in set(TIE_METHODS) - {"exact"}:
            marginals_of(chains, method, n_samples=1, burn_in=0)
            labels_of(chains, method, n_samples=1)


def _warm_graphs() -> None:
    """Compile inference in factor graphs."""
    pairs = [((0, 1), np.eye(2)), ((1, 2), np.eye(2))]
    graph = FactorGraph.of(np.zeros((3, 2)), pairs, [((0, 1, 2), 1.0)])
    for method in (None, "bp", "max-product", "mean-field", "gibbs"):
        infer(graph, method, rng=0)
    infer(graph, "bp", schedule="residual")
    infer(FactorGraph.of(np.zeros((3, 2)), pairs), "trw").factor(0)
    JunctionTree(graph).sample(1, 0)
    table = ColumnTable.from_words(_WORDS * 2)
    chain = LinearChainCRF(template=_EDGES, max_iterations=1)
    joined = SkipChainCRF(chain, rule="form", ends=True, max_iterations=1)
    joined.fit(table, _OPEN * 2, documents=[0] * 6, labels=["a", "b", "c"])
    joined.predict_marginals(table, documents=[0] * 6)


PARTS: dict[str, Callable[[], None]] = {
    "labelling": _warm_labelling,
    "passes": _warm_passes,
    "answers": _warm_answers,
    "online": _warm_online,
    "margins": _warm_margins,
    "asking": _warm_asking,
    "vectors": _warm_vectors,
    "segments": _warm_segments,
    "boosting": _warm_boosting,
    "documents": _warm_documents,
    "graphs": _warm_graphs,
    "grammars": _warm_grammars,
}
"""Parts that can be compiled separately; `crfcore.kernel_stamps` records them."""


def _warm_many_labels(offsets: OffsetArray) -> None:
    """Compile batched passes, in both precisions."""
    ready = transition_potentials(np.zeros((1, 2, 2)), offsets)
    counts = np.zeros_like(ready.potentials)
    mask = np.ones((3, 2), dtype=np.uint8)
    for dtype in (np.float64, np.float32):
        worker = BatchedForwardBackward(3, 2, dtype)
        scores = np.zeros((3, 2), dtype)
        worker.run(scores, ready, offsets, mask, pair_counts=counts)


def _warm_further_answers(scores: FloatArray, offsets: OffsetArray) -> None:
    """Compile less common inference."""
    kind = SpanKind(np.ones(2, np.uint8), np.ones((2, 2), np.uint8))
    allowed = np.ones((3, 2), dtype=np.uint8)
    transitions = np.zeros((2, 2))
    for mask in (None, allowed):
        entropy(scores, transitions, offsets, mask)
        entropy(scores, np.zeros((3, 2, 2)), offsets, mask)
    nbest(scores, transitions, offsets, 2)
    sample(scores, transitions, offsets, 1, np.random.default_rng(0))
    pair_marginals(scores, transitions, offsets)
    span_marginals(scores, transitions, offsets, kind, [(0, 1)])
    all_span_marginals(scores, transitions, offsets, kind, 1)
    labelled_span_marginals(scores, transitions, offsets, [(0, [0])])
    log_probability(scores, transitions, offsets, [0, 0, 0])
    directional(scores, transitions, offsets, scores, transitions)
    with suppress(CrfError):
        entropy(np.full((3, 2), -np.inf), transitions, offsets)


def _warm_training(table: ColumnTable, template: str, y: list[list[Any]]) -> None:
    """Compile training, and prediction of a trained model."""
    for algorithm in ("lbfgs", "empirical"):
        crf = LinearChainCRF(
            algorithm=algorithm, template=template, max_iterations=3, initial="empirical"
        ).fit(table, y)
        n_labels = len(crf.classes_)
        dataset = crf.dataset(table)
        allowed = np.ones((dataset.n_tokens, n_labels), dtype=np.uint8)
        allowed[0, 0] = 0
        for mask in (None, allowed):
            crf.decode_dataset(dataset, mask)
            crf.label_probabilities(dataset, mask)
        crf.log_likelihood(table, y)
        loaded = LinearChainCRF.from_bytes(crf.compact().to_bytes())
        loaded.predict(table)
        if algorithm == "lbfgs":
            LinearChainCRF(template=template, max_iterations=1, initial=loaded).fit(table, y)


def _warm_arrays(table: ColumnTable) -> None:
    """Compile the selection of sentences, and the choice of features by frequency."""
    extractor = TemplateExtractor(parse_template(_TEMPLATE + _EDGES.removeprefix("U0:%x[0,0]\n")))
    dataset = Dataset.of(extractor.fit(table))
    targets = Targets.from_labels(_LABELS, ["a", "b"])
    _warm_objective(dataset, targets)
    positions = np.array([2, 0])
    dataset.select(positions)
    targets.select(dataset.offsets, positions)
    table.select(positions)
    LinearChainCRF(min_freq=2, max_iterations=1, all_possible_states=True).fit(
        dataset, targets, labels=["a", "b"], extractor=extractor
    )


def _warm_objective(dataset: Dataset, targets: Targets) -> None:
    """Compile objectives in both precisions, with and without sentence weights."""
    plain = replace(dataset, edge_indptr=np.zeros(0, np.int64), n_edge_attributes=0)
    index = feature_index(plain, targets)
    folding = folding_of(plain, index)
    variables = np.zeros(folding.folded.n_weights)
    for weights in (None, np.arange(1.0, dataset.n_sentences + 1.0)):
        with Objective(
            plain, targets, index, folding=folding, sentence_weights=weights
        ) as objective:
            objective.precision = "single"
            objective(variables, np.empty_like(variables))
            evened = objective.even_out(variables, joint=True)
            objective(evened, np.empty_like(variables))
            objective.refine()
            objective(evened, np.empty_like(variables))
            objective(np.full_like(variables, 300.0), np.empty_like(variables))
            objective.curvature(variables)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    shipped_kernels.ignore()
    if WITH_PARENT in arguments:
        end_with_parent(sys.stdin.buffer)
        # The program is in use meanwhile.
        lower_priority_of_process(NICE)
    for part in [part for part in arguments if part != WITH_PARENT] or PARTS:
        with turn(cache_folder(), part):
            warm(part)
