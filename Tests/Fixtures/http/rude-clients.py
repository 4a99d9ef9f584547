"""Clients that send a service whatever can be sent, beside one that pays as it should.

    TILL_TOKENS="OPERATOR KIOSK READ-ONLY" rude-clients.py PORT PID REQUESTS SEED

Sends REQUESTS requests: raw bytes (heads, bodies, lengths, chunks, paths, mutations, what drips in and who leaves),
and ones
made of the service's own description with values that fit and values that do not. Every answer is read strictly. What
was seen is printed as one document of JSON; what it means is for others to judge.
"""

import http.client
import json
import os
import random
import socket
import struct
import sys
import threading
import time

PORT, PID, REQUESTS, SEED = (int(word) for word in sys.argv[1:5])
TOKENS = os.environ["TILL_TOKENS"].split()
CLIENTS = 12
HOST = f"Host: 127.0.0.1:{PORT}\r\n"
# How long anything may take. Some acts ask a device.
PATIENCE = 60


class Seen:
    """What all clients saw."""

    def __init__(self):
        self.lock = threading.Lock()
        self.sent = 0
        self.kinds, self.statuses = {}, {}
        self.server_errors, self.faults = [], []
        self.names = {"payment": [], "receipt": [], "order": [], "webhook": []}
        self.paid, self.samples = {}, []

    def count(self, table, name):
        with self.lock:
            table[name] = table.get(name, 0) + 1

    def take(self):
        """The number of the next request; None after the last."""
        with self.lock:
            if self.sent == REQUESTS:
                return None
            self.sent += 1
            return self.sent

    def fault(self, *words):
        with self.lock:
            if len(self.faults) < 50:
                self.faults.append(" ".join(str(word) for word in words)[:1000])

    def keep(self, kind, name):
        with self.lock:
            names = self.names[kind]
            if name not in names:
                names.append(name)
                del names[:-200]


seen = Seen()


# What goes over one connection.

class NoAnswer(Exception):
    pass


def answers(data):
    """The complete answers in these bytes, as (status, fields, body). Throws for bytes that are no answer."""
    while data:
        head, gap, rest = data.partition(b"\r\n\r\n")
        if not gap:
            return  # The connection was cut.
        lines = head.decode("latin-1").split("\r\n")
        version, status, *_ = lines[0].split(" ")
        if version not in ("HTTP/1.1", "HTTP/1.0") or not status.isdigit():
            raise NoAnswer(lines[0][:100])
        fields = {}
        for line in lines[1:]:
            name, colon, value = line.partition(":")
            if not colon or name.lower() in fields and name.lower() != "set-cookie":
                raise NoAnswer(line[:100])
            fields[name.lower()] = value.strip()
        if "transfer-encoding" in fields:
            yield int(status), fields, None
            return
        length = int(fields.get("content-length", 0))
        if len(rest) < length and int(status) != 304:
            return
        yield int(status), fields, rest[:length]
        data = rest[length:]


def exchange(pieces, patience=PATIENCE, half=False, pause=0.0, leave=False):
    """Sends the pieces, and reads until the other side closes, or nothing comes for so long."""
    with socket.create_connection(("127.0.0.1", PORT), timeout=patience) as line:
        got = b""
        try:
            for piece in pieces:
                line.sendall(piece)
                if pause:
                    time.sleep(pause)
            if leave:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                return b""
            if half:
                line.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # It was closed before all was sent: an answer may have come.
        try:
            while more := line.recv(65_536):
                got += more
        except OSError:
            pass
        return got


def judge(kind, sent, got, most=1):
    """Every answer is one, of the ones that a caller may get."""
    told = []
    try:
        told = list(answers(got))
    except (NoAnswer, ValueError) as error:
        seen.fault(kind, "no HTTP:", error, sent[:300])
    if len(told) > most:
        seen.fault(kind, len(told), "answers:", [status for status, _, _ in told], sent[:300])
    if not told:
        seen.count(seen.statuses, "none")
    for status, fields, body in told:
        seen.count(seen.statuses, str(status))
        if fields.get("content-type", "").startswith("application/problem+json") and body:
            problem = json.loads(body)
            if problem["status"] != status or not problem["code"] or problem["request_id"] != fields["x-request-id"]:
                seen.fault(kind, status, body)
            if status >= 500:
                with seen.lock:
                    seen.server_errors.append([status, problem["code"], problem["request_id"], kind])
        elif status >= 500:
            # Only whether the service is ready is told otherwise.
            if not (status == 503 and b'"reasons"' in (body or b"")):
                seen.fault(kind, status, "without a code:", body, sent[:300])
        elif status >= 400 and body:
            seen.fault(kind, status, "is no problem document:", body, sent[:300])
    return told


