"""Gazetteers and grammars: their files, matches and expectations."""
