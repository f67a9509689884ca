# Each target installs what it needs and works from a fresh clone.
.PHONY: help build test check lint proto proto-check transcripts demo dist deb deb-test man fuzz sanitize bench bench-network compat clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## .build/release/a11y-bridge and .build/release/bridge-client
	@scripts/build.sh

test: ## the whole test suite, desktop included, then the checks of `lint`
	@scripts/test.sh

check: build test ## build and test: required before a change is merged

lint: ## format, generated code fresh, imports declared, scripts clean
	@scripts/lint.sh

proto: ## regenerate the C and Swift code from proto/
	@scripts/generate-protobuf.sh

proto-check: ## fail when the generated code is stale
	@scripts/check-protobuf.sh

demo: ## serve the sample calculator, and read, watch and press it
	@scripts/demo.sh

dist: ## dist/: two stripped programs that need no Swift runtime
	@scripts/dist.sh

deb: ## dist/*.deb: a package for Debian 12, with man pages, completion and user units
	@scripts/deb.sh

deb-test: ## install the package on a clean Debian 12 and use it there; needs root
	@scripts/deb-test.sh

man: ## write docs/man from the programs' own help
	@scripts/man-pages.sh

fuzz: ## fuzz the decoders and the selectors for FUZZ_SECONDS (default 60) each
	@scripts/fuzz.sh

sanitize: ## run the core, server and client tests under the address and thread sanitizers
	@scripts/sanitize.sh

bench: ## compare with other programs; BENCH="roundtrip desktop" selects parts
	@bench/install.sh
	@scripts/build.sh
	@bench/run $(BENCH)

bench-network: ## measure the bridge between two machines, beside plain TCP and a tunnel of ssh
	@scripts/install-dependencies.sh bench
	@scripts/build.sh
	@bench/network/run --long

compat: ## test with some forty applications, write docs/compatibility.md; APPS="kate evince" selects some
	@scripts/compat.sh $(APPS)

clean:
	rm -rf .build .build-* dist
