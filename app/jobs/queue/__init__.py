"""The order and the filter of the queue, and the times that it takes into account."""
