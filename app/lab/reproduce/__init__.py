"""Reproduction of tables of the literature: published figures and ours.

Each table implements `app.lab.reproduce.table.Table`, in a module named in
`app.lab.reproduce.tables`. A table yields rows; it trains through `Context.outcome`, which saves
finished results and updates the progress bar.
"""
