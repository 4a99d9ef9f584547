#!/usr/bin/env python3
"""A shop that does not behave. How is the first folder of the path: /slow-head/wp-json/wc/v3/orders.

    rude-shop.py FOLDER

FOLDER has certificates (NAME.pem with NAME.key); each gets a port with TLS, and there is one port without. The ports are
printed as one line of JSON. Ends when standard input ends.
"""
import gzip
import http.server
import json
import pathlib
import shutil
import socket
import socketserver
import ssl
import sys
import threading

ORDER = json.dumps({"id": 7, "status": "processing", "currency": "EUR", "total": "1.00"}).encode()
SEEN, LOCK = [], threading.Lock()
PORTS = {}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def do(self):
        how = self.path.split("/")[1].split("?")[0]
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        with LOCK:
            SEEN.append({
                "how": how, "method": self.command, "path": self.path, "body": body,
                "authorization": self.headers.get("Authorization"), "agent": self.headers.get("User-Agent"),
                "host": self.headers.get("Host"), "connection": "%s:%s" % self.client_address})
        getattr(self, "how_" + how.replace("-", "_"), self.how_good)()

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do

    def send(self, body, status=200, kind="application/json; charset=UTF-8", **headers):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def raw(self, text):
        self.wfile.write(text.encode() if isinstance(text, str) else text)
        self.wfile.flush()
        self.close_connection = True

    def wait_for_the_client_to_leave(self):
        self.close_connection = True
        try:
            while self.connection.recv(4096):
                pass
        except OSError:
            pass

    def how_good(self):
        self.send(ORDER)

    def how_log(self):
        with LOCK:
            self.send(json.dumps(SEEN).encode())

    def how_slow_head(self):
        self.wait_for_the_client_to_leave()

    def how_slow_body(self):
        self.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
        self.wait_for_the_client_to_leave()

    def how_dropped(self):
        self.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"id\": 7")

    def how_dropped_at_once(self):
        self.close_connection = True

    def how_long_length(self):
        self.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 70\r\n\r\n" + ORDER.decode())

    def how_open_end(self):
        self.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n{\"id\": 7, \"total\": \"1")

    def how_chunked_garbage(self):
        self.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n")

    def how_no_http(self):
        self.raw("220 mail.example ESMTP\r\n")

    def how_endless(self):
        self.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n[")
        try:
            while True:
                self.wfile.write(b"1," * 32768)
        except OSError:
            pass

    def how_two_gigabytes(self):
        self.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2147483648\r\n\r\n[")
        self.wait_for_the_client_to_leave()

    def how_bomb(self):
        packed = gzip.compress(b"1," * (32 << 20), 9)
        try:
            self.send(packed, Content_Encoding="gzip")
        except OSError:
            pass

    def how_packed(self):
        self.send(gzip.compress(ORDER), Content_Encoding="gzip")

    def how_badly_packed(self):
        self.send(b"not packed at all", Content_Encoding="gzip")

    def how_loop(self):
        self.send(b"", 302, Location=self.path)

    def how_round(self):
        count = int(self.path.rpartition("-")[2]) + 1 if "round-" in self.path else 1
        self.send(b"", 302, Location="/round/round-%d" % count)

    def how_elsewhere(self):
        self.send(b"", 301, Location="http://localhost:%d/good/" % PORTS["plain"])

    def how_upgrade(self):
        self.send(b"", 301, Location="https://127.0.0.1:%d/good%s" % (PORTS["good"], self.path[len("/upgrade"):]))

    def how_downgrade(self):
        self.send(b"", 301, Location="http://127.0.0.1:%d/good/" % PORTS["plain"])

    def how_within(self):
        self.send(b"", 307, Location="/good" + self.path[len("/within"):])

    def how_twice(self):
        answer = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(ORDER), ORDER)
        other = ORDER.replace(b"7", b"8")
        self.wfile.write(answer + answer.replace(ORDER, other))
        self.wfile.flush()

    def how_busy(self):
        self.send(b'{"code": "too_many", "message": "Slow down"}', 429, Retry_After="7")

    def how_latin(self):
        self.send('{"id": 7, "name": "Müller"}'.encode("latin-1"))

    def how_html(self):
        self.send(b"<!doctype html><title>Coming soon</title>", kind="text/html; charset=UTF-8")

    def how_head(self):
        # As a server with a cache of packed pages does.
        packed = "identity" not in self.headers.get("Accept-Encoding", "")
        self.send_response(200)
        self.send_header("Link", '<https://shop.example/wp-json/>; rel="https://api.w.org/"')
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", "1234")
        self.end_headers()

    def how_empty(self):
        self.send(b"", 204)


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, certificate=None):
        self.tls = None
        if certificate:
            self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.tls.load_cert_chain(certificate, certificate.with_suffix(".key"))
        super().__init__(("127.0.0.1", 0), Handler)

    def finish_request(self, request, client_address):
        # The handshake is made in the thread of the connection.
        if self.tls:
            try:
                request = self.tls.wrap_socket(request, server_side=True)
            except OSError:
                return
        elif request.recv(1, socket.MSG_PEEK) == b"\x16":
            # Somebody speaks TLS to a port without it, and gets what a web server answers then.
            request.recv(65536)
            request.sendall(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
            return
        super().finish_request(request, client_address)

    def handle_error(self, *_):
        pass


def main():
    folder = pathlib.Path(sys.argv[1])
    servers = {"plain": Server()}
    for certificate in sorted(folder.glob("*.pem")):
        if certificate.with_suffix(".key").exists() and certificate.stem != "authority":
            servers[certificate.stem] = Server(certificate)
    for name, server in servers.items():
        PORTS[name] = server.server_address[1]
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    print(json.dumps(PORTS), flush=True)
    sys.stdin.read()
    # The tests are over; their certificates are of no use to anybody.
    shutil.rmtree(sys.argv[1], ignore_errors=True)


main()
