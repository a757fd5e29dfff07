"""Windows beside the main one; none of them stops the work."""
