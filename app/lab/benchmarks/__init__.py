"""Measurements that anybody can repeat: ours and a peer in turn, in one run.

Each benchmark is a module with ``measure(options)``, which the command line imports by name: it may
need Qt, or a peer that only the extra `lab` installs. Beside them stand the parts from which
sessions in the real window are played.
"""
