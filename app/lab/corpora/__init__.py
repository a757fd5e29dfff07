"""Public corpora for measurements, read from a folder that the user names.

None of them comes with the program. A module for each; all say where to get what is missing.
"""
