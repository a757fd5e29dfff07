"""Matrix products for the recursions: without threads, in a fixed order of summation.

All matrices are C-contiguous and of one precision, single or double.
"""

from __future__ import annotations

from crfcore.arrays import AnyFloatArray, OffsetArray
from crfcore.inference.tiles import (
    SHAPE,
    narrow_row,
    narrow_tile,
    wide_row,
    wide_row_of_chosen,
    wide_tile,
    wide_tile_of_chosen,
)
from crfcore.jit import kernel

ROWS_OF_BLOCK = 128
"""Inner rows at a time; with 50 columns in single precision they take 26 kB."""

_N_ROWS = SHAPE.n_rows
_VECTOR_BYTES = SHAPE.vector_bytes


@kernel
def multiply(
    left: AnyFloatArray,
    first: int,
    n_rows: int,
    right: AnyFloatArray,
    n_inner: int,
    width: int,
    product: AnyFloatArray,
    to: int,
) -> None:
    """Write product[to + r] = left[first + r] · right for n_rows rows.

    Parameters
    ----------
    n_inner : int
        How many columns of `left` and rows of `right` count.
    width : int
        How many columns of `right` count and are written.
    """
    _fill(left, first, 0, 0, right, 0, n_inner, n_rows, width, product, to)


@kernel
def multiply_from(
    left: AnyFloatArray,
    n_rows: int,
    right: AnyFloatArray,
    first_right: int,
    n_inner: int,
    width: int,
    product: AnyFloatArray,
) -> None:
    """Compute `multiply` with rows first_right, first_right + 1, … of `right`."""
    _fill(left, 0, 0, 0, right, first_right, n_inner, n_rows, width, product, 0)


@kernel
def multiply_by_blocks(
    left: AnyFloatArray,
    first: int,
    n_rows: int,
    right: AnyFloatArray,
    chosen: OffsetArray,
    chosen_starts: OffsetArray,
    width: int,
    product: AnyFloatArray,
    to: int,
) -> None:
    """Compute `multiply` where `right` is mostly zeros; see `blocks_of`.

    Parameters
    ----------
    chosen, chosen_starts : arrays
        Block b of columns has non-zero entries only in the rows ``chosen[chosen_starts[b] :
        chosen_starts[b + 1]]`` of `right`.
    width : int
        A block's width or more.
    """
    wide = 2 * _VECTOR_BYTES // product.itemsize
    for b in range(chosen_starts.shape[0] - 1):
        y = min(b * wide, width - wide)
        start = chosen_starts[b]
        n = chosen_starts[b + 1] - start
        if n_rows < _N_ROWS:
            for r in range(n_rows):
                wide_row_of_chosen(
                    left, first + r, 0, right, 0, y, product, to + r, y, chosen, start, n
                )
            continue
        for r0 in range(0, n_rows, _N_ROWS):
            r = min(r0, n_rows - _N_ROWS)
            wide_tile_of_chosen(
                left, first + r, 0, right, 0, y, product, to + r, y, chosen, start, n
            )


@kernel
def multiply_transposed(
    left: AnyFloatArray,
    first_left: int,
    right: AnyFloatArray,
    first_right: int,
    n_inner: int,
    n_rows: int,
    width: int,
    product: AnyFloatArray,
) -> None:
    """Write product = Σ_k left[first_left + k]ᵀ right[first_right + k] over n_inner rows.

    Parameters
    ----------
    n_rows : int
        How many columns of `left` count, and how many rows are written.
    width : int
        How many columns of `right` count and are written.
    """
    _fill(left, first_left, 0, 1, right, first_right, n_inner, n_rows, width, product, 0)


@kernel
def multiply_tall_transposed(
    left: AnyFloatArray,
    first_left: int,
    right: AnyFloatArray,
    first_right: int,
    n_inner: int,
    n_rows: int,
    width: int,
    part: AnyFloatArray,
    product: AnyFloatArray,
) -> None:
    """Compute `multiply_transposed` for many inner rows, in blocks that fit the cache.

    Every tile reads all inner rows. ``part`` is of the shape of the product, and is overwritten.
    """
    product[:n_rows, :width] = product.dtype.type(0.0)
    for k in range(0, n_inner, ROWS_OF_BLOCK):
        n = min(ROWS_OF_BLOCK, n_inner - k)
        multiply_transposed(left, first_left + k, right, first_right + k, n, n_rows, width, part)
        for r in range(n_rows):
            for y in range(width):
                product[r, y] += part[r, y]


@kernel
def _fill(
    left: AnyFloatArray,
    i: int,
    j: int,
    transposed: int,
    right: AnyFloatArray,
    k: int,
    n_inner: int,
    n_rows: int,
    width: int,
    product: AnyFloatArray,
    to: int,
) -> None:
    """Cover a product with tiles; the last ones overlap their neighbours."""
    narrow = _VECTOR_BYTES // product.itemsize
    wide = 2 * narrow
    if width < narrow:
        _fill_by_entry(left, i, transposed, right, k, n_inner, n_rows, width, product, to)
        return
    row_step = 0 if transposed == 1 else 1
    column_step = 1 - row_step
    for y0 in range(0, width, wide if width >= wide else narrow):
        y = min(y0, width - wide if width >= wide else width - narrow)
        for r0 in range(0, n_rows, _N_ROWS if n_rows >= _N_ROWS else 1):
            r = min(r0, n_rows - _N_ROWS) if n_rows >= _N_ROWS else r0
            a = i + r * row_step
            b = j + r * column_step
            if width >= wide and n_rows >= _N_ROWS:
                wide_tile(left, a, b, right, k, y, product, to + r, y, transposed, n_inner)
            elif width >= wide:
                wide_row(left, a, b, right, k, y, product, to + r, y, transposed, n_inner)
            elif n_rows >= _N_ROWS:
                narrow_tile(left, a, b, right, k, y, product, to + r, y, transposed, n_inner)
            else:
                narrow_row(left, a, b, right, k, y, product, to + r, y, transposed, n_inner)


@kernel
def _fill_by_entry(
    left: AnyFloatArray,
    i: int,
    transposed: int,
    right: AnyFloatArray,
    k: int,
    n_inner: int,
    n_rows: int,
    width: int,
    product: AnyFloatArray,
    to: int,
) -> None:
    """Compute `_fill` for a product narrower than a vector."""
    zero = product.dtype.type(0.0)
    for r in range(n_rows):
        for y in range(width):
            product[to + r, y] = zero
        for q in range(n_inner):
            factor = left[i + q, r] if transposed == 1 else left[i + r, q]
            for y in range(width):
                product[to + r, y] += factor * right[k + q, y]
