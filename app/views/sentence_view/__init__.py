"""The sentence being labelled: flowing text with a chip under each label.

From the outside in: `pane` binds the view to the project, `view` answers the keyboard, the mouse
and the screen reader, `painting` draws, `chips` says what is drawn where, `geometry` knows where
every token stands, `metrics` how large things are, and `offsets` how Qt counts characters.
"""
