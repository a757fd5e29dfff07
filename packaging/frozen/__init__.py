"""The program as PyInstaller freezes it."""
