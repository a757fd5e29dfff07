"""Objectives besides the likelihood; `names` finds the classic ones."""
