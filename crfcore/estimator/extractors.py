"""The choice of an extractor for sentences."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any, TypeGuard

import numpy as np

from crfcore.arrays import IdArray, MaskArray
from crfcore.errors import CrfError, DataError, shown
from crfcore.features.attribute_extraction import AttributeExtractor
from crfcore.features.block_extraction import BlocksExtractor
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TableReading, TemplateExtractor
from crfcore.features.induced_extraction import InducedExtractor
from crfcore.features.learned_text import LearnedText
from crfcore.features.matrix import is_list_of_matrices
from crfcore.features.matrix_extraction import MatrixExtractor
from crfcore.features.phrases import PhraseList
from crfcore.features.reading import Extractor, extractor_for
from crfcore.features.segments import MISSING
from crfcore.features.symbol_extraction import BORDERS, SymbolExtractor
from crfcore.features.template import Template
from crfcore.features.token_attributes import TokenAttributes
from crfcore.features.vector_lines import apart_from_vectors, unfold_vectors

__all__ = [
    "Extractor",
    "dataset_of",
    "dataset_to_learn",
    "extended_key_mask",
    "given_key_mask",
    "ids_in",
    "joined",
    "key_mask",
    "phrase_lists_of",
    "reads_whole_texts",
    "table_of",
    "text_reading",
    "without_edges",
]


LARGEST_VALUE = 1e12
"""Limit of the absolute value of an attribute in training.

