import Testing

@testable import Simulator

@Suite struct TerminalPaymentTests {
    @Test func anApprovedPaymentIsBookedThenConfirmed() {
        var bench = TerminalBench.registered(TerminalScenario())
        let telegrams = bench.converse(TerminalBench.pay1250)
        #expect(telegrams.telegrams(0x040F).first?[3...4] == [0x27, 0x00])
        #expect(telegrams.telegrams(0x06D3).count == 2)
        #expect(telegrams.controls.last == "060F")
        #expect(bench.events == [.requested, .booked, .confirmed])
        #expect(bench.oracle.netCharged() == 1250)
    }

    @Test(arguments: ["04 00 00 00 00 FF FF", "04 00 00 00 00 00 1A", "04 00 00 00 00 12 50 49 09 7F"])
    func aPaymentWhoseNumbersAreNoDigitsIsRefusedAndNotWrittenDown(fields: String) {
        var bench = TerminalBench(TerminalScenario())
        let data = hex(fields)
        bench.send([0x06, 0x01, UInt8(data.count)] + data)
        #expect(bench.nextTelegram() == hex("84 83 00"))
        #expect(bench.events.isEmpty)
    }

    @Test func aBookingIsWrittenDownBeforeTheTillIsTold() {
        let bench = TerminalBench(TerminalScenario())
        var machine = bench.machine
        var now = TerminalMoment(uptime: .init(nanoseconds: 0), time: bench.time)
        var steps = machine.received(TerminalFraming.block(TerminalBench.pay1250), at: now)
        while let deadline = machine.deadline, steps.count < 1000 {
            now.uptime = deadline
            steps += machine.received([0x06], at: now)
            steps += machine.deadlineReached(at: now)
            if steps.contains(where: \.carriesResult) { break }
        }
        let booked = steps.firstIndex { if case .record(let entry) = $0 { entry.event == .booked } else { false } }
        let told = steps.firstIndex(where: \.carriesResult)
        #expect(booked != nil && told != nil)
        #expect((booked ?? .max) < (told ?? .min))
    }

    @Test func aRefusedResultIsReversedAndSaidSo() {
        var bench = TerminalBench.registered(TerminalScenario())
        let telegrams = bench.converse(TerminalBench.pay1250) {
            $0[1] == 0x0F && $0[0] == 0x04 ? [0x84, 0x66, 0x00] : TerminalBench.accepted
        }
        #expect(bench.events == [.requested, .booked, .reversed])
        #expect(bench.oracle.netCharged() == 0)
        #expect(telegrams.suffix(3) == [hex("04 FF 01 05"), hex("04 0F 02 27 66"), hex("06 1E 01 66")])
    }

    @Test(arguments: [
        (TerminalScenario.Undoing.reverses, TerminalJournal.Event.reversed, Int64(0)), (.keeps, .kept, 1250),
        (.declines, .voided, 0),
    ])
    func aMissingResponseIsSettledByTheTerminalsProfile(
        _ profile: TerminalScenario.Undoing, _ event: TerminalJournal.Event, _ charged: Int64
    ) {
        var scenario = TerminalScenario()
        scenario.onMissingResponse = profile
        var bench = TerminalBench.registered(scenario)
        bench.converseUntilResult(TerminalBench.pay1250)
        bench.pass(.seconds(29))
        #expect(bench.events == [.requested, .booked])
        bench.pass(.seconds(2))
        #expect(bench.events == [.requested, .booked, event])
        #expect(bench.oracle.netCharged() == charged)
    }

    @Test func theTillMaySetHowLongItsResponseTakes() {
        var bench = TerminalBench.registered(TerminalScenario())
        bench.converseUntilResult(hex("06 01 0C 04 00 00 00 00 12 50 49 09 78 01 03"))
        bench.pass(.seconds(4))
        #expect(bench.events.last == .reversed)
    }

    @Test func aResultThatTheLinkCannotDeliverIsSettledToo() {
        var bench = TerminalBench.registered(TerminalScenario())
        bench.converseUntilResult(TerminalBench.pay1250, acknowledged: false)
        bench.pass(.seconds(14))
        #expect(bench.events == [.requested, .booked])
        bench.pass(.seconds(2))
        #expect(bench.events == [.requested, .booked, .reversed])
    }

    @Test func aRefusedTextReversesThePayment() {
        var bench = TerminalBench.registered(TerminalScenario())
        let telegrams = bench.converse(TerminalBench.pay1250) {
            $0[1] == 0xD3 ? [0x84, 0xCC, 0x00] : TerminalBench.accepted
        }
        #expect(bench.events == [.requested, .booked, .confirmed, .reversed])
        #expect(telegrams.suffix(2) == [hex("04 FF 01 05"), hex("06 1E 01 CC")])
    }

    @Test func goodsNotYetIssuedAreAskedForAgainAfterTwoSeconds() {
        var bench = TerminalBench.registered(TerminalScenario())
        bench.converseUntilResult(TerminalBench.pay1250)
        bench.send([0x84, 0x9C, 0x00])
        _ = bench.next(1)
        bench.pass(.milliseconds(1900))
        #expect(bench.sent.isEmpty)
        #expect(bench.nextTelegram()?.prefix(2) == [0x04, 0x0F])
        #expect(bench.events == [.requested, .booked])
    }

