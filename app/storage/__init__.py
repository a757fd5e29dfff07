"""The project file, an SQLite database; only this package uses SQL.

`app.storage.errors` is light; `app.storage.project_file` loads SQLite, so the window imports it on
the storage thread.
"""
