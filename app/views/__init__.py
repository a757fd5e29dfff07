"""The user interface: windows, panels, dialogs and commands."""
