"""The project file: one project is one SQLite file, and only this package speaks SQL.

`app.storage.errors` is light; `app.storage.project_file` loads SQLite, so the window imports it on
the thread that owns the file.
"""
