"""What estimators of whole documents share: parameters, predictions by sentence, files."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from crfcore import model_file
from crfcore.arrays import FloatArray, IdArray, OffsetArray, plain_number
from crfcore.estimator.allowed import allowed_mask
from crfcore.estimator.document_fitting import LabelledDocuments, split_labels
from crfcore.estimator.document_ties import (
    DocumentText,
    extractor_of,
    read_columns,
    template_of,
)
from crfcore.estimator.labellings import Labellings, Marginals
from crfcore.estimator.learned import Learned
from crfcore.estimator.named_parameters import NestedParameters
from crfcore.features.column_table import ColumnTable
from crfcore.features.template import Template
from crfcore.graphs.ties import documents_in_order
from crfcore.training.given_labels import aligned_labels, targets_for


class DocumentModel(NestedParameters):
    """An estimator whose sentences have documents; parameters are attributes of their names."""

    KIND: ClassVar[str]
    """Its name in files."""

    metadata_: dict[str, Any]

    # ---- prediction

    def predict(
        self,
        X: Any,  # noqa: N803 - scikit-learn's name
        *,
        documents: Sequence[int] | OffsetArray,
        allowed: Any = None,
    ) -> list[list[str]]:
        """Return good labels of all tokens, by sentence.

        Parameters
        ----------
        X, documents
            As for `fit`.
        allowed : optional
            As for `LinearChainCRF.predict`. Tokens with one allowed label are confirmed, which
            other sentences of the document heed.

        Raises
        ------
        CrfError
            As for `fit`; or a sentence has no labelling.
        """
        text = self._text(X, documents, allowed)
        names = np.array(self.classes_, dtype=object)
        return Labellings(split_labels(names[self._labels(text)], text.table.offsets))

    def predict_marginals(
        self,
        X: Any,  # noqa: N803
        *,
        documents: Sequence[int] | OffsetArray,
        allowed: Any = None,
    ) -> Marginals:
        """Return the probability of each label of each token, by sentence; see `predict`."""
        text = self._text(X, documents, allowed)
        names = self.classes_
        rows = self._probabilities(text).tolist()
        dicts = [dict(zip(names, row, strict=True)) for row in rows]
        bounds = pairwise(text.table.offsets.tolist())
        return Marginals((dicts[start:stop] for start, stop in bounds), calibrated=False)

    def score(
        self,
        X: Any,  # noqa: N803
        y: Any,
        *,
        documents: Sequence[int] | OffsetArray,
    ) -> float:
        """Return the token accuracy; unknown tokens do not count.

        A set of labels is correct if it contains the prediction.

        Raises
        ------
        CrfError
            As for `fit`; or a sentence has not a label, None or set for each token.
        """
        text = self._text(X, documents, None)
        known = [right for own in aligned_labels(y, text.table) for right in own]
        names = self.classes_
        found: list[bool] = [
            names[number] in (right if isinstance(right, AbstractSet) else (right,))
            for number, right in zip(self._labels(text).tolist(), known, strict=True)
            if right is not None
        ]
        return sum(found) / max(len(found), 1)

    def _text(
        self,
        X: Any,  # noqa: N803
        documents: Sequence[int] | OffsetArray,
        allowed: Any,
    ) -> DocumentText:
        """Return sentences to label, with the columns that the last chain reads."""
        return document_text(self.chain_, X, documents, allowed)

    @abstractmethod
    def _labels(self, text: DocumentText) -> IdArray:
        """Return the labels of all tokens, (T,)."""

    @abstractmethod
    def _probabilities(self, text: DocumentText) -> FloatArray:
        """Return the probabilities of all labels, (T, L)."""

    # ---- what was learned

    @property
    @abstractmethod
    def chain_(self) -> Learned:
        """The trained chain."""

    @property
    def classes_(self) -> list[str]:
        """The labels, in the order of all arrays."""
        return list(self.chain_.fitted_.labels)

    # ---- files

    def save(self, path: Path | str) -> None:
        """Write the model to a file, atomically; ModelFileError if that is not possible."""
        model_file.write(path, *self._content())

    def to_bytes(self) -> bytes:
        """Return what `save` would write."""
        return model_file.dump(*self._content())

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """Read a model; ModelFileError if the file is damaged, of another kind, or too new."""
        return cls.from_content(*model_file.read(path), name=str(path))

    @classmethod
    def from_bytes(cls, data: bytes, *, name: str = "The model") -> Self:
        """Return the model that `to_bytes` has written."""
        return cls.from_content(*model_file.parse(data, name=name), name=name)

    def _header(self) -> dict[str, Any]:
        """Return the kind, the parameters but the chain, and the metadata, for a file."""
        given = self.get_params(deep=False)
        # A grid search sets numpy scalars.
        params = {name: plain_number(value) for name, value in given.items() if name != "chain"}
        return {"estimator": self.KIND, "params": params, "metadata": self.metadata_}

    @abstractmethod
    def _content(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """Return the JSON and the arrays of a file."""

    @classmethod
    @abstractmethod
    def from_content(
        cls, content: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], *, name: str
    ) -> Self:
        """Return the model of a file's content; errors as for `load`."""


def labelled_documents(
    chain: Learned,
    X: Any,  # noqa: N803
    y: Any,
    documents: Sequence[int] | OffsetArray,
    labels: Sequence[str] | None,
) -> tuple[LabelledDocuments, Template]:
    """Return what `fit` was given, with the columns that the chain's template reads, and that.

    Raises
    ------
    CrfError
        The chain has no template; a column or label is missing; or the sentences of a document do
        not follow one another.
    """
    template = template_of(chain)
    given = X if isinstance(X, ColumnTable) else ColumnTable.from_sentences(X)
    template.check_columns(given.n_columns)
    table = read_columns(given, template)
    numbers = documents_in_order(documents, table.n_sentences)
    targets, names = targets_for(y, labels, table)
    return LabelledDocuments(DocumentText.open(table, numbers), targets, names), template


def document_text(
    crf: Learned,
    X: Any,  # noqa: N803
    documents: Sequence[int] | OffsetArray,
    allowed: Any,
) -> DocumentText:
    """Return sentences to label with the columns that a fitted chain reads, and their mask."""
    extractor = extractor_of(crf)
    table = read_columns(extractor.table_of(X), extractor.template)
    mask = allowed_mask(allowed, list(crf.fitted_.labels), table)
    text = DocumentText.open(table, documents_in_order(documents, table.n_sentences))
    if mask is None:
        return text
    confirmed = np.where(mask.sum(axis=1) == 1, mask.argmax(axis=1), -1).astype(np.int32)
    return text._replace(allowed=mask, confirmed=confirmed)
