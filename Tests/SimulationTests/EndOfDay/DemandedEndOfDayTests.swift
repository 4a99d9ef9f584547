import Flow
import Hardware
import Model
import Simulator
import Storage
import StorageInMemory
import Stores
import Testing

/// Terminals that want their end of day before they take a payment (F0).
@Suite struct DemandedEndOfDayTests {
    /// A kiosk whose terminal demands its end of day at the second transaction of a day.
    private func kiosk() throws -> VirtualKiosk {
        var scenario = try TerminalScenario(.approve)
        scenario.endOfDayAfter = 1
        return try VirtualKiosk(scenario, journal: TerminalJournal(entries: [])) { world in MemoryStorage { world.now }
        }
    }

    @Test func byHandThePaymentIsRefusedAndSaysWhatToRun() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill()
        _ = till.pay(order: 1042)
        let refused = till.pay(order: 1043)?.failure
        #expect(refused?.code == "reader.endOfDayDemanded")
        #expect(refused?.remedy?.contains("till end-of-day") == true)
        #expect(kiosk.requests == 1 && kiosk.endsOfDay == 0)
        #expect(try till.endDay()?.get().outcome == .closed)
        #expect(try till.pay(order: 1043)?.get().outcome.word == "approved")
        #expect(try kiosk.violations() == [])
    }

    @Test func anUnattendedKioskEndsTheDayAndTakesThePayment() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill(endOfDay: .whenDemanded)
        _ = till.pay(order: 1042)
        let report = try #require(try till.pay(order: 1043, key: "k")?.get())
        #expect(report.outcome.word == "approved")
        #expect(kiosk.endsOfDay == 1)
        // The terminal never began what it refused.
        #expect(kiosk.requests == 2)
        #expect(try till.ask { EndOfDayAction.lastReport(terminal: nil, $0) }?.get().reconciliation.verdict == .agrees)
        #expect(try kiosk.violations() == [])
    }

    @Test func theSameKeyFindsThePaymentThatWentOn() throws {
        let kiosk = try kiosk()
        let till = try kiosk.startTill(endOfDay: .whenDemanded)
        _ = till.pay(order: 1042)
        let first = try #require(try till.pay(order: 1043, key: "k")?.get())
        let again = try #require(try till.pay(order: 1043, key: "k")?.get())
        #expect(again.payment == first.payment && again.wasKnown)
        // This holds also where the policy has changed by then.
        let byHand = try #require(try kiosk.startTill().pay(order: 1043, key: "k")?.get())
        #expect(byHand.payment == first.payment)
        #expect(kiosk.requests == 2)
    }

    /// Wherever the till dies, the order is charged once in the end.
    @Test func aKioskThatIsKilledOnTheWayChargesOnce() throws {
        var cuts = 0
        for deed in 1... {
            let kiosk = try kiosk()
            _ = try kiosk.startTill().pay(order: 1042)
            let life = TillLife(cut: CutPoint(deed: deed))
            _ = try kiosk.startTill(life, endOfDay: .whenDemanded).pay(order: 1043, key: "k")
            guard life.deedsBeforeCut != nil else { break }
            cuts += 1
            kiosk.world.advance(by: .seconds(60))
            let next = try kiosk.startTill(endOfDay: .whenDemanded)
            // The payment with this key may have ended without a charge; then the cashier asks again.
            _ = next.pay(order: 1043, key: "k")
            let anew = next.pay(order: 1043)
            let isPaid = anew?.report?.outcome.word == "approved" || anew?.failure?.code == "order.alreadyPaid"
            #expect(isPaid, "deed \(deed): \(String(describing: anew))")
            #expect(kiosk.terminal.journal.standingCharges.count == 2, "deed \(deed)")
            #expect(try kiosk.violations() == [], "deed \(deed)")
        }
        #expect(cuts > 40, "\(cuts) cuts in all")
    }
}