# What is sent raw.

def token(chance):
    drawn = chance.random()
    if drawn < 0.6:
        word = TOKENS[0]
    elif drawn < 0.9:
        word = chance.choice(TOKENS[1:])
    else:
        word = chance.choice(["", "x", "till_operator_", TOKENS[0][:-1], TOKENS[0] + "x", "\u00fc" * 40])
    return f"Authorization: Bearer {word}\r\n"


def junk(chance, most):
    return bytes(chance.randrange(256) for _ in range(chance.randrange(most) + 1))


def plain(chance, path="/v1/payments", body=b'{"order":"1042"}', method="POST"):
    """A request as it should be."""
    head = f"{method} {path} HTTP/1.1\r\n{HOST}{token(chance)}Connection: close\r\n"
    if method == "POST":
        head += f"Idempotency-Key: rude-{SEED}-{chance.randrange(50)}\r\nContent-Type: application/json\r\n"
        head += f"Content-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + (body if method == "POST" else b"")


def send_junk(chance):
    sent = junk(chance, 3_000)
    judge("junk", sent, exchange([sent], half=True))


def send_mutated(chance):
    sent = bytearray(plain(chance, method=chance.choice(["GET", "POST"])))
    for _ in range(chance.randrange(6) + 1):
        place = chance.randrange(len(sent))
        what = chance.randrange(4)
        if what == 0:
            sent[place] = chance.randrange(256)
        elif what == 1:
            del sent[place : place + chance.randrange(20)]
        elif what == 2:
            sent[place:place] = junk(chance, 30)
        else:
            sent[place:place] = sent[place : place + chance.randrange(200)]
        sent = sent or bytearray(b"\r\n")
    # A mutation may turn the body into more requests.
    judge("mutated", bytes(sent), exchange([bytes(sent)], half=True), most=4)


LENGTHS = [
    "Content-Length: 5\r\nContent-Length: 40", "Content-Length: 5, 40", "Content-Length: -1", "Content-Length: +5",
    "Content-Length: 0x10", "Content-Length: 5 5", "Content-Length : 5", "Content-Length: 99999999999999999999",
    "Content-Length: 9223372036854775808", "Content-Length:\r\n 5", "Content-Length: \u0665",
    "Transfer-Encoding: chunked\r\nContent-Length: 5", "Content-Length: 5\r\nTransfer-Encoding: chunked",
    "Transfer-Encoding: xchunked", "Transfer-Encoding: chunked, identity", "Transfer-Encoding: identity, chunked",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "Transfer-Encoding:\x0bchunked",
    "Transfer-Encoding : chunked", "Transfer-Encoding: \"chunked\"", "transfer-encoding: CHUNKED\r\nContent-Length: 0",
    "X: y\nTransfer-Encoding: chunked", "Transfer-Encoding\r\n: chunked", "Expect: 100-continue\r\nContent-Length: 5",
]
CHUNKS = [
    b"0\r\n\r\n", b"5\r\nhello\r\n0\r\n\r\n", b"5;x=y\r\nhello\r\n0\r\n\r\n", b"-1\r\n\r\n", b"FFFFFFFFFFFFFFFFF\r\n",
    b"5\nhello\n0\n\n", b"0x5\r\nhello\r\n0\r\n\r\n", b"5\r\nhelloX0\r\n\r\n", b"0\r\nAuthorization: x\r\n\r\n",
    b"5 \r\nhello\r\n0\r\n\r\n", b"hello", b"7FFFFFFFFFFFFFFF\r\nhello", b"00000000000000005\r\nhello\r\n0\r\n\r\n",
]


