"""What the annotator sees: the window, its panels, and the commands behind the keys."""
