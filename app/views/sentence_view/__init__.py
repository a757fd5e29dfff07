"""The sentence being labelled: flowing text with a chip for each label, and what surrounds it.

From the outside in: `pane` binds the view to the project. The view is built in layers: `view`
(keys), `pointed` (the mouse), `painted` (what is painted when), `placed` (where things are, and
scrolling), `scaled` (the size of letters). `surroundings` has what stands around the sentence: its
neighbours or its document, whose heights are in `document`; `laid_out` keeps what was laid out.

Of one sentence `arrangement` has everything: `chips` says what is drawn, `captions` where names go,
`geometry` where every token stands, `metrics` how large things are, and `offsets` how Qt counts
characters; `painting` draws it, in `shapes`.
"""
