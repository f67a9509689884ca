#!/usr/bin/env bash
# Generates what follows from proto/: the protobuf-c code of every file, and the methods and field numbers in Swift.
#
# usage: scripts/generate-protobuf.sh [ROOT]
#
# Below ROOT (default: the work tree) Sources/CProtobuf gets the headers below include/ and the sources beside it, in
# the directories of the .proto files, and Sources/BridgeProtocol gets Contract/Contract.swift and Dispatch.swift. C code
# that was generated before and has no .proto file any more goes.
#
# protoc-c 1.4 refuses proto3's `optional`. A oneof of one field has the same bytes and the same presence, so
# the generator reads `optional T name = 1;` as `oneof has_name { T name = 1; }`, in a copy.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
target=$(realpath -m "${1:-$root}")
cd "$root"
scripts/install-dependencies.sh proto

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t protos < <(cd proto && find . -name '*.proto' -printf '%P\n' | LC_ALL=C sort)
((${#protos[@]})) || die "no .proto file below proto/"
mkdir "$work/c"
for file in "${protos[@]}"; do
  mkdir -p "$(dirname "$work/proto/$file")"
  sed -E 's/^( *)optional ([[:alnum:]_.]+ ([[:alnum:]_]+) = [0-9]+( \[[^]]*\])?;)$/\1oneof has_\3 { \2 }/' \
    "proto/$file" >"$work/proto/$file"
  ! grep -nE '^ *optional ' "$work/proto/$file" || die "$file: put an optional field on a line of its own"
done
protoc-c --proto_path="$work/proto" --c_out="$work/c" "${protos[@]}"
protoc --proto_path=proto --include_source_info --descriptor_set_out="$work/contract.binpb" "${protos[@]}"
scripts/generate-contract.py "$work/contract.binpb" "$work/swift"

c=$target/Sources/CProtobuf
if [[ -d $c ]]; then
  find "$c" -name '*.pb-c.[ch]' -delete
fi
while IFS= read -r file; do
  case $file in
    *.h) install -D -m 644 "$work/c/$file" "$c/include/$file" ;;
    *.c) install -D -m 644 "$work/c/$file" "$c/$file" ;;
  esac
done < <(cd "$work/c" && find . -type f -printf '%P\n')
find "$c" -type d -empty -delete
for file in Contract/Contract.swift Dispatch.swift; do
  install -D -m 644 "$work/swift/$file" "$target/Sources/BridgeProtocol/$file"
done
