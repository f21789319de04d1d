# Two commands for a newcomer: `make play` and `make test`. `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAY_READY := $(VENV)/.play-ready
TEST_READY := $(VENV)/.test-ready
TOOLS_READY := $(VENV)/.tools-ready
MICROPYTHON := $(VENV)/micropython
# The tests' environment contains Node, and Node's programs look for it on the path.
WITH_NODE := PATH="$(CURDIR)/$(BIN):$$PATH"
PRETTIER := $(WITH_NODE) node_modules/.bin/prettier --log-level warn
SCRIPTS := '**/*.{js,mjs,d.ts}'
# One more worker than cores, because some tests wait for a board, browser or process.
WORKERS = $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
# Always keep compiled files, because the tests start a thousand processes and each one
# would compile the program again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help game drawings bots-table compiled compiled-test screenshots play test all-tests quick check format-js bench search fuzz random-games \
	power-cuts pico cad-test deb install deb-test .card image image-notes kernel-test pi-test lock resolve clean

help:
	@echo "make play    start the simulated table and open its page (ARGS=... goes to 'undertow play')"
	@echo "make test    install what the tests need and run everything"
	@echo "make quick   ruff, mypy and the fast tests (under a minute)"
	@echo "make check   Prettier, tsc and ESLint, the pages' scripts in Node, ruff, mypy --strict, the import-direction test, stale wiring papers"
	@echo "make format-js     Prettier over every script"
	@echo "make game GAME=NAME   everything that concerns one game, the fast part first"
	@echo "make drawings      the drawings on printed cards, from those of the pages"
	@echo "make search  all tests once more, with examples nobody has seen yet"
	@echo "make fuzz    pages, engine, wire, configuration, recordings, joining: 100,000 inputs each"
	@echo "make random-games  10,000 random games of each game, 3,000 twin tables, and the contract with every set-up"
	@echo "make power-cuts    a longer search for a power cut that loses something"
	@echo "make pico    the sensor boards' firmware on an emulated chip, built first (minutes)"
	@echo "make cad-test      parts to print made and measured, with a CAD kernel (1 GB, minutes)"
	@echo "make deb     the Debian package of this machine, or a Pi's: ARCH=arm64 FOR_PYTHON=3.13"
	@echo "make install builds that package and installs it: the table runs as a service"
	@echo "make deb-test      install, play, upgrade and purge it in a small Debian (needs root)"
	@echo "make kernel-test   the same table under a real kernel and systemd (needs root, minutes)"
	@echo "make image         an SD card's image for a Pi 3 or Zero 2 W (needs root, minutes; longer once)"
	@echo "make pi-test       that image on an emulated Raspberry Pi 3 (needs root, minutes; longer once)"
	@echo "make image-notes   what to set on Raspberry Pi OS, and what the package does itself"
	@echo "make screenshots   every game's page at six sizes, in three views"
	@echo "make compiled      the rules compiled to C, in .cache/compiled (needs gcc and python3-dev)"
	@echo "make compiled-test the same, and the rules' and the contract's tests in that form (minutes)"
	@echo "make bots-table    how strong the bots are, played out and written into their README (hours)"
	@echo "make bench   print the figures, each beside a yardstick"
	@echo "make lock    resolve the dependencies again and write the lock files"
	@echo "make resolve see that every extra resolves on a laptop and on a Pi (needs the network)"
	@echo "make clean   remove the environment and the caches"

play: $(PLAY_READY)
	@$(BIN)/undertow play $(ARGS)

# Run mypy while the first tests run.
test: $(TEST_READY)
	@$(MAKE) --no-print-directory --jobs=2 check all-tests

# Each worker begins with its own part of the tests, so that few of them start a browser.
all-tests: $(TEST_READY)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

drawings: $(TEST_READY)
	$(BIN)/node --import ./tests/pages/served.js tests/pages/drawings.js --write

