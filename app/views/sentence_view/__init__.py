"""The sentence being labelled: flowing text with a chip for each label, and what surrounds it.

`pane` binds the view to the workspace. `view` hands Qt's events on to its parts: `letters` (font
and size), `page` (the layout, and scrolling), `selection`, `pointer` (the mouse), `keys` and
`painter` (what is painted when). `surroundings` has what stands around the sentence: its
neighbours or its document, whose heights are in `document`; `laid_out` keeps what was laid out.

Of one sentence `arrangement` has everything: `chips` says what is drawn, `captions` where names go,
`geometry` where every token stands, `metrics` how large things are, and `offsets` how Qt counts
characters; `painting` draws it, in `shapes`.
"""
