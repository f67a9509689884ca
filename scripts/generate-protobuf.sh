#!/usr/bin/env bash
# Generates code from proto/: the protobuf-c code of every file, and the methods and field numbers in Swift.
#
# usage: scripts/generate-protobuf.sh [ROOT]
#
# Writes below ROOT (default: the work tree): in Sources/CProtobuf the headers below include/ and the sources beside it,
# in the directories of the .proto files; in Sources/BridgeProtocol Contract/Contract.swift, Dispatch.swift and, also from
# third-party/proto, Standard/Descriptors.swift. Deletes generated C code whose .proto file no longer exists.
#
# protoc-c 1.4 does not support proto3's `optional`. A oneof with one field has the same encoding and presence, so
# protoc-c gets a copy in which `optional T name = 1;` is `oneof has_name { T name = 1; }`.
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
mapfile -t standard < <(cd third-party/proto && find . -name '*.proto' -printf '%P\n' | LC_ALL=C sort)
protoc --proto_path=proto --proto_path=third-party/proto --include_imports \
  --descriptor_set_out="$work/reflection.binpb" "${protos[@]}" "${standard[@]}"
scripts/generate-descriptors.py "$work/reflection.binpb" "$work/swift/Standard/Descriptors.swift"

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
for file in Contract/Contract.swift Dispatch.swift Standard/Descriptors.swift; do
  install -D -m 644 "$work/swift/$file" "$target/Sources/BridgeProtocol/$file"
done
