#!/usr/bin/env bash
# Installs the gRPC clients that the tests use, in a Python environment below .tools/. Does only what is missing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"

readonly packages=(
  grpcio==1.85.1 grpcio-tools==1.85.1 grpcio-reflection==1.85.1 grpcio-health-checking==1.85.1
  grpcio-status==1.85.1 grpclib==0.4.9 h2==4.4.1 buf-bin==1.75.0
)
readonly place=.tools/grpc
if [[ "$(cat $place/installed 2>/dev/null)" != "${packages[*]}" ]]; then
  step "installing ${packages[*]}"
  rm -rf $place
  /usr/bin/python3 -m venv $place
  $place/bin/pip install --quiet --disable-pip-version-check "${packages[@]}"
  echo "${packages[*]}" >$place/installed
fi
# The stubs of the contract, for clients that have generated ones.
$place/bin/python -m grpc_tools.protoc --proto_path=proto --python_out=$place --grpc_python_out=$place \
  --grpclib_python_out=$place --plugin=protoc-gen-grpclib_python=$place/bin/protoc-gen-grpclib_python \
  proto/a11y/bridge/v1/*.proto
