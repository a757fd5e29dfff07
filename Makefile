# A thin front on packaging/bootstrap.py, which does the work on every system.
# Another Python: make test PYTHON=python3.12; more words for the command: make test ARGS="-k viterbi".
PYTHON ?= python3
TARGETS = run test check soak coverage pictures translations bench build

.DEFAULT_GOAL := help
.PHONY: help $(TARGETS)

help $(TARGETS):
	@command -v "$(PYTHON)" >/dev/null || { \
	  echo "Tagwright needs Python 3.11 or newer, and there is no $(PYTHON) here. On Debian: apt-get install python3" >&2; \
	  exit 1; }
	@"$(PYTHON)" packaging/bootstrap.py $@ $(ARGS)
