"""Counting and proposing by the kernels' own Python code, until they are compiled.

On a computer's first start the kernels are compiled for a minute or more. What is on the screen
needs a model of some hundred sentences, and the same functions, interpreted, do that in a second.
They run in a child process, since whether a kernel is compiled is decided when it is imported.
"""
