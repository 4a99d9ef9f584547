import Foundation
import Glibc
import Testing

/// `till serve` on a kiosk's devices, and what a client gets from it.
struct ServedKiosk {
    struct Answer: CustomStringConvertible {
        let status: Int
        /// By their names in lower case.
        let fields: [String: String]
        let body: Data

        var document: [String: Any] { (try? JSONSerialization.jsonObject(with: body) as? [String: Any]) ?? [:] }
        var code: String { document["code"] as? String ?? "" }
        var items: [[String: Any]] { document["items"] as? [[String: Any]] ?? [] }
        func text(_ name: String) -> String { document[name] as? String ?? "" }
        func number(_ name: String) -> Int? { document[name] as? Int }
        var mediaType: String {
            (fields["content-type"] ?? "").prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        }
        var description: String { "\(status) \(fields)\n\(String(decoding: body, as: UTF8.self))" }
    }

    let kiosk: Kiosk
    let child: Child
    let port: UInt16
    let token: String

    /// Starts the service with the kiosk's devices in its configuration, and makes a token.
    ///
    /// - Parameters:
    ///   - readers: more terminals, by their names.
    ///   - giveUpAfter: for how many seconds a terminal is asked what became of a payment.
    ///   - everySeconds: how often the shop is asked what has happened there; nil for the usual pause.
    ///   - tables: more of the configuration.
    init(
        _ kiosk: Kiosk, scope: String = "operator", readers: [String: String] = [:], giveUpAfter: Int = 20,
        everySeconds: Int? = nil, tables: String = "", environment: [String: String] = [:], _ options: String...
    ) async throws {
        self.kiosk = kiosk
        try Self.configure(
            kiosk, readers: readers, giveUpAfter: giveUpAfter, everySeconds: everySeconds, tables: tables)
        token = try await Self.token(kiosk, scope)
        child = try await kiosk.startTill(["serve", "--listen", "127.0.0.1:0"] + options, environment: environment)
        let said = try await child.says("ready: ")
        let port = said.firstMatch(of: /127\.0\.0\.1:(\d+)/).flatMap { UInt16($0.1) }
        self.port = try #require(port, "\(said)")
    }

    static func configure(
        _ kiosk: Kiosk, readers: [String: String] = [:], giveUpAfter: Int = 20, everySeconds: Int? = nil,
        tables: String = ""
    ) throws {
        let folder = kiosk.path("home/config/till")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let more = readers.sorted { $0.key < $1.key }.map { name, address in
            "\n\n[[readers]]\nname = \"\(name)\"\naddress = \"\(address)\""
        }
        let text = """
            [policy]
            give_up_after = \(giveUpAfter)
            \(everySeconds.map { "notifications_every = \($0)" } ?? "")

            [[readers]]
            name = "counter"
            address = "\(kiosk.reader)"

            [[printers]]
            name = "receipts"
            address = "\(kiosk.printer)"\(more.joined())

            \(tables)
            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/till.toml"))
    }

    static func token(_ kiosk: Kiosk, _ scope: String) async throws -> String {
        let made = try await kiosk.till("tokens", "create", "--scope", scope, "--name", "test")
        try #require(made.code == 0, "\(made)")
        return made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Sends a request and reads the answer to its end. The answer has to be as the description of the interface says.
    func ask(
        _ method: String, _ path: String, _ body: String? = nil, key: String? = nil, token: String? = nil,
        fields: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Answer {
        let sent = try send(bytes(method, path, body, key: key, token: token, fields: fields))
        let answer = try #require(
            Self.parsed(sent), "\(String(decoding: sent, as: UTF8.self))", sourceLocation: sourceLocation)
        let schema = try #require(AnswerSchema.ofSources, sourceLocation: sourceLocation)
        #expect(
            schema.mistakes(in: answer, to: method, path) == [], "\(method) \(path): \(answer)",
            sourceLocation: sourceLocation)
        return answer
    }

    /// A request as it goes over the connection.
    func bytes(
        _ method: String, _ path: String, _ body: String? = nil, key: String? = nil, token: String? = nil,
        fields: [String: String] = [:]
    ) -> [UInt8] {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"]
        let token = token ?? self.token
        if !token.isEmpty { lines.append("Authorization: Bearer \(token)") }
        if let key { lines.append("Idempotency-Key: \(key)") }
        if let body { lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"] }
        for (name, value) in fields { lines.append("\(name): \(value)") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")).utf8)
    }

    /// Sends these bytes on a connection of their own, and returns all that comes back until it is closed, or for so many seconds.
    func send(_ bytes: [UInt8], within seconds: Int = 60) throws -> Data {
        let client = try RawClient(port: port, seconds: seconds)
        client.send(bytes)
        return client.rest()
    }

    /// The answer to the same request once it is as wanted; the last one if it never is.
    func ask(
        _ method: String, _ path: String, _ body: String? = nil, key: String? = nil, until isWanted: (Answer) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Answer {
        for _ in 0..<600 {
            let answer = try ask(method, path, body, key: key, sourceLocation: sourceLocation)
            if isWanted(answer) { return answer }
            await kiosk.pass(milliseconds: 100)
        }
        return try ask(method, path, body, key: key, sourceLocation: sourceLocation)
    }

    /// Listens until the payment has ended, and returns its document.
    func end(of payment: String) throws -> Answer {
        let client = try RawClient(port: port)
        client.send(
            "GET /v1/events?after=1 HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\n\r\n")
        var heard = Data()
        while let more = client.next() {
            heard += more
            let events = String(decoding: heard, as: UTF8.self).components(separatedBy: "\n\n")
            let isSettled = events.dropLast().contains {
                $0.contains("event: payment.settled\n") && $0.contains("\"payment\":\"\(payment)\"")
            }
            if isSettled { break }
        }
        return try ask("GET", "/v1/payments/\(payment)")
    }

    static func parsed(_ data: Data) -> Answer? {
        guard let gap = data.firstRange(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: data[..<gap.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else { return nil }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        return Answer(status: status, fields: fields, body: data[gap.upperBound...])
    }
}
