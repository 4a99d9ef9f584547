import Foundation
import Glibc
import Testing

/// `/v1/events`: nothing is missed, whoever leaves and comes back.
@Suite struct EventTests {
    @Test func aListenerThatComesBackHearsWhatItMissedAlsoAfterTheServiceWasStartedAnew() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let served = try await ServedKiosk(kiosk)
            let begun = try served.ask("POST", "/v1/payments", #"{"order": "1042"}"#, key: "k1")
            _ = try served.end(of: begun.text("payment"))
            let head = try #require(try served.ask("GET", "/v1/journal/head").document["sequence"] as? Int)
            served.child.send(SIGTERM)
            #expect(try await served.child.end().code == 0)
            let next = try await ServedKiosk(kiosk)
            let ids = try Self.ids(heardBy: next, after: 2, until: head)
            #expect(Array(ids.prefix(head - 2)) == Array(3...head))
        }
    }

    @Test func aListenerWhoseIdIsUnknownIsToldToReadAgain() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk)
            let client = try RawClient(port: served.port)
            client.send(
                "GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\nAuthorization: Bearer \(served.token)\r\n"
                    + "Last-Event-ID: 999\r\n\r\n")
            var heard = ""
            while !heard.contains("data: "), let more = client.next() { heard += String(decoding: more, as: UTF8.self) }
            #expect(heard.contains("event: reset\n"), "\(heard)")
        }
    }

    /// The facts of the journal are for those who may read it.
    @Test func aKioskHearsWhatHappensWithoutTheFacts() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk, scope: "kiosk")
            let client = try RawClient(port: served.port)
            client.send(
                "GET /v1/events?after=0 HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\n"
                    + "Authorization: Bearer \(served.token)\r\n\r\n")
            var heard = ""
            while !heard.contains("event: till.enrolled"), let more = client.next() {
                heard += String(decoding: more, as: UTF8.self)
            }
            #expect(heard.contains("event: till.enrolled") && !heard.contains("\"fact\""), "\(heard)")
        }
    }

    /// What is only shown has no id. How the print ended is an entry of the journal, with one.
    @Test func aPrintIsToldWhileItRunsWhileItWaitsForPaperAndWhenItHasEnded() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let printer = try await kiosk.printer("front", "--fault", "paper-out-at-row:300")
            let table = "[[printers]]\nname = \"front\"\naddress = \"\(printer.address)\""
            let served = try await ServedKiosk(kiosk, tables: table)
            let client = try RawClient(port: served.port)
            client.send(
                "GET /v1/events?after=1 HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\n"
                    + "Authorization: Bearer \(served.token)\r\n\r\n")
            _ = try served.ask("POST", "/v1/payments", #"{"order": 1042, "printer": "front"}"#, key: "k1")
            var heard = ""
            func listen(until isHeard: ([String]) -> Bool) {
                while !isHeard(Self.prints(in: heard)), let more = client.next() {
                    heard += String(decoding: more, as: UTF8.self)
                }
            }
            listen { $0.contains { $0.contains(#""state":"waiting""#) } }
            let waiting = Self.prints(in: heard)
            #expect(waiting.contains { $0.contains(#""state":"printing""#) && $0.contains(#""receipt":"rcp-"#) })
            #expect(waiting.contains { $0.contains(#""code":"printer.paperOut""#) }, "\(waiting)")
            // Whoever comes in the middle hears it too.
            let late = try RawClient(port: served.port)
            late.send(served.bytes("GET", "/v1/events"))
            var lateHeard = ""
            while !lateHeard.contains(#""state":"waiting""#), let more = late.next() {
                lateHeard += String(decoding: more, as: UTF8.self)
            }
            #expect(lateHeard.contains(#""state":"waiting""#), "\(lateHeard)")
            try printer.tell("mend")
            while !heard.contains("event: receipt.printed\n"), let more = client.next() {
                heard += String(decoding: more, as: UTF8.self)
            }
            #expect(heard.contains("event: receipt.printed\n"), "\(heard)")
            #expect(Self.prints(in: heard).allSatisfy { !$0.contains("id: ") })
        }
    }

    /// The events about prints without an id, of the whole ones that were heard.
    private static func prints(in heard: String) -> [String] {
        heard.components(separatedBy: "\n\n").dropLast().filter { $0.contains("event: print\n") }
    }

    @Test func aCallerHasThirtyTwoListenersAndNoMore() async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk)
            let listeners = try (0..<32).map { _ in
                let client = try RawClient(port: served.port)
                client.send(
                    "GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\n"
                        + "Authorization: Bearer \(served.token)\r\n\r\n")
                _ = client.next()
                return client
            }
            let refused = try served.ask("GET", "/v1/events")
            #expect(refused.status == 429 && refused.code == "request.tooMany", "\(refused)")
            // Listeners do not keep the service from stopping.
            served.child.send(SIGTERM)
            #expect(try await served.child.end().code == 0)
            #expect(listeners.count == 32)
        }
    }

    /// The kernel says that they have left. Nothing is written to them meanwhile that could fail.
    @Test(arguments: [false, true])
    func listenersThatHaveLeftMakeRoomAtOnce(sayingGoodbye: Bool) async throws {
        try await Kiosk.run { kiosk in
            let served = try await ServedKiosk(kiosk)
            var listeners = try (0..<32).map { _ in
                let client = try RawClient(port: served.port)
                client.send(served.bytes("GET", "/v1/events"))
                _ = client.next()
                return client
            }
            if sayingGoodbye { for listener in listeners { listener.sendNoMore() } } else { listeners = [] }
            var answer = ""
            for _ in 0..<50 where !answer.contains(" 200 ") {
                let client = try RawClient(port: served.port)
                client.send(served.bytes("GET", "/v1/events"))
                answer = String(decoding: client.next() ?? Data(), as: UTF8.self)
                await kiosk.pass(milliseconds: 100)
            }
            #expect(answer.contains(" 200 "), "\(answer)")
            // The answer to the one that still reads has an end.
            for listener in listeners { #expect(listener.rest().suffix(5) == Data("0\r\n\r\n".utf8)) }
        }
    }

    /// The numbers of the entries that a listener hears, until it has heard the last of them.
    private static func ids(heardBy served: ServedKiosk, after: Int, until last: Int) throws -> [Int] {
        let client = try RawClient(port: served.port)
        client.send(
            "GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\nAuthorization: Bearer \(served.token)\r\n"
                + "Last-Event-ID: \(after)\r\n\r\n")
        var heard = ""
        while !heard.contains("id: \(last)\n"), let more = client.next() {
            heard += String(decoding: more, as: UTF8.self)
        }
        // The first id is that of the listener's own place.
        return heard.matches(of: /id: (\d+)\n/).compactMap { Int($0.1) }.dropFirst().map { $0 }
    }
}
