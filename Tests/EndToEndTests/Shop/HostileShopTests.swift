import Foundation
import Simulator
import Testing

/// A shop, or something before it, that answers wrongly: the command says what it is, and goes on when it is over.
@Suite struct HostileShopTests {
    @Test func whatIsWrongWithTheAnswerOfTheShopIsSaidByItsCode() async throws {
        try await SimulatedShop.signedIn { kiosk, shop in
            let faults = [
                ("server-error", "shop.server"), ("unavailable", "shop.server"), ("truncated", "shop.truncated"),
                ("too-many-requests:9", "shop.server"), ("huge-body:20000000", "shop.answerTooLarge"),
                ("wrong-charset", "shop.wrongCharset"), ("redirect-loop", "shop.redirectLoop"),
            ]
            for (fault, code) in faults {
                try await shop.obey(fault)
                let asked = try await kiosk.till("products", "list", "--limit", "2")
                #expect(asked.code == 75 && asked.errors.contains(code), "\(fault): \(asked)")
                #expect(asked.output.isEmpty, "\(fault): \(asked)")
                try await shop.obey("mend")
                #expect(try await kiosk.till("whoami").code == 0, "\(fault) ends no session")
            }
            let asked = try await kiosk.till("products", "list", "--limit", "2")
            #expect(asked.code == 0 && asked.output.split(separator: "\n").count == 2, "\(asked)")
        }
    }

    @Test func whatTheShopToldLastIsShownWithItsAgeWhateverItAnswersNow() async throws {
        try await SimulatedShop.signedIn { kiosk, shop in
            let before = try await kiosk.till("products", "list", "--limit", "2")
            #expect(before.code == 0 && !before.output.isEmpty, "\(before)")
            for (fault, code) in [("server-error", "shop.server"), ("truncated", "shop.truncated")] {
                try await shop.obey(fault)
                let asked = try await kiosk.till("products", "list", "--limit", "2")
                #expect(asked.code == 0 && asked.output == before.output, "\(fault): \(asked)")
                #expect(asked.errors.contains(code) && asked.errors.contains("what the shop said"), "\(asked)")
                try await shop.obey("mend")
            }
        }
    }

    /// The other address is a server of our own, which hears everything that is sent there.
    @Test func theLoginDoesNotFollowARedirect() async throws {
        try await SimulatedShop.signedIn { kiosk, shop in
            let order = try await shop.newOrder()
            let receiver = try EventReceiver(["/trap": .answers(200, body: "[]")])
            let trap = receiver.url("/trap")
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            try await shop.obey("redirect:\(trap)")
            let asked = try await kiosk.till("products", "list")
            let login = try await shop.login()
            let refused = try await kiosk.pay(order)
            for ending in [asked, login, refused] {
                #expect(ending.code == 75 && ending.errors.contains("shop.moved"), "\(ending)")
                #expect(ending.errors.contains(trap), "\(ending)")
            }
            try await shop.obey("mend")
            #expect(try kiosk.terminalJournal().standingCharges.isEmpty, "an order that is not told is not charged")

            try await shop.obey("redirect:\(trap),method=PUT")
            #expect(try await kiosk.pay(order).code == 0)
            let waiting = try await kiosk.till("outbox", "list")
            let message = try #require(waiting.output.firstMatch(of: /order\.paid-pay-\S+/)).0
            let retried = try await kiosk.till("outbox", "retry", String(message))
            #expect(retried.code == 75 && retried.errors.contains("shop.moved"), "\(retried)")
            #expect(receiver.heard(at: "/trap").isEmpty, "nothing is sent there")
            try await shop.obey("mend")
            // A service tells the shop by itself, and may have been faster.
            let told = try await kiosk.till("outbox", "retry", String(message))
            #expect(told.code == 0 || told.errors.contains("outbox.notFound"), "\(told)")
            #expect(try await kiosk.till("outbox", "list").output.isEmpty)
            try await kiosk.expectTheTruth(charges: 1, of: order, retried)
        }
    }

    /// A shop over plain http, where a consumer key signs each request with the time (OAuth 1.0a).
    @Test func aShopWhoseClockIsWrongIsSaidToBeSo() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await PlainShop(kiosk)
            let hand = shop.hand
            try ControlSocket.tell(hand, "clock:3600")
            let refused = try await shop.login()
            #expect(refused.code == 75 && refused.errors.contains("shop.wrongClock"), "\(refused)")
            #expect(try await kiosk.till("whoami").output == "operator\n", "a refused login changes nothing")
            try ControlSocket.tell(hand, "mend")
            #expect(try await shop.login().code == 0)
            for seconds in [3600, -3600] {
                try ControlSocket.tell(hand, "clock:\(seconds)")
                let asked = try await kiosk.till("products", "list")
                #expect(asked.code == 75 && asked.errors.contains("shop.wrongClock"), "\(asked)")
                #expect(try await kiosk.till("whoami").code == 0, "a wrong clock ends no session")
                try ControlSocket.tell(hand, "mend")
            }
            try ControlSocket.tell(hand, "clock:600")
            #expect(try await kiosk.till("products", "list").code == 0, "a quarter of an hour is allowed")
        }
    }

    /// `0.0.0.0` leads to this machine, and is no address by which the till knows that.
    @Test func httpToAnotherMachineHasToBePermitted() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await PlainShop(kiosk)
            let address = (shop.facts["address"] ?? "").replacing("127.0.0.1", with: "0.0.0.0")
            let refused = try await shop.login(at: address)
            #expect(refused.code == 64 && refused.errors.contains("shop.invalidAddress"), "\(refused)")
            #expect(refused.errors.contains("--allow-http"), "\(refused)")
            let readable = try await shop.login(at: address, ("user", "password"), "--allow-http")
            #expect(readable.code == 64 && readable.errors.contains("shop.needsHTTPS"), "\(readable)")
            #expect(try await kiosk.till("whoami").output == "operator\n", "a refused login changes nothing")

            let permitted = try await shop.login(at: address, ("key", "secret"), "--allow-http")
            #expect(permitted.code == 0, "\(permitted)")
            let listed = try await kiosk.till("products", "list", "--limit", "1")
            #expect(listed.code == 0 && !listed.output.isEmpty, "\(listed)")
        }
    }
}

/// A shop over plain http.
private struct PlainShop {
    let hand: String
    let facts: [String: String]
    private let kiosk: Kiosk

    init(_ kiosk: Kiosk) async throws {
        self.kiosk = kiosk
        hand = kiosk.path("hand")
        let ready = try await kiosk.start(
            Programs.path("till-sim"), ["shop", "--json", "--orders", "3", "--control", hand]
        ).says("\"ready\":true")
        let document = try JSONSerialization.jsonObject(with: Data(ready.utf8)) as? [String: Any]
        facts = (document ?? [:]).compactMapValues { $0 as? String }
    }

    /// Runs `till login` at the shop or at another address. `names` are those of the facts that are typed as the login.
    func login(
        at address: String? = nil, _ names: (String, String) = ("key", "secret"), _ options: String...
    ) async throws -> Ending {
        let command = """
            printf '\(facts[names.0] ?? "")\\n\(facts[names.1] ?? "")\\n' | "\(Programs.path("till"))" login \
            \(address ?? facts["address"] ?? "") --stdin --data "\(kiosk.data)" \(options.joined(separator: " "))
            """
        return try await kiosk.start("/bin/sh", ["-c", command]).end()
    }
}
