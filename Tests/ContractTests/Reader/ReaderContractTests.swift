import Failures
import Flow
import Hardware
import Model
import Simulator
import Testing

/// What every `PaymentTerminal` promises, whatever is behind it.
@Suite struct ReaderContractTests {
    @Test(arguments: ReaderBackend.allCases)
    func registeringTellsTheTerminalsOwnNumber(_ backend: ReaderBackend) throws {
        try with(backend, .approve) { rig in
            let events = rig.ask(.register(.eur), on: try rig.service.connect(rig.address))
            #expect(events.shape == "af")
            guard case .completed(let state) = events.end else { return #expect(Bool(false), "\(events)") }
            #expect(state.terminalID == "29001234")
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func theStatusOfAnIdleTerminalIsReady(_ backend: ReaderBackend) throws {
        try with(backend, .approve) { rig in
            let events = rig.ask(.enquireStatus, on: try rig.registered())
            #expect(events.shape == "af")
            guard case .completed(let state) = events.end else { return #expect(Bool(false), "\(events)") }
            #expect(state.status == 0)
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func anApprovedPaymentComesInOrderAndEndsOnce(_ backend: ReaderBackend) throws {
        try with(backend, .approve) { rig in
            let events = rig.ask(.authorise(.fare), on: try rig.registered())
            #expect(events.shape == "arststsf")
            #expect(events.progress == [.presentCard, .wait, .watchPINPad, .wait, .waitingForHost, .removeCard])
            #expect(events.end == .completed(TerminalState()))
            #expect(events.texts.map(\.copy) == [.customer, .merchant])
            #expect(events.texts.map(\.endsReceipt) == [true, true])
            #expect(try rig.journal().netCharged() == 1250)
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func theResultIsWhatTheTerminalWroteDown(_ backend: ReaderBackend) throws {
        try with(backend, .approve) { rig in
            let events = rig.ask(.authorise(.fare), on: try rig.registered())
            let result = try #require(events.results.first)
            let entry = try #require(rig.journal().charges.first)
            #expect(result.resultCode == 0)
            #expect(result.amountMinor == entry.amountMinor)
            #expect(result.currencyNumber == 978)
            #expect(result.receiptNumber == entry.receipt)
            #expect(result.trace == entry.trace)
            #expect(result.turnoverNumber == entry.turnover)
            #expect(result.originalTrace == nil)
            #expect(result.terminalID == "29001234")
            #expect(result.panLastDigits == "1234")
            #expect(result.cardName == "Mastercard")
            #expect(result.technology == .contactless)
            #expect(result.holderVerification == .onlinePIN)
            #expect(result.contractNumber?.hasPrefix("100000001") == true)
            #expect(result.approvalCode?.hasPrefix("611804") == true)
            #expect(result.applicationID?.uppercased() == "A0000000041010")
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func theReceiptKeepsEuroAndUmlauts(_ backend: ReaderBackend) throws {
        try with(backend, .approve) { rig in
            let lines = rig.ask(.authorise(.fare), on: try rig.registered()).texts.flatMap(\.lines)
            #expect(lines.contains { $0.text == "Bäckerei Größ & Söhne" && $0.centred })
            #expect(lines.contains { $0.text == "Betrag 12,50 €" && $0.doubleWidth && $0.doubleHeight })
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func aDeclineEndsAsAbortedWithTheHostsCode(_ backend: ReaderBackend) throws {
        try with(backend, .decline) { rig in
            let events = rig.ask(.authorise(.fare), on: try rig.registered())
            #expect(events.shape == "arsf")
            #expect(events.results.map(\.resultCode) == [0x05])
            #expect(events.results.first?.additionalText == "Abgelehnt")
            #expect(events.end == .aborted(code: 0x05))
            #expect(try rig.journal().charges.isEmpty)
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func aCustomerWhoPressesStopEndsItWith6C(_ backend: ReaderBackend) throws {
        try with(backend, .customerCancel) { rig in
            let events = rig.ask(.authorise(.fare), on: try rig.registered())
            #expect(events.results.map(\.resultCode) == [0x6C])
            #expect(events.end == .aborted(code: 0x6C))
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func aFailingResultNeedNotBeTheLast(_ backend: ReaderBackend) throws {
        try with(backend, .wrongPINThenOK) { rig in
            let events = rig.ask(.authorise(.fare), on: try rig.registered())
            #expect(events.results.map(\.resultCode) == [0x37, 0x00])
            #expect(events.end == .completed(TerminalState()))
            #expect(try rig.journal().netCharged() == 1250)
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func prosoft1_cancellingWhileTheCardIsAwaitedEndsTheRequest(_ backend: ReaderBackend) throws {
        try with(backend, .noCard) { rig in
            let terminal = try rig.registered()
            let customer = ReaderCustomer(terminal)
            customer.start(.authorise(.fare))
            #expect(rig.wait { customer.events.progress.contains(.presentCard) })
            terminal.cancel()
            #expect(rig.wait { customer.finishes == 1 })
            #expect(customer.events.end == .aborted(code: 0x6C))
            #expect(try rig.journal().charges.isEmpty)
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func ecrterm11_aCancelThatComesTooLateChangesNothing(_ backend: ReaderBackend) throws {
        try with(backend, .approve) { rig in
            let terminal = try rig.registered()
            let customer = ReaderCustomer(terminal)
            customer.start(.authorise(.fare))
            #expect(rig.wait { customer.events.progress.contains(.waitingForHost) })
            terminal.cancel()
            #expect(rig.wait { customer.finishes == 1 })
            #expect(customer.events.end == .completed(TerminalState()))
            #expect(try rig.journal().netCharged() == 1250)
        }
    }

    func with(_ backend: ReaderBackend, _ name: TerminalScenario.Shipped, _ body: (any ReaderRig) throws -> Void) throws
    {
        let rig = try backend.rig(try TerminalScenario(name))
        defer { rig.stop() }
        try body(rig)
    }
}

/// What only the backend without a line can do.
@Suite struct SimulatedReaderServiceTests {
    @Test func aTerminalThatCannotRememberIsGoneBeforeItSaysAnything() throws {
        let world = VirtualWorld(seed: 13)
        let full = Failure(SimulatorFailure.journal, "The disk is full.", recovery: .askOperator)
        let service = SimulatedReaderService(TerminalScenario(), environment: world.environment) {
            entry throws(Failure) in
            if entry.event == .booked { throw full }
        }
        let customer = ReaderCustomer(try service.connect(SimulatedReaderService.address))
        customer.start(.authorise(.fare))
        world.advance(by: .seconds(10))
        #expect(customer.finishes == 1)
        #expect(customer.events.wasDisturbed)
        #expect(customer.events.results.isEmpty)
        #expect(service.journal.entries.map(\.event) == [.requested])
        #expect(service.discover().isEmpty)
    }
}
