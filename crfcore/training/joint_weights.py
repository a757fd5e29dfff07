"""Variables of words that contain a part of the score of their vectors.

`crfcore.training.joint_choice` chooses them, and says why.
"""

from __future__ import annotations

from dataclasses import dataclass

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.training.joint_weights_kernels import correct_penalties, move_gradient, move_scores


@dataclass(frozen=True, slots=True, eq=False)
class JointWeights:
    """Weights of words, and the fractions of the scores of vectors that their variables contain.

    Attributes
    ----------
    positions : int64 (n,)
        Of the words' weights in the index.
    rows : int32 (n,)
        The words' vectors in the table.
    labels : int32 (n,)
    fractions : float64 (n,)
        From 0 to 1.
    penalties : float64 (n,)
        Factor of each w².
    """

    positions: OffsetArray
    rows: IdArray
    labels: IdArray
    fractions: FloatArray
    penalties: FloatArray

    def take_out(self, scores: FloatArray, first: int, weights: FloatArray) -> None:
        """Turn variables into weights, given the scores of vectors from row ``first`` on."""
        move_scores(self.positions, self.rows, self.labels, -self.fractions, scores, first, weights)

    def put_in(self, scores: FloatArray, first: int, weights: FloatArray) -> None:
        """Turn weights into variables; the inverse of `take_out`."""
        move_scores(self.positions, self.rows, self.labels, self.fractions, scores, first, weights)

    def add_to(self, lanes: FloatArray, weights: FloatArray, gradient: FloatArray) -> None:
        """Let the scores of vectors have what they change in the weights of words."""
        move_gradient(
            self.positions,
            self.rows,
            self.labels,
            -self.fractions,
            lanes,
            self.penalties,
            weights,
            gradient,
        )

    def penalise(
        self, scale: FloatArray, weights: FloatArray, variables: FloatArray, gradient: FloatArray
    ) -> float:
        """Correct the gradient by the variables, and return the correction of the penalty."""
        return correct_penalties(
            self.positions, self.penalties, scale, weights, variables, gradient
        )
