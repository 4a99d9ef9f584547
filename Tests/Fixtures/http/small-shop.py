"""A small WooCommerce for tests: index, login by application password, two orders, and what a till tells it.

    small-shop.py FOLDER     prints its port on the first line

Every request but those of the control is a line of FOLDER/requests. `POST /control` with {"revoked": …} or {"gone": …}
switches between accepting and refusing the login, and between having the order 1043 and not having it.
"""

import base64
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LOGIN = "Basic " + base64.b64encode(b"anna:abcdefgh").decode()
SETTINGS = {
    "woocommerce_currency": "EUR", "woocommerce_currency_pos": "right_space", "woocommerce_price_thousand_sep": ".",
    "woocommerce_price_decimal_sep": ",", "woocommerce_price_num_decimals": "2",
}
state = {"revoked": False, "gone": False}


def order(number, customer):
    line = {"id": 1, "name": "Cake", "quantity": 1, "total": "12.50", "total_tax": "0.00"}
    return {
        "id": number, "number": str(number), "status": "pending", "currency": "EUR", "total": "12.50",
        "billing": {"first_name": customer, "last_name": ""}, "line_items": [line], "shipping_lines": [],
        "fee_lines": [], "tax_lines": [], "coupon_lines": [],
    }


orders = {1042: order(1042, "K\u00e4the <script>"), 1043: order(1043, "Zo\u00eb")}


class Shop(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body, **headers):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        headers.setdefault("Content-Type", "application/json; charset=UTF-8")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def complain(self, status, code):
        self.answer(status, {"code": code, "message": "No.", "data": {"status": status}})

    def handle_request(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        path = self.path.partition("?")[0]
        root = "http://" + self.headers["Host"]
        if path == "/control":
            state.update(json.loads(body))
            return self.answer(200, state)
        with open(os.path.join(sys.argv[1], "requests"), "a") as file:
            file.write(f"{self.command} {path} {body}\n")
        if path == "/":
            link = f'<{root}/wp-json/>; rel="https://api.w.org/"'
            return self.answer(200, b"<html></html>", Link=link, Content_Type="text/html")
        if path == "/wp-json/":
            spaces = {"name": "Caf\u00e9 Gr\u00f6\u00df", "url": root, "home": root, "gmt_offset": 0,
                      "timezone_string": "", "namespaces": ["wp/v2", "wc/v3"]}
            return self.answer(200, spaces)
        if self.headers.get("Authorization") != LOGIN or state["revoked"]:
            return self.complain(401, "woocommerce_rest_cannot_view")
        return self.resource(path.removeprefix("/wp-json/wc/v3/"), body)

    def resource(self, path, body):
        if path == "orders/batch":
            return self.answer(200, {})
        if path == "orders":
            return self.answer(200, list(orders.values()), X_WP_Total="2", X_WP_TotalPages="1")
        if path == "settings/general":
            return self.answer(200, [{"id": name, "value": value} for name, value in SETTINGS.items()])
        number = path.removeprefix("orders/")
        known = orders.get(int(number)) if number.isdigit() else None
        if known is None or (state["gone"] and number == "1043" and self.command == "PUT"):
            return self.complain(404, "woocommerce_rest_shop_order_invalid_id")
        if self.command == "PUT" and json.loads(body).get("set_paid"):
            known["status"] = "processing"
        return self.answer(200, known)

    do_GET = do_PUT = do_POST = do_HEAD = handle_request


server = ThreadingHTTPServer(("127.0.0.1", 0), Shop)
print(f"shop ready 127.0.0.1:{server.server_address[1]}", flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
threading.Event().wait()
