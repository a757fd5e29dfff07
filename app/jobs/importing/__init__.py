"""Import of files into projects."""
