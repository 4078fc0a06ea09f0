#!/bin/sh
# certs.sh DIR [NAME]: two authorities of our own (ca.pem, other.pem) and certificates signed by the first: good and
# expired are for NAME (a host name or an address; localhost), wrong is for another name, client is for a client. Each
# has its key in NAME.key.
set -eu

cd "$1"
host=${2:-localhost}
new_key="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"

# shellcheck disable=SC2086  # a list of words
for authority in ca other; do
    openssl req -x509 $new_key -keyout $authority.key -out $authority.pem -subj "/CN=Tabletalk test $authority" -days 30
done

sign() # sign FILE NAME DAYS
{
    case $2 in
    *[!0-9.:]*) names=DNS:$2 ;;
    *) names=IP:$2 ;;
    esac
    # shellcheck disable=SC2086
    openssl req $new_key -keyout "$1.key" -out "$1.csr" -subj "/CN=$2" -addext "subjectAltName=$names"
    openssl x509 -req -in "$1.csr" -CA ca.pem -CAkey ca.key -CAcreateserial -days "$3" -copy_extensions copy -out "$1.pem"
    chmod 644 "$1.key" # a server that gives up root may read it again
}
sign good "$host" 30
sign expired "$host" -1
sign wrong irc.example.org 30
sign client bot 30
