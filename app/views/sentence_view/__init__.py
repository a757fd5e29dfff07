"""The sentence view: running text with a chip for each label, and the text around it.

`pane` binds the view to the workspace. `view` passes Qt's events to its parts: `letters` (font
and zoom), `page` (layout and scrolling), `selection`, `pointer` (the mouse), `keys` and `painter`
(when to paint what). `surroundings` lays out the neighbours of the sentence, or its document, with
heights in `document` and layouts in `layout_cache`. An `arrangement` is the layout of one sentence:
its `chips`, their `captions`, the `geometry` of its tokens, sizes in `metrics`, and `offsets`
between code points and UTF-16 units; `painting` draws it with `shapes`.
"""
