"""Content of model files, their loading, and import of models of other programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from crfcore.errors import CrfError, ModelFileError, OtherKindError, fault_of_content, shown
from crfcore.estimator.costs import plain_cost
from crfcore.estimator.extractors import Extractor
from crfcore.estimator.filed_parameters import NOT_IN_FILES, checked_params
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.fitted_files import SEGMENTS, chain_from, content_of_chain
from crfcore.estimator.fitted_segments import FittedSegments
from crfcore.estimator.learned import Learned
from crfcore.estimator.transitions import pairs_of
from crfcore.features.block_extraction import BlocksExtractor
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.segment_lines import written
from crfcore.features.symbol_extraction import SymbolExtractor
from crfcore.features.template import Template
from crfcore.features.word_files import CONTENTS
from crfcore.messages import message
from crfcore.training.boosted_model import BoostedModel
from crfcore.training.coded_model import CodedModel

Model = TypeVar("Model", bound=Learned)


def content_of(
    model: Learned, *, with_state: bool = False, precision: str = "double"
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return the JSON and the arrays of a model's file; see `Estimator.save`."""
    if precision not in ("double", "single"):
        raise CrfError(f"precision={shown(precision)} is unknown; use 'double' or 'single'.")
    fitted = model.fitted_
    online = fitted.online if with_state else None
    state = fitted.kept_state() if with_state and online is None else None
    if model.c1:
        fitted = fitted.compact()
    content, arrays = content_of_chain(replace(fitted, state=state, online=online))
    for name in ("weights", f"{SEGMENTS}weights"):
        if precision == "single" and name in arrays:
            arrays[name] = arrays[name].astype(np.float32)
    params = model.get_params()
    for name in NOT_IN_FILES:
        params.pop(name, None)
    if not isinstance(model.allowed_transitions, str):
        # The model itself contains the forbidden pairs.
        params.pop("allowed_transitions")
    if not isinstance(model.code, str):
        # The same of the bits of each label.
        params.pop("code", None)
    cost = params.pop("cost", None)
    if cost is not None:
        # Programs of earlier versions do not know the parameter.
        params["cost"] = plain_cost(cost)
    for name, value in params.items():
        # A grid search sets numpy scalars.
        params[name] = value.item() if isinstance(value, np.generic) else value
    content["estimator"] = model.KIND
    return {**content, "params": params, "metadata": model.metadata_}, arrays


def restored(
    kind: type[Model], content: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], *, name: str
) -> Model:
    """Return the estimator of a file; see `Estimator.load`."""
    check_kind(content, kind.KIND, name)
    try:
        crf = kind(**checked_params(kind, content["params"]))
        crf._fitted = fitted = chain_from(content, arrays)  # noqa: SLF001 - made here
        _check_model(fitted, kind.KIND)
        crf.metadata_ = dict(content["metadata"])
    except INVALID_CONTENT as error:
        raise ModelFileError(
            message(
                "{name}: this model does not fit together ({fault}); train and save it again.",
                name=name,
                fault=fault_of_content(error),
            )
        ) from error
    else:
        crf.template = _template_in(fitted.extractor)
        if isinstance(fitted, FittedSegments):
            vars(crf)["segments"] = written(fitted.segments.extractor.given)
        missing = set(kind.parameter_names()) - set(content["params"])
        if "allowed_transitions" in missing:
            crf.allowed_transitions = pairs_of(fitted.model, fitted.labels)
        if "code" in missing and isinstance(fitted.model, CodedModel):
            crf.code = fitted.model.code
        return crf


def _check_model(fitted: FittedChain, kind: str) -> None:
    """Raise ValueError if an estimator of this kind does not train such models."""
    for what, is_one, own in (
        ("segments", isinstance(fitted, FittedSegments), "SemiMarkovCRF"),
        ("trees", isinstance(fitted.model, BoostedModel), "BoostedCRF"),
        ("codes", isinstance(fitted.model, CodedModel), "CodedCRF"),
    ):
        if is_one != (kind == own):
            raise ValueError(
                message("it has {what} and is no {own}, or the other way round", what=what, own=own)
            )


def imported(
    kind: type[Model], path: Path | str, file_format: str | None, template: str | Template | None
) -> Model:
    """Return the model of another program; see `Estimator.import_model`."""
    if kind.KIND != "LinearChainCRF":
        raise CrfError(
            f"What other programs have trained is no {kind.KIND}; use LinearChainCRF.import_model."
        )
    # Imported here because it is rarely needed.
    from crfcore.model_import.formats import import_chain

    fitted, name = import_chain(path, file_format, template)
    crf = kind(template=_template_in(fitted.extractor))
    crf._fitted = fitted  # noqa: SLF001 - made here
    crf.metadata_ = {"imported_from": name}
    return crf


INVALID_CONTENT = (
    CrfError,
    TypeError,
    ValueError,
    LookupError,
    AttributeError,
    ArithmeticError,
    MemoryError,
    RecursionError,
)
"""Exceptions from invalid content with a valid checksum."""


_KINDS = {
    "LinearChainCRF": message("a model of tokens"),
    "HiddenMarkovModel": message("a hidden Markov model"),
    "MaximumEntropyMarkovModel": message("a maximum entropy Markov model"),
    "MaximumEntropyClassifier": message("a maximum entropy classifier"),
    "SemiMarkovCRF": message("a model of segments"),
    "BoostedCRF": message("a model of trees"),
    "CodedCRF": message("a model of output codes"),
    "DocumentCRF": message("a model of documents"),
    "SkipChainCRF": message("a skip-chain model"),
}
"""Estimators, and what their files hold in words."""

_OF_COMMANDS = {"LinearChainCRF", "SemiMarkovCRF", "DocumentCRF"}
"""Those whose files the commands read; others are used from Python."""


def check_kind(content: Any, wanted: str, name: str) -> None:
    """Raise ModelFileError if a file names another estimator; older files name none."""
    kind = content.get("estimator") if isinstance(content, dict) else None
    if kind is not None and kind != wanted:
        if isinstance(kind, str) and kind in CONTENTS:
            raise ModelFileError(
                message(
                    "{name}: this file holds {contents}, not a model; choose the file of one.",
                    name=name,
                    contents=CONTENTS[kind],
                )
            )
        if isinstance(kind, str) and kind in _KINDS:
            expected = _KINDS.get(wanted, f"a {wanted}")
            elsewhere = "" if kind in _OF_COMMANDS else f", which is used from Python ({kind}.load)"
            raise OtherKindError(
                message(
                    "{name}: this file holds a {kind}, not a {wanted}; give the file of a "
                    "{wanted}, or in Python read it with {kind}.load.",
                    name=name,
                    kind=kind,
                    wanted=wanted,
                ),
                f"{name}: this file holds {_KINDS[kind]}{elsewhere}, and {expected} is expected; "
                "choose another file.",
            )
        raise ModelFileError(
            message(
                "{name}: this file holds a {kind}, not a {wanted}; choose a file that "
                "{wanted}.save has written.",
                name=name,
                kind=shown(kind),
                wanted=wanted,
            )
        )


def _template_in(extractor: Extractor) -> str | None:
    if isinstance(extractor, SymbolExtractor):
        return _template_in(extractor.inner)
    parts = extractor.parts if isinstance(extractor, BlocksExtractor) else (extractor,)
    found = [str(part.template) for part in parts if isinstance(part, TemplateExtractor)]
    return found[0] if found else None
