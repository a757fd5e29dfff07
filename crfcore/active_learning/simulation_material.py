"""The text of a simulation: sentences to label, sentences to score, their gold labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from crfcore.arrays import IdArray
from crfcore.errors import CrfError
from crfcore.estimator.extractors import dataset_of
from crfcore.features.dataset import Dataset
from crfcore.features.segments import offsets_of
from crfcore.text.tag_schemes import Span, detect_scheme, spans

Tags = Sequence[str]


@dataclass(frozen=True, eq=False)
class Material:
    """The pool and the test text of a simulation.

    Attributes
    ----------
    pool : Dataset
        N sentences, with their extractor (``made_by``).
    tags : N sequences of str
        Gold labels of the pool.
    test : Dataset
        Made by the same extractor.
    test_tags : sequence of sequences of str
    labels : tuple of str
        All labels, of the test text too: a project has its labels before all have occurred.
    scheme : str or None
        With "tokens" the score is token accuracy; otherwise F1 of spans.
    """

    pool: Dataset
    tags: Sequence[Tags]
    test: Dataset
    test_tags: Sequence[Tags]
    labels: tuple[str, ...]
    scheme: str | None = None

    @classmethod
    def from_sentences(
        cls,
        X: Any,  # noqa: N803 - scikit-learn's name
        y: Sequence[Tags],
        X_test: Any,  # noqa: N803
        y_test: Sequence[Tags],
        *,
        template: Any = None,
        scheme: str | None = None,
    ) -> Material:
        """Return the material of sentences.

        Parameters
        ----------
        X, X_test : sentences
            Of attribute dicts or lists; with a template, tables or sentences of rows of fields.
        y, y_test : sequences of sequences of str
        template : str or Template, optional
            A preset's name, a file, or the text of a template.
        scheme : str, optional
            By default detected from the labels.
        """
        pool = Dataset.from_items(X) if template is None else Dataset.from_columns(X, template)
        labels = tuple(dict.fromkeys(tag for part in (y, y_test) for tags in part for tag in tags))
        test = dataset_of(X_test, pool.made_by)
        return cls(pool, y, test, y_test, labels, scheme or detect_scheme(y))

    @property
    def score(self) -> str:
        """The score that is compared: a field of `Scores` and `Point`."""
        return "token_accuracy" if self.scheme == "tokens" else "f1"

    @cached_property
    def numbers(self) -> IdArray:
        """Gold labels of the pool as indices in `labels`, (T,)."""
        return numbers_of(self.tags, self.labels)

    @cached_property
    def test_numbers(self) -> IdArray:
        """Gold labels of the test text as indices in `labels`."""
        return numbers_of(self.test_tags, self.labels)

    @property
    def span_scheme(self) -> str | None:
        """The scheme argument of `spans`."""
        return "tokens" if self.scheme == "tokens" else None

    @cached_property
    def test_spans(self) -> list[set[Span]]:
        """The spans of each sentence of the test text."""
        return [set(spans(tags, self.span_scheme)) for tags in self.test_tags]

    def check(self) -> None:
        """Raise CrfError unless there is something to label and to learn from."""
        if not self.pool.n_sentences or not self.test.n_sentences:
            raise CrfError("A simulation needs a sentence to label, and one to score on.")
        if self.pool.made_by is None:
            raise CrfError(
                "The pool must know what made it: Dataset.from_columns(sentences, template)."
            )
        for dataset, tags in ((self.pool, self.tags), (self.test, self.test_tags)):
            lengths = np.array([len(sentence) for sentence in tags], np.int64)
            if not np.array_equal(offsets_of(lengths), dataset.offsets):
                raise CrfError("There must be a right label for each token of each sentence.")
        known = set(self.labels)
        missing = {tag for part in (self.tags, self.test_tags) for s in part for tag in s} - known
        if missing:
            raise CrfError(f"The label {min(missing)!r} is not among the labels of the simulation.")


def numbers_of(tags: Sequence[Tags], labels: Sequence[str]) -> IdArray:
    """Return tags as indices in labels, concatenated."""
    numbers = {name: number for number, name in enumerate(labels)}
    return np.array([numbers[tag] for sentence in tags for tag in sentence], np.int32)