quick: $(TEST_READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -n auto -m "not slow" tests

check: $(TEST_READY)
	$(PRETTIER) --check $(SCRIPTS)
	$(WITH_NODE) node_modules/.bin/tsc --project tsconfig.json
	$(WITH_NODE) node_modules/.bin/eslint --cache --cache-location .cache/eslint .
	$(BIN)/node --import ./tests/pages/served.js --test 'tests/pages/*.test.js'
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/test_imports.py
	$(BIN)/undertow wiring --check
	$(BIN)/undertow sounds --check

format-js: $(TEST_READY)
	$(PRETTIER) --write $(SCRIPTS)

# The folders where one of our games can have tests.
OWN_TESTS = $(wildcard controller/games/$(subst -,_,$(GAME))/tests tests/games/$(subst -,_,$(GAME)))
SUITE := controller/testing/contract
game: $(TEST_READY)
	@[ -n "$(GAME)" ] || { echo "say which: make game GAME=get-bit"; exit 1; }
	@$(BIN)/python -m pytest -q --undertow-game $(GAME) $(SUITE)/test_complete.py
	UNDERTOW_RANDOM_GAMES=100 $(BIN)/python -m pytest -q -n auto --undertow-game $(GAME) $(SUITE) $(OWN_TESTS)
	@echo "The fast part is done. Now the slow one: 1,000 random games, its pages in a browser, its table cut off."
	UNDERTOW_RANDOM_GAMES=1000 $(BIN)/python -m pytest -q -n auto --undertow-game $(GAME) $(SUITE)/test_endings.py
	$(BIN)/python -m pytest -q -n auto tests -k $(GAME)

search: $(TEST_READY)
	$(BIN)/python -m pytest -n auto --hypothesis-profile=searching

random-games: $(TEST_READY)
	UNDERTOW_EVERY_SETUP=1 UNDERTOW_RANDOM_GAMES=10000 UNDERTOW_TWINS=3000 $(BIN)/python -m pytest -n auto $(SUITE)

fuzz: $(TEST_READY)
	$(BIN)/python -m tests.fuzz $(ARGS)

power-cuts: $(TEST_READY)
	UNDERTOW_POWER_CUTS=1 $(BIN)/python -m pytest -n auto tests/storage/test_power_cuts.py tests/guest/test_cuts.py

pico: $(TEST_READY)
	sh firmware/pico/get-chip .cache/pico
	$(BIN)/python -m pytest -m pico tests/firmware --durations=0

# A separate environment, because the CAD kernel takes 1 GB.
CAD := .cache/cad
$(CAD)/.ready: cad.lock pyproject.toml
	$(PYTHON) -m venv $(CAD)
	$(CAD)/bin/python -m pip install --quiet --require-hashes -r play.lock
	$(CAD)/bin/python -m pip install --quiet --require-hashes --no-build-isolation -r cad.lock
	$(CAD)/bin/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

cad-test: $(CAD)/.ready
	$(CAD)/bin/python -m pytest -m cad tests/wiring/cad --durations=0

deb: $(PLAY_READY) $(TOOLS_READY)
	@sh systemd/deb/build $(BIN)/python .cache/deb

install: $(PLAY_READY) $(TOOLS_READY)
	@package=$$(sh systemd/deb/build $(BIN)/python .cache/deb) && \
		$(SUDO) apt-get install --yes "$$package"

# The Debian release to test in: this machine's own, or DEBIAN=trixie.
DEBIAN ?= $(shell . /etc/os-release && echo $$VERSION_CODENAME)
deb-test: $(TEST_READY) $(TOOLS_READY)
	sh tests/systemd/deb/get-root .cache/deb $(DEBIAN)
	UNDERTOW_DEBIAN=$(DEBIAN) $(BIN)/python -m pytest -m deb tests/systemd/deb --durations=0

# Always use bookworm, because later releases have lgpio only for the Pi's processor.
kernel-test: $(TEST_READY) $(TOOLS_READY)
	sh tests/systemd/kernel/get-kernel .cache/kernel
	sh tests/systemd/deb/get-root .cache/deb bookworm
	UNDERTOW_DEBIAN=bookworm $(BIN)/python -m pytest -m kernel tests/systemd/kernel --durations=0

# Debian stays in the cache, but each package gets a new image. The manifest names ADDRESS
# as the place of its files.
CARD := .cache/image
.card: $(PLAY_READY) $(TOOLS_READY)
	@package=$$(ARCH=arm64 FOR_PYTHON=3.13 sh systemd/deb/build $(BIN)/python $(CARD)) && \
		sh systemd/image/build $(CARD) "$$package"

image: .card
	$(BIN)/python systemd/image/manifest.py $(CARD) $$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml) $(ADDRESS)
	@ls -l $(CARD)/undertow-*.img.xz $(CARD)/imager.json

