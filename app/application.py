"""The composition root of the window: creates and closes its objects."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app import DESKTOP_ID, preferences
from app.domain.invisible import as_name
from app.domain.settings import ProjectSettings
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.projects.backups import backups_of
from app.jobs.projects.create import create_sample
from app.process import catch_crashes, end_on_signals, prepare_process, scale
from app.program_log import read_log, start_log
from app.services.file_existence import FileExistence
from app.services.garbage import GarbageCollector
from app.services.kernel_warmup import KernelWarmup
from app.services.preferences_writer import END_SECONDS, PreferencesWriter
from app.services.projects import OpenProject, Projects
from app.storage.sqlite_errors import BUSY
from app.translation import show_language, translated_message
from app.views.closing_projects import ClosingProjects
from app.views.crash_report import CrashReport
from app.views.dialogs.new_project import SUFFIX, NewProject
from app.views.file_names import documents_folder, free_path, same_file
from app.views.first_paint import FirstPaint
from app.views.held_keys import HeldKeys
from app.views.icons import icon
from app.views.keymap import Keymap
from app.views.main_window import MainWindow
from app.views.program import Program
from app.views.shown_windows import is_maximised, show_window
from app.views.theme_switch import ThemeSwitch
from app.views.upcoming_sentences import around
from app.views.welcome import Welcome
from app.views.workspace import Workspace
from crfcore.messages import as_sentence

STAY_MILLISECONDS = 1_000
"""A sentence at which somebody stays is kept as the last one, in case the program is killed."""

_log = logging.getLogger(__name__)


class Application(QObject):
    """The program: a welcome page, or the window of one open project.

    Attributes: ``window`` is the `MainWindow`, ``welcome`` the welcome page, ``project`` the
    `OpenProject`; each None while there is none. ``writer`` writes the preferences. ``stalled``,
    after `close`: a thread still waits for a disk that does not answer.

    Signals
    -------
    shown : MainWindow
        The window of a project is shown.
    painted : MainWindow
        The window was painted for the first time; learning begins.
    crashed : str
        An unexpected exception on any thread.
    """

    shown = Signal(object)
    painted = Signal(object)
    crashed = Signal(str)

    def __init__(self, qt: QApplication, preferences_path: Path | None = None) -> None:
        """Create the objects that last as long as the program; nothing is shown yet."""
        super().__init__(qt)
        self._qt = qt
        self.writer = PreferencesWriter(preferences_path)
        self.preferences = preferences.load(preferences_path)
        self.themes = ThemeSwitch(qt, self.preferences.appearance)
        HeldKeys(qt)
        self._garbage = GarbageCollector(self)
        self.warmup = KernelWarmup(parent=self)
        self.projects = Projects(
            ProjectLearning, lambda: self.preferences.annotator, create_sample, self
        )
        self.window: MainWindow | None = None
        self.welcome: Welcome | None = None
        self.project: OpenProject | None = None
        self._first_paint: FirstPaint | None = None
        self.crash_report = CrashReport(read_log, lambda: self.window or self.welcome, self)
        self.stalled = False
        self._to_import: list[Path] = []
        self._empty: OpenProject | None = None
        self._first_sample = False
        self._sample: Path | None = None
        self._restored: tuple[Path, Path | None] | None = None
        self._arrived: OpenProject | None = None
        self._closing = ClosingProjects(lambda: (self.window, self.welcome), self)
        self._stay = QTimer(self, singleShot=True, interval=STAY_MILLISECONDS)
        self._stay.timeout.connect(lambda: self._keep(self._with_last_sentence()))
        self._presence = FileExistence()
        self._presence.checked.connect(self._presence_checked)
        self.projects.restored.connect(self._note_restored)
        self.projects.opened.connect(self._show_project)
        self.projects.failed.connect(self._report_failed)
        self.projects.log_unusable.connect(self._ask_for_log)
        self.projects.shown_elsewhere.connect(self._leave_to_other)
        self.crashed.connect(self.crash_report.show_error)
        self.themes.appearance_changed.connect(
            lambda appearance: self._keep(self.preferences.with_appearance(appearance))
        )

    # ---- commands

    def start(self, path: Path | None = None) -> None:
        """Open a project, or show the welcome page."""
        if path is None:
            self.show_welcome()
        else:
            self.open(path)

    def open(self, path: Path) -> None:
        """Open a project instead of the present one, which is closed when the other is read."""
        if self.project is not None and same_file(path, self.project.path):
            return
        if not self._busy() and self._may_leave(lambda: self.open(path)):
            self._closing.once_closed(path, lambda: self.projects.open(path))

    def create(self, wanted: NewProject) -> None:
        """Create a project and open it."""
        if not self._busy() and self._may_leave(lambda: self.create(wanted)):
            self.projects.create(wanted.path, wanted.settings, wanted.labels)

    def open_sample(self) -> None:
        """Create a copy of the sample in the user's documents or home folder, and open it."""
        if not self._busy() and self._may_leave(self.open_sample):
            self._first_sample = not self.preferences.tour_seen
            self._sample = free_path(documents_folder() / f"sample{SUFFIX}")
            self.projects.create_sample(self._sample)

    def restore(self, path: Path, backup: Path, target: Path) -> None:
        """Restore a backup as ``target`` and open it; a project to be replaced is closed."""
        if self._busy() or not self._may_leave(lambda: self.restore(path, backup, target)):
            return
        if self.project is not None and same_file(target, self.project.path):
            self.show_welcome()
        self._closing.once_closed(target, lambda: self.projects.restore(path, backup, target))

    def close_project(self) -> None:
        """Return to the welcome page, when every step is saved."""
        if self._may_leave(self.close_project):
            self.show_welcome()

    def show_welcome(
        self, message: str = "", action: str = "", do: Callable[[], object] | None = None
    ) -> None:
        """Close the project, if one is open, and show the welcome page."""
        maximised = is_maximised(self.window)
        self._close_project()
        page = self.welcome
        if page is None:
            page = self.welcome = Welcome(self._recent(), documents_folder())
            page.setWindowIcon(icon("tagwright", page.palette()))
            page.use(Keymap.of(self.preferences.preset, self.preferences.shortcuts))
            page.open_requested.connect(self.open)
            page.new_requested.connect(self.create)
            page.sample_requested.connect(self.open_sample)
            page.import_requested.connect(self.create_for)
            page.forgotten.connect(self.forget)
            page.backups_requested.connect(self._offer_backups)
        show_window(page, maximised=maximised or page.isMaximized())
        if message:
            page.messages.show_message(message, "error", action, do)

    def create_for(self, texts: Sequence[Path]) -> None:
        """Create a project beside some texts, and show the import dialog for them."""
        if self._busy() or not self._may_leave(lambda: self.create_for(texts)):
            return
        stem = texts[0].name.partition(".")[0] or "project"
        path = free_path(texts[0].with_name(f"{stem}{SUFFIX}"))
        self._to_import = list(texts)
        self.projects.create(path, ProjectSettings())

    def forget(self, path: Path) -> None:
        """Remove a project from the recent ones."""
        self._keep(self.preferences.without_recent(path))
        if self.welcome is not None:
            self.welcome.show_recent(self._recent())
        if self.window is not None and self.project is not None:
            self.window.recent.show_projects(self._recent(), self.project.path)

    def name_annotator(self, name: str) -> None:
        """Store the annotator's name, and use it for this project's next steps."""
        name = as_name(name)
        self._keep(replace(self.preferences, annotator=name))
        if self.project is not None:
            self.project.session.annotator = name
        if self.window is not None:
            self.window.show_annotator(name)

    def close(self) -> bool:
        """Close everything; False if something could not be saved in time."""
        self._send_away()
        self._close_project()
        saved, ended = self._closing.close()
        self.stalled = not self.projects.close() or not ended
        self.warmup.close()
        self._close_welcome()
        self.stalled = not self.writer.wait(END_SECONDS) or self.stalled
        self._garbage.close()
        return saved

    # ---- inside

    def _busy(self) -> bool:
        """Return whether a project is being opened or created: a second click does nothing."""
        return self.projects.busy or self._closing.has_waiting

    def _may_leave(self, then: Callable[[], object]) -> bool:
        """Return whether the open project is saved; otherwise ask, and call ``then`` later."""
        return self.window is None or self.window.controllers.closing.may_leave(then)

    def _recent(self) -> list[Path]:
        return [Path(name) for name in self.preferences.recent]

    def _show_project(self, project: OpenProject) -> None:
        # Edits made while the other project was read may not be saved yet.
        self._arrived = project
        window = self.window
        if window is not None and not window.controllers.closing.may_leave(
            lambda: self._show_project(project), self._send_away
        ):
            return
        self._arrived = None
        maximised = is_maximised(self.welcome)
        self._close_project()
        self._close_welcome()
        self.project = project
        self._keep(self.preferences.with_recent(project.path))
        workspace = Workspace(project.session, project)
        workspace.caret.return_to(self.preferences.last_sentence_in(project.path))
        window = self.window = MainWindow(project, workspace, self.themes, read_log)
        window.setWindowIcon(icon("tagwright", window.palette()))
        window.restore_layout(self.preferences.window)
        if not project.session.project.documents and not window.docks["labels"].isHidden():
            window.bring_up("labels")  # in a new project labels come first
        window.controllers.keys.show_lines(
            legend=self.preferences.legend, hints=self.preferences.hints
        )
        window.actions_.use(Keymap.of(self.preferences.preset, self.preferences.shortcuts))
        self._connect(window, workspace, project)
        self._report_restored(window, project.path)
        self._report_location(window, project)
        show_window(window, maximised=maximised or window.isMaximized())
        self.shown.emit(window)
        self._first_paint = FirstPaint(window)
        self._first_paint.seen.connect(self._begin_learning)

    def _send_away(self) -> None:
        """Close a project that was read but is not shown."""
        project, self._arrived = self._arrived, None
        if project is not None:
            self._closing.leave(project)

    def _connect(self, window: MainWindow, workspace: Workspace, project: OpenProject) -> None:
        project_controller = window.controllers.project
        project_controller.open_requested.connect(self.open)
        window.recent.open_requested.connect(self.open)
        window.recent.forgotten.connect(self.forget)
        window.recent.show_projects(self._recent(), project.path)
        project_controller.new_requested.connect(self.create)
        project_controller.close_requested.connect(self.close_project)
        project_controller.quit_requested.connect(window.close)
        project_controller.annotator_named.connect(self.name_annotator)
        window.controllers.tour.ended.connect(
            lambda: self._keep(replace(self.preferences, tour_seen=True))
        )
        window.controllers.safety.open_requested.connect(self.open)
        window.controllers.safety.restore_requested.connect(self.restore)
        window.controllers.keys.keys_chosen.connect(self._keep_keys)
        window.controllers.keys.line_chosen.connect(
            lambda line, wanted: self._keep(self.preferences.with_line(line, wanted=wanted))
        )
        window.closed.connect(self._window_closed)
        workspace.caret.about_to_change.connect(project.suggester.renew)
        workspace.caret.current_changed.connect(
            lambda sentence_index: project.suggester.set_visible(around(workspace, sentence_index))
        )
        workspace.caret.current_changed.connect(project.confirmed_names.show_sentence)
        workspace.caret.current_changed.connect(lambda _: self._stay.start())
        project.confirmed_names.found.connect(window.sentence_view.binding.show_names)
        project.confirmed_names.show_sentence(workspace.caret.sentence_index)
        window.sentence_view.tips.names_wanted.connect(project.pointed_names.show_sentence)
        project.pointed_names.found.connect(window.sentence_view.tips.show_names)
        window.sentence_view.binding.sight_reported.connect(
            lambda seen: project.suggester.set_visible(
                around(workspace, workspace.caret.sentence_index, seen)
            )
        )
        project.suggester.set_visible(around(workspace, workspace.caret.sentence_index))

    def _begin_learning(self) -> None:
        if self.project is None or self.window is None:
            return
        self.painted.emit(self.window)
        self.project.begin_learning(self.warmup)
        self._report_sample(self.window, self.project.path)
        first, self._first_sample = self._first_sample, False
        if first:
            self.window.controllers.tour.show_tour()
        if not self.preferences.annotator:
            self.window.ask_annotator()
        texts, self._to_import = self._to_import, []
        if texts and self.project is not None:
            path = self.project.path
            text = self.tr("Created the project {name} in {folder}.")
            self.window.messages.show_message(
                text.format(name=path.name, folder=path.parent), "done"
            )
            exchange, project = self.window.controllers.exchange, self.project
            exchange.take_files(texts)
            # Later: the dialog belongs to the window that may be closed.
            exchange.cancelled.connect(
                lambda: QTimer.singleShot(0, self, lambda: self._discard_empty(project))
            )

    def _discard_empty(self, project: OpenProject) -> None:
        """Close a project that was made for a cancelled import, and remove it if it is empty."""
        session = project.session
        is_empty = session.history.newest() is None and not session.project.documents
        if project is self.project and is_empty:
            self.forget(project.path)
            self._empty = project
            self.show_welcome()

    def _window_closed(self, layout: dict[str, str]) -> None:
        self._keep(replace(self._with_last_sentence(), window=layout))

    def _keep_keys(self, keymap: Keymap) -> None:
        self._keep(replace(self.preferences, preset=keymap.preset, shortcuts=keymap.shortcuts()))

    def _with_last_sentence(self) -> preferences.Preferences:
        """Return the preferences with the current sentence of the project."""
        if self.project is None or self.window is None:
            return self.preferences
        sentence = self.window.workspace.caret.sentence_id
        if sentence is None:
            return self.preferences
        return self.preferences.with_last_sentence(self.project.path, sentence)

    def _close_project(self) -> None:
        """Close the window at once; the project is closed in the background."""
        self._stay.stop()
        self._keep(self._with_last_sentence())
        window, self.window = self.window, None
        project, self.project = self.project, None
        if self._first_paint is not None:
            self._first_paint.stop()
            self._first_paint = None
        if window is not None:
            self._keep(replace(self.preferences, window=window.layout_kept()))
            window.closed.disconnect(self._window_closed)
            window.controllers.closing.leave()
        if project is not None:
            if project.storage.kept_elsewhere is not None:
                # Only this copy has the last steps.
                self._keep(self.preferences.with_recent(project.storage.kept_elsewhere))
            project.gone.connect(self._garbage.expect_garbage)
            is_empty, self._empty = project is self._empty, None
            (self._closing.leave_empty if is_empty else self._closing.leave)(project)
        if window is not None:
            window.close()
            window.deleteLater()

    def _close_welcome(self) -> None:
        page, self.welcome = self.welcome, None
        if page is not None:
            page.close()
            page.deleteLater()

    def _report_failed(self, path: Path, reason: str) -> None:
        _log.info("%s could not be opened: %s", path, reason)
        self._first_sample = False
        self._to_import = []
        self._presence.look([path])
        action, do = "", None
        if translated_message(as_sentence(BUSY.format())) not in reason and backups_of(path):
            action, do = self.tr("Restore a backup…"), lambda: self._offer_backups(path)
        if self.window is None:
            self.show_welcome(reason, action, do)
        elif action:
            self.window.messages.show_message(reason, "error", action, do)
        else:
            self.window.workspace.message.emit(reason, "error")

    def _leave_to_other(self, path: Path) -> None:
        """End if this process was started for a project that another one shows; else report it."""
        _log.info("%s is open in another window, which was asked to come to the front.", path)
        window = self.window or self.welcome
        if window is None:
            self._qt.quit()
            return
        text = self.tr("{name} is open in another window, which was brought to the front.")
        window.messages.show_message(text.format(name=path.name), "info")

    def _presence_checked(self, name: str, there: bool) -> None:  # noqa: FBT001 (a signal's)
        if not there:
            self.forget(Path(name))

    def _ask_for_log(self, path: Path, reason: str) -> None:
        """Show that the log of a project is lost or damaged, and offer to open it without."""
        _log.info("%s needs its log: %s", path, reason)

        def open_it() -> None:
            if not self._busy():
                self.projects.open(path, without_log=True)

        action = self.tr("Open it without these changes")
        if self.window is None:
            self.show_welcome(reason, action, open_it)
        else:
            self.window.messages.show_message(reason, "error", action, open_it)

    def _offer_backups(self, path: Path) -> None:
        """Show the backups of a project that could not be opened."""
        from app.views.dialogs.restore import list_backups

        list_backups(path, self.window or self.welcome, self.restore, in_place=True)

    def _note_restored(self, path: Path, aside: Path | None) -> None:
        self._restored = path, aside

    def _report_location(self, window: MainWindow, project: OpenProject) -> None:
        """Show, once for each project, the risk of its location."""
        changed = self.preferences.with_warned(project.path)
        if project.location is not None and changed != self.preferences:
            window.controllers.safety.report_location(project.location)
            self._keep(changed)

    def _report_sample(self, window: MainWindow, path: Path) -> None:
        """Show where the copy of the sample is."""
        sample, self._sample = self._sample, None
        if sample == path:
            text = self.tr("This is your own copy of the sample: {path}.")
            window.messages.show_message(text.format(path=path), "done")

    def _report_restored(self, window: MainWindow, path: Path) -> None:
        """Show where the project is kept that a backup has replaced."""
        restored, self._restored = self._restored, None
        if restored is None or not same_file(restored[0], path):
            return
        text = self.tr("Backup restored: {name} is now open.").format(name=path.name)
        if restored[1] is not None:
            kept = self.tr("The previous version was kept as {path}.")
            text = f"{text} {kept.format(path=restored[1])}"
        window.messages.show_message(text, "done")

    def _keep(self, changed: preferences.Preferences) -> None:
        if changed != self.preferences:
            before, self.preferences = self.preferences, changed
            self.writer.write(changed, before)


