#!/usr/bin/env bash
# Runs the checks that run no tests: format, generated code, contract, requirements, test names, imports, folders,
# scripts.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"
scripts/install-dependencies.sh test
require_swift

step "swift format"
swift format lint --strict --recursive --parallel Sources Tests Package.swift \
  examples/swift/Sources examples/swift/Package.swift bench/views/Sources bench/views/Package.swift \
  bench/matches/Sources bench/matches/Package.swift
step "generated protobuf code is fresh"
scripts/check-protobuf.sh
step "the contract is well formed and compatible"
scripts/check-contract.sh
step "every requirement names its tests"
scripts/requirements.py --check
step "every test is named by a sentence"
if grep -rPzo --include='*.swift' '@(Test|Suite)\(\s*"|@Test\s+func\s+\w+' Tests; then
  die "name each test with a sentence: @Test func \`a sentence\`()"
fi
step "every import is a declared dependency"
swift build --build-tests --quiet --explicit-target-dependency-import-check error
step "no program has the regular expressions of the standard library, a twentieth of it"
if nm -A -u .build/debug/*.build/*.o 2>/dev/null | grep -v -e 'Tests\.build/' -e 'TestSupport\.build/' |
  grep 17_StringProcessing | cut -d : -f 1 | sort -u | grep .; then
  die "the objects above use them, or generic algorithms that do: SafeText/ByteSearch.swift has others"
fi
step "manual pages are fresh"
scripts/man-pages.sh --check
step "every fuzz target compiles"
fuzz/run --check
step "folders of a target use each other in one direction"
scripts/check-folders.py
step "shell scripts"
mapfile -t scripts < <(git ls-files | while IFS= read -r file; do
  [[ $file == *.sh ]] || head -n 1 "$file" 2>/dev/null | grep -aq '^#!.*bash' || continue
  printf '%s\n' "$file"
done)
shellcheck --external-sources --source-path=SCRIPTDIR --severity=warning "${scripts[@]}"
printf 'all checks passed\n'
