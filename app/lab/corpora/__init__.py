"""Public corpora for benchmarks, in a folder given by the user.

The program includes none of them; errors say where to get them.
"""
