#!/usr/bin/env bash
# Makes a CA and certificates of it, good and bad ones, for tests.
#
# usage: make-certificates.sh DIRECTORY
#
# Writes ca.pem, other-ca.pem, and NAME.pem (certificate and key) for the names server, expired, early and client.
set -euo pipefail
# Keys are for their owner only.
umask 077
cd "$1"
exec 2>openssl.log

ca() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 \
    -subj "/CN=$2" -keyout "$1.key" -out "$1.pem" \
    -addext 'basicConstraints=critical,CA:TRUE' -addext 'keyUsage=critical,keyCertSign'
}

# usage: certificate NAME CA SUBJECT ALTERNATIVES START END
certificate() {
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
    -subj "/CN=$3" -keyout "$1.key" -out "$1.csr"
  rm -rf db && mkdir db && : >db/index.txt && openssl rand -hex 8 >db/serial
  printf '[ca]\ndatabase=db/index.txt\nserial=db/serial\nnew_certs_dir=db\ndefault_md=sha256\npolicy=any\n[any]\ncommonName=supplied\n[extensions]\nsubjectAltName=%s\nbasicConstraints=CA:FALSE\n' \
    "$4" >ca.conf
  openssl ca -batch -config ca.conf -name ca -extensions extensions -notext \
    -cert "$2.pem" -keyfile "$2.key" -startdate "$5" -enddate "$6" -in "$1.csr" -out "$1.crt"
  cat "$1.crt" "$1.key" >"$1.pem"
}

ca ca 'Test CA'
ca other-ca 'Another CA'
certificate server ca bridge.test DNS:bridge.test,IP:127.0.0.1 20200101000000Z 20991231235959Z
certificate expired ca bridge.test DNS:bridge.test,IP:127.0.0.1 20200101000000Z 20210101000000Z
certificate early ca bridge.test DNS:bridge.test,IP:127.0.0.1 20980101000000Z 20991231235959Z
certificate client ca robot DNS:robot 20200101000000Z 20991231235959Z
