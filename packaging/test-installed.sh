#!/usr/bin/env bash
# Runs in the root directory of a clean system, as root, with the control groups of a user's manager as arguments: see
# scripts/deb-test.sh.
set -euo pipefail

fail() {
  printf 'FAILED: %s\n' "$*" >&2
  [[ ! -s /tmp/manager.log ]] || tail -n 20 /tmp/manager.log >&2
  exit 1
}

passed() {
  printf 'ok: %s\n' "$*"
}

# Fails unless a text has a part.
expect() {
  [[ $1 == *"$2"* ]] || fail "no '$2' in: $1"
}

install_packages() {
  DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@" >/tmp/apt.log 2>&1 ||
    fail "apt-get install $*: $(tail -n 20 /tmp/apt.log)"
}

as_user() {
  "${user_prefix[@]}" "$@"
}

# Waits until a command succeeds.
eventually() {
  local left=300
  until "$@" >/dev/null 2>&1; do
    ((left-- > 0)) || fail "not within 30 s: $*"
    sleep 0.1
  done
}

# What is installed.

apt-get update -q >/tmp/apt.log 2>&1 || fail "apt-get update: $(tail -n 5 /tmp/apt.log)"
before=$(find /usr /etc /lib -xdev -type f | sort)
install_packages /tmp/a11y-bridge.deb
expect "$(a11y-bridge --version)" "a11y-bridge "
expect "$(bridge-client --version)" "bridge-client "
passed "it installs with $(comm -13 <(echo "$before") <(find /usr /etc /lib -xdev -type f | sort) | wc -l) files"
installed_with_it=$(dpkg-query -W -f='${Package}\n' | sort)

useradd --create-home tester
user=$(id -u tester)
mkdir -p "/run/user/$user"
chown tester: "/run/user/$user"
chmod 700 "/run/user/$user"
# What as_user puts before a command; by itself where the process's own id is needed.
user_prefix=(
  setpriv --reuid tester --regid tester --init-groups --inh-caps=-all
  env -i HOME=/home/tester PATH=/usr/bin:/bin "XDG_RUNTIME_DIR=/run/user/$user"
  "DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/$user/bus" LC_ALL=C.UTF-8
)

# What clients in other languages are made from.

install_packages protobuf-compiler
(cd /usr/share/a11y-bridge/proto && protoc --proto_path=. --descriptor_set_out=/tmp/bridge.binpb a11y/bridge/v1/*.proto) ||
  fail "protoc cannot read the .proto files"
expect "$(tr -d '\0' </tmp/bridge.binpb)" "BridgeService"
passed "protoc reads the .proto files"

# By hand.

"${user_prefix[@]}" a11y-bridge --source sample:calculator --listen "unix:/run/user/$user/hand.sock" 2>/tmp/hand.log &
by_hand=$!
eventually test -S "/run/user/$user/hand.sock"
expect "$(as_user bridge-client --server "unix:/run/user/$user/hand.sock" press 'button[label="7"]')" "confirmed"
expect "$(bridge-client --server "unix:/run/user/$user/hand.sock" apps)" "Calculator"
kill -TERM "$by_hand"
wait "$by_hand" || fail "the server ended with $?"
passed "it serves by hand, and ends with 0"

# Manual pages and completion.

install_packages man-db bash-completion zsh fish systemd dbus-user-session at-spi2-core
for program in a11y-bridge bridge-client; do
  errors=$(MANWIDTH=80 man --warnings -E UTF-8 "$program" 2>&1 >/tmp/page)
  [[ -z $errors ]] || fail "man $program: $errors"
  expect "$(cat /tmp/page)" "SYNOPSIS"
done
expect "$(man a11y-bridge)" "connections-per-address"
passed "man shows both pages without warnings"

complete_in_bash() {
  bash -c 'source /usr/share/bash-completion/bash_completion
    __load_completion "$1" 2>/dev/null || _completion_loader "$1"
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    $(complete -p "$1" | sed -n "s/.*-F \([^ ]*\).*/\1/p")
    printf "%s\n" "${COMPREPLY[@]}"' bash "$@"
}
expect "$(complete_in_bash a11y-bridge pa)" "pair"
expect "$(complete_in_bash a11y-bridge pair --re)" "--revoke"
expect "$(complete_in_bash a11y-bridge --limit connections-p)" "connections-per-address="
expect "$(complete_in_bash bridge-client ta)$(complete_in_bash bridge-client tr)" "tree"
expect "$(fish -c 'complete -C "a11y-bridge pa"')" "pair"
expect "$(fish -c 'complete -C "a11y-bridge pair --re"')" "--revoke"
zsh -fc 'autoload -Uz compinit && compinit -u -d /tmp/zcompdump && print $_comps[a11y-bridge] $_comps[bridge-client]' >/tmp/zsh
expect "$(cat /tmp/zsh)" "_a11y-bridge _bridge-client"
passed "bash, zsh and fish complete both programs"

