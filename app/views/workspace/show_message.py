"""The type of the function that shows a message in the line at the bottom of the window."""

from collections.abc import Callable

ShowMessage = Callable[[str, str], object]
"""Takes the message and its kind: "info", "warning" or "error"."""
