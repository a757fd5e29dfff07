"""Objectives besides the likelihood."""
