"""A trial of the Debian package on a system that has nothing but Debian's smallest set."""
