"""Commands of the search, and reports of its bulk actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.domain.edits import Edit
from app.domain.numbers import grouped
from app.domain.step_texts import filled, step_values
from app.views.panels.messages import Messages
from app.views.undoable_messages import UndoableMessages
from app.views.workspace import Workspace

if TYPE_CHECKING:
    from app.edits.bulk_actions import BulkResult
    from app.services.finder import Finder
    from app.views.panels.find import FindPanel


class FindController(QObject):
    """Carries out the commands of the search for one open project."""

    def __init__(
        self,
        finder: Finder,
        workspace: Workspace,
        panel: FindPanel,
        show_panel: Callable[[], object],
        messages: Messages,
    ) -> None:
        """Act on a search ``panel``; ``show_panel`` shows and focuses it."""
        super().__init__(panel)
        self._finder = finder
        self._workspace = workspace
        self._messages = messages
        self._panel = panel
        self._show_panel = show_panel
        finder.started.connect(messages.follow)
        finder.bulk_done.connect(self.report_bulk_result)
        self._undoable = UndoableMessages(
            workspace.session, messages, self, workspace.undo_redo.undo
        )

    # ---- commands

    def find_in_project(self) -> None:
        """Show the panel, focus the query and select its text."""
        self._show_panel()
        self._panel.focus_query()

    def find_query(self, line: str) -> None:
        """Show the panel, and search for a query."""
        self._show_panel()
        self._panel.search_for(line)

    def find_next(self) -> None:
        """Go to the next match in the text, after the last to the first."""
        self._step(1)

    def find_previous(self) -> None:
        """Go to the previous match in the text, before the first to the last."""
        self._step(-1)

    # ---- inside

    def _step(self, step: int) -> None:
        panel, workspace = self._panel, self._workspace
        if self._finder.query is None:
            self._show_panel()
            self._panel.focus_query()
            return
        row = panel.model.next_row(workspace.caret.sentence_index, workspace.caret.first, step)
        if row is None:
            self._messages.show_message(self.tr("No matches."), "info")
            return
        panel.go_to_row(row)

    def _done(self, edit: Edit, n: int) -> str:
        """Return what was done with ``n`` matches or sentences, without a full stop."""
        done = {
            "found_label": self.tr("Set “{1}” on {0:match|matches}"),
            "found_no_label": self.tr("Set “no label” on {:match|matches}"),
            "found_clear": self.tr("Cleared the labels of {:match|matches}"),
            "found_accept": self.tr("Accepted {:match|matches}"),
            "found_flag": self.tr("Flagged {:sentence|sentences}"),
            "found_skip": self.tr("Skipped {:sentence|sentences}"),
            "found_later": self.tr("Postponed {:sentence|sentences}"),
        }
        if edit.kind in ("found_flag", "found_skip", "found_later"):
            n = len(edit.flags) or n  # those that were not flagged so before
        _, *names = step_values(edit.kind, edit.summary)
        return filled(done[edit.kind], (str(n), *names), self.tr)

    def _left_out(self, bulk_result: BulkResult) -> list[str]:
        """Return which matches were skipped, and why, as parts of a sentence."""
        parts = []
        if n := bulk_result.n_decided:
            one = self.tr("1 that someone labelled differently was left out")
            many = self.tr("{n} that someone labelled differently were left out", None, n)
            parts.append(one if n == 1 else many.format(n=grouped(n)))
        if n := bulk_result.n_control:
            one = self.tr("1 in the test sample was left out")
            many = self.tr("{n} in the test sample were left out", None, n)
            parts.append(one if n == 1 else many.format(n=grouped(n)))
        if n := bulk_result.n_changed:
            one = self.tr("1 sentence that has changed since you looked was left out")
            many = self.tr(
                "{n} sentences that have changed since you looked were left out", None, n
            )
            parts.append(one if n == 1 else many.format(n=grouped(n)))
        return parts

    def report_bulk_result(self, bulk_result: BulkResult, edit: Edit | None) -> None:
        """Report what was done with the matches, and what was skipped."""
        left_out = self._left_out(bulk_result)
        if edit is not None:
            done = self._done(edit, bulk_result.n_hits)
        elif left_out:
            done = self.tr("No match was changed")
        else:
            done = self.tr("Nothing to change: this was already done for all matches")
        text = self.tr("{what}.").format(what="; ".join([done, *left_out]))
        if edit is None:
            self._messages.show_message(text, "info")
        else:
            self._undoable.show(edit, text)
