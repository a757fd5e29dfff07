"""A robot that waits for what happens: how long that takes on a busy machine is no fault."""

from __future__ import annotations

import weakref
from typing import Any

from pytestqt.qtbot import QtBot
from shiboken6 import isValid

PATIENCE = 120_000
"""So many milliseconds without what is waited for, and it will not come any more."""


class PatientBot(QtBot):
    """Waits for what has to come until nobody would, whatever a test says; the test ends sooner.

    Where nothing has to come (``raising=False``), the test's own time counts.
    """

    def addWidget(self, widget: Any, *, before_close_func: Any = None) -> None:
        """Close a widget at the end of the test, unless the program has deleted it by then.

        The robot asks only whether Python still has the widget: a running task that will report to
        a closed dialog keeps it, and to close it again would be an error.
        """
        super().addWidget(widget, before_close_func=before_close_func)
        reference = weakref.ref(widget)
        self._request.node.qt_widgets[-1] = (lambda: _there(reference()), before_close_func)

    def waitSignal(self, signal: Any, *, timeout: int = 0, raising: Any = None, **more: Any) -> Any:
        patient = _patient(timeout, raising)
        return super().waitSignal(signal, timeout=patient, raising=raising, **more)

    def waitSignals(
        self, signals: Any, *, timeout: int = 0, raising: Any = None, **more: Any
    ) -> Any:
        patient = _patient(timeout, raising)
        return super().waitSignals(signals, timeout=patient, raising=raising, **more)

    def waitUntil(self, callback: Any, *, timeout: int = 0) -> None:
        super().waitUntil(callback, timeout=_patient(timeout))

    def waitActive(self, widget: Any, *, timeout: int = 0) -> Any:
        return super().waitActive(widget, timeout=_patient(timeout))

    def waitExposed(self, widget: Any, *, timeout: int = 0) -> Any:
        return super().waitExposed(widget, timeout=_patient(timeout))


def _there(widget: Any) -> Any:
    return widget if widget is not None and isValid(widget) else None


def _patient(timeout: int, raising: bool | None = None) -> int:
    return timeout if raising is False else max(timeout, PATIENCE)
