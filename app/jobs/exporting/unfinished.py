"""Export of projects with sentences that are not done."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from app.domain.numbers import grouped
from app.domain.project import Project
from app.jobs.exporting.documents import (
    Exporter,
    ExportForm,
    Which,
    no_record,
    shown_documents,
    written,
)


def n_unfinished(project: Project) -> int:
    """Return the number of visible sentences that are not fully confirmed."""
    shown = [document.id for document in shown_documents(project)]
    here = np.isin(project.corpus.documents, shown)
    return int((here & ~written(project, Which.DONE)).sum())


def usual_which(project: Project, format_name: str = "") -> Which:
    """Return which sentences an export writes by default.

    Only those that are done while any are open: open tokens would be exported as no label. Formats
    with whole texts cannot leave sentences out, and a text beside its labels should have no gaps.
    """
    if not n_unfinished(project):
        return Which.CONFIRMED
    form = ExportForm(Which.CONFIRMED, format_name)
    exporter = Exporter(project, lambda _: (), form, None, no_record, None)
    whole = any(
        exporter.writes_whole(document) or exporter.has_text_file(document)
        for document in shown_documents(project)
    )
    return Which.CONFIRMED if whole else Which.DONE


def left_open(
    which: Which, n_open: int, translate: Callable[[str], str] = str, hint: str = ""
) -> str:
    """Return the text on sentences that are not done after the number of those that are written.

    ``hint`` is on how to leave them out.
    """
    if not n_open or which is Which.ALL:
        return ""
    if which is Which.DONE:
        one = translate("1 sentence that is not done was left out")
        many = translate("{n} sentences that are not done were left out")
    else:
        one = translate(
            "1 of them is not done (its open tokens are exported as no label, or as they were "
            "imported{hint})"
        )
        many = translate(
            "{n} of them are not done (their open tokens are exported as no label, or as they were "
            "imported{hint})"
        )
    return (one if n_open == 1 else many).format(n=grouped(n_open), hint=hint)