def send_smuggled(chance):
    """A request in another one's body. It must not be answered."""
    hidden = f"GET /v1/smuggled-{chance.randrange(1_000)} HTTP/1.1\r\n{HOST}\r\n".encode()
    head = (
        f"POST /v1/payments HTTP/1.1\r\n{HOST}{token(chance)}Idempotency-Key: rude-smuggled\r\n"
        f"Content-Type: application/json\r\nConnection: close\r\n{chance.choice(LENGTHS)}\r\n\r\n")
    sent = head.encode() + chance.choice(CHUNKS) + (hidden if chance.random() < 0.8 else b"")
    told = judge("smuggled", sent, exchange([sent], half=True), most=2)
    final = [answer for answer in told if answer[0] >= 200]
    if len(final) > 1:
        seen.fault("smuggled", [status for status, _, _ in told], sent[:400])


FIELDS = [
    b"X-Long: " + b"a" * 9_000, b"X-Long: " + b"a" * 200_000, b"X\x00Y: z", b"\xff\xfe: z", b"X: \xc3\x28",
    b"X: a\x00b",
    b": empty", b"no colon", b" folded: x", b"X: a\r\n b", b"Host: evil.example", b"Host: ", b"Authorization: Basic x",
    b"Content-Type: text/plain", b"Accept-Language: " + b"de," * 1_000, b"Accept-Language: \xff", b"Origin: null",
    b"Origin: https://evil.example", b"Upgrade: websocket\r\nConnection: Upgrade", b"Upgrade: h2c",
    b"Connection: keep-alive",
    b"Operator-Right: x", b"Last-Event-ID: -1", b"Last-Event-ID: 99999999999999999999", b"Last-Event-ID: x",
    b"Idempotency-Key: " + b"k" * 300, b"Idempotency-Key: 4111111111111111", b"TE: trailers", b"Range: bytes=0-1",
    b"X-Forwarded-For: 10.0.0.1", b"Cookie: " + b"a=b;" * 500, b"If-None-Match: *", b"Content-Encoding: gzip",
]


def send_fields(chance):
    line = f"{chance.choice(['GET', 'POST', 'HEAD'])} /v1/orders HTTP/1.1\r\n".encode()
    many = [b"X-%d: y" % number for number in range(chance.choice([0, 0, 0, 60, 100, 10_000]))]
    own = [HOST.strip().encode(), token(chance).strip().encode(), b"Connection: close"]
    fields = many + [chance.choice(FIELDS) for _ in range(chance.randrange(4) + 1)] + own
    if chance.random() < 0.5:
        chance.shuffle(fields)
    sent = line + b"\r\n".join(fields) + b"\r\n\r\n"
    judge("fields", sent, exchange([sent], half=True), most=2)


PATHS = [
    b"/", b"*", b"//", b"/v1/../v1/payments", b"/v1/%2e%2e/%2e%2e/etc/passwd", b"/v1/payments/%00",
    b"/v1/payments/\xc3\x28",
    b"/v1/payments/%C3%28", b"/v1/payments/%", b"/v1/payments/%zz", b"/v1/payments/" + b"a" * 7_000,
    b"/v1/" + b"x/" * 900,
    b"http://evil.example/v1/payments", b"127.0.0.1:80", b"/v1/payments?limit=1&limit=2", b"/v1/payments?%00=1",
    b"/v1/orders?" + b"a" * 6_000,
    b"/v1/payments?cursor=%F0%9F%92%A3", b"/v1/payments;a=b", b"/v1/payments#x", b"/v1/receipts/4111111111111111",
    b"/v1/receipts/last?format=../../x",
    b"/v1/payments%0d%0aX:%20y", b"/v1\\payments", b"/V1/PAYMENTS", b"/v1/payments/", b"/kiosk/../v1/payments",
    b"/v1/receipts/last?format=png&copy=%00",
    b"/v1/journal?cursor=0", b"/v1/journal?cursor=2147483647&limit=100", b"/v1/orders?search=%25%27%22%3B--",
    b"/v1/orders?status=" + b"p" * 190,
]


METHODS = [b"GET"] * 6 + [b"POST", b"PUT", b"DELETE", b"PATCH", b"OPTIONS", b"TRACE", b"CONNECT", b"PRI", b"get", b"\xff"]
VERSIONS = [b"HTTP/1.1"] * 8 + [b"HTTP/1.0", b"HTTP/0.9", b"HTTP/2.0", b"HTTP/9999.1", b"", b"http/1.1"]


