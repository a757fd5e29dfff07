"""Data classes of the application: projects, documents, labels, tokens and edits.

They use neither Qt nor SQL nor files.
"""
