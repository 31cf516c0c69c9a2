"""The server under attack: it stays up, answers others, uses bounded memory, and refuses by clear status.

Usage: serve_attacks.py PROGRAM
"""

import gzip

import os
import resource
import socket
import sys
import tempfile
import time

from websocket_client import Server, WebSocket, connect, in_threads, request

MEGABYTE = 1 << 20


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def alive(port):
    """Somebody else gets the page and an answer."""
    status, _, _ = request(port)
    check(status == 200, f"the page is not served: {status}")
    client = WebSocket(port)
    check("ok" in client.ask("runs"), "no answer to runs")
    client.close()


def the_page(port):
    status, headers, body = request(port)
    check(status == 200 and headers["content-encoding"] == "gzip", "the page is compressed")
    check(headers["cache-control"] == "no-cache", "the page itself is always asked for")
    check("default-src 'self'" in headers["content-security-policy"], "nothing comes from elsewhere")
    page = gzip.decompress(body).decode()
    total = len(body)
    for path in [part.split('"')[0] for part in page.split('="/')[1:]]:
        status, headers, body = request(port, "/" + path)
        check(status == 200 and "immutable" in headers["cache-control"], f"/{path}: {status}")
        check(request(port, "/" + path, headers={"If-None-Match": headers["etag"]})[0] == 304, f"/{path} is not kept")
        total += len(body)
    check(total < 300_000, f"the first view takes {total} bytes")
    check("http://" not in page and "https://" not in page, "the page needs the internet")
    status, _, body = request(port, method="HEAD")
    check(status == 200 and body == b"", "HEAD")


