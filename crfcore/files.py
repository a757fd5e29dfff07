"""Models as files: saved, loaded, and brought along from other programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray

from crfcore import model_file
from crfcore.errors import CrfError, ModelFileError, shown
from crfcore.estimator.conventions import Conventions
from crfcore.estimator.extractors import Extractor
from crfcore.estimator.filed_parameters import NOT_IN_FILES, checked_params
from crfcore.estimator.fitted_files import put_together, taken_apart
from crfcore.estimator.transitions import pairs_of
from crfcore.features.block_extraction import BlocksExtractor
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.symbol_extraction import SymbolExtractor
from crfcore.features.template import Template


class Files(Conventions):
    """The part of an estimator that is written to files and read again."""

    KIND: ClassVar[str]
    """The estimator's name in its files; one that is derived from it reads the same files."""

    c1: float | None = None
    template: str | Template | None
    allowed_transitions: Any = "all"

    def save(
        self,
        path: Path | str,
        *,
        with_state: bool = False,
        precision: Literal["double", "single"] = "double",
    ) -> None:
        """Write the model to a file, whole or not at all.

        A model trained with c1 is written without the weights that are exactly 0.

        Parameters
        ----------
        path : Path or str
        with_state : bool
            Write `optimiser_state_`, too, so that a training can go on from the file, or the step
            counter and averages of an online algorithm, for `partial_fit`.
        precision : {"double", "single"}
            Of the weights in the file: in single precision they take half the room, and scores
            differ from the seventh digit on.

        Raises
        ------
        ModelFileError
            When the place cannot be written, or a label is none that a file can hold: it has more
            than 2,000 characters, or a control character.
        """
        model_file.write(path, *self._content(with_state=with_state, precision=precision))

    def to_bytes(
        self, *, with_state: bool = False, precision: Literal["double", "single"] = "double"
    ) -> bytes:
        """Return what `save` would write."""
        return model_file.dump(*self._content(with_state=with_state, precision=precision))

    @classmethod
    def load(cls, path: Path | str, *, mapped: bool | None = None) -> Self:
        """Read a model.

        Parameters
        ----------
        path : Path or str
        mapped : bool, optional
            Let the weights stay in the file, mapped into memory, so that they are not copied and
            processes share them. Only for a file that nobody else can write: one that is cut or
            changed meanwhile ends the process. By default the file is read.

        Raises
        ------
        ModelFileError
            When the file is damaged, foreign, or of a newer format.
        """
        return cls._from_content(*model_file.read(path, mapped=mapped), name=str(path))

    @classmethod
    def from_bytes(cls, data: bytes, *, name: str = "The model") -> Self:
        """Read what `to_bytes` has returned."""
        return cls._from_content(*model_file.parse(data, name=name), name=name)

    @classmethod
    def import_model(
        cls,
        path: Path | str,
        format: str | None = None,  # noqa: A002 - what it is called elsewhere
        *,
        template: str | Template | None = None,
    ) -> Self:
        """Read a model that another program has trained.

        Parameters
        ----------
        path : Path or str
        format : {"crfsuite", "crfsuite-dump", "crf++", "wapiti", "wapiti-dump"}, optional
            By default what the content says: a model file of CRFsuite (python-crfsuite,
            sklearn-crfsuite) or the text of its dump, the text model of ``crf_learn -t``, a model
            file of Wapiti or the text of ``wapiti dump``.
        template : str or Template, optional
            With which a model was trained whose "wapiti-dump" this is. Models of CRF++ and Wapiti
            bring theirs and read columns; those of CRFsuite read attribute items.

        Returns
        -------
        LinearChainCRF
            It predicts what the other program predicts, can be saved, and be what a training
            starts from.

        Raises
        ------
        ModelFileError
            The file cannot be read, is none of these, or is damaged; in text files, says the line.
        CrfError
            This is another estimator.
        """
        if cls.KIND != "LinearChainCRF":
            raise CrfError(
                f"What other programs have trained is no {cls.KIND}; use "
                "LinearChainCRF.import_model."
            )
        # Other formats are read seldom.
        from crfcore.model_import.formats import import_chain

        fitted, name = import_chain(path, format, template)
        crf = cls(template=_template_in(fitted.extractor))
        crf._fitted = fitted
        crf.metadata_ = {"imported_from": name}
        return crf

    def _content(
        self,
        *,
        with_state: bool = False,
        precision: str = "double",
    ) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        if precision not in ("double", "single"):
            raise CrfError(f"precision={shown(precision)} is unknown; use 'double' or 'single'.")
        fitted = self._known()
        online = fitted.online if with_state else None
        state = fitted.kept_state() if with_state and online is None else None
        if self.c1:
            fitted = fitted.compact()
        content, arrays = taken_apart(replace(fitted, state=state, online=online))
        if precision == "single" and "weights" in arrays:
            arrays["weights"] = arrays["weights"].astype(np.float32)
        params = self.get_params()
        for name in NOT_IN_FILES:
            params.pop(name, None)
        if not isinstance(self.allowed_transitions, str):
            # The model itself knows which pairs are forbidden.
            params.pop("allowed_transitions")
        for name, value in params.items():
            # A search over a grid sets numpy's numbers.
            params[name] = value.item() if isinstance(value, np.generic) else value
        content["estimator"] = self.KIND
        return {**content, "params": params, "metadata": self.metadata_}, arrays

    @classmethod
    def _from_content(
        cls, content: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], *, name: str
    ) -> Self:
        _check_kind(content, cls.KIND, name)
        try:
            crf = cls(**checked_params(cls, content["params"]))
            crf._fitted = fitted = put_together(content, arrays)
            crf.metadata_ = dict(content["metadata"])
        except _WHAT_DOES_NOT_FIT as error:
            raise ModelFileError(
                f"{name}: this model does not fit together ({error}); train and save it again."
            ) from error
        else:
            crf.template = _template_in(fitted.extractor)
            missing = set(cls.parameter_names()) - set(content["params"])
            if "allowed_transitions" in missing:
                crf.allowed_transitions = pairs_of(fitted.model, fitted.labels)
            return crf


_WHAT_DOES_NOT_FIT = (
    CrfError,
    TypeError,
    ValueError,
    LookupError,
    AttributeError,
    ArithmeticError,
    MemoryError,
    RecursionError,
)
"""What arrays and JSON may raise whose checksum fits and whose content does not."""


def _check_kind(content: Any, wanted: str, name: str) -> None:
    """Raise ModelFileError when a file says that it is another estimator's; older ones say none."""
    kind = content.get("estimator") if isinstance(content, dict) else None
    if kind is not None and kind != wanted:
        raise ModelFileError(
            f"{name}: this file holds a {kind}, not a {wanted}; read it with {kind}.load."
        )


def _template_in(extractor: Extractor) -> str | None:
    if isinstance(extractor, SymbolExtractor):
        return _template_in(extractor.inner)
    parts = extractor.parts if isinstance(extractor, BlocksExtractor) else (extractor,)
    found = [str(part.template) for part in parts if isinstance(part, TemplateExtractor)]
    return found[0] if found else None
