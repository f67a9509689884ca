#!/usr/bin/env bash
# Runs the tests of the core and of both ends under the address sanitizer and under the thread sanitizer.
#
# usage: scripts/sanitize.sh [address|thread]…     both when none is named
#
#   SANITIZE_FILTER=REGEX   which tests; those of the protocol, server, client, mirror and desktop source
#
# What programs start themselves (the desktop's applications) is not under a sanitizer.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"
scripts/install-dependencies.sh test
require_swift

readonly filter=${SANITIZE_FILTER:-BridgeProtocolTests|BridgeTransportTests|BridgeServerTests|AccessibilityMirrorTests|DesktopSourceTests}

(($#)) || set -- address thread
for sanitizer in "$@"; do
  step "$sanitizer sanitizer"
  swift build --build-tests --quiet --sanitize="$sanitizer" --scratch-path ".build-$sanitizer"
  ASAN_OPTIONS=detect_leaks=0:halt_on_error=1 TSAN_OPTIONS="halt_on_error=1 second_deadlock_stack=1" \
    swift test --skip-build --disable-xctest --sanitize="$sanitizer" --scratch-path ".build-$sanitizer" \
    --no-parallel --filter "$filter"
done
printf 'no sanitizer found anything\n'