def strange_requests(port):
    for target in ["/../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/app.js",
                   "/socket/../index.html", "/\\..\\x", "/web.db", "/report/../web.db"]:
        check(request(port, target)[0] == 404, f"{target} is served")
    check(request(port, "/", "POST")[0] == 405, "POST")
    check(request(port, "/socket")[0] == 426, "a plain request to the socket")
    check(request(port, headers={"X-Long": "x" * 20_000})[0] == 431, "a long header")
    many = {f"X-{i}": "y" * 100 for i in range(200)}
    check(request(port, headers=many)[0] == 431, "many headers")
    check(request(port, "/" + "a" * 20_000)[0] in (414, 431), "a long path")
    check(request(port, raw=b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\r\n\r\n")[0] == 400, "TLS")
    check(request(port, raw=b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n")[0] in (400, 413),
          "a huge body")
    check(request(port, headers={"Host": "evil.example"})[0] == 421, "a foreign name for this address")
    check(request(port, headers={"Host": f"localhost:{port}"})[0] == 200, "localhost")


def origins(port):
    own = f"http://127.0.0.1:{port}"
    check(WebSocket(port, {"Origin": own}).status == 101, "our own page")
    for origin in ["http://evil.example", "null", f"http://evil.example:{port}", f"http://127.0.0.1:{port}.evil.example",
                   f"ftp://127.0.0.1:{port}", "http://127.0.0.1:1"]:
        check(WebSocket(port, {"Origin": origin}).status == 403, f"origin {origin}")


def broken_messages(port):
    client = WebSocket(port)
    for text in [b"", b"{", b"[]", b"17", b'{"do":"runs"}', b'{"id":1}', b'{"id":-1,"do":"runs"}', b'{"id":1e400,"do":"x"}',
                 b'{"id":1,"do":["runs"]}', b"[" * 5000, b'{"id":1,"do":"' + b"x" * 1000 + b'"}', b'{"id":1,"id":2,"do":""}']:
        client.send_raw(text)
        answer = client.read()
        check(answer["re"] in (0, 1) and "\n" not in answer["error"], f"{text[:40]}: {answer}")
    answer = client.ask("rnus")
    check("runs" in answer["error"], f"an unknown command names the nearest: {answer}")
    for action, fields in [("tetris", {}), ("tetris", {"seats": []}), ("tetris", {"seats": ["../../etc/passwd"]}),
                           ("tetris", {"seats": ["file:../../etc/passwd"]}), ("tetris", {"seats": [3]}),
                           ("tetris", {"seats": ["dt-20"], "board": "99x99"}), ("tetris", {"seats": ["dt-20"], "seed": -1}),
                           ("tetris", {"seats": ["dt-20"], "pieces": "file:/etc/passwd"}),
                           ("2048", {"network": "/etc/passwd"}), ("2048", {"depth": 99}), ("murus", {"romans": "./x.json"}),
                           ("murus", {"position": "8/8 r"}), ("look", {"board": "...", "piece": "T"}),
                           ("look", {"board": "..../..../..../....", "piece": "Q"}), ("run", {"run": "nobody"}),
                           ("evolve", {"preset": "/etc/passwd"}), ("evolve", {"preset": "quick", "set": "games=0"}),
                           ("evolve", {"preset": "quick", "name": "../x"}), ("compare", {"controllers": ["dt-20"]}),
                           ("evolve", {"preset": "quick", "set": "pieces=file:/etc/passwd"}),
                           ("follow", {"feed": "s999"}), ("control", {"feed": "s999", "what": "pause"}), ("stop", {"feed": 3})]:
        answer = client.ask(action, **fields)
        check("error" in answer and "\n" not in answer["error"], f"{action} {fields}: {answer}")
    client.close()
    binary = WebSocket(port)
    binary.send_raw(os.urandom(1000), opcode=2)
    check("error" in binary.read(), "binary noise")
    binary.close()


def oversized_messages(port):
    client = WebSocket(port)
    client.send_raw(b'{"id":1,"do":"' + b"x" * 70_000 + b'"}')
    opcode, payload = client.read_frame()
    check(opcode == 8 and int.from_bytes(payload[:2], "big") == 1009, f"too big: {opcode} {payload[:2]}")
    client = WebSocket(port)
    try:  # one message in pieces that never ends
        for _ in range(200):
            client.send_raw(b"x" * 1000, opcode=1 if _ == 0 else 0, final=False)
        opcode, payload = client.read_frame()
        check(opcode == 8 and int.from_bytes(payload[:2], "big") == 1009, "too big in pieces")
    except (ConnectionResetError, BrokenPipeError):
        pass
    client = connect(port)  # a frame that announces 2^62 bytes
    client.sendall(b"GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                   b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n")
    client.recv(4096)
    client.sendall(b"\x81\xff" + (1 << 62).to_bytes(8, "big") + b"abcd")
    data = client.recv(4096)
    check(data[:1] in (b"\x88", b""), f"an impossible frame: {data[:4]}")


def ownership(port):
    owner, other = WebSocket(port), WebSocket(port)
    feed = owner.ask("tetris", seats=["dellacherie"], speed=1)["ok"]["feed"]
    check("ok" in other.ask("follow", feed=feed), "anybody may watch")
    check("error" in other.ask("control", feed=feed, what="end"), "only the owner steers")
    check("error" in owner.ask("control", feed=feed, what="speed", value=1e9), "speeds have limits")
    check("ok" in owner.ask("control", feed=feed, what="end"), "the owner steers")
    check(other.last_frame(feed)["state"]["seats"][0]["end"] == "request", "everybody sees the end")
    owner.close(), other.close()


def many_watchers(port):
    """100 watch one game at full speed, some of them slow: all of them get the same last state."""
    owner = WebSocket(port)
    feed = owner.ask("tetris", seats=["dellacherie"], speed=0, max_pieces=20_000, paused=True, gravity=False)["ok"]["feed"]
    lasts = [None] * 100
    clients = [WebSocket(port) for _ in lasts]
    for client in clients:
        check("ok" in client.ask("follow", feed=feed), "follow")
    owner.ask("control", feed=feed, what="resume")

    def watch(i):
        if i % 10 == 0:
            time.sleep(0.5)  # looks away for a while
        lasts[i] = clients[i].last_frame(feed)["state"]

    failures = in_threads(len(lasts), watch)
    check(not failures, f"watchers: {failures[:3]}")
    final = owner.last_frame(feed)["state"]["seats"]
    check(final[0]["pieces"] == 20_000 and final[0]["end"] == "limit", f"the game: {final[0]}")
    check(all(state["seats"] == final for state in lasts), "everybody saw the same end")
    for client in [owner, *clients]:
        client.close()


def slow_readers(port, server):
    """They ask and never read: memory stays bounded, and the game they began does not wait for them."""
    before = server.memory()
    sleepers = []
    for _ in range(40):
        s = WebSocket(port)
        s.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.socket.settimeout(0.3)
        try:
            for _ in range(3000):
                s.send("look", board="/".join(["." * 10] * 20), piece="T", controller="dt-20")
        except (TimeoutError, socket.timeout):
            pass  # the server does not read any more either
        sleepers.append(s)
    alive(port)
    grown = server.memory() - before
    check(grown < 60 * MEGABYTE, f"slow readers cost {grown / MEGABYTE:.0f} MB")
    for s in sleepers:
        s.close()


def many_connections(port, server):
    before = server.memory()
    crowd = []
    for i in range(1000):
        s = connect(port)
        if i % 3 == 0:
            s.sendall(b"GET / HTTP/1.1\r\nHo")  # half a request
        elif i % 3 == 1:
            s.sendall(b"GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                      b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n")
        crowd.append(s)
    alive(port)
    grown = server.memory() - before
    check(grown < 60 * MEGABYTE, f"1000 connections cost {grown / MEGABYTE:.0f} MB")
    for s in crowd:
        s.close()
    alive(port)


def many_games(port):
    """More games than there is room for are refused in words."""
    clients = [WebSocket(port) for _ in range(5)]
    answers = [clients[i % 5].ask("tetris", seats=["dellacherie"], paused=True) for i in range(80)]
    refused = [a["error"] for a in answers if "error" in a]
    check(len(refused) >= 16 and all("too many" in text for text in refused), f"refusals: {len(refused)} {refused[:2]}")
    for client in clients:
        client.close()


def tokens(program, folder):
    """Bound to other than the local address, work needs the token; games do not."""
    server = Server(program, folder, "--host", "0.0.0.0")
    try:
        check(server.token, f"a token is printed: {server.greeting}")
        client = WebSocket(server.port, {"Host": "laboratory.example"})
        for action, fields in [("evolve", {"preset": "quick"}), ("delete", {"run": "1"}), ("resume", {"run": "1"}),
                               ("compare", {"controllers": ["dt-20", "bcts"]}), ("stop", {"feed": "s1"})]:
            for token in [{}, {"token": "0" * 32}, {"token": server.token[:-1]}, {"token": 5}]:
                answer = client.ask(action, **fields, **token)
                check("token" in answer.get("error", ""), f"{action} without a token: {answer}")
        check("ok" in client.ask("tetris", seats=["dt-20"]), "games need no token")
        answer = client.ask("compare", controllers=["dt-20", "bcts"], board="10x10", games=2, token=server.token)
        check("ok" in answer, f"with the token: {answer}")
        client.close()
    finally:
        check(server.stop() == 130, "ends in order")


def main():
    program = sys.argv[1]
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder)
        port = server.port
        try:
            check(server.token is None, "no token for the local address")
            for attack in [the_page, strange_requests, origins, broken_messages, oversized_messages, ownership, many_watchers]:
                attack(port)
                alive(port)
            slow_readers(port, server)
            many_connections(port, server)
            many_games(port)
            check(server.process.poll() is None, "the server stays up")
        finally:
            check(server.stop() == 130, "ends in order")
        tokens(program, folder)
    print("serve: all attacks were survived")


if __name__ == "__main__":
    main()
