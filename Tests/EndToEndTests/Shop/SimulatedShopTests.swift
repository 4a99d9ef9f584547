import Foundation
import Testing

/// `till-sim shop` over TLS, asked by a program in Python and by `till` itself.
@Suite struct SimulatedShopTests {
    /// The shop of one kiosk.
    private struct Shop {
        let kiosk: Kiosk
        let facts: [String: String]

        init(_ kiosk: Kiosk, _ options: String...) async throws {
            self.kiosk = kiosk
            let ready = try await kiosk.start(
                Programs.path("till-sim"),
                ["shop", "--tls", "--json", "--ca-file", kiosk.path("ca.pem"), "--control", kiosk.path("hand")]
                    + options
            ).says("\"ready\":true")
            let document = try JSONSerialization.jsonObject(with: Data(ready.utf8)) as? [String: Any]
            facts = (document ?? [:]).compactMapValues { $0 as? String }
        }

        /// Runs a program in Python that has `ask(method, path, body)` and prints what is printed.
        func python(_ lines: String) async throws -> Ending {
            let script = """
                import base64, json, ssl, sys, urllib.request, urllib.error, urllib.parse, socket
                address, key, secret, ca, hand = sys.argv[1:]
                context = ssl.create_default_context(cafile=ca)
                def ask(method, path, body=None, login=True):
                    data = None if body is None else json.dumps(body).encode()
                    request = urllib.request.Request(address + "/wp-json/" + path, method=method, data=data)
                    if login:
                        word = base64.b64encode(f"{key}:{secret}".encode()).decode()
                        request.add_header("Authorization", "Basic " + word)
                    try:
                        with urllib.request.urlopen(request, context=context, timeout=20) as answer:
                            return answer.status, dict(answer.headers), answer.read()
                    except urllib.error.HTTPError as error:
                        return error.code, dict(error.headers), error.read()
                def obey(line):
                    with socket.socket(socket.AF_UNIX) as control:
                        control.connect(hand)
                        control.sendall(line.encode() + b"\\n")
                        return control.recv(4096).decode().strip()
                \(lines)
                """
            return try await kiosk.start(
                "/usr/bin/env",
                [
                    "python3", "-c", script, facts["address"] ?? "", facts["key"] ?? "", facts["secret"] ?? "",
                    facts["ca_file"] ?? "", kiosk.path("hand"),
                ]
            ).end()
        }

        func login() async throws -> Ending {
            let command = """
                printf '\(facts["user"] ?? "")\\n\(facts["password"] ?? "")\\n' | "\(Programs.path("till"))" login \
                \(facts["address"] ?? "") --stdin --ca-file "\(facts["ca_file"] ?? "")" --data "\(kiosk.data)"
                """
            return try await kiosk.start("/bin/sh", ["-c", command]).end()
        }
    }

