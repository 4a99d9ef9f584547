import Foundation
import Testing

/// `till-sim shop` over TLS beside one kiosk.
struct SimulatedShop {
    let kiosk: Kiosk
    let facts: [String: String]
    private let hand: String

    /// Starts the shop and waits until it is ready.
    ///
    /// - Parameter file: what its files are called, where there are several shops.
    init(_ kiosk: Kiosk, file: String = "", _ options: String...) async throws {
        self.kiosk = kiosk
        hand = kiosk.path("hand\(file)")
        let ready = try await kiosk.start(
            Programs.path("till-sim"),
            ["shop", "--tls", "--json", "--ca-file", kiosk.path("ca\(file).pem"), "--control", hand]
                + options
        ).says("\"ready\":true")
        let document = try JSONSerialization.jsonObject(with: Data(ready.utf8)) as? [String: Any]
        facts = (document ?? [:]).compactMapValues { $0 as? String }
    }

    /// Runs a till that is signed in at a shop with a dozen orders and the plugin for shipment tracking.
    static func signedIn(_ body: @Sendable (Kiosk, SimulatedShop) async throws -> Void) async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "12", "--tracking")
            let login = try await shop.login()
            try #require(login.code == 0, "\(login)")
            try await body(kiosk, shop)
        }
    }

    /// Runs a program in Python that has `ask(method, path, body)` and prints what is printed.
    func python(_ lines: String) async throws -> Ending {
        let script = """
            import base64, json, re, ssl, sys, urllib.request, urllib.error, urllib.parse, socket
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
                facts["ca_file"] ?? "", hand,
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

    /// Has the shop make an order of two coffees, and returns its number.
    func newOrder() async throws -> Int {
        let made = try await python(
            """
            order = json.loads(ask("POST", "wc/v3/orders", {"line_items": [{"product_id": 12, "quantity": 2}]})[2])
            print(order["id"])
            """)
        return try #require(Int(made.output.trimmingCharacters(in: .whitespacesAndNewlines)), "\(made)")
    }

    /// Has a fault happen at the shop, or `mend` it.
    func obey(_ line: String) async throws {
        let told = try await python("print(obey('\(line)'))")
        try #require(told.output == "ok\n", "\(told)")
    }
}
