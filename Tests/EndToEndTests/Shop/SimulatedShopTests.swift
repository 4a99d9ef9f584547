import Foundation
import Testing

/// `till-sim shop` over TLS, asked by a program in Python and by `till` itself.
@Suite struct SimulatedShopTests {
    @Test func aStrangerReadsCreatesAndMeetsFaults() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "120")
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
            let shop = try await SimulatedShop(kiosk, "--orders", "3")
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

    /// The file of the shop's authority is away, as on a disk that is not mounted yet.
    @Test func aLoginThatCannotBeUsedIsNotSaidToBeEndedByTheShop() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "3")
            #expect(try await shop.login().code == 0)
            let file = try #require(shop.facts["ca_file"])
            try FileManager.default.moveItem(atPath: file, toPath: "\(file).away")
            let asked = try await kiosk.till("orders", "list")
            #expect(asked.code == 10 && asked.errors.contains("no login for the shop that it can use"), "\(asked)")
            #expect(!asked.errors.contains("ended the session") && asked.errors.contains(file), "\(asked)")
            try FileManager.default.moveItem(atPath: "\(file).away", toPath: file)
            #expect(try await kiosk.till("orders", "list").code == 0, "nothing was forgotten")
        }
    }

    @Test func statisticsNameTheCurrencyOfTheShop() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "40", "--currency", "chf", "--http2")
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
            let shop = try await SimulatedShop(kiosk, "--orders", "5")
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
