#!/bin/sh
# make_certs.sh DIR: a CA (ca.pem), another CA (other.pem), and certificates for "localhost" signed by the first: good,
# expired; wrong is for another name; client is for a client. Each with its key NAME.key.
set -eu
cd "$1"
new_key="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"

for ca in ca other; do
    openssl req -x509 $new_key -keyout $ca.key -out $ca.pem -subj "/CN=Tabletalk test $ca" -days 30
done

sign() { # sign NAME HOST DAYS
    openssl req $new_key -keyout "$1.key" -out "$1.csr" -subj "/CN=$2" -addext "subjectAltName=DNS:$2"
    openssl x509 -req -in "$1.csr" -CA ca.pem -CAkey ca.key -CAcreateserial -days "$3" -copy_extensions copy -out "$1.pem"
}
sign good localhost 30
sign expired localhost -1
sign wrong irc.example.org 30
sign client bot 30
