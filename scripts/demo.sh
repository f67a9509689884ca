#!/usr/bin/env bash
# A demonstration without a desktop: serves the sample calculator and uses it from the command line.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"
scripts/build.sh
export PATH="$root/.build/release:$PATH"

work=$(mktemp -d)
bridge='' watcher=''
cleanup() {
  # These still run if the demo ended early.
  [[ -z $watcher ]] || kill "$watcher" 2>/dev/null || true
  [[ -z $bridge ]] || kill "$bridge" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

say() { printf '\n# %s\n' "$*"; }

# Prints a command as it would be typed, then its output.
run() {
  printf '$ %s\n' "$(typed "$@")"
  "$@"
}

# Prints the arguments as one line, quoted where the shell needs it.
typed() {
  local word line=''
  for word in "$@"; do
    if [[ $word =~ [^a-zA-Z0-9_./:,#=-] ]]; then word="'$word'"; fi
    line+="${line:+ }$word"
  done
  printf '%s' "$line"
}

# Waits until a command succeeds, at most 10 seconds.
until_true() {
  local deadline=$((SECONDS + 10))
  until "$@"; do
    ((SECONDS < deadline)) || return 1
    sleep 0.05
  done
}

bridge_is_ready() {
  kill -0 "$bridge" 2>/dev/null || die "the bridge ended: $(cat "$work/bridge.log")"
  [[ -s $work/ready ]]
}

say "The server holds a live copy of an application's accessibility tree. Here: a sample calculator."
printf '$ %s &\n' 'a11y-bridge --listen 127.0.0.1:0 --source sample:calculator'
a11y-bridge --listen 127.0.0.1:0 --source sample:calculator --ready-file "$work/ready" \
  2>"$work/bridge.log" &
bridge=$!
until_true bridge_is_ready || die "the bridge was not ready after 10 s: $(cat "$work/bridge.log")"
cat "$work/bridge.log"
address=$(head -n 1 "$work/ready")
printf '$ export A11Y_BRIDGE_SERVER=%s\n' "$address"
export A11Y_BRIDGE_SERVER=$address

say "Who answers, and what it serves:"
run bridge-client info
say "What is on screen, one line for each thing:"
run bridge-client tree
say "Selectors find elements as CSS does:"
run bridge-client find 'button[label="7"]'

say "A second client waits for values to change, while a first one presses 7 + 8 =:"
printf '$ %s &\n' 'bridge-client watch --kinds value --for 10'
bridge-client watch --kinds value --for 10 >"$work/watch.log" 2>"$work/watch.errors" &
watcher=$!
watch_began() { grep -q 'watching from' "$work/watch.errors"; }
until_true watch_began || die "the second client does not watch: $(cat "$work/watch.errors")"
for key in 7 add 8 equals; do
  run bridge-client press "button[label=\"$key\"]"
done
watch_saw_fifteen() { grep -q 15 "$work/watch.log"; }
until_true watch_saw_fifteen || die "no value notification with 15: $(cat "$work/watch.log")"
say "What the second client saw:"
cat "$work/watch.log"
kill "$watcher" 2>/dev/null || true
wait "$watcher" || true
watcher=''

say "SIGTERM shuts the server down cleanly:"
printf '$ kill %%1; wait %%1; echo $?\n'
kill -TERM "$bridge"
status=0
wait "$bridge" || status=$?
bridge=''
printf '%s\n' "$status"
exit "$status"
