import Flow
import Model
import Simulator
import Storage
import StorageInMemory
import Payments
import Stores
import Testing

/// Cases outside the table of single cuts: cuts during the recovery of cuts, numbers that begin anew, a disk from
/// yesterday, and two requests for the same thing.
@Suite struct CrashSpecialTests {
    /// For each row of the table one deed of an approved payment that lies in it, and two more deeds.
    static let firstCuts = [19, 24, 36, 38, 41, 45, 50, 54]

    @Test(arguments: firstCuts, [Reading.everyAcknowledgement, .keeps])
    func aRecoveryCutOffTwiceStillFindsTheTruth(first: Int, reading: Reading) throws {
        let run = CrashCase(kind: .approve, reading: reading, cut: .tillDies, terminalState: .approving)
        for second in stride(from: 1, to: 25, by: 2) {
            let cuts = [CutPoint(deed: second), CutPoint(deed: 1 + (second * 5 + first) % 24, isTorn: second % 4 == 1)]
            let tally = try CrashRun(run, at: CutPoint(deed: first), then: cuts)
            #expect(tally.violations.isEmpty, "\(tally) then \(cuts): \(tally.violations)")
        }
    }

    @Test(arguments: [9998, 9999], Reading.allCases)
    func receiptNumbersThatBeginAnewConfuseNobody(receipt: Int, reading: Reading) throws {
        let run = CrashCase(kind: .approve, reading: reading, cut: .tillDies, terminalState: .approving)
        for deed in stride(from: 17, to: 60, by: 4) {
            let tally = try CrashRun(run, at: CutPoint(deed: deed), earlier: .booking(receipt: receipt))
            #expect(tally.violations.isEmpty, "\(tally): \(tally.violations)")
        }
    }

    @Test func aDiskFromBeforeThePaymentReversesNothing() throws {
        let (kiosk, memory) = try kioskInMemory()
        let backup = memory.copy()
        _ = try kiosk.startTill().pay(order: 1042)
        kiosk.storage = backup
        let life = TillLife()
        let report = try #require(try kiosk.startTill(life).pay(order: 1043)).get()
        #expect(report.outcome.word == "approved")
        #expect(kiosk.truth.standing.map(\.entry.amountMinor).count == 2)
        #expect(life.violations.isEmpty)
    }

    @Test func aDiskFromDuringAPaymentLeavesItInDoubtOnceTheTerminalHasGoneOn() throws {
        let (kiosk, memory) = try kioskInMemory()
        #expect(try kiosk.startTill(dyingAt: .s6).pay(order: 1042) == nil)
        let backup = memory.copy()
        let till = try kiosk.startTill()
        _ = till.pay(order: 1042)
        _ = till.pay(order: 1043)
        #expect(kiosk.truth.standing.count == 2)
        kiosk.storage = backup
        let next = try kiosk.startTill().pay(order: 1042)
        #expect(next?.failure?.code == "payment.inDoubt")
        #expect(try kiosk.storage.read { try $0.unsettledPayments() }.count == 1)
        #expect(kiosk.truth.requests.count == 2)
        #expect(kiosk.truth.standing.count == 2)
    }

    @Test(arguments: [nil, Checkpoint.s1, .s2, .s5, .s6, .s8])
    func twoCallersWithOneKeyGetOnePaymentAndTheSameAnswer(dyingAt: Checkpoint?) throws {
        let (kiosk, _) = try kioskInMemory()
        if let dyingAt { #expect(try kiosk.startTill(dyingAt: dyingAt).pay(order: 1042, key: "k") == nil) }
        let till = try kiosk.startTill()
        let boxes = [Mailbox<PaymentReport>(), Mailbox<PaymentReport>()]
        for box in boxes {
            till.stores.manager.dispatch(
                CardPresentPaymentsAction.collectPayment(till.request(1042, "k"), Reply { box.put($0) }))
        }
        // Longer than anything may still run on a terminal that was not seen to be busy.
        kiosk.world.advance(by: .seconds(300))
        let later = try #require(till.pay(order: 1042, key: "k")).get()
        let answers = boxes.compactMap { $0.value?.success }
        #expect(!answers.isEmpty)
        #expect(answers.allSatisfy { $0.payment == later.payment && $0.outcome == later.outcome })
        #expect(boxes.compactMap { $0.value?.failure?.code }.allSatisfy { $0 == "payment.terminalBusy" })
        #expect(kiosk.truth.requests.count <= 1)
        #expect(try kiosk.violations().isEmpty)
    }

    @Test func woocommerce21748_twoTillsForOneOrderChargeItOnce() throws {
        let (kiosk, _) = try kioskInMemory()
        let locks = ProcessDeviceLocks()
        let tills = try [kiosk.startTill(locks: locks), kiosk.startTill(locks: locks)]
        let boxes = tills.map { till in
            let box = Mailbox<PaymentReport>()
            till.stores.manager.dispatch(
                CardPresentPaymentsAction.collectPayment(till.request(1042), Reply { box.put($0) }))
            return box
        }
        kiosk.world.advance(by: .seconds(120))
        #expect(boxes.count { $0.value?.success?.outcome.word == "approved" } == 1)
        #expect(boxes.count { $0.value?.failure?.code == "payment.terminalBusy" } == 1)
        #expect(kiosk.truth.requests.count == 1)
        #expect(try kiosk.violations().isEmpty)
    }

    /// Equal payments on both storages leave equal journals, to the last hash.
    @Test(arguments: [TerminalScenario.Shipped.approve, .decline, .lostAckReversed])
    func whatIsInMemoryIsWhatSQLiteWouldHold(_ shipped: TerminalScenario.Shipped) throws {
        let scenario = try TerminalScenario(shipped)
        let kiosks = try [kioskInMemory(scenario).kiosk, VirtualKiosk(scenario, journal: .earlierBooking)]
        let heads = try kiosks.map { kiosk in
            let till = try kiosk.startTill()
            _ = till.pay(order: 1042)
            _ = till.printPending()
            _ = till.pay(order: 1043)
            return try kiosk.storage.read { try $0.journalHead() }
        }
        #expect(heads[0] == heads[1])
        #expect(heads[0].sequence > 5)
    }

    private func kioskInMemory(
        _ scenario: TerminalScenario = TerminalScenario()
    ) throws -> (kiosk: VirtualKiosk, memory: MemoryStorage) {
        var memory: MemoryStorage?
        let kiosk = try VirtualKiosk(scenario, journal: .earlierBooking) { world in
            let made = MemoryStorage { world.now }
            memory = made
            return made
        }
        return (kiosk, try #require(memory))
    }
}
