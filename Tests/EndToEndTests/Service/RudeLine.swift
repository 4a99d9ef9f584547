/// What a client should not send.
struct RudeLine {
    let name: String
    let bytes: [UInt8]

    private init(_ name: String, _ text: String, _ more: [UInt8] = [], _ rest: String = "") {
        self.name = name
        bytes = Array(text.utf8) + more + Array(rest.utf8)
    }

    /// All of them, for a service at a port.
    static func all(port: UInt16, token: String) -> [RudeLine] {
        heads(host: "Host: 127.0.0.1:\(port)\r\n", token: "Authorization: Bearer \(token)\r\n")
            + bodies(host: "Host: 127.0.0.1:\(port)\r\n", token: "Authorization: Bearer \(token)\r\n")
    }

    private static let end = "Connection: close\r\n\r\n"
    private static let megabyte = String(repeating: " ", count: 1 << 20)

    private static func heads(host: String, token: String) -> [RudeLine] {
        let version = " HTTP/1.1\r\n"
        let many = (0..<10_000).map { "X-\($0): y\r\n" }.joined()
        return [
            RudeLine("10,000 fields", "GET /v1/orders" + version + host + token + many + "\r\n"),
            RudeLine("a field of a megabyte", "GET /v1/orders" + version + host + "X-Long: a" + megabyte + "\r\n\r\n"),
            RudeLine(
                "a path that is no UTF-8", "GET /v1/orders/", [0xC3, 0x28], version + host + token + end),
            RudeLine("a path with zeros", "GET /v1/payments/%00%2e%2e%2f" + version + host + token + end),
            RudeLine("no HTTP", "\u{16}\u{03}\u{01} hello\r\n\r\n"),
            RudeLine("no Host", "GET /v1/orders" + version + token + end),
            RudeLine("another Host", "GET /v1/orders" + version + "Host: evil.example\r\n" + token + end),
            RudeLine("no token", "GET /v1/orders" + version + host + end),
            RudeLine("half a token", "GET /v1/orders" + version + host + "Authorization: Bearer till_\r\n" + end),
        ]
    }

    private static func bodies(host: String, token: String) -> [RudeLine] {
        let post = "POST /v1/payments HTTP/1.1\r\n" + host + token + "Idempotency-Key: rude\r\nConnection: close\r\n"
        let json = post + "Content-Type: application/json\r\n"
        let chunked = "Transfer-Encoding: chunked\r\n"
        return [
            RudeLine("two lengths", json + "Content-Length: 2\r\nContent-Length: 4\r\n\r\n{}{}"),
            RudeLine(
                "a length and chunks",
                json + "Content-Length: 4\r\n" + chunked + "\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n"),
            RudeLine("a length that is no number", json + "Content-Length: -1\r\n\r\n{}"),
            RudeLine("a body of a megabyte", json + "Content-Length: 1048576\r\n\r\n" + megabyte),
            RudeLine("chunks of a megabyte", json + chunked + "\r\n100000\r\n" + megabyte + "\r\n0\r\n\r\n"),
            RudeLine("a body that is no UTF-8", json + "Content-Length: 4\r\n\r\n", [0xFF, 0xFE, 0x7B, 0x7D]),
            RudeLine(
                "nested lists", json + "Content-Length: 40000\r\n\r\n" + String(repeating: "[", count: 40_000)),
            RudeLine("another Origin", json + "Origin: https://evil.example\r\nContent-Length: 2\r\n\r\n{}"),
            RudeLine(
                "a form",
                post + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10\r\n\r\norder=1042"),
        ]
    }
}
