"""Datasets: extracted attributes of sentences, for several trainings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from crfcore.features.blocks import Blocks
from crfcore.features.learned_text import LearnedText
from crfcore.features.matrix import Matrix
from crfcore.features.reading import extractor_for
from crfcore.features.template import Template
from crfcore.features.token_attributes import TokenAttributes
from crfcore.features.word_cases import WordCases
from crfcore.features.word_clusters import WordClusters
from crfcore.features.word_vectors import WordVectors


@dataclass(frozen=True, eq=False)
class Dataset(TokenAttributes):
    """The attributes of all tokens of sentences, with constructors from sentences.

    Its fields are those of `TokenAttributes`.
    """

    @classmethod
    def from_columns(
        cls,
        sentences: Any,
        template: Any,
        *,
        min_count: int = 1,
        clusters: WordClusters | None = None,
        vectors: WordVectors | None = None,
        cases: WordCases | None = None,
    ) -> Dataset:
        """Return a dataset of columns of strings and a template.

        It can be used in several calls of `LinearChainCRF.fit`, whole or in parts (`select`),
        without repeated extraction.

        Parameters
        ----------
        sentences : ColumnTable, or sentences of tokens that are sequences of fields
        template : str or Template
            A preset's name, a file, or the text of a template.
        min_count : int
            Attributes seen on fewer tokens (or edges) get no id, like ``-f`` of CRF++.
        clusters, vectors, cases
            What lines ``%cluster[row,bits]``, ``%vector[row]`` and ``%case[row]`` of the template
            read.

        Raises
        ------
        TemplateError
            The template is invalid, or reads a column that the data lacks.
        """
        extractor = extractor_for(
            sentences, template, min_count, LearnedText(clusters, vectors, cases).checked()
        )
        return cls.of(extractor.fit(sentences), extractor)

    @classmethod
    def from_items(cls, sentences: Any, *, min_count: int = 1) -> Dataset:
        """Return a dataset of sentences of attribute dicts or lists, as for python-crfsuite.

        Parameters
        ----------
        sentences : iterable of iterables of attribute dicts or lists
        min_count : int
            Attributes that occur fewer times get no id.

        Raises
        ------
        DataError
            An attribute is invalid; names sentence and token.
        """
        return cls._learned(sentences, None, min_count)

    @classmethod
    def from_matrix(
        cls,
        rows: Any,
        *,
        lengths: Any = None,
        offsets: Any = None,
        names: Sequence[str] | None = None,
        min_count: int = 1,
    ) -> Dataset:
        """Return a dataset of a matrix with a row for each token; parameters as for `Matrix`.

        Columns with fewer than `min_count` non-zero entries get no id.
        """
        matrix = Matrix(rows, lengths=lengths, offsets=offsets, names=names)
        return cls._learned(matrix, None, min_count)

    @classmethod
    def from_blocks(cls, *blocks: Any, template: Any = None, min_count: int = 1) -> Dataset:
        """Return a dataset with the attributes of several blocks.

        Parameters
        ----------
        *blocks
            As for `Blocks`: columns, items, matrices, of the same sentences.
        template : str or Template, optional
            For the blocks that are columns.
        min_count : int
            Attributes seen fewer times get no id.
        """
        return cls._learned(Blocks(*blocks), template, min_count)

    @classmethod
    def of(cls, attributes: TokenAttributes, made_by: Any = None) -> Dataset:
        """Return token attributes as a dataset with the same arrays.

        Parameters
        ----------
        attributes : TokenAttributes
            A dataset is returned unchanged.
        made_by : extractor, optional
            The extractor; by default that of the attributes.
        """
        if isinstance(attributes, cls) and made_by is None:
            return attributes
        given = {one.name: getattr(attributes, one.name) for one in fields(TokenAttributes)}
        return cls(**given if made_by is None else {**given, "made_by": made_by})

    @classmethod
    def _learned(cls, sentences: Any, template: str | Template | None, min_count: int) -> Dataset:
        extractor = extractor_for(sentences, template, min_count)
        return cls.of(extractor.fit(sentences), extractor)
