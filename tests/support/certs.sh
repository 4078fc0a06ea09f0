#!/bin/sh
# certs.sh DIR NAME: a certificate authority of our own (ca.pem) and a server certificate for NAME signed by it
# (server.pem, server.key), and a second authority that signed nothing (other-ca.pem). Valid for two days.
set -eu

cd "$1"
name=$2
case $name in
*[!0-9.:]*) names=DNS:$name ;;
*) names=IP:$name ;;
esac

authority()
{
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=$2" \
        -keyout "$1.key" -out "$1.pem" 2>>openssl.log
}

authority ca "Tabletalk test authority"
authority other-ca "Another test authority"
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$name" \
    -keyout server.key -out server.csr 2>>openssl.log
printf 'subjectAltName=%s\n' "$names" >server.ext
openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile server.ext \
    -out server.pem 2>>openssl.log
chmod 644 server.key # the server gives up root before it might read it again
