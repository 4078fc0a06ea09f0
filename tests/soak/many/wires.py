"""Wires between a process and what it talks to, which can be cut: each is a port of its own that leads on to a server. Who watches a
wire is told of every byte that the process sends. Decides nothing."""
import asyncio


class End(asyncio.Protocol):
    """One side of a connection that leads through a wire."""

    def __init__(self, pair, is_near):
        self.pair, self.is_near, self.transport = pair, is_near, None

    def connection_made(self, transport):
        self.transport = transport
        if self.pair.wire.is_stalled:
            self.pause()
        if self.is_near:
            self.pair.begin(self)

    def data_received(self, data):
        self.pair.carry(self, data)

    def connection_lost(self, exc):
        self.pair.lose(self)

    def pause_writing(self):
        self.pair.other(self).pause()

    def resume_writing(self):
        self.pair.other(self).resume()

    def pause(self):
        if self.transport and not self.transport.is_closing():
            self.transport.pause_reading()

    def resume(self):
        if self.transport and not self.transport.is_closing() and not self.pair.wire.is_stalled:
            self.transport.resume_reading()


class Pair:
    """A connection: the end at the process (near) and the end at the server (far)."""

    def __init__(self, wire):
        wire.opened += 1
        self.wire, self.number = wire, wire.opened
        self.near, self.far, self.waiting, self.is_over = None, End(self, False), [], False

    def other(self, end):
        return self.far if end is self.near else self.near

    def begin(self, near):
        self.near = near
        if self.wire.is_refusing:
            near.transport.abort()
            return
        self.wire.pairs.add(self)
        asyncio.ensure_future(self.reach())

    async def reach(self):
        try:
            await asyncio.get_running_loop().create_connection(lambda: self.far, "127.0.0.1", self.wire.target)
        except OSError:
            self.close()
            return
        if self.is_over:
            self.far.transport.abort()
            return
        for data in self.waiting:
            self.far.transport.write(data)
        self.waiting.clear()

    def carry(self, end, data):
        if end is self.near:
            self.wire.on_sent(self.number, data)
        other = self.other(end)
        if other.transport:
            other.transport.write(data)
        else:
            self.waiting.append(data)

    def lose(self, end):
        other = self.other(end)
        if other and other.transport:
            other.transport.close()  # what was sent before is still delivered
        self.wire.pairs.discard(self)
        self.is_over = True

    def close(self):
        self.is_over = True
        for end in (self.near, self.far):
            if end.transport:
                end.transport.abort()


class Wire:
    def __init__(self, target):
        self.target, self.port, self.pairs, self.opened = target, 0, set(), 0
        self.is_stalled = self.is_refusing = False
        self.on_sent = lambda number, data: None

    async def open(self):
        server = await asyncio.get_running_loop().create_server(lambda: End(Pair(self), True), "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        return self

    def stall(self):
        """As if packets were lost: nothing goes through, and nobody is told."""
        self.is_stalled = True
        for pair in list(self.pairs):
            for end in (pair.near, pair.far):
                end.pause()

    def break_off(self):
        """All connections break, and no new one is let in."""
        self.is_refusing = True
        self.drop()

    def drop(self):
        for pair in list(self.pairs):
            pair.close()

    def heal(self):
        was_stalled, self.is_stalled, self.is_refusing = self.is_stalled, False, False
        for pair in list(self.pairs) if was_stalled else []:
            for end in (pair.near, pair.far):
                end.resume()
