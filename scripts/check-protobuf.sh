#!/usr/bin/env bash
# Fails when the committed code that follows from proto/ is not what proto/ generates.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
scripts/generate-protobuf.sh "$fresh"

# Generated files only, as paths relative to the directory.
generated() {
  (cd "$1" && find Sources -name '*.pb-c.[ch]' -o -path Sources/BridgeProtocol/Contract/Contract.swift \
    -o -path Sources/BridgeProtocol/Dispatch.swift)
}

stale=0
while IFS= read -r file; do
  if ! diff -u "$file" "$fresh/$file" 2>&1 | head -n 20; then
    stale=1
  fi
done < <({ generated .; generated "$fresh"; } | LC_ALL=C sort -u)
((stale == 0)) || die "generated code is stale: run 'make proto' and commit what it changes"