pi-test: $(TEST_READY) .card
	sh tests/systemd/pi/get-pi .cache/pi $(CARD)
	$(BIN)/python -m pytest -m pi tests/systemd/pi --durations=0

image-notes:
	@cat systemd/RASPBERRY-PI-OS.md

screenshots: $(TEST_READY)
	$(BIN)/python -m tests.browser.screenshots .cache/screenshots
	@echo "Look at them in .cache/screenshots."

# Needs a compiler and Python's headers: Debian's gcc and python3-dev.
compiled: $(TEST_READY)
	$(BIN)/python -m tests.bench.compiled .cache/compiled

compiled-test: compiled
	cd .cache/compiled && ../../$(BIN)/python -m pytest -n auto tests/rules tests/games tests/engine controller/testing/contract

bots-table: $(TEST_READY)
	$(BIN)/python -m tests.bench.ladder .cache/bots $$(nproc)

bench: $(TEST_READY)
	@$(BIN)/python -m tests.bench $(ARGS)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Undertow needs Python 3.11 or newer; name one with: make play PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip' || \
	  { echo "Python's venv module is missing: $(SUDO) apt-get install python3-venv"; exit 1; }
	@echo "Once: 1 of 3, a Python environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)

# The stamp files let a second run start at once, without a network.
$(PLAY_READY): play.lock pyproject.toml | $(VENV)/bin/python
	@echo "Once: 2 of 3, $$(grep -c '^[a-z]' play.lock) packages (a minute or two)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r play.lock
	@echo "Once: 3 of 3, Undertow itself"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# One package comes as source. Build it with the tools from play.lock, so that pip downloads
# no others.
$(TEST_READY): test.lock package-lock.json pyproject.toml firmware/get-micropython tests/get-programs | $(PLAY_READY)
	$(BIN)/python -m pip install --quiet --require-hashes --no-build-isolation -r test.lock
	@$(WITH_NODE) npm ci --no-audit --no-fund --loglevel=error
	@sh tests/get-programs $(BIN)/python
	@path=$$(sh firmware/get-micropython $(MICROPYTHON)) && echo "MicroPython: $$path"
	@touch $@

$(TOOLS_READY): tools.lock | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --require-hashes -r tools.lock
	@touch $@

# --universal makes one lock for every Python and machine, naming no package host.
COMPILE := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header --quiet
LOCK := $(COMPILE) pyproject.toml
lock: $(TOOLS_READY)
	$(COMPILE) --group tools --output-file tools.lock
	$(LOCK) --extra build --output-file play.lock
	$(LOCK) --extra build --extra test --constraint play.lock --output-file test.lock
	$(LOCK) --extra build --extra test --extra cad --constraint test.lock --output-file cad.lock
	$(LOCK) --extra pi --extra pi5 --extra servo-pwm --extra bus \
	  --constraint play.lock --constraint test.lock --output-file systemd/deb/pi.lock
	$(WITH_NODE) npm install --package-lock-only --omit-lockfile-registry-resolved

# Resolve all extras, even those that no laptop installs, for both machines and for the
# Pythons of the last two Raspberry Pi OS releases.
resolve: $(TOOLS_READY)
	@for machine in x86_64 aarch64; do for python in 3.11 3.13; do \
	  $(BIN)/uv pip compile --quiet --python-platform $$machine-manylinux_2_34 \
	    --python-version $$python --all-extras pyproject.toml >/dev/null || exit 1; \
	  echo "every extra resolves on $$machine with Python $$python"; \
	done; done

clean:
	rm -rf $(VENV) node_modules .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
