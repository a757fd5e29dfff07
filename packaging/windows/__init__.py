"""What only Windows needs: the installer, and what files tell of themselves."""
