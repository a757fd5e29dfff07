"""The dialog with learning curves by label: where more labels would help."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QListWidgetItem, QSizePolicy, QWidget

from app.domain.invisible import escaped_line
from app.domain.label_curves import ENOUGH_SPANS, LabelCurve, LabelCurves
from app.domain.numbers import decimal, grouped, percentage
from app.jobs.kernels import PREPARING
from app.jobs.measuring.label_curves import ENOUGH_SENTENCES
from app.services.label_curves import LabelCurvesSearch
from app.translation import translated_message
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.theme import GRID, theme_of
from app.views.widgets.base_dialog import quiet
from app.views.widgets.drawing import Drawing
from app.views.widgets.filled_list import FilledList
from app.views.widgets.listing import name_widget

ROLE = Qt.ItemDataRole.UserRole

ROUGH_SENTENCES = 100
"""Curves of fewer sentences are rough."""

CLOSE_TO_ALL = 0.98
"""Where all labels have such an F1, more sentences would help little."""

MOST_NAMED = 3
"""If more labels are too rare, their number is given."""


def points(share: float) -> str:
    """Return a score as a whole number of percentage points."""
    return decimal(100 * share, 0)


class CurvePicture(Drawing):
    """The curve of one label: with unlabelled text as a line, without it dashed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("label_curve")
        self.setAccessibleName(self.tr("Learning curve"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._sizes: tuple[int, ...] = ()
        self._curve: LabelCurve | None = None

    def sizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return QSize(50 * GRID, 24 * GRID)

    def show_curve(self, sizes: tuple[int, ...], curve: LabelCurve | None) -> None:
        """Show a curve, None for nothing."""
        self._sizes, self._curve = sizes, curve
        self.setAccessibleDescription(self._spoken())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        theme = theme_of(self.palette())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            metrics = painter.fontMetrics()
            left, below = metrics.horizontalAdvance("100%") + GRID, 2 * metrics.height() + GRID
            box = QRectF(self.rect()).adjusted(left, GRID, -3 * GRID, -below)
            painter.setPen(QPen(theme.line, 1))
            painter.drawLine(box.topLeft(), box.bottomLeft())
            painter.drawLine(box.bottomLeft(), box.bottomRight())
            painter.setPen(theme.muted)
            painter.drawText(QPointF(0, box.top() + metrics.ascent()), "100%")
            painter.drawText(QPointF(0, box.bottom()), "0%")
            painter.drawText(
                QPointF(box.left() + GRID, box.top() + metrics.ascent()), self.tr("F1")
            )
            title = self.tr("training sentences")
            middle = box.center().x() - metrics.horizontalAdvance(title) / 2
            painter.drawText(QPointF(middle, box.bottom() + 2 * metrics.height()), title)
            if self._curve is not None:
                for at, size in enumerate(self._sizes):
                    text = grouped(size)
                    middle = self._x(box, at) - metrics.horizontalAdvance(text) / 2
                    painter.drawText(QPointF(middle, box.bottom() + metrics.height()), text)
                plain = QPen(theme.muted, 1.75)
                if self._curve.with_text:
                    plain.setStyle(Qt.PenStyle.DashLine)
                    self._draw(painter, box, self._curve.with_text, QPen(theme.accent, 1.75))
                else:
                    plain = QPen(theme.accent, 1.75)
                self._draw(painter, box, self._curve.without, plain)

    def _x(self, box: QRectF, at: int) -> float:
        return box.left() + box.width() * at / max(1, len(self._sizes) - 1)

    def _draw(self, painter: QPainter, box: QRectF, scores: tuple[float, ...], pen: QPen) -> None:
        line = [
            QPointF(self._x(box, at), box.bottom() - box.height() * score)
            for at, score in enumerate(scores)
        ]
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF(line))

    def _spoken(self) -> str:
        if self._curve is None:
            return ""
        scores = zip(self._sizes, self._curve.scores, strict=True)
        listed = ", ".join(f"{grouped(n)}: {percentage(points(score))}" for n, score in scores)
        return self.tr("F1 by number of training sentences: {listed}").format(listed=listed)


class LabelCurvesDialog(DialogWithHelp):
    """Lists labels by what more sentences would gain, with the curve of the chosen one."""

    def __init__(self, search: LabelCurvesSearch, parent: QWidget | None = None) -> None:
        super().__init__(
            "label_curves",
            self.tr("Learning curves by label"),
            self.tr("Learning curves by label, with and without unlabelled text"),
            parent,
        )
        self._search = search
        self._found: LabelCurves | None = None
        self._is_of_other_text = False
        self.lead = self.add_lead("")
        self.view = FilledList(self)
        name_widget(
            self.view,
            "label_curves_list",
            self.tr("Labels"),
            self.tr("Labels that gained most from the last labelled sentences first"),
        )
        self.view.setWordWrap(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.currentRowChanged.connect(self._show_row)
        self.column.addWidget(self.view, 1)
        self.picture = CurvePicture(self)
        self.column.addWidget(self.picture)
        self.legend = quiet("", self)
        self.column.addWidget(self.legend)
        self.add_buttons(enter_closes=False)
        self.set_usual_size(100 * GRID, 76 * GRID)
        search.found.connect(self._show)
        search.failed.connect(self.lead.setText)
        search.progressed.connect(self._show_progress)
        search.text_changed.connect(self._note_other_text)
        self.finished.connect(search.cancel)
        self.begin()

    def begin(self) -> None:
        """Compute the curves of the labels as they are now."""
        self.view.clear()
        self._found, self._is_of_other_text = None, False
        self.view.show_if_filled()
        self.picture.hide()
        self.legend.hide()
        self.lead.setText(
            self.tr("Training on parts of the labelled sentences…")
            if self._search.ready
            else translated_message(PREPARING)
        )
        self._search.request()

    def _show_progress(self, done: int, total: int) -> None:
        if total:
            text = self.tr("Training on parts of the labelled sentences · {n}%")
            self.lead.setText(text.format(n=100 * done // total))

    def _show(self, found: LabelCurves) -> None:
        self._found = found
        self.view.clear()
        if not found.curves:
            text = self.tr(
                "At least {least} done sentences are needed, not counting test sentences; so far "
                "{n}."
            )
            self.lead.setText(text.format(least=ENOUGH_SENTENCES, n=found.n_sentences))
            return
        for curve in found.by_gain():
            item = QListWidgetItem(self._line(curve), self.view)
            item.setData(ROLE, curve)
        self._show_lead(found)
        self.picture.show()
        self.legend.setText(self._legend(found))
        self.legend.show()
        self.view.setCurrentRow(0)
        self.view.show_if_filled()

    def _show_lead(self, found: LabelCurves) -> None:
        advice = self._advice(found)
        changed = self.tr("The text has changed since then, so these figures are out of date.")
        self.lead.setText(f"{advice} {changed}" if self._is_of_other_text else advice)

    def _note_other_text(self, is_other: bool) -> None:  # noqa: FBT001 (a signal's)
        """Say if the text has changed since the curves were computed, or began to be."""
        self._is_of_other_text = is_other
        if self._found is not None and self._found.curves:
            self._show_lead(self._found)

    def _line(self, curve: LabelCurve) -> str:
        name = escaped_line(curve.label) if curve.label else self.tr("All labels")
        parts = [self.tr("{label}: F1 {score}%").format(label=name, score=points(curve.scores[-1]))]
        parts.append(self.tr("too rare to tell") if curve.is_rough else self._gain(curve))
        if curve.with_text:
            text = self.tr("{score}% without unlabelled text")
            parts.append(text.format(score=points(curve.without[-1])))
        many = self.tr("labelled {n} times", None, curve.n_labelled).format(
            n=grouped(curve.n_labelled)
        )
        parts.append(self.tr("labelled once") if curve.n_labelled == 1 else many)
        return " · ".join(parts)

    def _gain(self, curve: LabelCurve) -> str:
        """Return what twice as many sentences have gained or lost, in points."""
        gain = f"{100 * curve.gain:+.0f}".replace("-", "−")
        if gain in ("+0", "−0"):
            return self.tr("no gain from the last doubling")
        one = self.tr("{gain} point from the last doubling")
        many = self.tr("{gain} points from the last doubling", None, abs(round(100 * curve.gain)))
        return (one if gain in ("+1", "−1") else many).format(gain=gain)

    def _gain_of_all(self, found: LabelCurves) -> str:
        """Return what all labels have gained where no single one has, "" for nothing."""
        gain = round(100 * found.curves[0].gain)
        if gain <= 0:
            return ""
        one = self.tr("All labels together gained 1 point from the last doubling.")
        many = self.tr("All labels together gained {n} points from the last doubling.", None, gain)
        text = one if gain == 1 else many.format(n=gain)
        rare = [escaped_line(curve.label) for curve in found.curves if curve.is_rough]
        if not rare:
            return text
        why = self.tr("{label} is too rare to tell what it gained.").format(label=rare[0])
        if len(rare) > 1:
            why = self.tr("{labels} and {last} are too rare to tell which gained.")
            why = why.format(labels=", ".join(rare[:-1]), last=rare[-1])
        if len(rare) > MOST_NAMED:
            why = self.tr("{n} labels are too rare to tell which gained.", None, len(rare))
            why = why.format(n=len(rare))
        return f"{text} {why}"

    def _advice(self, found: LabelCurves) -> str:
        ranked = found.ranked()
        if len(found.curves) > 1 and not ranked:
            text = self.tr("No label was given {n} times: too few to say which would help most.")
            return text.format(n=ENOUGH_SPANS)
        best = ranked[0] if ranked else found.curves[0]
        if all(curve.scores[-1] >= CLOSE_TO_ALL for curve in found.curves):
            few = self.tr(
                "All labels score close to 100% here: more of the same would help little."
            )
            return self._with_roughness(few, found)
        if best.gain <= 0.0:
            none = self.tr("The last doubling of the labelled sentences improved no label.")
            return self._gain_of_all(found) or none
        text = self.tr("More sentences with {label} would help most.")
        if len(ranked) == 1 and len(found.curves) > 1:
            text = self.tr(
                "Only {label} was given often enough to tell; sentences with the other labels may "
                "help more."
            )
        advice = text.format(label=escaped_line(best.label) or self.tr("any label"))
        return self._with_roughness(advice, found)

    def _with_roughness(self, advice: str, found: LabelCurves) -> str:
        """Return advice, and that it is rough if it comes from few sentences."""
        if found.n_sentences >= ROUGH_SENTENCES:
            return advice
        rough = self.tr(
            "This is a rough estimate from only {n} sentences.", None, found.n_sentences
        )
        return f"{advice} {rough.format(n=grouped(found.n_sentences))}"

    def _legend(self, found: LabelCurves) -> str:
        lines = [self.tr("F1 by number of training sentences, on held-out sentences.")]
        if found.curves[0].with_text:
            lines.append(self.tr("Dashed: without unlabelled text."))
        return " ".join(lines)

    def _show_row(self, row: int) -> None:
        item = self.view.item(row) if row >= 0 else None
        sizes = () if self._found is None else self._found.sizes
        self.picture.show_curve(sizes, None if item is None else item.data(ROLE))
