"""The report of the import dialog: contents of the files, and the choice of conversion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtWidgets import QRadioButton, QVBoxLayout, QWidget

from app.domain.numbers import grouped
from app.domain.project import Project
from app.domain.tagging import TOKENS
from app.item_models.report_words import report_words
from app.jobs.importing.report import (
    SCHEME_NAMES,
    ReadFiles,
    n_files_present,
    report_lines,
    scheme_to_be,
    sizes,
)
from app.views.dialogs.report_tree import ReportTree
from app.views.layouts import NO_MARGINS, in_column
from app.views.plain_text import PlainLabel
from app.views.theme import GRID
from app.views.widgets.base_dialog import quiet
from app.views.widgets.listing import bold
from crfcore.errors import as_text


class ReportPage(QWidget):
    """Reports what was read; asks whether to convert tags of another scheme, if there are any."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scheme = ""
        self.summary = PlainLabel("", self)
        self.summary.setFont(bold(self.summary.font()))
        self.summary.setWordWrap(True)
        self.tree = ReportTree(
            "import_report", self.tr("Report"), self.tr("Contents of the files"), self
        )
        self.tree.itemExpanded.connect(self._limit_height)
        self.tree.itemCollapsed.connect(self._limit_height)
        self.question = self._question()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * GRID)
        layout.addWidget(self.summary)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.question)

    @property
    def scheme(self) -> str:
        """The scheme to convert tags to, "" to keep them."""
        return self._scheme if self.convert.isChecked() else ""

    def show_report(self, read: ReadFiles, project: Project) -> None:
        """Report what an import would add to a project."""
        known = {label.name for label in project.visible_labels()}
        scheme = scheme_to_be(project, read)
        remarks = self._remarks(read, n_files_present(read, project))
        self.summary.setText("\n".join([self._summary(read, known), *remarks]))
        self.tree.show_lines(report_lines(read, project, report_words))
        foreign = [one.scheme for one in read.reports if one.is_foreign(scheme)]
        self.question.setVisible(bool(foreign))
        self._scheme = scheme if foreign else ""
        if foreign:
            self._ask(dict.fromkeys(foreign), scheme)
        self._limit_height()

    def _limit_height(self) -> None:
        """Leave room that the rows do not need to the preview above."""
        height = max(self.tree.height_of_rows(), self.tree.minimumSizeHint().height())
        self.tree.setMaximumHeight(height)
        rest = self.sizeHint().height() - min(self.tree.sizeHint().height(), height)
        self.setMaximumHeight(rest + height)

    def _summary(self, read: ReadFiles, known: set[str]) -> str:
        reports = read.reports
        labels = {label for one in reports for label in one.labels}
        n_sentences = sum(one.n_sentences for one in reports)
        text = sizes(n_sentences, sum(one.n_tokens for one in reports), report_words)
        if len(reports) > 1:
            text = self.tr("{n} files: {sizes}", None, len(reports)).format(
                n=len(reports), sizes=text
            )
        if labels:
            text += self.tr(", labels: {n} ({new} new)").format(
                n=grouped(len(labels)), new=grouped(len(labels - known))
            )
        return text

    def _remarks(self, read: ReadFiles, n_present: int) -> Iterator[str]:
        """Yield sentences about files that are there already, which collapsed rows would hide."""
        n_all, n_again = len(read.reports), len(read.again)
        if n_all > 1 and n_present:
            text = self.tr(
                "{n} of {all} files are in the project already, by name or by most sentences.",
                None,
                n_present,
            )
            if n_present == 1:
                text = self.tr(
                    "1 of {all} files is in the project already, by name or by most sentences."
                )
            yield text.format(n=grouped(n_present), all=grouped(n_all))
        if n_again == 1:
            text = self.tr("{name} was chosen twice, and is imported once.")
            yield text.format(name=as_text(read.again[0].name))
        elif n_again:
            text = self.tr("{n} files were chosen twice, and are imported once.", None, n_again)
            yield text.format(n=grouped(n_again))

    def _question(self) -> QWidget:
        page = QWidget(self)
        layout = in_column(within=page, margins=NO_MARGINS, spacing=GRID // 2)
        self.about = quiet("", page)
        self.convert = QRadioButton(page)
        self.convert.setChecked(True)
        self.keep = QRadioButton(self.tr("Keep the tags unchanged for manual re&view"), page)
        for widget in (self.about, self.convert, self.keep):
            layout.addWidget(widget)
        return page

    def _ask(self, found: Iterable[str], scheme: str) -> None:
        found = list(found)
        names = ", ".join(report_words(SCHEME_NAMES[one]) for one in found)
        own = report_words(SCHEME_NAMES[scheme])
        text = self.tr(
            "The file uses {found}, the project {scheme}. Sentences whose tags are invalid keep "
            "them unchanged."
        )
        if scheme == TOKENS:
            text += " " + self.tr(
                "This project cannot separate adjacent spans with the same label. Export "
                "restores the boundary if you don't change them."
            )
        elif TOKENS in found:
            text += " " + self.tr("Adjacent tokens with the same label would be merged.")
        self.about.setText(text.format(found=names, scheme=own))
        text = self.tr("&Convert to {scheme} (converted back on export)")
        self.convert.setText(text.format(scheme=own))