# As a service of a real manager. It only asks whether the system was booted with systemd.

mkdir -p /run/systemd/system
as_user systemd-analyze --user verify --recursive-errors=no a11y-bridge.socket a11y-bridge.service >/tmp/verify 2>&1 ||
  fail "systemd-analyze verify: $(cat /tmp/verify)"
[[ ! -s /tmp/verify ]] || fail "systemd-analyze verify: $(cat /tmp/verify)"
chown -R tester: "$@"
"${user_prefix[@]}" /lib/systemd/systemd --user --log-target=console >/tmp/manager.log 2>&1 &
eventually as_user systemctl --user is-active basic.target
as_user systemctl --user enable --now a11y-bridge.socket 2>/dev/null
[[ $(stat -c %a "/run/user/$user/a11y-bridge.sock") == 600 ]] || fail "the socket is open to others"
[[ $(as_user systemctl --user is-active a11y-bridge.service) == inactive ]] || fail "it runs already"
# The first connection starts it. The client that waits for it is served.
as_user bridge-client info >/dev/null || fail "nobody answers"
reads_desktop() { as_user bridge-client info | grep -q 'desktop: running'; }
eventually reads_desktop
show() { as_user systemctl --user show --value -p "$1" a11y-bridge.service; }
[[ $(show ActiveState) == active ]] || fail "the service is $(show ActiveState)"
expect "$(show StatusText)" "listening on 127.0.0.1:50151, unix:/run/user/$user/a11y-bridge.sock (source: desktop"
as_user bridge-client --server "unix:/run/user/$user/a11y-bridge.sock" apps >/dev/null
passed "the first connection starts the service, which reads the desktop by D-Bus"

process=$(show MainPID)
expect "$(grep -E '^(Seccomp|NoNewPrivs):' "/proc/$process/status" | tr '\t\n' ' ')" "NoNewPrivs: 1 Seccomp: 2"
passed "the sandbox is in force"

as_user systemctl --user reload a11y-bridge.service
[[ $(show MainPID) == "$process" && $(show ActiveState) == active ]] || fail "reload"
as_user systemctl --user restart a11y-bridge.service
[[ $(show MainPID) != "$process" ]] || fail "restart"
eventually reads_desktop
passed "it reloads and restarts"

mkdir -p /home/tester/.config/systemd/user/a11y-bridge.service.d
printf '[Service]\nWatchdogSec=1\n' >/home/tester/.config/systemd/user/a11y-bridge.service.d/watchdog.conf
chown -R tester: /home/tester/.config
as_user systemctl --user daemon-reload
as_user systemctl --user restart a11y-bridge.service
process=$(show MainPID)
kill -STOP "$process"
another() { [[ $(show MainPID) != "$process" && $(show ActiveState) == active ]]; }
eventually another
eventually reads_desktop
passed "the watchdog ends a server that hangs, and starts another"

mkdir -p /home/tester/.config/a11y-bridge
cat >/home/tester/.config/a11y-bridge/environment <<'END'
A11Y_BRIDGE_LISTEN=127.0.0.1:50999
A11Y_BRIDGE_LIMITS=connections=200,idle-time=2min
A11Y_BRIDGE_OPTIONS=--log-level warning
END
chown -R tester: /home/tester/.config
as_user systemctl --user restart a11y-bridge.service
info=$(as_user bridge-client --server 127.0.0.1:50999 info)
expect "$info" "connections=200"
expect "$info" "idle-time=2min"
eventually reads_desktop
passed "settings come from ~/.config/a11y-bridge/environment"

as_user a11y-bridge pair --name laptop >/tmp/pair 2>&1 || fail "pair: $(cat /tmp/pair)"
expect "$(cat /tmp/pair)" "bridge-client pair A11Y1-"
as_user systemctl --user stop a11y-bridge.socket a11y-bridge.service
passed "pairing works beside the service"

# Nothing stays.

DEBIAN_FRONTEND=noninteractive apt-get purge -q -y a11y-bridge >/tmp/apt.log 2>&1 || fail "purge: $(cat /tmp/apt.log)"
left=$(find / -xdev \( -name '*a11y-bridge*' -o -name '*bridge-client*' \) -not -path '/tmp/*' -not -path '/home/*' \
  -not -path '/proc/*' -not -path '/sys/*' -not -path '/var/cache/*')
[[ -z $left ]] || fail "purging leaves: $left"
expect "$installed_with_it" "libssl3"
passed "purging leaves nothing"