From 1e14 or so on a training may end where it began: no step along the gradient makes the
objective smaller in double precision.
"""


def dataset_to_learn(
    sentences: Any,
    extractor: Extractor | None,
    template: str | Template | None,
    min_count: int | None = None,
    learned: LearnedText = LearnedText(),  # noqa: B008 - immutable
    lists: tuple[PhraseList, ...] = (),
    *,
    apart: bool = False,
) -> tuple[Dataset, Extractor]:
    """Return sentences as a dataset, with its extractor.

    Parameters
    ----------
    sentences : attribute items, ColumnTable, Matrix, matrices, Blocks, or Dataset
        With a template, lists are the fields of tokens, as in `ColumnTable.from_sentences`.
    extractor : extractor, optional
        The extractor of the dataset, if the dataset does not name it.
    template : str or Template, optional
        For a table of columns.
    min_count : int, optional
        Attributes seen fewer times get no id; not for a dataset.
    learned : LearnedText
        Read by lines of the template; not for a dataset.
    lists : tuple of PhraseList
        Of which the tokens of columns get attributes; not for a dataset.
    apart : bool
        Whether the attributes of vectors may be apart (`TokenAttributes.vectors_apart`).

    Raises
    ------
    CrfError
        A dataset lacks its extractor, other sentences have one, a table lacks a template, or there
        is no token.
    """
    if isinstance(sentences, TokenAttributes):
        if not learned.is_empty:
            raise CrfError(
                "This Dataset has its attributes already; make it with clusters, vectors and "
                "cases: Dataset.from_columns(…, clusters=…, vectors=…, cases=…)."
            )
        if lists:
            raise CrfError(
                "This Dataset has its attributes already; give the lists to the extractor that "
                "makes it: TemplateExtractor(…, phrase_lists=…)."
            )
        made_by = sentences.made_by if extractor is None else extractor
        if made_by is None:
            raise CrfError("A Dataset needs the extractor that made it: fit(…, extractor=…).")
        dataset = Dataset.of(sentences)
        # A copy, so that learning with the extractor again does not change the model.
        extractor = copy(made_by)
        _check_made_by(dataset, extractor)
    else:
        if extractor is not None:
            raise CrfError(
                "extractor says what made a Dataset, and these sentences are none; leave it out."
            )
        extractor = extractor_for(sentences, template, min_count or 1, learned, lists)
        if apart and isinstance(extractor, TemplateExtractor):
            dataset = Dataset.of(apart_from_vectors(extractor.fit_without_vectors(sentences)))
        else:
            dataset = Dataset.of(extractor.fit(sentences))
    if not apart:
        dataset = unfold_vectors(dataset)
    if dataset.n_tokens == 0:
        raise CrfError("There is no sentence to learn from; give at least one with a token.")
    check_values(dataset)
    return dataset, extractor


def check_values(dataset: Dataset, kind: str = "Sentence") -> None:
    """Raise DataError for a value of an attribute that is too large to learn from.

    ``kind`` is what the error calls a sentence.
    """
    values = dataset.values
    most = max(float(np.max(values, initial=0.0)), -float(np.min(values, initial=0.0)))
    if most <= LARGEST_VALUE:
        return
    at = int(np.argmax(np.abs(values)))
    token = int(np.searchsorted(dataset.indptr, at, side="right")) - 1
    sentence = int(np.searchsorted(dataset.offsets, token, side="right")) - 1
    raise DataError(
        f"{kind} {sentence + 1}, token {token - int(dataset.offsets[sentence]) + 1}: an "
        f"attribute has the value {values[at]:g}, and values from -{LARGEST_VALUE:g} to "
        f"{LARGEST_VALUE:g} can be learned from; scale it."
    )


def phrase_lists_of(extractor: Extractor) -> tuple[PhraseList, ...]:
    """Return the lists of phrases that an extractor reads."""
    lists = extractor.phrase_lists if isinstance(extractor, TemplateExtractor) else ()
    return tuple(one for one in lists if isinstance(one, PhraseList))


def table_of(sentences: Any, extractor: TemplateExtractor) -> ColumnTable | None:
    """Return sentences as the table that a template reads; None for other input."""
    if isinstance(sentences, ColumnTable) or (
        isinstance(sentences, list) and not is_list_of_matrices(sentences)
    ):
        return extractor.table_of(sentences)
    return None


def dataset_of(sentences: Any, extractor: Extractor) -> Dataset:
    """Return sentences as a dataset of the attributes that an extractor knows.

    Raises
    ------
    CrfError
        The sentences are of another kind than those of the extractor.
    """
    if isinstance(sentences, TokenAttributes):
        is_of_symbols = isinstance(sentences.made_by, SymbolExtractor)
        if isinstance(extractor, SymbolExtractor) and not is_of_symbols:
            return Dataset.of(extractor.symbols(dataset_of(sentences, extractor.inner)))
        if isinstance(extractor, InducedExtractor) and not isinstance(
            sentences.made_by, InducedExtractor
        ):
            return Dataset.of(extractor.induced(dataset_of(sentences, extractor.inner)))
        _check_made_by(sentences, extractor)
        return unfold_vectors(Dataset.of(sentences))
    return Dataset.of(extractor.transform(sentences))


def reads_whole_texts(extractor: Extractor) -> TypeGuard[TemplateExtractor]:
    """Return whether the attributes of a sentence depend on the text that it is part of."""
    return isinstance(extractor, TemplateExtractor) and extractor.learned.reads_contexts


def text_reading(extractor: Extractor, table: Callable[[], ColumnTable]) -> TableReading | None:
    """Prepare a whole text, so that unknown words get vectors and cases from all its sentences.

    Returns None, without a call of ``table``, where the attributes of a sentence do not depend on
    the others.
    """
    if not reads_whole_texts(extractor):
        return None
    return extractor.reading(extractor.table_of(table()))


def _check_made_by(dataset: TokenAttributes, extractor: Extractor) -> None:
    found = dataset.n_attributes, dataset.n_edge_attributes
    wanted = extractor.n_attributes, extractor.n_edge_attributes
    # A template's edge attributes may all be unknown to the dataset, which then has none.
    if found[0] != wanted[0] or found[1] not in {0, wanted[1]}:
        raise CrfError(
            f"The dataset has {sum(found):,} attributes and the model {sum(wanted):,}; "
            "make it with the model's own extractor: crf.dataset(sentences)."
        )
    made_by = dataset.made_by
    if made_by is not None and not _are_alike(made_by, extractor):
        raise CrfError(
            "The dataset's attributes have different numbers from the model's; make it with the "
            "model's own extractor: crf.dataset(sentences)."
        )
    if not bool(np.all(np.isfinite(dataset.values))):
        raise DataError("A value of an attribute is NaN or infinite; give finite numbers.")


def _are_alike(extractor: Extractor, other: Extractor) -> bool:
    """Return whether two extractors with as many attributes give them the same ids."""
    if type(extractor) is not type(other):
        return False
    if _share_arrays(extractor, other):
        return True
    return all(np.array_equal(ids, np.arange(len(ids))) for ids in ids_in(extractor, other))


def _share_arrays(extractor: Extractor, other: Extractor) -> bool:
    """Return whether one is a training's copy of the other, which is quick to check."""
    mine, theirs = vars(extractor), vars(other)
    return all(mine[name] is theirs.get(name) for name in mine)


def without_edges(extractor: Extractor) -> Extractor:
    """Return an extractor without attributes of edges."""
    if extractor.n_edge_attributes == 0:
        return extractor
    every = np.ones(extractor.n_attributes, dtype=np.bool_)
    return extractor.compact(every, np.zeros(extractor.n_edge_attributes, dtype=np.bool_))


def extended(extractor: Extractor, sentences: Any) -> Extractor:
    """Return an extractor extended by the attributes of further sentences, if its kind can."""
    if isinstance(sentences, TokenAttributes):
        return extractor
    # Reading the sentences checks their type.
    extractor.transform(sentences)
    if isinstance(extractor, TemplateExtractor | AttributeExtractor):
        return extractor.extended(sentences)
    return extractor


