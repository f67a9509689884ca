#!/usr/bin/env bash
# Builds the two programs for use: .build/release/a11y-bridge and .build/release/bridge-client.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"
scripts/install-dependencies.sh build
require_swift
for program in a11y-bridge bridge-client; do
  swift build "${release[@]}" --product "$program"
done
