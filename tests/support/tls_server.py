#!/usr/bin/env python3
"""A server of few words behind TLS, for test_wire_tls (IRC) and test_rest_tls (HTTP).

    tls_server.py CERT KEY [CLIENT_CA]

Prints the loopback port it got, then serves one connection after the other until its standard input ends: welcomes who
says USER, answers "FLOOD n" with n numbered lines, every GET with {}, and CAP LS with what stands in the environment's
TLS_SERVER_CAPS. With CLIENT_CA it demands a client certificate.
"""
import os, socket, ssl, sys, threading

capabilities = os.environ.get("TLS_SERVER_CAPS", "").encode()


def talk(stream):
    for line in stream.makefile("rb"):
        if line.startswith(b"USER "):
            stream.sendall(b":srv 001 bot :Welcome\r\n:srv 422 bot :No MOTD\r\n")
        elif line.startswith(b"GET "):
            stream.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        elif line.startswith(b"CAP LS") and capabilities:
            stream.sendall(b":srv CAP * LS :" + capabilities + b"\r\n")
        elif line.startswith(b"FLOOD "):
            stream.sendall(b"".join(b":s!u@h PRIVMSG #c :%d\r\n" % i for i in range(int(line[6:]))))
        elif line.startswith(b"QUIT"):
            return


def serve(listener, context):
    while True:
        plain, _ = listener.accept()
        try:
            with context.wrap_socket(plain, server_side=True) as stream:
                talk(stream)
        except OSError:
            pass


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
if len(sys.argv) > 3:
    context.verify_mode = ssl.CERT_REQUIRED
    context.load_verify_locations(sys.argv[3])
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
threading.Thread(target=serve, args=(listener, context), daemon=True).start()
sys.stdin.read()
