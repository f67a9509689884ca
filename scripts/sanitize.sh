#!/usr/bin/env bash
# Runs the tests of the core, the server and the client under the address sanitizer and under the thread sanitizer.
#
# usage: scripts/sanitize.sh [address|thread]…     default: both
#
#   SANITIZE_FILTER=REGEX   the tests to run; default: those of the protocol, server, client, mirror and desktop source
#
# Programs that tests start, such as the desktop's applications, do not run under a sanitizer.
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
printf 'the sanitizers found no errors\n'