    @Test func aStrangerReadsCreatesAndMeetsFaults() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await Shop(kiosk, "--orders", "120")
            let ending = try await shop.python(
                """
                status, headers, body = ask("GET", "wc/v3/orders?per_page=100")
                print("list", status, len(json.loads(body)), headers["x-wp-total"], headers["x-wp-totalpages"])
                status, _, body = ask("POST", "wc/v3/orders", {"line_items": [{"product_id": 12, "quantity": 2}]})
                order = json.loads(body)
                print("made", status, order["total"], order["_links"]["self"][0]["href"].startswith(address))
                print("control", obey("nothing") != "ok", obey("answer-lost,method=POST,times=1"))
                try: print("answered", ask("POST", "wc/v3/orders", {}))
                except Exception as error: print("lost", type(error).__name__)
                print("acted", json.loads(ask("GET", "wc/v3/orders?per_page=1")[2])[0]["id"] == order["id"] + 1)
                obey("truncated,times=1")
                try: print("whole", ask("GET", "wc/v3/orders")[0])
                except Exception as error: print("half", type(error).__name__)
                obey("huge-body:3000000,times=1")
                print("huge", len(ask("GET", "wc/v3/orders")[2]))
                obey("too-many-requests:9,times=1")
                print("busy", ask("GET", "wc/v3/orders")[0], ask("GET", "wc/v3/orders")[0])
                print(ask("POST", "wc/v3/orders", {"customer_note": "x" * 2100000})[0], ask("GET", "wc/v3", login=False)[0])
                """)
            let expected = """
                list 200 100 120 2
                made 201 7.20 True
                control True ok
                lost RemoteDisconnected
                acted True
                half IncompleteRead
                huge 3000000
                busy 429 200
                413 200
                """
            #expect(
                ending.code == 0 && ending.output.trimmingCharacters(in: .whitespacesAndNewlines) == expected,
                "\(ending)")
        }
    }

    @Test func webhooksAreDeliveredWithTheirSignature() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await Shop(kiosk, "--orders", "3")
            let ending = try await shop.python(
                """
                import hashlib, hmac, http.server, queue, threading
                heard = queue.Queue()
                class Hook(http.server.BaseHTTPRequestHandler):
                    def do_POST(self):
                        heard.put((dict(self.headers), self.rfile.read(int(self.headers["Content-Length"]))))
                        self.send_response(200); self.send_header("Content-Length", "0"); self.end_headers()
                    def log_message(self, *words): pass
                server = http.server.HTTPServer(("127.0.0.1", 0), Hook)
                threading.Thread(target=server.serve_forever, daemon=True).start()
                place = f"http://127.0.0.1:{server.server_port}/hook"
                ask("POST", "wc/v3/webhooks", {"topic": "order.updated", "delivery_url": place, "secret": "s3"})
                headers, body = heard.get(timeout=20)
                print("ping", body.decode(), headers.get("X-WC-Webhook-Signature"))
                ask("PUT", "wc/v3/orders/1001", {"customer_note": "ü"})
                headers, body = heard.get(timeout=20)
                own = base64.b64encode(hmac.new(b"s3", body, hashlib.sha256).digest()).decode()
                print(headers["X-WC-Webhook-Topic"], headers["X-WC-Webhook-Signature"] == own, json.loads(body)["id"])
                """)
            #expect(ending.output == "ping webhook_id=1 None\norder.updated True 1001\n", "\(ending)")
        }
    }

    @Test func statisticsNameTheCurrencyOfTheShop() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await Shop(kiosk, "--orders", "40", "--currency", "chf", "--http2")
            let login = try await shop.login()
            #expect(login.code == 0, "\(login)")
            let stats = try await kiosk.till("stats", "--range", "year")
            #expect(stats.code == 0, "\(stats)")
            #expect(stats.output.contains("gross CHF") && stats.output.contains("net CHF"), "\(stats)")
        }
    }

    /// The shop marks the order as paid, and its answer is lost: the order is told once, and not a second time.
    @Test func anOrderIsPaidOnceWhenTheAnswerOfTheShopIsLost() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await Shop(kiosk, "--orders", "5")
            let made = try await shop.python(
                """
                order = json.loads(ask("POST", "wc/v3/orders", {"line_items": [{"product_id": 12, "quantity": 2}]})[2])
                print(order["id"])
                """)
            let order = try #require(Int(made.output.trimmingCharacters(in: .whitespacesAndNewlines)), "\(made)")
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let login = try await shop.login()
            #expect(login.code == 0, "\(login)")
            let told = try await shop.python("print(obey('answer-lost,method=PUT,times=1'))")
            #expect(told.output == "ok\n", "\(told)")
            let paid = try await kiosk.pay(order)
            #expect(paid.code == 0, "the card was charged: \(paid)")
            #expect(try await kiosk.pay(order).code == 8, "the order is paid")
            #expect(try await kiosk.till("outbox", "list").output.isEmpty)
            let after = try await shop.python(
                """
                order = json.loads(ask("GET", "wc/v3/orders/\(order)")[2])
                notes = json.loads(ask("GET", "wc/v3/orders/\(order)/notes")[2])
                changes = [note for note in notes if "to Processing" in note["note"]]
                print(order["status"], order["total"], order["transaction_id"] != "", len(changes))
                """)
            #expect(after.output == "processing 7.20 True 1\n", "\(after)")
            #expect(try await kiosk.till("journal", "verify").code == 0)
        }
    }
}
