"""Clients of one service at once, who repeat their requests, lose answers, and change their minds.

    TILL_TOKEN=... crowd.py PORT PAYMENTS CLIENTS SEED READER...

Begins PAYMENTS payments of pending orders at the named readers, each with a key of its own,
and waits until each is final.
What the clients were told is printed as one document of JSON; what it means is for others to judge.
"""

import http.client
import json
import os
import random
import socket
import sys
import threading
import time

PORT, PAYMENTS, CLIENTS, SEED = (int(word) for word in sys.argv[1:5])
READERS = sys.argv[5:]
AUTHORIZATION = "Bearer " + os.environ["TILL_TOKEN"]


class Told:
    """What all clients were told."""

    def __init__(self):
        self.lock = threading.Lock()
        self.begun = {}  # key -> payment
        self.wanted = {}  # key -> body
        self.faults = []
        self.answers = {}  # "POST 202" -> how many
        self.orders = []

    def fault(self, *words):
        with self.lock:
            self.faults.append(" ".join(str(word) for word in words))

    def note(self, key, body, payment):
        with self.lock:
            before = self.begun.setdefault(key, payment)
            self.wanted[key] = body
        if before != payment:
            self.fault(key, "is", before, "and", payment)


told = Told()


def ask(method, path, body=None, key=None):
    """The status and the document of an answer."""
    line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=120)
    fields = {"Authorization": AUTHORIZATION}
    if key:
        fields["Idempotency-Key"] = key
    if body is not None:
        fields["Content-Type"] = "application/json"
        body = json.dumps(body)
    line.request(method, path, body, fields)
    answer = line.getresponse()
    document = json.loads(answer.read() or b"{}")
    line.close()
    name = f"{method} {answer.status} {document.get('code', '')}".strip()
    with told.lock:
        told.answers[name] = told.answers.get(name, 0) + 1
    return answer.status, document


def pages(path):
    """Every item of a list."""
    cursor = ""
    while cursor is not None:
        status, page = ask("GET", f"{path}limit=100" + (f"&cursor={cursor}" if cursor else ""))
        if status != 200:
            return told.fault(path, status, page)
        yield from page["items"]
        cursor = page["next"]


class Client:
    def __init__(self, number):
        self.number = number
        self.chance = random.Random(SEED * 1000 + number)

    def pause(self, longest):
        time.sleep(self.chance.random() * longest)

    def often(self, share):
        return self.chance.random() < share

    def run(self, payments):
        try:
            for number in range(payments):
                self.pay(f"crowd-{SEED}-{self.number}-{number}")
        except Exception as error:  # Reported, and the test fails by it.
            told.fault("client", self.number, repr(error))

    def pay(self, name):
        attempt = 0
        body = self.draw()
        while True:
            key = f"{name}-{attempt}"
            status, answer = self.begin(key, body)
            if status == 202:
                told.note(key, body, answer["payment"])
                return self.follow(answer["payment"])
            if answer.get("code") == "order.alreadyPaid":
                attempt, body = attempt + 1, self.draw()
            elif status in (429, 503) or answer.get("code") == "payment.inDoubt":
                self.pause(0.2)  # The terminal is in use, or the order. A key that was refused stands for nothing yet.
            else:
                return told.fault(key, body, status, answer)

    def draw(self):
        return {"order": self.chance.choice(told.orders), "reader": self.chance.choice(READERS)}

    def begin(self, key, body):
        if self.often(0.15):
            self.lose(key, body)
        if self.often(0.15):
            other = threading.Thread(target=self.again, args=(key, body))
            other.start()
            result = ask("POST", "/v1/payments", body, key)
            other.join()
            return result
        return ask("POST", "/v1/payments", body, key)

    def lose(self, key, body):
        """Sends a request and is gone before its answer."""
        text = json.dumps(body)
        with socket.create_connection(("127.0.0.1", PORT)) as line:
            line.sendall(
                (f"POST /v1/payments HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\nAuthorization: {AUTHORIZATION}\r\n"
                 f"Idempotency-Key: {key}\r\nContent-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n"
                 + text).encode())
            self.pause(0.05)

    def again(self, key, body):
        """The same request once more. What it is told is kept only if it is told of a payment."""
        status, answer = ask("POST", "/v1/payments", body, key)
        if status == 202:
            told.note(key, body, answer["payment"])
        return status, answer

    def repeat(self):
        """Anybody's request once more: it is the payment that it was."""
        with told.lock:
            key = self.chance.choice(sorted(told.begun))
            body = told.wanted[key]
        if self.often(0.2):
            other = self.chance.choice([number for number in told.orders if number != body["order"]])
            status, answer = ask("POST", "/v1/payments", body | {"order": other}, key)
            if (status, answer.get("code")) != (422, "payment.keyConflict"):
                told.fault(key, "with another order:", status, answer)
            return
        status, answer = self.again(key, body)
        if status != 202:
            told.fault(key, "again:", status, answer)

    def follow(self, payment):
        if self.often(0.5):
            self.repeat()
        if self.often(0.5):
            self.pause(0.25)
            status, answer = ask("POST", f"/v1/payments/{payment}/cancel")
            if status != 202 and (status, answer.get("code")) not in [(409, "payment.ended"), (409, "payment.inDoubt")]:
                told.fault(payment, "cancelled:", status, answer)
        while True:
            status, answer = ask("GET", f"/v1/payments/{payment}")
            if status != 200:
                return told.fault(payment, status, answer)
            if answer["state"] == "final":
                return
            self.pause(0.1)


