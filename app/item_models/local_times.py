"""Local days and times in words."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from PySide6.QtCore import QCoreApplication, QDate, QLocale

CONTEXT = "moments"


def moment_of(made_at: str) -> datetime:
    """Return a time of the project file as local time; 1970 for an invalid one."""
    try:
        return datetime.fromisoformat(made_at).astimezone()
    except (ValueError, OverflowError, OSError):  # invalid, or out of range here
        return datetime.fromtimestamp(0).astimezone()


def day_words(day: date, *, begins: bool = True) -> str:
    """Return a day in words, with a capital where it begins a text."""
    today = datetime.now().astimezone().date()
    if day == today:
        within = QCoreApplication.translate(CONTEXT, "today")
        return QCoreApplication.translate(CONTEXT, "Today") if begins else within
    if day == today - timedelta(days=1):
        within = QCoreApplication.translate(CONTEXT, "yesterday")
        return QCoreApplication.translate(CONTEXT, "Yesterday") if begins else within
    return QLocale().toString(QDate(day.year, day.month, day.day), QLocale.FormatType.LongFormat)


def time_words(moment: datetime) -> str:
    """Return a time of the day."""
    return moment.strftime("%H:%M")


def when_words(made_at: str) -> str:
    """Return a time of the project file within a text, day and time of the day."""
    moment = moment_of(made_at)
    return f"{day_words(moment.date(), begins=False)} {time_words(moment)}"
