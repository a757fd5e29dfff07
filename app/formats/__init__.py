"""Other people's files: a table of formats, each one module that reads and writes.

`app.formats.table.FORMATS` is the table; a further format is one module and one line in it.
"""
