"""What only macOS needs: the bundle."""
