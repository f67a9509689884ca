#!/usr/bin/env bash
# Writes docs/transcripts from a running server, and fails where words differ from a talk without a reason.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"
swift build --build-tests
UPDATE_DOCS=1 swift test --skip-build --filter TranscriptPageTests
