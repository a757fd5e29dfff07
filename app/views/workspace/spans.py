"""Commands that resize, split and join spans."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.domain.corrections import Correction, CorrectionKind
from app.domain.display import DisplayKind
from app.edits.spans import join_spans, resize_span, split_span
from app.edits.wording import words_of
from app.views.workspace.caret import NOWHERE, Caret
from app.views.workspace.labeller import Labeller
from app.views.workspace.seen_labels import SeenLabels
from app.views.workspace.show_message import ShowMessage


class SpanEditor(QObject):
    """Resizes, splits and joins spans."""

    def __init__(
        self,
        caret: Caret,
        seen_labels: SeenLabels,
        labeller: Labeller,
        show_message: ShowMessage,
        parent: QObject | None = None,
    ) -> None:
        """Edit the spans at a caret."""
        super().__init__(parent)
        self._caret = caret
        self._session = caret.session
        self._seen_labels = seen_labels
        self._labeller = labeller
        self._show_message = show_message

    def grow_end(self) -> None:
        """Extend the span by one token at its end."""
        self._labeller.repeat_with(self.grow_end)
        self._resize(0, 1)

    def shrink_end(self) -> None:
        """Shorten the span by one token at its end."""
        self._labeller.repeat_with(self.shrink_end)
        self._resize(0, -1)

    def grow_start(self) -> None:
        """Extend the span by one token at its start."""
        self._labeller.repeat_with(self.grow_start)
        self._resize(-1, 0)

    def shrink_start(self) -> None:
        """Shorten the span by one token at its start."""
        self._labeller.repeat_with(self.shrink_start)
        self._resize(1, 0)

    def resize_to(self, old: tuple[int, int], new: tuple[int, int]) -> None:
        """Resize the span ``old`` (first and last token) to ``new``.

        It does not grow over a confirmed span: a message says so instead.
        """
        here = self._labelled_span(old[0])
        if here is None or here[:2] != old or old == new or self._shows_span_instead(here):
            return
        taken = self._confirmed_between(new, old)
        if taken is not None:
            self._explain_taken(taken, here[2])
            return
        label = here[2]
        edit = resize_span(self._session.project, self._caret.sentence_index, old, new, label)
        correction = Correction(CorrectionKind.LABEL, self._caret.sentence_index, *new, (label,))
        if self._labeller.correct(edit, correction) is not None:
            # The caret goes to the end that has moved.
            moved_first = new[0] != old[0]
            self._caret.select(*(reversed(new) if moved_first else new))

    def split_span(self) -> None:
        """Split the span before the selection; at the span's first token, after it."""
        self._labeller.repeat_with(self.split_span)
        if self._caret.one_label_a_token:
            self._explain_one_label()
            return
        here = self._labelled_span(self._caret.first)
        if here is None:
            self._explain_no_span(self.tr("There is no span here to split."))
            return
        if self._shows_span_instead(here):
            return
        first, last, label = here
        if first == last:
            self._show_message(self.tr("A span of one token cannot be split."), "info")
            return
        at = self._caret.first if self._caret.first > first else self._caret.last + 1
        if at > last and first + 1 == last:
            at = last  # the whole span is selected, and there is one place to split it
        if at > last:
            text = self.tr("Place the cursor on the first token of the second span.")
            self._show_message(text, "info")
            return
        if self._labeller.apply(
            split_span(self._session.project, self._caret.sentence_index, first, last, at, label)
        ):
            self._caret.select(at, at)

    def join_span(self) -> None:
        """Join the selected spans, or this one and the next."""
        self._labeller.repeat_with(self.join_span)
        if self._caret.one_label_a_token:
            self._explain_one_label()
            return
        here = self._labelled_span(self._caret.first)
        behind = self._labelled_span(self._caret.last)
        if here is None:
            self._explain_no_span(self.tr("There is no span here to merge with the next."))
            return
        if behind is None or behind[0] == here[0]:
            behind = self._next_span(here[1])
        if behind is None:
            self._show_message(self.tr("There is no later span in this sentence."), "info")
            return
        if self._shows_span_instead((here[0], behind[1], here[2])):
            return
        first, last, label = here[0], behind[1], here[2]
        edit = join_spans(self._session.project, self._caret.sentence_index, first, last, label)
        correction = Correction(
            CorrectionKind.LABEL, self._caret.sentence_index, first, last, (label,)
        )
        if self._labeller.correct(edit, correction) is not None:
            self._caret.select(first, first)

    # ---- inside

    def _resize(self, start: int, end: int) -> None:
        if self._caret.sentence_index == NOWHERE:
            return
        if not self._is_in_one_span():
            self._resize_selection(start, end)
            return
        if self._caret.one_label_a_token:
            self._explain_one_label()
            return
        first, last = self._caret.span_at(self._caret.token)
        new_first, new_last = first + start, last + end
        if new_first > new_last:
            text = self.tr("A span of one token cannot be shortened: clear it instead.")
            self._show_message(text, "info")
        elif new_first < 0:
            self._show_message(
                self.tr("The span already starts at the beginning of the sentence."), "info"
            )
        elif new_last >= self._caret.n_tokens:
            self._show_message(self.tr("The span already ends at the end of the sentence."), "info")
        else:
            self.resize_to((first, last), (new_first, new_last))

    def _explain_one_label(self) -> None:
        text = self.tr("This project has one label per token: there are no spans.")
        self._explain_no_span(text)

    def _is_in_one_span(self) -> bool:
        """Return whether the whole selection is in one labelled span."""
        chosen = self._caret.tokens()[self._caret.first : self._caret.last + 1]
        spans = {(one.span, one.label) for one in chosen}
        return len(spans) == 1 and chosen[0].label is not None

    def _resize_selection(self, start: int, end: int) -> None:
        """Select a token more or less where there is no span yet."""
        first, last = self._caret.first + start, self._caret.last + end
        if first > last:
            text = self.tr("There is no span here to shorten, and only one token is selected.")
            self._show_message(text, "info")
        elif not 0 <= first <= last < self._caret.n_tokens:
            self._show_message(self.tr("The sentence has no further token there."), "info")
        else:
            self._caret.select(first, last)

    def _shows_span_instead(self, span: tuple[int, int, int]) -> bool:
        return self._seen_labels.shows_instead(range(span[0], span[1] + 1))

    def _confirmed_between(
        self, new: tuple[int, int], old: tuple[int, int]
    ) -> tuple[int, int, int] | None:
        """Return a confirmed span outside ``old`` that ``new`` overlaps, None without one."""
        records = self._caret.tokens()
        for token in range(new[0], new[1] + 1):
            if old[0] <= token <= old[1] or records[token].kind is not DisplayKind.PERSON:
                continue
            if (span := self._labelled_span(token)) is not None:
                return span
        return None

    def _explain_taken(self, span: tuple[int, int, int], label: int) -> None:
        """Say why a span does not grow over another one, and what to do."""
        first, last, other = span
        text = (
            self.tr(
                "“{words}” is confirmed as {label}, too: merge the spans, or clear that one first."
            )
            if other == label
            else self.tr(
                "“{words}” is confirmed as {label}: clear that first, or select all words and give "
                "them one label."
            )
        )
        project = self._session.project
        words, name = (
            words_of(project, self._caret.sentence_index, first, last),
            project.labels[other].name,
        )
        self._show_message(text.format(words=words, label=name), "info")

    def _labelled_span(self, token: int) -> tuple[int, int, int] | None:
        """Return first and last token, and label, of the span at a token; None without one."""
        records = self._caret.tokens()
        if not records or (label := records[token].label) is None:
            return None
        return *self._caret.span_at(token), label

    def _next_span(self, last: int) -> tuple[int, int, int] | None:
        labelled = (one.index for one in self._caret.tokens()[last + 1 :] if one.label is not None)
        token = next(labelled, None)
        return None if token is None else self._labelled_span(token)

    def _explain_no_span(self, text: str) -> None:
        if self._caret.sentence_index != NOWHERE:
            self._show_message(text, "info")
