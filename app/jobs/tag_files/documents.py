"""Tagging of texts with a model whose documents are tied."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.jobs.tag_files.constraints import Constraints

if TYPE_CHECKING:
    from crfcore.document_crf import DocumentCRF
    from crfcore.features.column_table import ColumnTable


@dataclass(frozen=True, slots=True)
class DocumentJob:
    """The labelling of a text by a model that looks at whole documents."""

    crf: DocumentCRF
    table: ColumnTable
    documents: NDArray[np.int64]
    constraints: Constraints | None

    def labels(self) -> Iterator[list[str]]:
        """Yield the labels of each sentence."""
        allowed = None if self.constraints is None else self.constraints.allowed
        yield from self.crf.predict(self.table, documents=self.documents, allowed=allowed)

    def with_marginals(self) -> Iterator[list[str]]:
        """Yield the labels of each sentence, each followed by the probabilities of all labels."""
        allowed = None if self.constraints is None else self.constraints.allowed
        rows = self.crf.predict_marginals(self.table, documents=self.documents, allowed=allowed)
        for labels, tokens in zip(self.labels(), rows, strict=True):
            yield [
                "\t".join([label, *(f"{name}/{value:.6f}" for name, value in token.items())])
                for label, token in zip(labels, tokens, strict=True)
            ]
