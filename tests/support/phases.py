#!/usr/bin/env python3
"""Servers that fail in one phase of connecting, for test_connecting: phases.py CERT KEY

For each scheme (ws, wss, http, https, irc, ircs), phase (tcp, tls, answer, hello, ready) and way to fail (silence, late,
close, garbage) there is a port on loopback; first a line "SCHEME PHASE WAY PORT" for each, then an empty one. The first
connection to a port is failed in that way; those after it are served well. `late` is what is right after a while.
Its standard input says which scheme is about to be knocked at (its TLS one, too), a line each; it ends with that."""
import base64, hashlib, json, socket, ssl, struct, sys, threading, time

LATE = 0.6
PHASES = {"ws": ("tcp", "answer", "hello", "ready"), "wss": ("tcp", "tls", "answer", "hello", "ready"),
          "http": ("tcp", "answer"), "https": ("tcp", "tls", "answer"),
          "irc": ("tcp", "answer"), "ircs": ("tcp", "tls", "answer")}
WAYS = ("silence", "late", "close", "garbage")
GARBAGE = b"\xff\x00\x81garbage\r\n\r\n{}" * 20


def frame(opcode, data):
    head = bytes([0x80 | opcode])
    return head + (bytes([len(data)]) if len(data) < 126 else b"\x7e" + struct.pack("!H", len(data))) + data


def event(what):
    return frame(1, json.dumps(what).encode())


HELLO = event({"op": 10, "d": {"heartbeat_interval": 41250}, "s": None, "t": None})
READY = event({"op": 0, "s": 1, "t": "READY", "d": {"v": 10, "user": {"id": "900"}, "guilds": [], "session_id": "abc",
               "application": {"id": "901", "flags": 0}}})


def read_until(stream, mark):
    data = b""
    while mark not in data:
        more = stream.recv(1)
        if not more:
            raise EOFError
        data += more
    return data


def wait_for_end(stream):
    while stream.recv(4096):
        pass


def fail(stream, way):
    """True: what is right may follow."""
    if way == "silence":
        wait_for_end(stream)
    elif way == "late":
        time.sleep(LATE)
        return True
    elif way == "garbage":
        stream.sendall(GARBAGE)
        wait_for_end(stream)
    return False


def speak_web_socket(stream, ways):
    request = read_until(stream, b"\r\n\r\n").decode()
    key = next(line.split(": ", 1)[1] for line in request.split("\r\n") if line.lower().startswith("sec-websocket-key"))
    accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
    if "answer" in ways and not fail(stream, ways["answer"]):
        return
    stream.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                   b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")
    if "hello" in ways and not fail(stream, ways["hello"]):
        return
    stream.sendall(HELLO)
    stream.recv(4096)  # Identify
    if "ready" in ways and not fail(stream, ways["ready"]):
        return
    stream.sendall(READY)
    wait_for_end(stream)


def speak_http(stream, ways):
    read_until(stream, b"\r\n\r\n")
    if "answer" not in ways or fail(stream, ways["answer"]):
        while True:
            stream.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
            read_until(stream, b"\r\n\r\n")


def speak_irc(stream, ways):
    read_until(stream, b"USER ")
    if "answer" not in ways or fail(stream, ways["answer"]):
        stream.sendall(b":srv 001 bot :Welcome\r\n:srv 422 bot :No MOTD\r\n")
        wait_for_end(stream)


SPEAK = {"ws": speak_web_socket, "wss": speak_web_socket, "http": speak_http, "https": speak_http,
         "irc": speak_irc, "ircs": speak_irc}


def serve_one(plain, scheme, ways):
    with plain:
        try:
            if "tcp" in ways or ("tls" in ways and not fail(plain, ways["tls"])):
                return
            if scheme in ("wss", "https", "ircs"):
                with context.wrap_socket(plain, server_side=True) as stream:
                    SPEAK[scheme](stream, ways)
            else:
                SPEAK[scheme](plain, ways)
        except (OSError, EOFError):
            pass


def serve(listener, scheme, phase, way):
    ways = {phase: way}
    if phase == "tcp" and way in ("silence", "late"):  # a full queue drops who knocks
        ways = {}
        held = socket.create_connection(listener.getsockname())
        knocks[scheme].wait()
        time.sleep(1e6 if way == "silence" else LATE)
        held.close()
        listener.accept()[0].close()
    while True:
        plain, _ = listener.accept()
        threading.Thread(target=serve_one, args=(plain, scheme, ways), daemon=True).start()
        ways = {}


def open_port(scheme, phase, way):
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(0 if phase == "tcp" and way in ("silence", "late") else 16)
    threading.Thread(target=serve, args=(listener, scheme, phase, way), daemon=True).start()
    print(scheme, phase, way, listener.getsockname()[1])


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
knocks = {scheme: threading.Event() for scheme in PHASES}
for scheme, phases in PHASES.items():
    for phase in phases:
        for way in WAYS:
            open_port(scheme, phase, way)
print(flush=True)
for line in sys.stdin:
    knocks[line.strip()].set()
    if line.strip() + "s" in knocks:
        knocks[line.strip() + "s"].set()
