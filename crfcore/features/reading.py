"""The choice of an extractor for a kind of sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from numpy.typing import NDArray

from crfcore.arrays import IdArray
from crfcore.errors import CrfError, shown
from crfcore.features.attribute_extraction import AttributeExtractor
from crfcore.features.block_extraction import BlocksExtractor
from crfcore.features.blocks import Blocks
from crfcore.features.column_table import ColumnTable
from crfcore.features.extraction import WITH_TEXT, TemplateExtractor
from crfcore.features.induced_extraction import InducedExtractor
from crfcore.features.learned_text import LearnedText
from crfcore.features.listed_columns import WITH_GRAMMARS, WITH_PHRASES, ColumnList
from crfcore.features.matrix import Matrix, is_list_of_matrices, is_matrix
from crfcore.features.matrix_extraction import MatrixExtractor
from crfcore.features.presets import template_named
from crfcore.features.symbol_extraction import SymbolExtractor
from crfcore.features.template import Template

Extractor: TypeAlias = (
    TemplateExtractor
    | AttributeExtractor
    | MatrixExtractor
    | BlocksExtractor
    | SymbolExtractor
    | InducedExtractor
)
"""The extractors, each for one kind of sentences."""


def extractor_for(
    sentences: Any,
    template: str | Template | None,
    min_count: int = 1,
    learned: LearnedText = LearnedText(),  # noqa: B008 - immutable
    lists: tuple[ColumnList, ...] = (),
) -> Extractor:
    """Return an unfitted extractor for a kind of sentences.

    Parameters
    ----------
    sentences : items, columns, Matrix, matrices, or Blocks
    template : str or Template, optional
        For columns. With a template, lists are sentences of tokens that are sequences of fields,
        except dicts inside Blocks.
    min_count : int
        Attributes seen fewer times get no id.
    learned : LearnedText
        What lines of the template read.
    lists : tuple of PhraseList or GrammarList
        For columns with a template.

    Raises
    ------
    CrfError
        A table lacks a template, a template or lists have no columns to read, or clusters, vectors
        or cases have no template, or no line of it.
    """
    if template is None and not learned.is_empty:
        raise CrfError(
            "Clusters, vectors and cases are read by %cluster[row,bits], %vector[row] and "
            "%case[row] in the lines of a template; give one, such as template='basic'."
        )
    of_matrix = isinstance(sentences, Matrix) or is_matrix(sentences)
    of_matrix = of_matrix or is_list_of_matrices(sentences)
    if lists and (of_matrix or isinstance(sentences, Blocks)):
        raise CrfError(
            "Lists of phrases are read from sentences as columns, and these are "
            f"{'matrices' if of_matrix else 'Blocks'}; give columns, or leave the lists out."
        )
    if lists and template is None:
        raise CrfError(
            "Lists of phrases need sentences as columns and a template, such as template='basic'."
        )
    if isinstance(sentences, Blocks):
        return BlocksExtractor(
            [_extractor_of_part(part, template, min_count, learned) for part in sentences.parts]
        )
    if of_matrix:
        return MatrixExtractor(min_count)
    if template is not None:
        if not isinstance(template, (str, Template)):
            raise CrfError(
                f"template={shown(template)} is not possible; it must be the name of a preset or "
                "of a file, or the text of a template, each as a string, or a Template."
            )
        given = template if isinstance(template, Template) else template_named(template)
        learned.check_read_by(given)
        return TemplateExtractor(given, min_count, lists, *learned)
    if isinstance(sentences, ColumnTable):
        raise CrfError("A table of columns needs a template: LinearChainCRF(template='chunking').")
    return AttributeExtractor(min_count)


def _extractor_of_part(
    part: Any,
    template: str | Template | None,
    min_count: int,
    learned: LearnedText,
) -> Extractor:
    """Return an extractor for a block: of blocks, only columns are read by the template."""
    if _are_dicts(part) or is_matrix(part) or isinstance(part, Matrix):
        return extractor_for(part, None, min_count)
    return extractor_for(part, template, min_count, learned)


def _are_dicts(part: Any) -> bool:
    """Whether the first token of a block is a dict."""
    if not isinstance(part, list):
        return False
    first = next((token for sentence in part for token in sentence), None)
    return isinstance(first, dict)


def names_of_attributes(extractor: Extractor, attributes: IdArray) -> dict[int, str]:
    """Return the names of some token attributes, by id."""
    if isinstance(extractor, TemplateExtractor):
        return extractor.attribute_names_of(attributes)
    names = extractor.attribute_names()
    return {attribute: names[attribute] for attribute in attributes.tolist()}


def extractor_from_state(
    header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
) -> Extractor:
    """Return the extractor of a `state`.

    Raises
    ------
    KeyError, TypeError, ValueError, LookupError, AttributeError, CrfError
        The parts are inconsistent.
    """
    kinds: dict[
        str,
        type[TemplateExtractor]
        | type[AttributeExtractor]
        | type[MatrixExtractor]
        | type[BlocksExtractor]
        | type[SymbolExtractor]
        | type[InducedExtractor],
    ] = {
        "template": TemplateExtractor,
        WITH_PHRASES: TemplateExtractor,
        WITH_GRAMMARS: TemplateExtractor,
        WITH_TEXT: TemplateExtractor,
        "attributes": AttributeExtractor,
        "matrix": MatrixExtractor,
        "blocks": BlocksExtractor,
        "symbols": SymbolExtractor,
        "induced": InducedExtractor,
    }
    kind = kinds[header["kind"]]
    if issubclass(kind, (BlocksExtractor, SymbolExtractor, InducedExtractor)):
        return kind.from_state(header, arrays, extractor_from_state)
    return kind.from_state(header, arrays)
