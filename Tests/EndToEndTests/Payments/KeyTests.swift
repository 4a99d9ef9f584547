import Glibc
import Testing

/// Idempotency keys, orders that are paid, and terminals with an unresolved payment.
@Suite struct KeyTests {
    @Test func odoo79680_theSameKeyIsAnsweredWithTheSamePaymentAndNothingIsSent() async throws {
        try await Kiosk.run { kiosk in
            try await Self.startDevices(of: kiosk)
            let first = try kiosk.decode(Payment.self, try await kiosk.pay(1042, "--key", "k1", "--json"))
            let second = try kiosk.decode(Payment.self, try await kiosk.pay(1042, "--key", "k1", "--json"))
            #expect(second.payment == first.payment)
            #expect(!first.known && second.known)
            #expect(try kiosk.terminalJournal().requests.count == 1)
            #expect(try kiosk.pages().count == 2)
        }
    }

    @Test(arguments: [["--amount", "12.50"], ["--order", "1043"]])
    func theSameKeyForAnotherRequestIsAConflict(_ other: [String]) async throws {
        try await Kiosk.run { kiosk in
            try await Self.startDevices(of: kiosk)
            let devices = ["--reader", kiosk.reader, "--printer", kiosk.printer]
            let key = ["--key", "k1"]
            let first = try await kiosk.startTill(["pay", "--amount", "11.50"] + devices + key).end()
            #expect(first.code == 0, "\(first)")
            let second = try await kiosk.startTill(["pay"] + other + devices + key).end()
            #expect(second.code == 8, "\(second)")
            #expect(try kiosk.terminalJournal().requests.count == 1)
        }
    }

    @Test(arguments: [["k1", "k1"], ["k1", "k2"]])
    func stripeTerminalAndroid747_twoTillsForOneOrderChargeOnce(_ keys: [String]) async throws {
        try await Kiosk.run { kiosk in
            try await Self.startDevices(of: kiosk)
            var both: [Child] = []
            for key in keys { both.append(try await kiosk.startTill(kiosk.payment() + ["--key", key])) }
            let endings = [try await both[0].end(), try await both[1].end()]
            #expect(endings.contains { $0.code == 0 }, "\(endings)")
            // The second process found the terminal busy, or the payment done: its own, or the other's.
            let second: Set<Int32> = keys[0] == keys[1] ? [0, 75] : [8, 75]
            #expect(endings.filter { $0.code != 0 }.allSatisfy { second.contains($0.code ?? -1) }, "\(endings)")
            #expect(try kiosk.terminalJournal().requests.count == 1)
            try await kiosk.expectTheTruth(charges: 1, endings[0])
        }
    }

    @Test func wooIOS13128_anOrderThatIsPaidIsNotPaidAgain() async throws {
        try await Kiosk.run { kiosk in
            try await Self.startDevices(of: kiosk)
            let first = try await kiosk.pay()
            #expect(first.code == 0, "\(first)")
            let second = try await kiosk.pay()
            #expect(second.code == 8, "\(second)")
            #expect(try kiosk.terminalJournal().requests.count == 1)
        }
    }

    /// The card was charged in a terminal whose cable was then unplugged. Another order has to wait until the terminal
    /// answers.
    @Test func sumupAndroidSDK111_aPaymentInDoubtBlocksItsTerminalUntilItAnswers() async throws {
        try await Kiosk.run { kiosk in
            let gone = try await kiosk.startTerminal(#"{"based_on": "cable-gone", \#(Kiosk.quick)}"#)
            try await kiosk.startPrinter()
            let doubtful = try await kiosk.pay(giveUpAfter: 2)
            #expect(doubtful.code == 5, "\(doubtful)")
            let payment = try await kiosk.why().payment
            let blocked = try await kiosk.pay(1043, giveUpAfter: 1)
            #expect(blocked.code == 75, "\(blocked)")
            #expect(blocked.errors.contains(payment), "\(blocked)")
            gone.send(SIGTERM)
            try await gone.end()
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let paid = try await kiosk.pay(1043)
            #expect(paid.code == 0, "\(paid)")
            for order in [1042, 1043] { #expect(try await kiosk.order(order).isPaid) }
            #expect(try kiosk.terminalJournal().standingCharges.map(\.amountMinor) == [1150, 2820])
            #expect(try await kiosk.why(payment).final)
        }
    }

    @Test func aRepeatedKeyIsAnsweredWithoutAskingTheShop() async throws {
        try await Kiosk.run { kiosk in
            let shop = try await SimulatedShop(kiosk, "--orders", "3")
            let (order, held) = (try await shop.newOrder(), try await shop.newOrder())
            try await Self.startDevices(of: kiosk)
            #expect(try await shop.login().code == 0)
            let commands = [
                kiosk.payment(of: order) + ["--key", "k1", "--tip", "1.00", "--json"],
                [
                    "reserve", "--order", "\(held)", "--reader", kiosk.reader, "--printer", kiosk.printer, "--key",
                    "k2",
                    "--json",
                ],
            ]
            var begun: [Payment] = []
            for command in commands {
                begun.append(try kiosk.decode(Payment.self, try await kiosk.startTill(command).end()))
            }
            // A shop that hangs is asked nothing.
            try await shop.obey("slow:60000")
            for (command, first) in zip(commands, begun) {
                let again = try kiosk.decode(Payment.self, try await kiosk.startTill(command).end())
                #expect(again.payment == first.payment && again.known && !first.known)
            }
            #expect(try kiosk.terminalJournal().requests.count == 1, "the payment; a reservation is none")
        }
    }

    struct Payment: Decodable {
        let payment: String
        let known: Bool
    }

    private static func startDevices(of kiosk: Kiosk) async throws {
        try await kiosk.startTerminal("{\(Kiosk.quick)}")
        try await kiosk.startPrinter()
    }
}
