#!/usr/bin/env bash
# Runs every test of the project: the Swift suites (including those with real applications), the short form of
# `make compat`, the test of each example, and the checks of lint.sh.
#
# With arguments (for instance --filter), runs only `swift test` with them.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"
scripts/install-dependencies.sh test
require_swift
work=$(mktemp -d)
trap 'wait; rm -rf "$work"' EXIT

# Fetched while the compiler works.
scripts/mcp-sdk.sh >/dev/null 2>"$work/mcp" &
mcp=$!
scripts/install-grpc-clients.sh >"$work/grpc" 2>&1 &
grpc=$!
# The programs of the Swift example are built with the tests.
export A11Y_BRIDGE_EXAMPLES=1
step "building the tests"
swift build --build-tests --explicit-target-dependency-import-check error
wait "$mcp" || die "the SDK of the Model Context Protocol was not installed: $(cat "$work/mcp")"
wait "$grpc" || die "the gRPC clients were not installed: $(cat "$work/grpc")"

step "swift test"
log=$work/log
# Five at a time: most tests start programs and wait for them, and all at once would overload a small machine.
swift test --skip-build --disable-xctest --experimental-maximum-parallelization-width 5 "$@" 2>&1 |
  tee "$log" || {
  # Repeats the failures at the end of the log.
  step "what failed"
  grep --text -A 4 -E '^✘|error:|Fatal error|recorded an issue' "$log" | tail -n 200
  exit 1
}
(($# == 0)) || exit 0

# Applications are waited for most of the time.
step "six applications of make compat, beside the examples and the checks"
BUILD=.build/debug bench/compat/run --short >"$log" 2>&1 &
applications=$!

shopt -s nullglob
for test in examples/*/test; do
  step "$test"
  "$test"
done
scripts/lint.sh

step "the six applications"
status=0
wait "$applications" || status=$?
cat "$log"
exit "$status"
