import Foundation
import Testing

/// Money of one shop is given back, and its reservations are ended, while the till is signed in to another shop that has
/// orders of the same numbers.
@Suite struct OtherShopsMoneyTests {
    private func id(_ ending: Ending, _ prefix: String) throws -> String {
        try #require(
            (ending.output + ending.errors).firstMatch(of: try Regex("\(prefix)-[A-Z0-9]+")).map { String($0.0) },
            "\(ending)")
    }

    @Test("A payment is reversed for the order of its own shop") func aReversalIsOfThePaymentsOwnShop() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, file: "-a", "--orders", "3", "--name", "Café Aurora")
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let paid = try await kiosk.pay(1042)
            #expect(paid.code == 0, "\(paid)")
            #expect(try await shop.login().code == 0)
            let reversed = try await kiosk.till(
                "reverse", try id(paid, "pay"), "--reader", kiosk.reader, "--printer", kiosk.printer)
            #expect(reversed.code == 0, "\(reversed)")
            #expect(try await kiosk.till("login", "--embedded").code == 0)
            let order = try await kiosk.till("orders", "show", "1042")
            #expect(order.output.contains("pending"), "\(order)")
            #expect(try await kiosk.pay(1042).code == 0)
        }
    }

    @Test("A reservation is never booked for another shop's order") func aReservationIsBookedForItsOwnOrder()
        async throws
    {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, file: "-a", "--orders", "3", "--name", "Café Aurora")
            try await kiosk.startTerminal("{\"based_on\": \"approve\", \(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let devices = ["--reader", kiosk.reader, "--printer", kiosk.printer]
            let held = try await kiosk.startTill(["reserve", "--order", "1043"] + devices).end()
            #expect(held.code == 0, "\(held)")
            let reservation = try id(held, "res")
            #expect(try await shop.login().code == 0)
            let refused = try await kiosk.startTill(["reservations", "book", reservation] + devices).end()
            #expect(refused.code == 8 && refused.errors.contains("reservation.otherShop"), "\(refused)")
            #expect(try await kiosk.till("login", "--embedded").code == 0)
            let booked = try await kiosk.startTill(["reservations", "book", reservation] + devices).end()
            #expect(booked.code == 0, "\(booked)")
        }
    }
}
