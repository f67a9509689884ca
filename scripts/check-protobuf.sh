#!/usr/bin/env bash
# Fails when the committed code that is generated from proto/ is stale.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
scripts/generate-protobuf.sh "$fresh"

# Lists the generated files below a directory, relative to it.
generated() {
  (cd "$1" && find Sources -name '*.pb-c.[ch]' -o -path Sources/BridgeProtocol/Contract/Contract.swift \
    -o -path Sources/BridgeProtocol/Dispatch.swift -o -path Sources/BridgeProtocol/Standard/Descriptors.swift)
}

stale=0
while IFS= read -r file; do
  if ! diff -u "$file" "$fresh/$file" 2>&1 | head -n 20; then
    stale=1
  fi
done < <({ generated .; generated "$fresh"; } | LC_ALL=C sort -u)
((stale == 0)) || die "generated code is stale: run 'make proto' and commit what it changes"
