"""Models of CRFsuite, CRF++ and Wapiti as fitted chains."""
