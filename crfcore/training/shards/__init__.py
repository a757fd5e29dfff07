"""Training over shards of a corpus: in memory, out of core, or on a cluster, with the same bits.

A corpus is cut into shards by sentences (`plan`), which its content decides alone. Attributes are
counted in each shard and merged (`counting`), numbered, and each shard is arranged for evaluation
with the numbers of its own attributes (`shard`). Value and gradient of the shards are added along a
binary tree over their numbers (`tree`), so that the result does not depend on where and in which
order they are evaluated (`engine`, `cluster`).
"""
