import Foundation
import Glibc
import Testing

/// A card number, and a track, through every field of every operation of the service: none is kept, logged or repeated.
@Suite struct ServedCanaryTests {
    private static let card = Canary.argument.digits
    private static let track = Canary.track.track2

    /// One operation of the description, as requests for it are made.
    private struct Operation {
        let method: String
        let template: String
        let queries: [String]
        let properties: [String]

        /// The path with these values in its places.
        func path(_ value: (String) -> String) -> String {
            template.split(separator: "/", omittingEmptySubsequences: false).map { part in
                part.hasPrefix("{") ? value(String(part.dropFirst().dropLast())) : String(part)
            }.joined(separator: "/")
        }
    }

    private static func operations(_ description: [String: Any]) throws -> [Operation] {
        let parameters = (description["components"] as? [String: Any])?["parameters"] as? [String: [String: Any]] ?? [:]
        let paths = try #require(description["paths"] as? [String: [String: [String: Any]]])
        return paths.sorted { $0.key < $1.key }.flatMap { template, operations in
            operations.sorted { $0.key < $1.key }.map { method, operation in
                let named = (operation["parameters"] as? [[String: Any]] ?? []).map { parameter in
                    (parameter["$ref"] as? String).flatMap { parameters[String($0.split(separator: "/").last ?? "")] }
                        ?? parameter
                }
                let media = ((operation["requestBody"] as? [String: Any])?["content"] as? [String: Any])?.values.first
                let schema = (media as? [String: Any])?["schema"] as? [String: Any]
                return Operation(
                    method: method.uppercased(), template: template,
                    queries: named.filter { $0["in"] as? String == "query" }.compactMap { $0["name"] as? String },
                    properties: (schema?["properties"] as? [String: Any] ?? [:]).keys.sorted())
            }
        }
    }

    @Test func aCardNumberThroughEveryFieldOfEveryOperationIsFoundNowhere() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk, "--log-level", "debug")
            let begun = try served.ask("POST", "/v1/payments", #"{"order": 1042}"#, key: "k1")
            let payment = begun.text("payment")
            _ = try served.end(of: payment)
            let operations = try Self.operations(try served.ask("GET", "/v1/openapi.json").document)
            #expect(operations.count >= 35)
            var answers = Data()
            for operation in operations {
                for request in Self.requests(operation, payment, served) {
                    answers += try served.send(request, within: operation.template == "/v1/events" ? 1 : 60)
                }
            }
            answers += try served.send(Self.oddRequests(served).reduce(into: []) { $0 += $1 }, within: 5)
            for request in Self.oddRequests(served) { answers += try served.send(request, within: 5) }
            #expect(String(decoding: answers, as: UTF8.self).contains("HTTP/1.1 422"))
            served.child.send(SIGTERM)
            let ending = try await served.child.end()
            #expect(ending.code == 0, "\(ending)")
            let search = CanarySearch()
            var finds = search.finds(in: answers, called: "an answer")
            finds += search.finds(in: Data((ending.output + ending.errors).utf8), called: "the log")
            finds += try search.finds(below: kiosk.directory)
            #expect(finds == [], "\(finds.joined(separator: "\n"))")
        }
    }

    /// Requests with the secrets in each place of one operation, by turns.
    private static func requests(_ operation: Operation, _ payment: String, _ served: ServedKiosk) -> [[UInt8]] {
        let escaped = track.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let real = operation.path { ["receipt": "last", "number": "1042", "event": "1"][$0] ?? payment }
        var requests: [[UInt8]] = []
        func add(
            _ path: String, _ body: String? = nil, key: String? = "canary", token: String? = nil,
            fields: [String: String] = [:]
        ) {
            requests.append(
                served.bytes(operation.method, path, body, key: key, token: token, fields: fields))
        }
        for secret in [card, escaped] {
            if operation.template.contains("{") { add(operation.path { _ in secret }, "{}") }
            for query in operation.queries + ["unknown"] { add("\(real)?\(query)=\(secret)", "{}") }
            add("\(real)?\(secret)=1", "{}")
        }
        for secret in [card, track] {
            for property in operation.properties + ["unknown", secret] {
                add(real, #"{"\#(property)": "\#(secret)"}"#)
                add(real, #"{"\#(property)": ["\#(secret)"]}"#)
                if secret == card { add(real, #"{"\#(property)": \#(secret)}"#) }
            }
            add(real, secret)
            add(real, #"{"order": 1043}"#, key: secret)
            add(real, token: secret)
            add(real, fields: ["Origin": "http://\(secret)"])
            add(
                real, "[",
                fields: [
                    "Last-Event-ID": secret, "Accept-Language": secret, "User-Agent": secret, "X-Card": secret,
                    "Referer": secret, "Cookie": "card=\(secret)", "X-\(card)": "1",
                ])
        }
        return requests
    }

    /// Requests that are of no operation.
    private static func oddRequests(_ served: ServedKiosk) -> [[UInt8]] {
        let end = " HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\nAuthorization: Bearer \(served.token)\r\n\r\n"
        return [
            "GET /\(card)\(end)", "\(card) /v1/orders\(end)", "GET /v1/orders/\(card)/\(card)\(end)",
            "GET /v1/orders HTTP/\(card)\r\n\r\n", "GET /v1/orders HTTP/1.1\r\nHost: \(card)\r\n\r\n",
            "\(track)\r\n\r\n",
            "DELETE /v1/payments/\(card)\(end)", "OPTIONS /v1/payments?card=\(card)\(end)",
        ].map { Array($0.utf8) }
    }
}
