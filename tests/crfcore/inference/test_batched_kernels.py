from __future__ import annotations

import numpy as np

from crfcore.inference.batched_kernels import batched_forward


def test_bits_do_not_depend_on_where_the_arrays_are():
    width, n_labels = 8, 3
    memory = np.zeros(1 << 15, np.uint8)
    base = -memory.ctypes.data % 64

    def forward(row, gap, names):
        places, position = {}, base
        for name in names:
            end = position + 8 * width
            places[name] = memory[position:end].view(np.float64).reshape(1, width)
            position = end + gap
        places["potentials"][:] = row
        inverses, reliable, log_z = np.zeros(1), np.ones(1, np.uint8), np.zeros(1)
        nothing = np.zeros(0, np.int64)
        batched_forward(
            np.zeros(1, np.int64),
            np.array([0, 1]),
            n_labels,
            places["potentials"],
            np.ones((width, width)),
            nothing,
            nothing,
            np.zeros(1),
            0.0,
            1e-300,
            0.0,
            places["alpha"],
            np.zeros((1, width)),
            inverses,
            reliable,
            log_z,
        )
        return places["alpha"].tobytes(), inverses[0], log_z[0]

    rng = np.random.default_rng(0)
    names = ("potentials", "alpha")
    for _ in range(50):
        row = np.zeros(width)
        row[:n_labels] = rng.random(n_labels)
        far = forward(row, 4096, names)
        for gap in (0, 16, 64, 128):
            assert forward(row, gap, names) == forward(row, gap, names[::-1]) == far