def send_path(chance):
    method, version = chance.choice(METHODS), chance.choice(VERSIONS)
    path = chance.choice(PATHS)
    if chance.random() < 0.3:
        parts = [b"payments", b"..", b"%2f", b"", b"why", b"last", junk(chance, 8)]
        path = b"/v1/" + b"/".join(chance.choice(parts) for _ in range(4))
    head = (HOST + token(chance)).encode() + b"Connection: close\r\n\r\n"
    sent = method + b" " + path + b" " + version + b"\r\n" + head
    judge("path", sent, exchange([sent], half=True), most=4)


def send_body(chance):
    bodies = [
        b"[" * 40_000, b'{"a":' * 10_000, b'{"order":' + b"9" * 5_000 + b"}", b'{"order":1e999999}',
        b'{"order":"' + b"\\ud800" * 10 + b'"}',
        b'{"order":"\xff\xfe"}', b'\xef\xbb\xbf{"order":"1042"}', b'{"order":"1042","order":"1043"}', b"null", b"true",
        b'"x"', b"{}{}", b"{" + b" " * 60_000 + b"}",
        b" " * 70_000, b'{"order":-1}', b'{"order":9223372036854775808}',
        b'{"order":"1042","tip_minor":-5,"currency":"EUR"}',
        b'{"order":"1042","tip_minor":1,"currency":"XXXX"}', b'{"order":"1042\\u0000"}', b'{"order":["1042"]}',
        b"\x00" * 100, junk(chance, 400),
    ]
    path = chance.choice(["/v1/payments", "/v1/reservations", "/v1/webhooks", "/v1/operators/enter"])
    sent = plain(chance, path, chance.choice(bodies))
    judge("body", sent, exchange([sent], half=chance.random() < 0.5))


def send_pipelined(chance):
    """Several requests on one connection, of which the last closes it."""
    count = chance.randrange(8) + 2
    line = f"GET /v1/payments?limit=1 HTTP/1.1\r\n{HOST}Authorization: Bearer {TOKENS[0]}\r\n"
    sent = (line + "\r\n").encode() * (count - 1) + (line + "Connection: close\r\n\r\n").encode()
    told = judge("pipelined", sent, exchange([sent]), most=count)
    if [status for status, _, _ in told] != [200] * count:
        seen.fault("pipelined", count, [status for status, _, _ in told])


def send_and_leave(chance):
    sent = plain(chance, method=chance.choice(["GET", "POST"]))
    if chance.random() < 0.5:
        sent = sent[: chance.randrange(len(sent))]
    exchange([sent], leave=True)
    seen.count(seen.statuses, "left")


