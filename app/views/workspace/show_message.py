"""How the parts of the workspace show a sentence in the line at the bottom of the window."""

from collections.abc import Callable

ShowMessage = Callable[[str, str], object]
"""Takes the sentence, and its kind: "info", "warning" or "error"."""
