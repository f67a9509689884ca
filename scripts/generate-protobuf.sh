#!/usr/bin/env bash
# Generates the protobuf-c code of every file below proto/.
#
# usage: scripts/generate-protobuf.sh [TARGET]
#
# TARGET (default Sources/CProtobuf) gets the headers below include/ and the sources beside it, in the
# directories of the .proto files. What was generated before and has no .proto file any more goes.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
target=$(realpath -m "${1:-$root/Sources/CProtobuf}")
cd "$root"
scripts/install-dependencies.sh build

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t protos < <(cd proto && find . -name '*.proto' -printf '%P\n' | LC_ALL=C sort)
((${#protos[@]})) || die "no .proto file below proto/"
protoc-c --proto_path=proto --c_out="$work" "${protos[@]}"

if [[ -d $target ]]; then
  find "$target" -name '*.pb-c.[ch]' -delete
fi
while IFS= read -r file; do
  case $file in
    *.h) install -D -m 644 "$work/$file" "$target/include/$file" ;;
    *.c) install -D -m 644 "$work/$file" "$target/$file" ;;
  esac
done < <(cd "$work" && find . -type f -printf '%P\n')
find "$target" -type d -empty -delete
