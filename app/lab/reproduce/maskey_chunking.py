"""003's slide on shallow parsing: F1 of noun phrases on CoNLL-2000, after Sha and Pereira."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from app.lab.corpora.brown import brown_sentences
from app.lab.corpora.conll2000 import TaggedText, corpus_file, read_tagged
from app.lab.corpora.ewt import ewt_sentences
from app.lab.reproduce.context import Context
from app.lab.reproduce.outcome import Outcome
from app.lab.reproduce.table import Row
from crfcore.classic.memm import MaximumEntropyMarkovModel
from crfcore.crf import LinearChainCRF
from crfcore.features.presets import PRESETS
from crfcore.features.word_vectors import learn_vectors
from crfcore.metrics.spans import span_scores
from crfcore.text.tag_schemes import encode, spans

NOUN_PHRASES = "NP"
PARTS = ("train", "test")


@dataclass(frozen=True, slots=True)
class Model:
    """A model: its name in the table, the slide's figure, and its settings here.

    ``minutes`` is the approximate time of training and tagging; ``only`` the type of chunks.
    ``reads_text``: the template reads word vectors, learned from text without labels.
    """

    name: str
    slide: float | None
    parameters: dict[str, Any]
    is_markov: bool = False
    only: str = NOUN_PHRASES
    minutes: float = 0.2
    reads_text: bool = False

    def made(self, context: Context) -> LinearChainCRF | MaximumEntropyMarkovModel:
        """Return the estimator."""
        made = MaximumEntropyMarkovModel if self.is_markov else LinearChainCRF
        estimator: LinearChainCRF | MaximumEntropyMarkovModel = made(
            **self.parameters, threads=context.threads
        )
        return estimator


FURTHER_FEATURES = """\
# The word's own look.
Ul:%lower[0,0]
Us:%shape[0,0]
Us-1:%shape[-1,0]
Us+1:%shape[1,0]
Up2:%prefix[0,0,2]
Up3:%prefix[0,0,3]
Up4:%prefix[0,0,4]
Ue2:%suffix[0,0,2]
Ue3:%suffix[0,0,3]
Ue4:%suffix[0,0,4]
# Words together with parts of speech.
Um0:%x[0,0]/%x[0,1]
Um1:%x[-1,0]/%x[0,1]
Um2:%x[-1,1]/%x[0,0]
Um3:%x[0,0]/%x[1,1]
Um4:%x[0,1]/%x[1,0]
Um5:%x[-1,1]/%x[0,0]/%x[1,1]
Um6:%x[-1,0]/%x[0,1]/%x[1,1]
Um7:%x[-1,1]/%x[0,1]/%x[1,0]
# Parts of speech farther away, and longer sequences of them.
Ut0:%x[-3,1]
Ut1:%x[3,1]
Ut2:%x[-3,1]/%x[-2,1]/%x[-1,1]
Ut3:%x[1,1]/%x[2,1]/%x[3,1]
Ut4:%x[-2,1]/%x[-1,1]/%x[0,1]/%x[1,1]
Ut5:%x[-1,1]/%x[0,1]/%x[1,1]/%x[2,1]
Ut6:%x[-2,1]/%x[-1,1]/%x[0,1]/%x[1,1]/%x[2,1]
"""

TEMPLATE = PRESETS["chunking"] + FURTHER_FEATURES
"""Chosen on the last tenth of the training file, as the following settings. F1 of noun phrases
there with c2 = 1: 95.1 with the preset alone and IOB2, 95.3 with BIOES, 95.6 with words and parts
of speech together, 95.7 with all of this; words farther away, second-order labels and features of
pairs of labels made it worse."""

SCHEME = "bioes"

CRF = Model("CRF", 0.9438, {"c2": 0.07, "template": TEMPLATE}, minutes=0.3)
ALL_CHUNKS = Model("CRF", None, {"c2": 0.12, "template": TEMPLATE}, only="", minutes=0.5)
WITH_VECTORS = Model(
    "CRF by softmax-margin with word vectors",
    None,
    {
        "c2": 0.12,
        "template": TEMPLATE + "Uv:%vector[0]\nUv-1:%vector[-1]\nUv+1:%vector[1]\n",
        "objective": "softmax-margin",
        "cost": "hamming",
    },
    only="",
    minutes=2.0,
    reads_text=True,
)
"""F1 of all chunks on the last tenth of the training file: 95.21 by the CRF, 95.31 by
softmax-margin, 95.28 with word vectors, 95.35 with both; 95.22 with 64 word clusters."""
OTHERS = (
    Model(
        "Voted perceptron",
        0.9409,
        {"algorithm": "voted-perceptron", "max_iterations": 10, "template": TEMPLATE},
        minutes=2.0,
    ),
    Model(
        "Averaged perceptron",
        None,
        {"algorithm": "ap", "max_iterations": 10, "template": TEMPLATE},
    ),
    Model("MEMM", 0.9370, {"c2": 0.07, "template": TEMPLATE}, is_markov=True, minutes=1.5),
)
"""Penalties and passes are the best of a few on the last tenth of the training file. F1 of noun
phrases there by the CRF with c2 = 1, 0.3, 0.12 and 0.07: 95.74, 95.94, 96.01, 96.03; of all chunks
with 1, 0.5, 0.25 and 0.12: 95.06, 95.13, 95.15, 95.20; of noun phrases by the MEMM with 0.3 and
0.07: 94.77, 94.89, and by the averaged perceptron after 10 and 20 passes: 95.94, 95.86."""

NOT_HERE = {"SVM combination": 0.9439, "Generalized winnow": 0.9389}
"""Other models on the slide."""

REHEARSAL = 8
"""Sentences of a first training, so that times exclude compilation and imports."""


@dataclass(frozen=True, slots=True)
class ChunkingTable:
    """Noun phrases and all chunks on the test file of CoNLL-2000."""

    name: str = "maskey-chunking"
    about: str = "Noun phrase chunking on CoNLL-2000, F1 of spans (Maskey, the slide's table)."
    draws: int = 0

    @property
    def minutes(self) -> float:
        """The minutes of all models."""
        return sum(model.minutes for model in (CRF, ALL_CHUNKS, WITH_VECTORS, *OTHERS))

    def rows(self, context: Context) -> Iterator[Row]:
        """Yield F1 of noun phrases by each model, and of all chunks by the CRF."""
        yield Row.of("CRF, noun phrases", CRF.slide, _outcome(CRF, context), "f1")
        for model in (ALL_CHUNKS, WITH_VECTORS):
            yield Row.of(f"{model.name}, all chunks", None, _outcome(model, context), "f1")
        for model in OTHERS:
            name = f"{model.name}, noun phrases"
            yield Row.of(name, model.slide, _outcome(model, context), "f1")
        for other, f1 in NOT_HERE.items():
            yield Row(f"{other}, noun phrases", f1, None)

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Return remarks on the choice of settings."""
        del rows
        return [
            "Template, tags (BIOES), penalties and passes were chosen on the last tenth of the "
            "training file; the test file is read only for the figures above. The slide quotes Sha "
            "and Pereira, whose features are others: theirs look at pairs of labels, ours at "
            "affixes and more conjunctions of words and parts of speech. Support vector machines "
            "and winnow are not repeated.",
            "Word vectors are learned from the words of CoNLL-2000, those of the test file "
            "included, of the English Web Treebank and of the Brown corpus; their labels are not "
            "read.",
        ]


