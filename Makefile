# The commands of this project; `make run` and `make test` are all that a newcomer needs.

PREFIX ?= /usr/local
DESTDIR ?=
SEEDS ?= 300
FUZZ_SECONDS ?= 60
# A crash report must not wait for a key.
export SWIFT_BACKTRACE ?= interactive=no,color=no

export PREFIX DESTDIR
# What `--version` says.
export INKCAST_VERSION := $(shell .ci/package/version)

.PHONY: setup build run test check format bench sim fuzz pictures release install uninstall \
	package package-check clean

## Installs what is missing for building and running (as root; otherwise says what to install).
setup:
	@.ci/setup

## Leaves inkcast and inkcast-sim in .build/release.
build: setup
	@swift build -c release --quiet --product inkcast
	@swift build -c release --quiet --product inkcast-sim

## Sets up, builds and starts.
run: build
	@.build/release/inkcast

## Sets up and runs every test, in a private network namespace.
test:
	@.ci/setup test
	@.ci/test

## What a reviewer would say about form: formatting.
check:
	@swift format lint --strict --recursive --parallel Package.swift Sources Tests

format:
	@swift format --in-place --recursive --parallel Package.swift Sources Tests

## Speed, as figures of this machine.
bench: setup
	@swift build -c release --quiet --product inkcast
	@swift build -c release --quiet --product inkcast-bench
	@.ci/sandbox .build/release/inkcast-bench

## Random rooms with faults, each from one seed: make sim SEEDS=10000
sim: build
	@.build/release/inkcast-sim --seeds $(SEEDS)

## Random bytes against the decoders: make fuzz FUZZ_SECONDS=600
fuzz: setup
	@.ci/fuzz $(FUZZ_SECONDS)

## docs/inkcast.png, from a real xterm that is drawn in by mouse and keyboard.
pictures: build
	@.ci/setup pictures
	@.ci/pictures

## What is installed, in .build/package; then `sudo make install` needs no Swift.
release:
	@.ci/package/build

## Program, manual page, completions and documents, below DESTDIR and PREFIX.
install:
	@.ci/package/build --if-needed
	@.ci/package/files install

uninstall:
	@.ci/package/files uninstall

## A package for Debian, and a tarball with one program that needs nothing.
package:
	@.ci/setup package
	@rm -f .build/inkcast[_-][0-9]*
	@.ci/package/build
	@.ci/package/deb
	@.ci/package/tarball

## Whether these are as they should be.
package-check: package
	@.ci/setup package-check
	@.ci/package/check

clean:
	rm -rf .build
