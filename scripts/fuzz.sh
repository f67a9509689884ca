#!/usr/bin/env bash
# Fuzzes the decoders of untrusted input, for FUZZ_SECONDS (default 60) each.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"
scripts/install-dependencies.sh build
require_swift
[[ -x fuzz/run ]] || die "fuzz/run is missing: it builds and runs the fuzz targets"
FUZZ_SECONDS=${FUZZ_SECONDS:-60} exec fuzz/run
