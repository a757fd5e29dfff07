"""File formats, each a module that reads and writes; the table is `app.formats.table.FORMATS`."""