def send_slowly(chance):
    """Bytes one by one; some stop before the end."""
    sent = plain(chance, "/v1/orders?limit=1", method="GET")
    pieces = [sent[place : place + 20] for place in range(0, len(sent), 20)]
    if chance.random() < 0.5:
        judge("slow", sent, exchange(pieces, pause=0.005))
    else:
        judge("slow", sent, exchange(pieces[: len(pieces) // 2], half=True, pause=0.005))


def listen(chance):
    """Listeners that come, read or do not read, and leave."""
    asked = (
        f"GET /v1/events?after={chance.choice([0, 1, 5, 10**9])} HTTP/1.1\r\n{HOST}"
        f"Authorization: Bearer {TOKENS[0]}\r\n\r\n")
    with socket.create_connection(("127.0.0.1", PORT), timeout=0.05) as line:
        line.sendall(asked.encode())
        try:
            got = line.recv(65_536)
            while got and chance.random() < 0.7:
                got += line.recv(65_536)
            if got and not got.startswith((b"HTTP/1.1 200", b"HTTP/1.1 4")):
                seen.fault("listen", got[:200])
        except OSError:
            pass
    seen.count(seen.statuses, "left")


# What is made of the description.

class Description:
    # What moves paper, or asks a device for seconds, is asked rarely.
    RARE = ("/v1/readers/", "/v1/printers/", "/v1/ends-of-day", "/print", "/reprint", "verification", "resolve", "emails")
    LEFT_OUT = ("/v1/events", "/v1/openapi.json")
    WORDS = ["usual", "last", "EUR", "counter", "receipts", "Anna", "4071", "http://127.0.0.1:9/x", "*", "a", "1042"]

    def __init__(self, document):
        self.document = document
        self.operations = []
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                if path not in self.LEFT_OUT:
                    self.operations.append((method.upper(), path, operation))
        self.often = [one for one in self.operations if not any(word in one[1] for word in self.RARE)]

    def resolved(self, value):
        while isinstance(value, dict) and "$ref" in value:
            found = self.document
            for word in value["$ref"].removeprefix("#/").split("/"):
                found = found[word]
            value = found
        return value

    def value(self, schema, chance, name="", fits=False):
        """A value of this schema, or one that does not fit. With `fits` an object has what it needs, and no more."""
        schema = self.resolved(schema or {})
        drawn = chance.random()
        if drawn < 0.12 and not fits:
            return chance.choice([
                None, True, [], {}, "", -1, 0, 2**63, 1.5, "x" * 300, "\u0000", "\ud83d\udca3", "4111 1111 1111 1111",
                [1], {"a": 1}])
        if name in ("order", "payment", "receipt") and seen.names[name] and drawn < 0.7:
            return chance.choice(seen.names[name])
        if "enum" in schema:
            return chance.choice(schema["enum"])
        kind = schema.get("type", "string")
        if isinstance(kind, list):
            kind = chance.choice(kind)
        if kind == "integer":
            return chance.randint(schema.get("minimum", 0), min(schema.get("maximum", 2_000), 10**13))
        if kind == "object":
            needed = schema.get("required", [])
            return {
                key: self.value(one, chance, key, fits) for key, one in schema.get("properties", {}).items()
                if (key in needed if fits else chance.random() < 0.6)}
        if kind == "array":
            return [self.value(schema.get("items"), chance) for _ in range(chance.randrange(3))]
        return {"boolean": chance.random() < 0.2, "null": None}.get(kind, chance.choice(self.WORDS))

    def send(self, chance):
        method, path, operation = chance.choice(self.operations if chance.random() < 0.02 else self.often)
        fits = chance.random() < 0.4
        asked, query, fields = path, {}, ""
        for parameter in map(self.resolved, operation.get("parameters", [])):
            name, schema = parameter["name"], parameter.get("schema")
            value = self.value(schema, chance, name, fits)
            if parameter["in"] == "path":
                if name == "id":
                    value = chance.choice(seen.names["webhook" if "webhooks" in path else "payment"] or ["x"])
                elif chance.random() < 0.5:
                    value = chance.choice(["usual", "last", "1042", "counter", "x"])
                asked = asked.replace("{" + name + "}", quoted(value) or "x")
            elif parameter["in"] == "query" and chance.random() < 0.5:
                query[name] = value
            elif parameter["in"] == "header" and name.lower() == "idempotency-key":
                fields += f"Idempotency-Key: rude-{SEED}-{chance.randrange(10_000)}\r\n"
        if query:
            asked += "?" + "&".join(f"{name}={quoted(value)}" for name, value in query.items())
        body = b""
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if content:
            made = self.value(content["schema"], chance, fits=fits)
            if isinstance(made, dict):
                made.pop("goods", None)  # They keep the terminal for minutes if nobody tells of them.
            body = json.dumps(made).encode()
            fields += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        sent = f"{method} {asked} HTTP/1.1\r\n{HOST}{token(chance)}Connection: close\r\n{fields}\r\n".encode() + body
        for status, _, answer in judge(f"{method} {path}", sent, exchange([sent])):
            if status < 300 and answer:
                self.learn(path, answer)

    def learn(self, path, answer):
        try:
            document = json.loads(answer)
        except ValueError:
            return
        for item in [document] + document.get("items", []) if isinstance(document, dict) else []:
            for kind, name in (("payment", "payment"), ("receipt", "receipt"), ("order", "number")):
                if isinstance(item.get(name), str) and (kind != "order" or path == "/v1/orders"):
                    seen.keep(kind, item[name])
            if "webhooks" in path and isinstance(item.get("id"), str):
                seen.keep("webhook", item["id"])


def quoted(value):
    text = value if isinstance(value, str) else json.dumps(value)
    return "".join(
        letter if letter.isascii() and (letter.isalnum() or letter in "-_.")
        else "".join(f"%{byte:02X}" for byte in letter.encode("utf-8", "surrogatepass"))
        for letter in text)


# Who sends, and who pays as it should.

RAW = [
    (send_junk, 8), (send_mutated, 12), (send_smuggled, 12), (send_fields, 8), (send_path, 12), (send_body, 8),
    (send_pipelined, 2),
    (send_and_leave, 6), (send_slowly, 1), (listen, 1),
]


def client(number, description):
    chance = random.Random(SEED * 1_000 + number)
    kinds, weights = zip(*RAW, (description.send, 40))
    while (count := seen.take()) is not None:
        kind = chance.choices(kinds, weights)[0]
        seen.count(seen.kinds, kind.__name__)
        try:
            kind(chance)
        except Exception as error:  # Reported, and the test fails by it.
            seen.fault(kind.__name__, repr(error))
        if count % 500 == 0:
            look(count)


def ask(method, path, body=None, key=None):
    line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=PATIENCE)
    fields = {"Authorization": "Bearer " + TOKENS[0]} | ({"Idempotency-Key": key} if key else {})
    if body is not None:
        body, fields["Content-Type"] = json.dumps(body), "application/json"
    line.request(method, path, body, fields)
    answer = line.getresponse()
    document = json.loads(answer.read() or b"{}")
    line.close()
    return answer.status, document


def look(count):
    """Whether it lives, and what it takes."""
    if ask("GET", "/healthz")[0] != 200:
        seen.fault("not healthy after", count)
    with open(f"/proc/{PID}/status") as file:
        memory = next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
    sample = [count, memory, len(os.listdir(f"/proc/{PID}/fd")), len(os.listdir(f"/proc/{PID}/task"))]
    with seen.lock:
        seen.samples.append(sample)


def pay_as_it_should(orders, ends):
    """Payments with a key each, sent until they are taken. Each is kept with what it became."""
    for number, order in enumerate(orders):
        if ends.is_set():
            return
        key = f"honest-{SEED}-{number}"
        while not ends.is_set():
            status, begun = ask("POST", "/v1/payments", {"order": order}, key)
            if status == 202:
                seen.paid[key] = begun["payment"]
                break
            if status not in (429, 503) and begun.get("code") != "payment.inDoubt":
                break  # Another one has paid the order, or holds it.
            time.sleep(0.2)
        time.sleep(0.2)


def transactions():
    """What became of every transaction, once all are final."""
    until = time.monotonic() + PATIENCE
    while True:
        found, cursor = [], ""
        while cursor is not None:
            page = ask("GET", "/v1/payments?limit=100" + (f"&cursor={cursor}" if cursor else ""))[1]
            found += [ask("GET", "/v1/payments/" + row["payment"])[1] for row in page["items"]]
            cursor = page["next"]
        if all(one["state"] == "final" for one in found) or time.monotonic() > until:
            return found
        time.sleep(1)


def main():
    status, document = ask("GET", "/v1/openapi.json")
    description = Description(document)
    orders = [order["number"] for order in ask("GET", "/v1/orders?status=pending&limit=100")[1]["items"]]
    for order in orders[: len(orders) // 3]:
        seen.keep("order", order)
    look(0)
    began, ends = time.monotonic(), threading.Event()
    honest = threading.Thread(target=pay_as_it_should, args=(orders[len(orders) // 3 :], ends))
    honest.start()
    clients = [threading.Thread(target=client, args=(number, description)) for number in range(CLIENTS)]
    for one in clients:
        one.start()
    for one in clients:
        one.join()
    ends.set()
    honest.join()
    seconds = time.monotonic() - began
    look(REQUESTS)
    print(json.dumps({
        "requests": seen.sent, "seconds": round(seconds, 1), "kinds": seen.kinds, "statuses": seen.statuses,
        "server_errors": [
            {"status": status, "code": code, "request": request, "kind": kind}
            for status, code, request, kind in seen.server_errors],
        "faults": seen.faults, "paid": list(seen.paid.values()), "transactions": transactions(),
        "samples": [
            {"sent": sent, "kilobytes": memory, "descriptors": descriptors, "threads": threads}
            for sent, memory, descriptors, threads in sorted(seen.samples)],
    }))


main()