def build(path: Path | None = None, *, preferences_path: Path | None = None) -> Application:
    """Create the program and open its first window, without running the event loop."""
    chosen = preferences.load(preferences_path)
    qt = QApplication.instance()
    if not isinstance(qt, QApplication):
        scale(chosen.scale)
        qt = Program(["tagwright"])
    show_language(qt, chosen.language)
    qt.setApplicationName("tagwright")
    qt.setApplicationDisplayName("Tagwright")
    QGuiApplication.setDesktopFileName(DESKTOP_ID)
    application = Application(qt, preferences_path)
    if isinstance(qt, Program):
        qt.file_opened.connect(application.open)
    application.start(path)
    return application


def main(argv: Sequence[str] = ()) -> int:
    """Run the window until it is closed; ``argv`` is a project to open, or empty."""
    prepare_process()
    start_log()
    application = build(Path(argv[0]) if argv else None)
    catch_crashes(application, application.crashed)
    end_on_signals(application)
    status = QApplication.exec()
    saved = application.close()
    if not saved and sys.stderr is not None:  # Windows' program without a console has none
        sys.stderr.write("The last changes of a project were not saved; the log names it.\n")
    if application.stalled:
        # Threads that wait for the disk must not prevent the program from ending.
        logging.shutdown()
        os._exit(status if saved else 1)
    return status if saved else 1
