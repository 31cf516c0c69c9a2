"""A small WebSocket and HTTP client over plain sockets, for tests that must be able to misbehave."""

import base64
import json
import os
import re
import socket
import struct
import subprocess
import threading


class Server:
    """The program's server on a free port, with a store of its own."""

    def __init__(self, program, folder, *options):
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", "--store", os.path.join(folder, "web.db"), *options],
            stdout=subprocess.PIPE, text=True)
        self.greeting = self.process.stdout.readline()
        match = re.search(r"http://([^/]*):(\d+)/(?:#token=(\w+))?", self.greeting)
        assert match, f"no address in {self.greeting!r}"
        self.port, self.token = int(match.group(2)), match.group(3)

    def memory(self):
        """Resident bytes."""
        with open(f"/proc/{self.process.pid}/statm") as f:
            return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def stop(self):
        self.process.terminate()
        return self.process.wait(timeout=30)


def connect(port):
    return socket.create_connection(("127.0.0.1", port), timeout=20)


def request(port, target="/", method="GET", headers=None, raw=None):
    """Status, headers and body of one request; `raw` is sent as it is."""
    fields = {"Host": f"127.0.0.1:{port}", "Accept-Encoding": "gzip", "Connection": "close", **(headers or {})}
    text = f"{method} {target} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in fields.items()) + "\r\n"
    with connect(port) as s:
        try:
            s.sendall(raw if raw is not None else text.encode())
        except (BrokenPipeError, ConnectionResetError):
            pass  # the server may have said enough
        data = b""
        try:
            while chunk := s.recv(65536):
                data += chunk
        except ConnectionResetError:
            pass
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    status = int(lines[0].split()[1]) if len(lines[0].split()) > 1 else 0
    return status, {k.lower(): v for k, v in (line.split(": ", 1) for line in lines[1:])}, body


class WebSocket:
    """One connection; messages are JSON."""

    def __init__(self, port, headers=None):
        self.socket = connect(port)
        self.status = 0
        self.buffer = b""
        self.next = 1
        self.frames = []
        fields = {"Host": f"127.0.0.1:{port}", "Upgrade": "websocket", "Connection": "Upgrade",
                  "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), "Sec-WebSocket-Version": "13",
                  **(headers or {})}
        self.socket.sendall(("GET /socket HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in fields.items()) + "\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            chunk = self.socket.recv(4096)
            if not chunk:
                return
            self.buffer += chunk
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.status = int(head.split()[1])

    def send_raw(self, payload, opcode=1, final=True):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([(0x80 if final else 0) | opcode])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        repeated = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")).to_bytes(size, "big") if size else b""
        self.socket.sendall(head + mask + masked)

    def read_exactly(self, count):
        while len(self.buffer) < count:
            chunk = self.socket.recv(65536)
            if not chunk:
                raise EOFError
            self.buffer += chunk
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def read_frame(self):
        """Opcode and payload of the next frame; answers pings on the way."""
        while True:
            first, second = self.read_exactly(2)
            size = second & 127
            if size == 126:
                size = struct.unpack(">H", self.read_exactly(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.read_exactly(8))[0]
            payload = self.read_exactly(size)
            if first & 15 == 9:
                self.send_raw(payload, opcode=10)
                continue
            return first & 15, payload

    def read(self):
        """The next message; None when the server closed."""
        opcode, payload = self.read_frame()
        return None if opcode == 8 else json.loads(payload)

    def send(self, action, **fields):
        number = self.next
        self.next += 1
        self.send_raw(json.dumps({"id": number, "do": action, **fields}).encode())
        return number

    def ask(self, action, **fields):
        """The answer to a question; frames of feeds that come before it are kept."""
        number = self.send(action, **fields)
        while True:
            message = self.read()
            assert message is not None, "the server closed the connection"
            if message.get("re") == number:
                return message
            if "feed" in message:
                self.frames.append(message)

    def last_frame(self, feed):
        """Reads until the last frame of a feed."""
        for frame in self.frames:
            if frame["feed"] == feed and frame["last"]:
                return frame
        while True:
            message = self.read()
            assert message is not None, "the server closed before the last frame"
            if message.get("feed") == feed and message["last"]:
                return message

    def close(self):
        self.socket.close()


def in_threads(count, work):
    """Runs work(i) in threads; gives the exceptions."""
    failures = []

    def guarded(i):
        try:
            work(i)
        except Exception as error:  # noqa: BLE001 - all are told
            failures.append(f"{i}: {error!r}")

    threads = [threading.Thread(target=guarded, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failures
