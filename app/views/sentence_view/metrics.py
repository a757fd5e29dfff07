"""Sizes of the sentence view, computed from font and zoom."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtGui import QFont, QFontMetricsF

from app.views.theme import GRID, HALF_GRID, RADIUS

DEFAULT_POINTS = 16.0
"""Font size at a zoom of 1."""
CAPTION_SHARE = 0.62
SMALLEST_CAPTION = 8.0
NEIGHBOUR_SHARE = 0.84
"""Size of neighbouring sentences, relative to the current one."""
ROW_PITCH = 0.9
"""Distance between two rows of captions, in heights of a caption."""
NAME_HEIGHTS = 10.0
"""Maximum width of a label's name, in heights of a caption: some twenty letters."""


@dataclass(frozen=True, slots=True, eq=False)
class Metrics:
    """Sizes in logical pixels.

    From top to bottom a line has: a chip (``pad_y``, text, ``pad_y``), ``caption_gap``, a row of
    captions, and ``row_gap``, which contains a second row of captions, ``caption_row`` below the
    first. ``air`` is the extra width of a blank between words, and ``touching_air`` the space
    between two tokens without a blank: so little that they read as one word. ``overhang`` is how
    far a caption may extend into the margin, ``widest_name`` the maximum width of a label's name.
    """

    font: QFont
    caption_font: QFont
    ascent: float
    descent: float
    caption_ascent: float
    caption_height: float
    caption_row: float
    pad_x: float
    pad_y: float
    air: float
    touching_air: float
    caption_gap: float
    caption_space: float
    overhang: float
    part_space: float
    glyph: float
    row_gap: float
    radius: float
    stroke: float
    widest_name: float
    widths: dict[str, float] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, family_font: QFont, zoom: float) -> Metrics:
        """Return the sizes for a font at a zoom; 1 is 16 points."""
        points = DEFAULT_POINTS * zoom
        font = QFont(family_font)
        font.setPointSizeF(points)
        air = round(0.4 * HALF_GRID * zoom, 1)
        font.setWordSpacing(air)
        caption = QFont(family_font)
        caption.setPointSizeF(max(SMALLEST_CAPTION, points * CAPTION_SHARE))
        text, small = QFontMetricsF(font), QFontMetricsF(caption)
        row = ROW_PITCH * small.height()
        return cls(
            font=font,
            caption_font=caption,
            ascent=text.ascent(),
            descent=text.descent(),
            caption_ascent=small.ascent(),
            caption_height=small.height(),
            caption_row=row,
            pad_x=0.8 * HALF_GRID * zoom,
            pad_y=0.75 * HALF_GRID * zoom,
            air=air,
            touching_air=round(0.5 * HALF_GRID * zoom, 1),
            caption_gap=HALF_GRID / 2 * zoom,
            caption_space=0.75 * GRID * zoom,
            overhang=2.5 * GRID,
            part_space=small.horizontalAdvance(" ") * 1.15,
            glyph=small.ascent() * 0.72,
            row_gap=max((GRID + HALF_GRID) * zoom, row + HALF_GRID / 2 * zoom),
            radius=RADIUS * zoom,
            stroke=1.5 * max(1.0, zoom**0.5),
            widest_name=NAME_HEIGHTS * small.height(),
        )

    @property
    def line_height(self) -> float:
        """Distance between the tops of two lines."""
        chip = 2 * self.pad_y + self.ascent + self.descent
        return chip + self.caption_gap + self.caption_height + self.row_gap

    @property
    def paragraph_gap(self) -> float:
        """Extra space between two sentences.

        As much as a line of text, so that the next sentence does not look like the next line.
        """
        return self.ascent + self.descent

    def caption_width(self, text: str) -> float:
        """Return the width of a text in a caption."""
        known = self.widths.get(text)
        if known is None:
            known = float(QFontMetricsF(self.caption_font).horizontalAdvance(text))
            self.widths[text] = known
        return known
