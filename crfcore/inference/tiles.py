"""A tile of a matrix product, emitted as LLVM instructions.

The sums of a tile stay in registers in the loop over terms, which plain loops do not achieve: they
take twice the time. BLAS libraries have their own threads, which interfere with ours, and an
unspecified order of summation. Here every entry of a product is summed from its first term to its
last, in any tile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils as typed_cgutils
from numba.core import config as typed_config
from numba.extending import intrinsic

from crfcore.arrays import AnyFloatArray, OffsetArray

Tile: TypeAlias = Callable[..., None]
"""Called with (left, i, j, right, k, y, out, o, p, transposed, n); see `interpreted_tile`."""


class Shape(NamedTuple):
    """The size of a tile.

    Attributes
    ----------
    n_rows : int
    n_vectors : int
        Of each row.
    vector_bytes : int
        Of one register.
    """

    n_rows: int
    n_vectors: int
    vector_bytes: int

    def n_columns(self, item_bytes: int) -> int:
        """Return the number of entries of a row, for a size of numbers."""
        return self.n_vectors * self.vector_bytes // item_bytes


def shape_for(features: Mapping[str, bool]) -> Shape:
    """Return the shape whose sums and factors fill the registers of a processor.

    Parameters
    ----------
    features : mapping
        Features of the processor, by LLVM's names.
    """
    if features.get("avx512f"):
        return Shape(8, 2, 64)
    return Shape(6, 2, 32 if features.get("avx") else 16)


class Matrix(NamedTuple):
    """The address of a first entry, and the strides of rows and columns."""

    start: Any
    by_row: Any
    by_column: Any

    def address(self, builder: Any, row: Any, column: Any) -> Any:
        """Return the address of an entry."""
        distance = builder.add(builder.mul(row, self.by_row), builder.mul(column, self.by_column))
        return builder.gep(self.start, [distance])


# Numba is partly typed: as Any it can be called without silencing each call.
cgutils: Any = typed_cgutils
config: Any = typed_config

_INDEX = ir.IntType(64)


def emit_tile(
    builder: Any,
    scalar: Any,
    left: Matrix,
    right: Matrix,
    out: Matrix,
    n: Any,
    shape: Shape,
    chosen: Any = None,
) -> None:
    """Write the instructions of out = left · right for one tile.

    Parameters
    ----------
    builder : llvmlite.ir.IRBuilder
    scalar : llvmlite.ir.Type
        float or double.
    left, right, out : Matrix
        Columns of `right` and `out` are neighbours.
    n : llvmlite.ir.Value
        The number of terms.
    shape : Shape
    chosen : llvmlite.ir.Value, optional
        The address of the indices of these terms; by default the first ones.
    """
    n_bytes = 4 if isinstance(scalar, ir.FloatType) else 8
    n_lanes = shape.vector_bytes // n_bytes
    vector = ir.VectorType(scalar, n_lanes)
    undefined = ir.Constant(vector, ir.Undefined)
    every_lane = ir.Constant(ir.VectorType(ir.IntType(32), n_lanes), [0] * n_lanes)

    def vector_at(matrix: Matrix, row: Any, number: int) -> Any:
        entry = matrix.address(builder, row, _INDEX(number * n_lanes))
        return builder.bitcast(entry, vector.as_pointer())

    rows, vectors = range(shape.n_rows), range(shape.n_vectors)
    zero = ir.Constant(vector, [0.0] * n_lanes)
    sums = {(r, v): cgutils.alloca_once_value(builder, zero) for r in rows for v in vectors}
    with cgutils.for_range(builder, n) as loop:
        term_number = loop.index
        if chosen is not None:
            term_number = builder.load(builder.gep(chosen, [loop.index]))
        factors = [builder.load(vector_at(right, term_number, v), align=n_bytes) for v in vectors]
        for r in rows:
            single = builder.load(left.address(builder, _INDEX(r), term_number))
            first = builder.insert_element(undefined, single, ir.IntType(32)(0))
            spread = builder.shuffle_vector(first, undefined, every_lane)
            for v in vectors:
                # The flags allow fused multiply–add.
                term = builder.fmul(spread, factors[v], flags=("contract",))
                total = builder.fadd(term, builder.load(sums[r, v]), flags=("contract",))
                builder.store(total, sums[r, v])
    for (r, v), total in sums.items():
        builder.store(builder.load(total), vector_at(out, _INDEX(r), v), align=n_bytes)


def compiled_tile(shape: Shape) -> Tile:
    """Return a tile that compiled kernels can call; arguments as for `interpreted_tile`."""

    def typed(context, left, i, j, right, k, y, out, o, p, transposed, n):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN202
        return _signature(left, right, out), _generate

    def _generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        left, right, out = (_part(context, builder, signature, values, n) for n in (0, 3, 6))
        is_transposed = builder.icmp_signed("!=", values[9], _INDEX(0))
        turned = Matrix(
            left.start,
            builder.select(is_transposed, left.by_column, left.by_row),
            builder.select(is_transposed, left.by_row, left.by_column),
        )
        scalar = context.get_data_type(signature.args[0].dtype)
        emit_tile(builder, scalar, turned, right, out, values[10], shape)
        return context.get_dummy_value()

    made: Tile = intrinsic(typed)
    return made


def compiled_tile_of_chosen(shape: Shape) -> Tile:
    """Return a tile that sums over chosen terms; arguments as for `interpreted_tile_of_chosen`."""

    def typed(context, left, i, j, right, k, y, out, o, p, chosen, first, n):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN202
        return _signature(left, right, out, chosen), _generate

    def _generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        left, right, out = (_part(context, builder, signature, values, n) for n in (0, 3, 6))
        numbers = context.make_array(signature.args[9])(context, builder, values[9])
        chosen = builder.gep(numbers.data, [values[10]])
        scalar = context.get_data_type(signature.args[0].dtype)
        emit_tile(builder, scalar, left, right, out, values[11], shape, chosen)
        return context.get_dummy_value()

    made: Tile = intrinsic(typed)
    return made


def _part(context: Any, builder: Any, signature: Any, values: Any, number: int) -> Matrix:
    """Return the part of a matrix that three arguments name: matrix, row, column."""
    array = context.make_array(signature.args[number])(context, builder, values[number])
    width = cgutils.unpack_tuple(builder, array.shape)[1]
    whole = Matrix(array.data, width, _INDEX(1))
    start = whole.address(builder, values[number + 1], values[number + 2])
    return Matrix(start, width, _INDEX(1))


def _signature(left: Any, right: Any, out: Any, *chosen: Any) -> Any:
    place = types.int64, types.int64
    return types.void(left, *place, right, *place, out, *place, *chosen, types.int64, types.int64)


def interpreted_tile(shape: Shape) -> Tile:
    """Return the same tile for the interpreter."""

    def tile(
        left: AnyFloatArray,
        i: int,
        j: int,
        right: AnyFloatArray,
        k: int,
        y: int,
        out: AnyFloatArray,
        o: int,
        p: int,
        transposed: int,
        n: int,
    ) -> None:
        """Write a tile of a product to out[o:, p:].

        Parameters
        ----------
        left : matrix
            Its part from (i, j) on, n columns wide; or n rows high and transposed.
        right : matrix
            Its part from (k, y) on, n rows high.
        """
        rows, columns = shape.n_rows, shape.n_columns(out.itemsize)
        part = left[i : i + n, j : j + rows].T if transposed else left[i : i + rows, j : j + n]
        out[o : o + rows, p : p + columns] = part @ right[k : k + n, y : y + columns]

    return tile


def interpreted_tile_of_chosen(shape: Shape) -> Tile:
    """Return a tile that sums over chosen terms, for the interpreter."""

    def tile(
        left: AnyFloatArray,
        i: int,
        j: int,
        right: AnyFloatArray,
        k: int,
        y: int,
        out: AnyFloatArray,
        o: int,
        p: int,
        chosen: OffsetArray,
        first: int,
        n: int,
    ) -> None:
        """Write a tile of a product to out[o:, p:].

        Parameters
        ----------
        left, right : matrices
            Their parts from (i, j) and from (k, y) on.
        chosen : (n or more,) array
            The columns of the one, and the rows of the other, are ``chosen[first : first + n]``.
        """
        rows, columns = shape.n_rows, shape.n_columns(out.itemsize)
        terms = chosen[first : first + n]
        part = left[i : i + rows, j + terms]
        out[o : o + rows, p : p + columns] = part @ right[k + terms, y : y + columns]

    return tile


SHAPE = shape_for(binding.get_host_cpu_features())


def _tile(n_rows: int, n_vectors: int) -> Tile:
    shape = Shape(n_rows, n_vectors, SHAPE.vector_bytes)
    return interpreted_tile(shape) if config.DISABLE_JIT else compiled_tile(shape)


def _tile_of_chosen(n_rows: int) -> Tile:
    shape = Shape(n_rows, 2, SHAPE.vector_bytes)
    return (
        interpreted_tile_of_chosen(shape) if config.DISABLE_JIT else compiled_tile_of_chosen(shape)
    )


wide_tile_of_chosen = _tile_of_chosen(SHAPE.n_rows)
wide_row_of_chosen = _tile_of_chosen(1)
wide_tile = _tile(SHAPE.n_rows, 2)
wide_row = _tile(1, 2)
narrow_tile = _tile(SHAPE.n_rows, 1)
narrow_row = _tile(1, 1)
