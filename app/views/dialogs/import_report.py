"""The second page of the import dialog: what the files would bring, and what is to be decided."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QRadioButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.domain.project import Project
from app.domain.tagging import TOKENS
from app.jobs.import_report import (
    SCHEME_NAMES,
    ReadFiles,
    ReportLine,
    report_lines,
    scheme_to_be,
    sizes,
)
from app.views.dialogs.frame import quiet
from app.views.panels.listing import bold, name_widget
from app.views.theme import GRID, theme_of

FEW_FILES = 3
"""Of so many files everything is shown at once; of more each has to be unfolded."""


class ReportPage(QWidget):
    """Tells what was read; asks what becomes of tags of another scheme, where there are any."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scheme = ""
        self.summary = QLabel(self)
        self.summary.setFont(bold(self.summary.font()))
        self.summary.setWordWrap(True)
        self.tree = self._tree()
        self.question = self._question()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * GRID)
        layout.addWidget(self.summary)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.question)

    @property
    def scheme(self) -> str:
        """The scheme that tags of others are to be converted to, "" if they are to stay."""
        return self._scheme if self.convert.isChecked() else ""

    def show_report(self, read: ReadFiles, project: Project) -> None:
        """Tell what some files would bring to a project."""
        known = {label.name for label in project.visible_labels()}
        scheme = scheme_to_be(project, read)
        self.summary.setText(self._summary(read, known))
        self.tree.clear()
        lines = report_lines(read, project, _translated)
        for line in lines:
            top = self._item(line)
            self.tree.addTopLevelItem(top)
            top.setExpanded(len(lines) <= FEW_FILES)
            for place, below in enumerate(line.below):
                if (item := top.child(place)) is not None:
                    item.setExpanded(below.grave)
        self.tree.setCurrentIndex(self.tree.model().index(0, 0))
        foreign = [one.scheme for one in read.reports if one.is_foreign(scheme)]
        self.question.setVisible(bool(foreign))
        self._scheme = scheme if foreign else ""
        if foreign:
            self._ask(dict.fromkeys(foreign), scheme)

    def _summary(self, read: ReadFiles, known: set[str]) -> str:
        reports = read.reports
        labels = {label for one in reports for label in one.labels}
        n_sentences = sum(one.n_sentences for one in reports)
        text = sizes(n_sentences, sum(one.n_tokens for one in reports), _translated)
        if len(reports) > 1:
            text = self.tr("{n} files: {sizes}").format(n=len(reports), sizes=text)
        if labels:
            text += self.tr(", labels: {n} ({new} new)").format(
                n=f"{len(labels):,}", new=f"{len(labels - known):,}"
            )
        return text

    def _tree(self) -> QTreeWidget:
        tree = QTreeWidget(self)
        name_widget(tree, "import_report", self.tr("Report"), self.tr("What the files would bring"))
        tree.setColumnCount(2)
        tree.setHeaderLabels([self.tr("what"), self.tr("how much")])
        tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        tree.setUniformRowHeights(True)
        header = tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        return tree

    def _item(self, line: ReportLine) -> QTreeWidgetItem:
        item = QTreeWidgetItem([line.text, line.value])
        for column, text in enumerate((line.text, line.value)):
            item.setToolTip(column, text)
        item.setSizeHint(0, QSize(0, self.fontMetrics().height() + GRID))
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if line.grave:
            for column in range(2):
                item.setForeground(column, theme_of(self.palette()).bad)
        item.addChildren([self._item(one) for one in line.below])
        return item

    def _question(self) -> QWidget:
        page = QWidget(self)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID // 2)
        self.about = quiet("", page)
        self.convert = QRadioButton(page)
        self.convert.setChecked(True)
        self.keep = QRadioButton(
            self.tr("&Leave the tags as they are, to be looked at and changed one by one"), page
        )
        for widget in (self.about, self.convert, self.keep):
            layout.addWidget(widget)
        return page

    def _ask(self, found: Iterable[str], scheme: str) -> None:
        names = ", ".join(_translated(SCHEME_NAMES[one]) for one in found)
        own = _translated(SCHEME_NAMES[scheme])
        text = self.tr(
            "The labels are tagged as {found}, and the project has {scheme}. Sentences that break "
            "their own scheme keep their tags in any case."
        )
        if scheme == TOKENS:
            text += " " + self.tr("Where spans of one label touch, their border would be lost.")
        self.about.setText(text.format(found=names, scheme=own))
        text = self.tr("&Convert them to {scheme}; export writes them as they were")
        self.convert.setText(text.format(scheme=own))


def _translated(text: str) -> str:
    return QCoreApplication.translate("import_report", text)
