#!/usr/bin/env python3
"""A web socket server that does what its client says, for test_gateway_link: server.py [CERT KEY]

Prints the loopback port it got, then one line for what it sees on the wire: "get PATH HOST", "agent WHO" (in small letters), "sni NAME", "text ...",
"close CODE" or "close none", "eof". Ends with its standard input. What a client can say: "echo TEXT", "empty",
"pieces SIZE PIECE" (binary, with a ping in between), "huge SIZE", "close CODE WHY", "drop", "deaf", "stop".
The path /404 is answered so."""
import base64, hashlib, socket, ssl, struct, sys, threading, time


def say(line):
    print(line, flush=True)


def frame(opcode, data, final=True):
    head = bytes([opcode | (0x80 if final else 0)])
    if len(data) < 126:
        return head + bytes([len(data)]) + data
    if len(data) < 65536:
        return head + b"\x7e" + struct.pack("!H", len(data)) + data
    return head + b"\x7f" + struct.pack("!Q", len(data)) + data


def read_exactly(stream, count):
    data = b""
    while len(data) < count:
        more = stream.recv(count - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def read_frame(stream):
    first, second = read_exactly(stream, 2)
    assert second & 0x80, "a client masks"
    length = second & 0x7F
    if length == 126:
        length = struct.unpack("!H", read_exactly(stream, 2))[0]
    mask = read_exactly(stream, 4)
    return first & 0x0F, bytes(b ^ mask[i % 4] for i, b in enumerate(read_exactly(stream, length)))


def shake_hands(stream):
    request = b""
    while b"\r\n\r\n" not in request:
        request += read_exactly(stream, 1)
    lines = request.decode().split("\r\n")
    fields = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
    key = next(line.split(": ", 1)[1] for line in lines if line.lower().startswith("sec-websocket-key"))
    path = lines[0].split()[1]
    say("get %s %s%s" % (path, fields["host"], " deflate" if "permessage-deflate" in request.decode() else ""))
    say("agent %s" % fields.get("user-agent", "none"))
    if path.startswith("/404"):
        stream.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        return False
    accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
    stream.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                   b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")
    return True


def send_pieces(stream, size, piece):
    data = bytes(i % 251 for i in range(size))
    for at in range(0, size, piece):
        stream.sendall(frame(2 if at == 0 else 0, data[at:at + piece], at + piece >= size))
        if at == 0:
            stream.sendall(frame(9, b"between"))


def obey(stream, words):
    what = words[0]
    if what == "echo":
        stream.sendall(frame(1, words[1].encode()))
    elif what == "empty":
        stream.sendall(frame(1, b""))
    elif what == "pieces":
        send_pieces(stream, int(words[1]), int(words[2]))
    elif what == "huge":
        try:
            stream.sendall(frame(1, b"x" * int(words[1])))
        except OSError:
            pass
    elif what == "close":
        stream.sendall(frame(8, struct.pack("!H", int(words[1])) + " ".join(words[2:]).encode()))
    elif what == "drop":
        return False
    elif what == "deaf":
        time.sleep(60)
    return True


def talk(stream):
    if not shake_hands(stream):
        return
    while True:
        opcode, data = read_frame(stream)
        if opcode == 8:
            say("close %s" % (struct.unpack("!H", data[:2])[0] if data else "none"))
            stream.sendall(frame(8, data))
        elif opcode == 1:
            say("text " + data.decode()[:40])
            if not obey(stream, data.decode().split(" ")):
                return


def serve_one(plain, context):
    try:
        stream = context.wrap_socket(plain, server_side=True) if context else plain
        with stream:
            talk(stream)
    except (OSError, EOFError):
        pass
    say("eof")


def note_name(_, name, __):
    say("sni %s" % name)


context = None
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    context.sni_callback = note_name
listener = socket.create_server(("127.0.0.1", 0))


def serve():
    while True:
        plain, _ = listener.accept()
        threading.Thread(target=serve_one, args=(plain, context), daemon=True).start()


say(listener.getsockname()[1])
threading.Thread(target=serve, daemon=True).start()
sys.stdin.read()
