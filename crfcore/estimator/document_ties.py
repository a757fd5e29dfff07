"""Predictions of a chain whose documents are tied by names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray, with_prefix
from crfcore.errors import CrfError
from crfcore.estimator.extractors import dataset_of
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.learned import Learned
from crfcore.features.column_table import ColumnTable
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.presets import template_named
from crfcore.features.template import Template
from crfcore.features.word_cases import WordCases
from crfcore.graphs.collective import labels_of, marginals_of
from crfcore.graphs.confirmed_phrases import ConfirmedPhrases, SuggestedSpans, phrase_scores
from crfcore.graphs.tie_table import TieTable
from crfcore.graphs.tied_chains import TiedChains, strengths_of, tied_chains
from crfcore.graphs.ties import Ties, forms_of, tie, tied_tokens, types_of
from crfcore.inference.lattice import sentence_runs
from crfcore.inference.viterbi import viterbi
from crfcore.text.tag_schemes import OUTSIDE

TOKENS_AT_ONCE = 65_536
"""Tokens of documents that are processed together; a longer document is alone."""


LARGEST = 1e6
"""Limit of strengths and costs in a file: scores times one of them stay finite."""


class DocumentText(NamedTuple):
    """Sentences of documents, and what is known of their labels.

    Attributes
    ----------
    table : ColumnTable
    documents : int64 (N,)
        The number of each sentence's document; those of one document follow one another.
    allowed : uint8 (T, L), or None
    confirmed : int32 (T,)
        Labels, -1 for open tokens.
    """

    table: ColumnTable
    documents: OffsetArray
    allowed: MaskArray | None
    confirmed: IdArray

    @classmethod
    def open(cls, table: ColumnTable, documents: OffsetArray) -> DocumentText:
        """Return sentences of which no label is known."""
        return cls(table, documents, None, np.full(table.n_tokens, -1, np.int32))

    def parts(self) -> Iterator[tuple[slice, DocumentText]]:
        """Yield the tokens of some whole documents, and these documents."""
        offsets = self.table.offsets
        ends = np.flatnonzero(np.diff(self.documents, append=-1)) + 1
        runs = sentence_runs(np.concatenate([[0], offsets[ends]]), TOKENS_AT_ONCE)
        bounds = np.concatenate([[0], ends])
        for first, last in runs:
            sentences = np.arange(bounds[first], bounds[last])
            tokens = slice(int(offsets[bounds[first]]), int(offsets[bounds[last]]))
            yield tokens, self.select(sentences)

    def select(self, sentences: NDArray[np.int64]) -> DocumentText:
        """Return some sentences, in increasing order."""
        chosen = np.zeros(self.table.n_sentences, np.bool_)
        chosen[sentences] = True
        tokens = np.repeat(chosen, np.diff(self.table.offsets))
        return DocumentText(
            self.table.select(sentences),
            self.documents[sentences],
            None if self.allowed is None else self.allowed[tokens],
            self.confirmed[tokens],
        )


@dataclass(frozen=True, slots=True, eq=False)
class DocumentTies:
    """How the documents of a chain are tied.

    Attributes
    ----------
    table : TieTable
    cases : WordCases
        Of the training text.
    rule, method : str
        See `crfcore.graphs.ties.tied_tokens` and `crfcore.graphs.collective`.
    strength, probability_strength : float
        For labels and for probabilities.
    cost : float
        Of each token of a confirmed phrase; 0 for none.
    scheme : str
        Of the labels.
    """

    table: TieTable
    cases: WordCases
    rule: str = "names"
    method: str = "bp"
    strength: float = 0.5
    probability_strength: float = 0.2
    cost: float = 0.0
    scheme: str = "iob2"

    def of_strength(self, strength: float, probability_strength: float) -> Self:
        """Return the same with other strengths."""
        return replace(self, strength=strength, probability_strength=probability_strength)

    def labels(self, fitted: FittedChain, text: DocumentText, seed: int = 0) -> IdArray:
        """Return the labels of all tokens, int32 (T,)."""
        found = np.zeros(text.table.n_tokens, np.int32)
        for tokens, part in text.parts():
            chains = self.chains(fitted.untempered, part, self.strength)
            found[tokens] = labels_of(chains, self.method, rng=seed)
        return found

    def probabilities(self, fitted: FittedChain, text: DocumentText, seed: int = 0) -> FloatArray:
        """Return the probabilities of all labels, (T, L)."""
        found = np.zeros((text.table.n_tokens, len(fitted.labels)))
        for tokens, part in text.parts():
            chains = self.chains(fitted, part, self.probability_strength)
            found[tokens] = marginals_of(chains, self.method, rng=seed).labels
        return found

    def chains(self, fitted: FittedChain, text: DocumentText, strength: float) -> TiedChains:
        """Return the collective model of some documents."""
        dataset = dataset_of(text.table, fitted.extractor)
        scores, pairs, offsets, _ = fitted.lattice(dataset, None, 0, dataset.n_sentences)
        type_of = types_of(fitted.labels)[1]
        ties = self.ties_of_words(fitted, text)
        if self.cost > 0.0 and np.any(text.confirmed >= 0):
            suggested = viterbi(scores, pairs, offsets)[0]
            scores = scores + self._evidence(fitted, text, suggested)
        strengths = strengths_of(ties, text.confirmed >= 0, strength)
        return tied_chains(
            scores, pairs, offsets, text.allowed, type_of, ties, self.table, strengths
        )

    def ties_of_words(self, fitted: FittedChain, text: DocumentText) -> Ties:
        """Return the groups of tied tokens of all documents."""
        inside = None
        if self.rule == "model":
            dataset = dataset_of(text.table, fitted.extractor)
            outside = [label == OUTSIDE for label in fitted.labels]
            inside = 1.0 - fitted.label_probabilities(dataset)[:, outside].sum(axis=1)
        words, offsets = text.table.columns[0], text.table.offsets
        chosen = tied_tokens(words, offsets, self.rule, cases=self.cases, inside=inside)
        return tie(words, offsets, text.documents, chosen)

    def _evidence(self, fitted: FittedChain, text: DocumentText, best: IdArray) -> FloatArray:
        """Return what confirmed phrases add to the scores, (T, L); best: the chain's labels."""
        forms, offsets = forms_of(text.table.columns[0])[0], text.table.offsets
        suggested = SuggestedSpans(best, fitted.labels, offsets, self.scheme)
        numbers = {label: number for number, label in enumerate(fitted.labels)}
        names = [*fitted.labels, None]
        found = np.zeros((len(forms), len(numbers)))
        for document in np.unique(text.documents).tolist():
            phrases = ConfirmedPhrases(forms, offsets, self.scheme)
            sentences = np.flatnonzero(text.documents == document).tolist()
            for sentence in sentences:
                own = text.confirmed[offsets[sentence] : offsets[sentence + 1]].tolist()
                phrases.confirm(sentence, [names[label] for label in own])
            for sentence in sentences:
                start, stop = offsets[sentence : sentence + 2].tolist()
                confirmed = text.confirmed[start:stop]
                matches = list(phrases.matches(sentence))
                found[start:stop] = phrase_scores(
                    suggested.without_parts(sentence, matches, confirmed),
                    *(start, stop, numbers, self.scheme, self.cost, confirmed),
                )
        return found

    def state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """Return the state for `from_state`: a JSON object, and arrays."""
        table, arrays = self.table.state()
        cases, words = self.cases.state()
        header = {name: getattr(self, name) for name in _FIELDS}
        named = {f"table_{name}": array for name, array in arrays.items()}
        named |= {f"cases_{name}": array for name, array in words.items()}
        return {**header, "table": table, "cases": cases}, named

    @classmethod
    def from_state(cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Return the ties of a `state`; an error if the parts do not fit."""
        words = with_prefix(arrays, "cases_")
        fields = {name: kind(header[name]) for name, kind in _FIELDS.items()}
        numbers = [fields[name] for name, kind in _FIELDS.items() if kind is float]
        if not all(0.0 <= number <= LARGEST for number in numbers):
            raise ValueError(f"a strength or cost of ties is no number from 0 to {LARGEST:g}")
        return cls(
            TieTable.from_state(header["table"], arrays, "table_"),
            WordCases.from_state(header["cases"], words),
            **fields,
        )


_FIELDS: Mapping[str, type] = {
    "rule": str,
    "method": str,
    "strength": float,
    "probability_strength": float,
    "cost": float,
    "scheme": str,
}
"""The fields of `DocumentTies` that are texts and numbers."""


def extractor_of(crf: Learned) -> TemplateExtractor:
    """Return the extractor of a chain, which reads words."""
    extractor = crf.fitted_.extractor
    if not isinstance(extractor, TemplateExtractor):
        raise CrfError("Ties are of words; use a chain with a template.")
    return extractor


def template_of(chain: Learned) -> Template:
    """Return the template of an estimator; CrfError if it has none."""
    if chain.template is None:
        raise CrfError('Ties are of words; give the chain a template, such as template="ner".')
    given = chain.template
    return given if isinstance(given, Template) else template_named(given)


def read_columns(table: ColumnTable, template: Template) -> ColumnTable:
    """Return the columns that a template reads, at least the words."""
    return replace(table, columns=table.columns[: max(template.n_columns, 1)])
