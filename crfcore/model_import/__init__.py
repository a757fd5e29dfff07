"""Models that other programs have trained, as fitted chains: CRFsuite's, CRF++'s, Wapiti's."""
