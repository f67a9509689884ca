#!/usr/bin/env bash
# Runs every test of the project: the Swift suites (real applications included), the short form of
# `make compat`, then each example's own test, then the checks of lint.sh.
#
# Arguments go to `swift test` (for instance --filter) and leave out what comes after it.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"
scripts/install-dependencies.sh test
require_swift

step "building the tests"
swift build --build-tests --explicit-target-dependency-import-check error
step "swift test"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# Four at a time: most start programs and wait for them, and all at once would starve a small machine.
swift test --skip-build --disable-xctest --experimental-maximum-parallelization-width 4 "$@" 2>&1 |
  tee "$log" || {
  # What failed is said once more, last, where whoever reads the end of a log finds it.
  step "what failed"
  grep --text -A 4 -E '^✘|error:|Fatal error|recorded an issue' "$log" | tail -n 200
  exit 1
}
(($# == 0)) || exit 0

step "six applications, as make compat tries them"
BUILD=.build/debug bench/compat/run --short

shopt -s nullglob
for example in examples/*/test; do
  step "$example"
  "$example"
done
scripts/lint.sh
