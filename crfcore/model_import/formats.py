"""Formats of other programs' models, and their detection."""

from __future__ import annotations

import re
from os import PathLike
from pathlib import Path
from typing import Any

from crfcore.errors import DataError, ModelFileError, shown
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.features.presets import template_named
from crfcore.features.template import Template
from crfcore.messages import message
from crfcore.model_import import crfpp_text, crfsuite_binary, crfsuite_text, wapiti
from crfcore.model_import.content import Content
from crfcore.text.lines import read_bytes

FORMATS: dict[str, str] = {
    "crfsuite": "a model file of CRFsuite, python-crfsuite, sklearn-crfsuite",
    "crfsuite-dump": "the text of its dump",
    "crf++": "the text model that crf_learn -t writes",
    "wapiti": "a model file of Wapiti",
    "wapiti-dump": "the text of wapiti dump",
}
"""Name to description."""

_BEGINNINGS = {
    crfsuite_binary.MAGIC: "crfsuite",
    b"FILEHEADER = {": "crfsuite-dump",
    b"version: ": "crf++",
    wapiti.MODEL_BEGINS: "wapiti",
}
_DUMPED = re.compile(rb"[ub*][^\t\n]*\t[^\t\n]+\t[^\t\n]+\t[^\t\n]+\r?\n")


def format_of(data: bytes) -> str | None:
    """Return the name of the format of a model's bytes, or None."""
    for beginning, name in _BEGINNINGS.items():
        if data.startswith(beginning):
            return name
    return "wapiti-dump" if _DUMPED.match(data) else None


def _is_known(name: Any) -> bool:
    return isinstance(name, str) and name in FORMATS


def import_chain(
    path: Path | str, format_name: str | None = None, template: str | Template | None = None
) -> tuple[FittedChain, str]:
    """Read a model that another program has trained.

    Parameters
    ----------
    path : Path or str
        May be compressed by gzip.
    format_name : str, optional
        A key of `FORMATS`; by default detected from the content.
    template : str or Template, optional
        The template of the model of a "wapiti-dump".

    Returns
    -------
    FittedChain
    str
        The format.

    Raises
    ------
    ModelFileError
        The file cannot be read, has another format, or is damaged (for text files, with the line).
    """
    if not isinstance(path, str | PathLike):
        raise ModelFileError(f"{shown(path)} is no name of a file; give one.")
    if format_name is not None and not _is_known(format_name):
        raise ModelFileError(
            f"There is no format {shown(format_name)} of models; there are {', '.join(FORMATS)}."
        )
    try:
        data = read_bytes(Path(path))
    except DataError as error:
        raise ModelFileError(str(error)) from error
    name = format_name or format_of(data)
    if name is None:
        raise ModelFileError(
            message(
                "{path}: this is not a CRFsuite, CRF++ or Wapiti model; choose a file that one "
                "of these programs has written, or name its format: {formats}.",
                path=path,
                formats=", ".join(FORMATS),
            )
        )
    if template is not None and name != "wapiti-dump":
        raise ModelFileError(
            f"{path}: models of {name} say themselves how attributes are made; leave out template."
        )
    content = Content(data, str(path))
    if name == "crfsuite":
        return crfsuite_binary.read_model(data, str(path)), name
    if name == "crfsuite-dump":
        return crfsuite_text.read_dump(content), name
    if name == "crf++":
        return crfpp_text.read_text_model(content), name
    if name == "wapiti":
        return wapiti.read_model(content), name
    given = template if isinstance(template, Template) or not template else template_named(template)
    return wapiti.read_dump(content, given or None), name