def joined(extractor: Extractor, other: Extractor) -> Extractor:
    """Return an extractor with the attributes of two, those of the first before the new ones.

    Raises
    ------
    CrfError
        They are of different kinds, or read an attribute of the same name from different places.
    """
    if type(extractor) is type(other) and _share_arrays(extractor, other):
        return extractor
    _check_not_induced(extractor, other)
    # Symbols are those of models of counts.
    if type(extractor) is not type(other) or isinstance(
        extractor, SymbolExtractor | InducedExtractor
    ):
        raise CrfError(
            "The models read different kinds of attributes (a template, items, a matrix or "
            "blocks); use models of the same kind."
        )
    found: Extractor = extractor.joined(other)  # type: ignore[arg-type] # of the same class
    return found


def ids_in(extractor: Extractor, earlier: Extractor) -> tuple[IdArray, IdArray]:
    """Return an earlier extractor's ids of the attributes of this one, −1 if unknown."""
    _check_not_induced(extractor, earlier)
    if isinstance(extractor, SymbolExtractor) or isinstance(earlier, SymbolExtractor):
        return _ids_of_symbols(extractor, earlier)
    if isinstance(extractor, TemplateExtractor) and isinstance(earlier, TemplateExtractor):
        return extractor.ids_in(earlier)
    if isinstance(extractor, AttributeExtractor) and isinstance(earlier, AttributeExtractor):
        return extractor.ids_in(earlier)
    if isinstance(extractor, MatrixExtractor) and isinstance(earlier, MatrixExtractor):
        return extractor.ids_in(earlier)
    if isinstance(extractor, BlocksExtractor) and isinstance(earlier, BlocksExtractor):
        return extractor.ids_in(earlier)
    raise CrfError(
        "initial: that model was trained on another kind of attributes (a template, items, a "
        "matrix or blocks); give one of the same kind."
    )


def _check_not_induced(*extractors: Extractor) -> None:
    """Raise CrfError for induced attributes, which have a meaning in their own model alone."""
    if any(isinstance(one, InducedExtractor) for one in extractors):
        raise CrfError(
            "A model of induced features cannot be pooled, trained further or be the initial one "
            "of another; call induce with all sentences, or use models of other attributes."
        )


def _ids_of_symbols(extractor: Extractor, earlier: Extractor) -> tuple[IdArray, IdArray]:
    """Return the same where one of the two has symbols, which are attributes of the other."""
    theirs: IdArray = np.zeros(0, dtype=np.int32)
    their_borders: IdArray = np.full(len(BORDERS), MISSING, dtype=np.int32)
    if isinstance(earlier, SymbolExtractor):
        inner, theirs, their_borders = earlier.inner, earlier.symbol_ids, earlier.border_ids
    else:
        inner, theirs = earlier, np.arange(earlier.n_attributes, dtype=np.int32)
    own = extractor.inner if isinstance(extractor, SymbolExtractor) else extractor
    found, edges = ids_in(own, inner)
    # A last entry maps −1 to −1.
    found = np.append(theirs, np.int32(MISSING))[found]
    if not isinstance(extractor, SymbolExtractor):
        return found, np.full(len(edges), MISSING, dtype=np.int32)
    ids = np.full(extractor.n_attributes, MISSING, dtype=np.int32)
    for positions, there in (
        (extractor.border_ids, their_borders),
        (extractor.symbol_ids, found),
    ):
        ids[positions[positions != MISSING]] = there[positions != MISSING]
    return ids, np.zeros(0, dtype=np.int32)


def key_mask(extractor: Extractor, beginning: str | None) -> MaskArray:
    """Return the mask of attributes that are words, (A,).

    Parameters
    ----------
    extractor : Extractor
    beginning : str, optional
        Prefix of their names; by default the first cell of a template.
    """
    mask = np.zeros(extractor.n_attributes, dtype=np.uint8)
    if beginning is None:
        mask[extractor.key_attributes()] = 1
    else:
        mask[[name.startswith(beginning) for name in extractor.attribute_names()]] = 1
    return mask


def given_key_mask(extractor: Extractor, beginning: str | None) -> MaskArray:
    """Return the `key_mask` to learn with; CrfError if no attribute has a beginning that is given.

    That a model without attributes has none is no mistake.
    """
    mask = key_mask(extractor, beginning)
    if beginning is not None and len(mask) and not mask.any():
        raise CrfError(
            f"key={shown(beginning)} matches no attribute that could be the word of a token; give "
            "the prefix of that attribute, such as key='word:', or leave it out."
        )
    return mask


def extended_key_mask(mask: MaskArray, extractor: Extractor, beginning: str | None) -> MaskArray:
    """Return the mask of attributes that are words, after some were added.

    Parameters
    ----------
    mask : (A,) array
        The result of `key_mask` for the earlier attributes, which come first.
    extractor, beginning
        As for `key_mask`.
    """
    if beginning is None or not isinstance(extractor, AttributeExtractor):
        return key_mask(extractor, beginning)
    names = extractor.attribute_names_from(len(mask))
    return np.append(mask, np.array([name.startswith(beginning) for name in names], np.uint8))
