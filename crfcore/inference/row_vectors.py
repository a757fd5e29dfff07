"""Sums over chosen rows of a matrix, emitted as LLVM instructions.

A token's score is the sum of some rows of weights, and its probabilities are added to the same rows
of the gradient. The sum stays in registers in the loop over rows; plain loops over the columns of
each row, of only two or three vectors, take three times as long. Rows are added in the given order,
so results are the same on all machines.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from llvmlite import ir
from numba import types
from numba.core import cgutils as typed_cgutils
from numba.core import config as typed_config
from numba.extending import intrinsic

from crfcore.arrays import AnyFloatArray, IdArray
from crfcore.inference.potentials import LANES

# Numba is partly typed: as Any it can be called without silencing each call.
cgutils: Any = typed_cgutils
config: Any = typed_config

_INDEX = ir.IntType(64)

RowVectors: TypeAlias = Callable[..., None]
"""Called with (matrix, numbers, first, last, column, row, row number); see the interpreted ones."""


class _Emitter:
    """Writes the instructions of one call."""

    def __init__(self, context: Any, builder: Any, signature: Any, values: Any, n: int) -> None:
        self._builder = builder
        matrix, numbers, self._first, self._last, column, row, number = values

        def made(place: int, value: Any) -> Any:
            return context.make_array(signature.args[place])(context, builder, value)

        self._matrix = made(0, matrix)
        self._numbers = made(1, numbers)
        own = made(5, row)
        scalar = context.get_data_type(signature.args[0].dtype)
        self._vector = ir.VectorType(scalar, LANES)
        self._align = 4 if isinstance(scalar, ir.FloatType) else 8
        self._width = cgutils.unpack_tuple(builder, self._matrix.shape)[1]
        self._column = column
        own_width = cgutils.unpack_tuple(builder, own.shape)[1]
        self._own = self._addresses(own.data, own_width, number, n)
        self._n = n

    def _addresses(self, data: Any, width: Any, row: Any, n: int) -> list[Any]:
        builder = self._builder
        start = builder.add(builder.mul(row, width), self._column)
        return [
            builder.bitcast(
                builder.gep(data, [builder.add(start, _INDEX(LANES * v))]),
                self._vector.as_pointer(),
            )
            for v in range(n)
        ]

    def own(self) -> list[Any]:
        """Load the vectors of the single row."""
        return [self._builder.load(address, align=self._align) for address in self._own]

    def store_own(self, vectors: list[Any]) -> None:
        """Store the vectors of the single row."""
        for vector, address in zip(vectors, self._own, strict=True):
            self._builder.store(vector, address, align=self._align)

    def each_row(self, work: Callable[[list[Any]], None]) -> None:
        """Call work with the addresses of each chosen row."""
        builder = self._builder
        n_rows = builder.sub(self._last, self._first)
        with cgutils.for_range(builder, n_rows) as loop:
            place = builder.add(self._first, loop.index)
            row = builder.sext(builder.load(builder.gep(self._numbers.data, [place])), _INDEX)
            work(self._addresses(self._matrix.data, self._width, row, self._n))

    def load(self, address: Any) -> Any:
        """Load a vector."""
        return self._builder.load(address, align=self._align)

    def store(self, vector: Any, address: Any) -> None:
        """Store a vector."""
        self._builder.store(vector, address, align=self._align)


def emit_gather(emitter: _Emitter, builder: Any) -> None:
    """Write: own row += each chosen row."""
    sums = [cgutils.alloca_once_value(builder, vector) for vector in emitter.own()]

    def add(addresses: list[Any]) -> None:
        for total, address in zip(sums, addresses, strict=True):
            builder.store(builder.fadd(builder.load(total), emitter.load(address)), total)

    emitter.each_row(add)
    emitter.store_own([builder.load(total) for total in sums])


def emit_scatter(emitter: _Emitter, builder: Any) -> None:
    """Write: each chosen row += own row."""
    own = emitter.own()

    def add(addresses: list[Any]) -> None:
        for vector, address in zip(own, addresses, strict=True):
            emitter.store(builder.fadd(emitter.load(address), vector), address)

    emitter.each_row(add)


def compiled(emit: Callable[[_Emitter, Any], None], n_vectors: int) -> RowVectors:
    """Return a function for kernels."""

    def typed(context, matrix, numbers, first, last, column, row, number):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN202
        index = types.int64
        signature = types.void(matrix, numbers, index, index, index, row, index)

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            emit(_Emitter(context, builder, signature, values, n_vectors), builder)
            return context.get_dummy_value()

        return signature, generate

    made: RowVectors = intrinsic(typed)
    return made


def interpreted_gather(n_vectors: int) -> RowVectors:
    """Return the function that adds rows, for the interpreter."""

    def gather(
        matrix: AnyFloatArray,
        numbers: IdArray,
        first: int,
        last: int,
        column: int,
        row: AnyFloatArray,
        number: int,
    ) -> None:
        """Add matrix[numbers[first:last]] to row[number], some vectors from a column on."""
        columns = slice(column, column + n_vectors * LANES)
        for k in range(first, last):
            row[number, columns] += matrix[numbers[k], columns]

    return gather


def interpreted_scatter(n_vectors: int) -> RowVectors:
    """Return the function that adds to rows, for the interpreter."""

    def scatter(
        matrix: AnyFloatArray,
        numbers: IdArray,
        first: int,
        last: int,
        column: int,
        row: AnyFloatArray,
        number: int,
    ) -> None:
        """Add row[number] to each of matrix[numbers[first:last]], some vectors from a column on."""
        columns = slice(column, column + n_vectors * LANES)
        for k in range(first, last):
            matrix[numbers[k], columns] += row[number, columns]

    return scatter


def _gather(n_vectors: int) -> RowVectors:
    interpreted = interpreted_gather(n_vectors)
    return interpreted if config.DISABLE_JIT else compiled(emit_gather, n_vectors)


def _scatter(n_vectors: int) -> RowVectors:
    interpreted = interpreted_scatter(n_vectors)
    return interpreted if config.DISABLE_JIT else compiled(emit_scatter, n_vectors)


gather_1, gather_2, gather_3, gather_4 = (_gather(n) for n in (1, 2, 3, 4))
scatter_1, scatter_2, scatter_3, scatter_4 = (_scatter(n) for n in (1, 2, 3, 4))
