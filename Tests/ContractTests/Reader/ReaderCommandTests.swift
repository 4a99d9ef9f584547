import Flow
import Hardware
import Model
import Simulator
import Testing

/// What follows a payment, and a terminal's maintenance, with every backend.
@Suite struct ReaderCommandTests {
    @Test(arguments: ReaderBackend.allCases)
    func aPaymentIsReversedByItsReceiptNumber(_ backend: ReaderBackend) throws {
        try with(backend) { rig in
            let terminal = try rig.registered()
            let paid = try #require(rig.ask(.authorise(.fare), on: terminal).results.first)
            let receipt = try #require(paid.receiptNumber)
            let events = rig.ask(.reverse(receipt: receipt, .fare), on: terminal)
            #expect(events.shape == "arststsf")
            #expect(events.results.map(\.originalTrace) == [paid.trace])
            #expect(events.results.map(\.amountMinor) == [1250])
            #expect(events.end == .completed(TerminalState()))
            #expect(try rig.journal().netCharged() == 0)
            #expect(rig.ask(.reverse(receipt: receipt, .fare), on: terminal).end == .aborted(code: 0xB4))
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func aReversalOfWhatWasNotBookedIsAborted(_ backend: ReaderBackend) throws {
        try with(backend) { rig in
            let events = rig.ask(.reverse(receipt: 4711, .fare), on: try rig.registered())
            #expect(events == [.accepted, .finished(.aborted(code: 0xB5))])
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func aRefundPaysBackAndMayBeCancelled(_ backend: ReaderBackend) throws {
        try with(backend) { rig in
            let events = rig.ask(.refund(.fare), on: try rig.registered())
            #expect(events.shape == "arststsf")
            #expect(events.results.map(\.originalTrace) == [nil])
            #expect(try rig.journal().netCharged() == -1250)
        }
        try with(backend, .noCard) { rig in
            let terminal = try rig.registered()
            let customer = ReaderCustomer(terminal)
            customer.start(.refund(.fare))
            #expect(rig.wait { customer.events.progress.contains(.presentCard) })
            terminal.cancel()
            #expect(rig.wait { customer.finishes == 1 })
            #expect(customer.events.end == .aborted(code: 0x6C))
            #expect(try rig.journal().refunds.isEmpty)
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func aReservationIsKeptOpenUntilItIsBooked(_ backend: ReaderBackend) throws {
        try with(backend) { rig in
            let terminal = try rig.registered()
            let reserved = try rig.reserved(on: terminal)
            let open = rig.ask(.openPreauthorisations, on: terminal)
            #expect(open.openPreauthorisations == [[Preauthorisation(receiptNumber: reserved.receiptNumber)]])
            #expect(open.end == .completed(TerminalState()))
            #expect(rig.ask(.endOfDay, on: terminal).end == .aborted(code: 0x77))
            let booked = rig.ask(.book(reserved, .fare), on: terminal)
            #expect(booked.results.map(\.amountMinor) == [1250])
            #expect(booked.end == .completed(TerminalState()))
            #expect(rig.ask(.openPreauthorisations, on: terminal).openPreauthorisations == [[]])
            #expect(try rig.journal().netCharged() == 1250)
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func aReservationIsFreedInPartOrWhole(_ backend: ReaderBackend) throws {
        try with(backend) { rig in
            let terminal = try rig.registered()
            let first = try rig.reserved(on: terminal)
            #expect(rig.ask(.partialRelease(first, unused: .fare), on: terminal).end == .completed(TerminalState()))
            #expect(try rig.journal().netCharged() == 3750)
            let second = try rig.reserved(on: terminal)
            let tooMuch = Money(minorUnits: 5_001, currency: .eur)
            #expect(rig.ask(.book(second, tooMuch), on: terminal).end == .aborted(code: 0xB7))
            let whole = rig.ask(.release(second, .deposit), on: terminal)
            #expect(whole.end == .completed(TerminalState()))
            #expect(try rig.journal().netCharged() == 3750)
            #expect(try rig.journal().openReservations.isEmpty)
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func anEndOfDayTellsWhatWasBooked(_ backend: ReaderBackend) throws {
        try with(backend) { rig in
            let terminal = try rig.registered()
            _ = rig.ask(.authorise(.fare), on: terminal)
            let asked = rig.ask(.turnoverTotals, on: terminal)
            #expect(asked.shape == "amsf")
            let events = rig.ask(.endOfDay, on: terminal)
            #expect(events.shape == "amstsf")
            #expect(events.texts.map(\.copy) == [nil])
            let totals = try #require(events.totals.first)
            #expect(totals.totalMinor == 1250)
            #expect(totals.schemes == asked.totals.first?.schemes)
            #expect(totals.schemes?.first { $0.scheme == .mastercard }?.count == 1)
            #expect(totals.firstReceipt == 1)
            #expect(totals.lastReceipt == 1)
            #expect(rig.ask(.turnoverTotals, on: terminal).totals.map(\.totalMinor) == [0])
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func aTerminalThatWantsItsEndOfDaySaysSo(_ backend: ReaderBackend) throws {
        var scenario = try TerminalScenario(.approve)
        scenario.demands = .endOfDay
        try with(backend, scenario) { rig in
            let terminal = try rig.registered()
            #expect(rig.ask(.authorise(.fare), on: terminal).end == .aborted(code: 0xF0))
            #expect(rig.ask(.enquireStatus, on: terminal).state?.status == 0xF0)
            #expect(rig.ask(.endOfDay, on: terminal).end == .completed(TerminalState()))
            #expect(rig.ask(.enquireStatus, on: terminal).state?.status == 0)
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func aTerminalIsServed(_ backend: ReaderBackend) throws {
        try with(backend) { rig in
            let terminal = try rig.registered()
            let noon = try #require(TerminalClock(year: 2027, month: 3, day: 1, hour: 12, minute: 0, second: 0))
            #expect(rig.ask(.diagnose(.extended), on: terminal).shape == "atsf")
            #expect(rig.ask(.initialise, on: terminal).shape == "atsf")
            #expect(rig.ask(.setClock(noon), on: terminal).shape == "af")
            #expect(rig.ask(.logOff, on: terminal) == [.accepted, .finished(.completed(TerminalState()))])
            #expect(try rig.journal().entries.map(\.event) == [.diagnosed, .initialised])
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func aReceiptIsToldAgainAsItIsAskedFor(_ backend: ReaderBackend) throws {
        try with(backend) { rig in
            let terminal = try rig.registered()
            _ = rig.ask(.authorise(.fare), on: terminal)
            #expect(rig.ask(.repeatReceipt, on: terminal).shape == "arsf")
            #expect(rig.ask(.reprint(.last, withResult: false), on: terminal).shape == "atstsf")
            let customers = rig.ask(.reprint(.customer, withResult: true), on: terminal)
            #expect(customers.texts.map(\.copy) == [.customer])
            #expect(rig.ask(.reprint(.journal, withResult: true), on: terminal).end == .aborted(code: 0x83))
            #expect(try rig.journal().charges.count == 1)
        }
    }

    @Test(
        arguments: ReaderBackend.allCases,
        [DispenseResult.givenInPart(Money(minorUnits: 500, currency: .eur)), .notGiven])
    func whatIsBookedIsWhatWasGiven(_ backend: ReaderBackend, _ issue: DispenseResult) throws {
        try with(backend) { rig in
            let events = rig.ask(.authorise(.fare), on: try rig.registered()) { event in
                if case .result(_, let result) = event, result.resultCode == 0 { .goods(issue) } else { .stored }
            }
            let isPart = issue != .notGiven
            #expect(events.end == (isPart ? .completed(TerminalState()) : .aborted(code: 0x66)))
            #expect(try rig.journal().netCharged() == (isPart ? 500 : 0))
        }
    }

    /// Not on the pty, because the test waits for 25 seconds.
    @Test(arguments: [ReaderBackend.zvtInMemory, .inProcess])
    func goodsThatArePendingKeepTheTerminalWaiting(_ backend: ReaderBackend) throws {
        try with(backend) { rig in
            let customer = ReaderCustomer(try rig.registered()) { event in
                if case .result(let id, _) = event {
                    id.number > 2 ? .goods(.given) : .goods(.pending)
                } else {
                    .stored
                }
            }
            customer.start(.authorise(.fare))
            #expect(rig.wait { customer.finishes == 1 })
            #expect(customer.events.results.count > 1)
            #expect(customer.events.end == .completed(TerminalState()))
            #expect(try rig.journal().netCharged() == 1250)
        }
    }

    private func with(
        _ backend: ReaderBackend, _ name: TerminalScenario.Shipped = .approve, _ body: (any ReaderRig) throws -> Void
    ) throws {
        try with(backend, try TerminalScenario(name), body)
    }

    private func with(
        _ backend: ReaderBackend, _ scenario: TerminalScenario, _ body: (any ReaderRig) throws -> Void
    ) throws {
        let rig = try backend.rig(scenario)
        defer { rig.stop() }
        try body(rig)
    }
}

extension ReaderRig {
    fileprivate func reserved(on terminal: any PaymentTerminal) throws -> Preauthorisation {
        let result = try #require(ask(.preauthorise(.deposit), on: terminal).results.first)
        return try #require(Preauthorisation(result))
    }
}

extension [TerminalEvent] {
    fileprivate var totals: [TerminalTotals] {
        compactMap { if case .totals(_, let totals) = $0 { totals } else { nil } }
    }

    fileprivate var openPreauthorisations: [[Preauthorisation]] {
        compactMap { if case .openPreauthorisations(let open) = $0 { open } else { nil } }
    }

    fileprivate var state: TerminalState? {
        if case .completed(let state) = end { state } else { nil }
    }
}

extension Money {
    fileprivate static let deposit = Money(minorUnits: 5_000, currency: .eur)
}
