"""What a training takes where nothing is said of it; read without loading the compiler."""

DEFAULT_C2 = 0.1
"""The strength of the squared penalty.

Better than 1 for some hundred sentences, where projects begin, and no worse on whole corpora
(ARCHITECTURE.md has the figures). The window, the library and the command line share it.
"""
