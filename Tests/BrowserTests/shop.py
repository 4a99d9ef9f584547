"""A simulated shop of till-sim beside a service, for the tests that need one which is away, slow or changed."""
import base64
import json
import socket
import ssl
import subprocess
import urllib.request


def obey(path, command):
    """Says a command to a simulated device or shop: the name of a fault, or `mend`."""
    with socket.socket(socket.AF_UNIX) as control:
        control.connect(str(path))
        control.sendall(command.encode() + b"\n")
        answer = control.recv(4096).decode().strip()
    assert answer == "ok", f"{command}: {answer}"


class Shop:
    """`till-sim shop` over TLS. `service` starts it, and its till is signed in there."""

    def __init__(self, service, *options):
        self.service, self.control, self.ca = service, service.here / "shop-control", service.here / "shop.pem"
        self.process, log = service.run("till-sim", "shop", "--tls", "--json", "--ca-file", self.ca, "--control", self.control, *options, ready='"ready":true')
        self.facts = json.loads(log[log.index("{"):])
        self.trust = ssl.create_default_context(cafile=self.ca)

    def sign_in(self):
        service = self.service
        command = [service.binary, "login", self.facts["address"], "--stdin", "--ca-file", self.ca, "--data", service.here / "data",
                   "--config", service.here / "till.toml"]
        subprocess.run(list(map(str, command)), input=f"{self.facts['user']}\n{self.facts['password']}\n", text=True, capture_output=True,
                       timeout=60, check=True)

    def obey(self, command):
        obey(self.control, command)

    def ask(self, method, path, body=None):
        """The shop's answer to whoever keeps it."""
        request = urllib.request.Request(f"{self.facts['address']}/wp-json/wc/v3/{path}", method=method,
                                         data=None if body is None else json.dumps(body).encode())
        login = base64.b64encode(f"{self.facts['key']}:{self.facts['secret']}".encode()).decode()
        request.add_header("Authorization", f"Basic {login}")
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, context=self.trust, timeout=30) as answer:
            return json.load(answer)

    def order(self, *lines):
        """A new order, by default of two coffees; returns its id."""
        return self.ask("POST", "orders", {"line_items": list(lines) or [{"product_id": 12, "quantity": 2}]})["id"]

    def add_to(self, order, quantity=1):
        """Somebody in the shop adds to an order."""
        self.ask("PUT", f"orders/{order}", {"line_items": [{"product_id": 12, "quantity": quantity}]})

    def fill(self, count, categories=()):
        """So many products more, in turn in these categories, which are made too; returns the ids of the categories."""
        made = [self.ask("POST", "products/categories", {"name": name})["id"] for name in categories]
        for start in range(0, count, 100):
            self.ask("POST", "products/batch", {"create": [
                {"name": f"Product {number:05}", "regular_price": f"{1 + number % 90}.50",
                 "categories": [{"id": made[number % len(made)]}] if made else []} for number in range(start, min(start + 100, count))]})
        return made
