"""Tables of the documents that the project stands on, computed again: theirs beside ours.

Each table is an object with the face of `app.lab.reproduce.table.Table`, in a module that
`app.lab.reproduce.tables` names. A table yields rows; what it trains on the way goes through
`Context.outcome`, which keeps what is finished and moves the bar. To add one: write its module,
and a line there.
"""
