"""The nouns of the application: projects, documents, labels, tokens and edits.

Nothing here knows Qt, SQL or files.
"""