def _outcome(model: Model, context: Context) -> Outcome:
    what = f"{model.name}, {model.only or 'all chunks'}"
    return context.outcome(what, lambda: _trained(model, context, what), model.minutes)


def _trained(model: Model, context: Context, what: str) -> Outcome:
    """Train on the training file and tag the test file."""
    training = read_chunks(context, "train.txt.gz", model.only)
    test = read_chunks(context, "test.txt.gz", model.only)
    first = training.table.select(range(min(REHEARSAL, training.table.n_sentences)))
    learned: dict[str, Any] = {}
    if model.reads_text:
        learned["vectors"] = learn_vectors(_text(context))
    model.made(context).fit(first, training.tags[:REHEARSAL], **learned)
    estimator = model.made(context)
    started = time.perf_counter()
    estimator.fit(training.table, training.tags, monitor=context.monitor(what), **learned)
    seconds = time.perf_counter() - started
    f1 = span_scores(test.tags, estimator.predict(test.table)).f1
    return Outcome({"f1": f1}, seconds, estimator.training_.evaluations)


def _text(context: Context) -> list[list[str]]:
    """Return the words of this corpus and of two others: 1.4 million tokens without labels."""
    text = [
        [column.values[word] for word in column.ids[start:stop].tolist()]
        for table in (read_chunks(context, f"{part}.txt.gz", "").table for part in PARTS)
        for column in table.columns[:1]
        for start, stop in pairwise(table.offsets.tolist())
    ]
    further = [
        *(ewt_sentences(context.corpora, part) for part in ("train", "dev", "test")),
        brown_sentences(context.corpora),
    ]
    return text + [one.words for sentences in further for one in context.at_most(sentences)]


def read_chunks(context: Context, name: str, only: str) -> TaggedText:
    """Read a file, with tags in the chosen scheme; ``only`` selects chunks of one type."""
    text = read_tagged(corpus_file(context.corpora, name)).first(context.limit)
    tags = [
        encode([span for span in spans(row) if only in ("", span.label)], len(row), SCHEME)
        for row in text.tags
    ]
    return TaggedText(text.table, tags)