    @Test func aDeclineTellsTheHostsCodeTwiceAndChargesNothing() {
        var bench = TerminalBench.registered(.shipped(.decline))
        let telegrams = bench.converse(TerminalBench.pay1250)
        #expect(telegrams.telegrams(0x040F).first?[4] == 0x05)
        #expect(telegrams.last == hex("06 1E 01 05"))
        #expect(bench.events == [.requested, .declined])
    }

    @Test func aWrongPINIsAFailingResultAfterWhichTheCardPhaseComesAgain() {
        var bench = TerminalBench.registered(.shipped(.wrongPINThenOK))
        let telegrams = bench.converse(TerminalBench.pay1250)
        #expect(telegrams.telegrams(0x040F).map { $0[4] } == [0x37, 0x00])
        #expect(telegrams.filter { $0 == hex("04 FF 01 0A") }.count == 2)
        #expect(bench.events == [.requested, .declined, .booked, .confirmed])
        #expect(bench.oracle.netCharged() == 1250)
    }

    @Test(arguments: [TerminalScenario.Shipped.customerCancel, .noCard])
    func withoutACardThePaymentEndsWith6C(_ scenario: TerminalScenario.Shipped) {
        var bench = TerminalBench.registered(.shipped(scenario))
        let telegrams = bench.converse(TerminalBench.pay1250)
        #expect(telegrams.suffix(2) == [hex("04 0F 02 27 6C"), hex("06 1E 01 6C")])
        #expect(bench.events == [.requested, .cancelled])
    }

    @Test func anAbortComesTooLateOnceTheCardIsThere() {
        var bench = TerminalBench.registered(TerminalScenario())
        bench.converseUntil(TerminalBench.pay1250) { $0 == hex("04 FF 01 04") }
        bench.send(hex("06 B0 00"))
        #expect(bench.nextTelegram() == hex("84 83 00"))
    }

    @Test func anotherCurrencyIsRefused() {
        var bench = TerminalBench(TerminalScenario())
        bench.send(hex("06 00 06 00 00 00 BE 07 56"))
        #expect(bench.nextTelegram() == hex("84 1E 04 6F 49 09 78"))
        var paying = TerminalBench.registered(TerminalScenario())
        #expect(paying.converse(hex("06 01 0A 04 00 00 00 00 12 50 49 07 56")).last == hex("06 1E 04 6F 49 09 78"))
        #expect(paying.oracle.charges.isEmpty)
    }

    @Test func aCommandItDoesNotKnowIsAnsweredSo() {
        var bench = TerminalBench(TerminalScenario())
        bench.send(hex("06 1A 00"))
        #expect(bench.nextTelegram() == hex("84 83 00"))
        bench.receive(TerminalBench.ack)
        bench.send(hex("06 01 03 C5 01 02"))
        #expect(bench.nextTelegram() == hex("84 83 00"))
    }

    @Test func receiptNumbersHaveFourDigitsAndBeginAnewAtOne() {
        var scenario = TerminalScenario()
        scenario.identity.firstReceipt = 9999
        var bench = TerminalBench.registered(scenario)
        bench.converse(TerminalBench.pay1250)
        bench.converse(TerminalBench.pay1250)
        #expect(bench.oracle.charges.map(\.receipt) == [9999, 1])
    }
}

extension SimulatedTerminalMachine.Step {
    fileprivate var carriesResult: Bool {
        guard case .write(let bytes) = self else { return false }
        return bytes.count > 4 && (0..<bytes.count - 3).contains { bytes[$0..<$0 + 4] == [0x10, 0x02, 0x04, 0x0F] }
    }
}

extension TerminalScenario {
    static func shipped(_ name: Shipped) -> TerminalScenario {
        do { return try TerminalScenario(name) } catch {
            Issue.record(error)
            return TerminalScenario()
        }
    }
}

extension TerminalBench {
    /// A terminal at which a till has registered with print commands and progress messages.
    static func registered(_ scenario: TerminalScenario, journal: [TerminalJournal.Entry] = []) -> TerminalBench {
        var bench = TerminalBench(scenario, journal: journal)
        bench.converse(registration)
        bench.pass(.milliseconds(1))
        _ = bench.next(bench.sent.count)
        return bench
    }

    /// Answers every telegram until one fits. That one is acknowledged if `acknowledged` says so, and gets no response.
    mutating func converseUntil(_ command: [UInt8], acknowledged: Bool = true, _ fits: ([UInt8]) -> Bool) {
        send(command)
        while let telegram = nextTelegram() {
            let isLast = fits(telegram)
            if !isLast || acknowledged { receive(Self.ack) }
            guard !isLast else { return }
            if telegram[0] != 0x80 { send(Self.accepted) }
        }
        Issue.record("the terminal ended before that")
    }

    mutating func converseUntilResult(_ command: [UInt8], acknowledged: Bool = true) {
        converseUntil(command, acknowledged: acknowledged) { $0.prefix(2) == [0x04, 0x0F] }
    }
}
