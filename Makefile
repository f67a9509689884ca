# Each target installs what it needs and works from a fresh clone.
.PHONY: help build test check lint proto proto-check demo dist fuzz sanitize bench compat clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## .build/release/a11y-bridge and .build/release/bridge-client
	@scripts/build.sh

test: ## the whole test suite, desktop included, then the checks of `lint`
	@scripts/test.sh

check: build test ## all that must hold before a change lands

lint: ## format, generated code fresh, imports declared, scripts clean
	@scripts/lint.sh

proto: ## regenerate the C and Swift code that follows from proto/
	@scripts/generate-protobuf.sh

proto-check: ## fail when the generated code is not what proto/ gives
	@scripts/check-protobuf.sh

demo: ## a first look: the sample calculator served, read, watched and pressed
	@scripts/demo.sh

dist: ## dist/: two stripped programs that need no Swift runtime
	@scripts/dist.sh

fuzz: ## fuzz the decoders and the selectors for FUZZ_SECONDS (default 60) each
	@scripts/fuzz.sh

sanitize: ## the tests of the core and both ends under the address and thread sanitizers
	@scripts/sanitize.sh

bench: ## measure against the peers; BENCH="roundtrip desktop" selects parts
	@bench/install.sh
	@scripts/build.sh
	@bench/run $(BENCH)

compat: ## try some forty applications, write docs/compatibility.md; APPS="kate evince" tries those
	@scripts/compat.sh $(APPS)

clean:
	rm -rf .build .build-* dist