class Listener(threading.Thread):
    """Hears every event of the journal, and leaves and comes back from time to time."""

    def __init__(self):
        super().__init__(daemon=True)
        self.events = []  # (id, kind, document)
        self.comings = 0
        self.ends = threading.Event()
        self.chance = random.Random(SEED)

    def run(self):
        while not self.ends.is_set():
            try:
                self.listen(5 + self.chance.random() * 20)
            except (OSError, http.client.HTTPException):
                pass

    def listen(self, most):
        self.comings += 1
        line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=1)
        last = self.events[-1][0] if self.events else 1
        line.request("GET", "/v1/events", None, {"Authorization": AUTHORIZATION, "Last-Event-ID": str(last)})
        answer, fields, until = line.getresponse(), {}, time.monotonic() + most
        while not self.ends.is_set() and time.monotonic() < until:
            text = answer.readline().decode().rstrip("\n")
            if not text:
                if "id" in fields and fields.get("event") not in ("start", "reset"):
                    self.events.append((int(fields["id"]), fields["event"], json.loads(fields["data"])))
                elif fields.get("event") == "reset":
                    told.fault("reset", fields)
                fields = {}
            elif not text.startswith(":"):
                name, _, value = text.partition(": ")
                fields[name] = value
        line.close()

    def finish(self, last):
        """Waits until the event of this number is heard."""
        until = time.monotonic() + 60
        while time.monotonic() < until and (not self.events or self.events[-1][0] < last):
            time.sleep(0.05)
        self.ends.set()
        self.join()


def main():
    told.orders = [order["number"] for order in pages("/v1/orders?status=pending&")]
    listener = Listener()
    listener.start()
    began = time.monotonic()
    shares = [PAYMENTS // CLIENTS + (number < PAYMENTS % CLIENTS) for number in range(CLIENTS)]
    clients = [
        threading.Thread(target=Client(number).run, args=(share,)) for number, share in enumerate(shares)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    seconds = time.monotonic() - began
    last = ask("GET", "/v1/journal/head")[1]["sequence"]
    listener.finish(last)
    print(json.dumps({
        "begun": told.begun, "wanted": told.wanted, "faults": told.faults, "answers": told.answers,
        "orders": len(told.orders), "seconds": round(seconds, 1), "comings": listener.comings,
        "states": {payment: ask("GET", f"/v1/payments/{payment}")[1] for payment in sorted(set(told.begun.values()))},
        "listed": [row["payment"] for row in pages("/v1/payments?")],
        "events": [
            {"id": number, "kind": kind, "payment": document.get("payment")}
            for number, kind, document in listener.events],
        "last": last,
    }))


main()
