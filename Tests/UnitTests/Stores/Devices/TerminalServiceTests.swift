import Flow
import Hardware
import Model
import Simulator
import Testing

@testable import Payments
@testable import Stores

/// Status, diagnosis, initialisation of a terminal between payments.
@Suite struct TerminalServiceTests {
    private let counter: Counter
    private static let address = SimulatedReaderService.address

    init() throws { counter = try Counter() }

    private func readers(_ change: (inout TerminalScenario) -> Void = { _ in }) -> SimulatedReaderService {
        var scenario = TerminalScenario()
        change(&scenario)
        return SimulatedReaderService(scenario, environment: counter.world.environment)
    }

    private func perform(
        _ service: TerminalService, on readers: any CardReaderService
    ) throws -> TerminalServiceReport {
        let till = try counter.start(readers: readers)
        return try counter.ask(till) { TerminalServiceAction.perform(service, on: Self.address, .eur, $0) }
    }

    @Test func theStatusSaysWhatTheTerminalNeeds() throws {
        let readers = readers { $0.demands = .diagnosis }
        let before = try perform(.status, on: readers)
        #expect(before.terminalID == "29001234")
        #expect(before.softwareVersion == "2.14.15")
        #expect(before.status?.nextStep == .diagnosis)
        _ = try perform(.diagnose(.line), on: readers)
        #expect(try perform(.status, on: readers).status == DeviceCode.success)
    }

    @Test func whatTheTerminalPrintsOfItselfIsTold() throws {
        let report = try perform(.initialise, on: readers())
        #expect(report.lines.contains { $0.contains("INITIALISIERUNG") })
        #expect(report.status == nil)
    }

    /// The times that a terminal tells are judged by the shop's zone, whatever the machine's is.
    @Test func theClockIsSetToTheShopsTime() throws {
        for hours in [0, 2, -9] {
            let profile = MerchantProfile(
                merchant: Receipt.Merchant(name: "Test", address: [], taxID: nil), footer: { _ in [] },
                utcOffset: { _ in hours * 3600 })
            let till = try counter.start(merchantProfile: profile)
            _ = try counter.ask(till) { TerminalServiceAction.perform(.setClock, on: Counter.terminal, .eur, $0) }
            let set = try #require(counter.readers.clocks.withLock { $0.last })
            let told = TransactionTimestamp(
                month: set.month, day: set.day, hour: set.hour, minute: set.minute, second: set.second)
            #expect(!told.isBefore(counter.world.now, utcOffset: hours * 3600))
            #expect(!told.isAfter(counter.world.now, utcOffset: hours * 3600))
        }
    }

    @Test func aTerminalThatWillNotSaysWhyAndWhatToDo() throws {
        let failure = #expect(throws: Failure.self) { try perform(.initialise, on: counter.readers) }
        #expect(failure?.code == "reader.refused")
        #expect(failure?.sentence == "The terminal refused: Function not possible (code 83).")
        #expect(failure?.remedy == "Call the terminal's service.")
    }

    @Test func whileAPaymentIsInDoubtNothingIsFoundOut() throws {
        try counter.write([.sending], 1042)
        let till = try counter.start()
        let failure = #expect(throws: Failure.self) {
            try counter.ask(till) { TerminalServiceAction.diagnose(Counter.terminal, .eur, isDeep: false, $0) }
        }
        #expect(failure?.code == "payment.inDoubt")
        #expect(counter.readers.connections.withLock { $0 } == 0)
    }

    @Test func underAnotherNameTheTerminalsDoubtIsKnownToo() throws {
        try counter.write([.sending], 1042, terminalID: "29001234")
        let till = try counter.start(readers: readers())
        let failure = #expect(throws: Failure.self) {
            try counter.ask(till) { TerminalServiceAction.perform(.initialise, on: Self.address, .eur, $0) }
        }
        #expect(failure?.code == "payment.inDoubt")
        _ = try counter.ask(till) { TerminalServiceAction.perform(.status, on: Self.address, .eur, $0) }
    }

    /// What it told of its last payment counts more than a diagnosis before its first.
    @Test func aTerminalThatTellsOfItsLastPaymentAfterAllIsNotCalledSilent() throws {
        let memory = ProfileMemory(storage: counter.storage)
        for (found, expected) in [
            (TerminalProfile.RepeatReceipt.tellsNothing, TerminalProfile.RepeatReceipt.tellsStatus),
            (.refuses, .refuses),
        ] {
            var profile = TerminalProfile()
            profile.repeatReceipt = found
            try memory.keep(StoredProfile(profile: profile, foundAt: counter.world.now), at: Self.address)
            memory.note(told: nil, at: Self.address)
            #expect(try memory.profile(at: Self.address)?.profile.repeatReceipt == found)
            memory.note(told: .approved(), at: Self.address)
            #expect(try memory.profile(at: Self.address)?.profile.repeatReceipt == expected)
        }
    }

    @Test(arguments: [(13, -60), (14, nil), (15, 60)] as [(Int, Int?)])
    func aClockThatIsOffIsKnownByTheNewestPaymentThere(hour: Int, minutes: Int?) throws {
        var result = TransactionResult.approved()
        (result.hour, result.second) = (hour, 0)
        let ledger = StoredLedger.sample(counter.storage, counter.world)
        var history = PaymentHistory(.sample())
        for event in [.intended(.sample()), .sending, .settled(.approved(result))] as [PaymentEvent] {
            history.apply(event)
            try ledger.write(event, of: history)
        }
        let found = try counter.storage.read { try ClockDeviation.all(in: $0) }
        #expect(found.map(\.minutes) == [minutes].compactMap { $0 })
        #expect(found.allSatisfy { $0.terminal == "serial:/dev/ttyS9" })
    }

    @Test func aTerminalThatIsBusyIsSaidToBe() {
        #expect(Failure.notReady(.refused(code: 0x9C)) == .terminalBusy)
        #expect(Failure.notReady(.aborted(code: 0x9C)) == .terminalBusy)
    }

    @Test func whileAPaymentIsInDoubtOnlyWhatAsksIsDone() throws {
        try counter.write([.sending], 1042)
        let till = try counter.start()
        let failure = #expect(throws: Failure.self) {
            try counter.ask(till) { TerminalServiceAction.perform(.initialise, on: Counter.terminal, .eur, $0) }
        }
        #expect(failure?.code == "payment.inDoubt")
        #expect(counter.readers.connections.withLock { $0 } == 0)
        _ = try counter.ask(till) { TerminalServiceAction.perform(.status, on: Counter.terminal, .eur, $0) }
        #expect(counter.readers.connections.withLock { $0 } == 1)
        #expect(try counter.open == ["pay-1042"])
    }

    @Test func aTerminalThatWorksForSomebodyElseIsNotDisturbed() throws {
        let claim = try counter.locks.take(terminal: Self.address)
        defer { claim.release() }
        let failure = #expect(throws: Failure.self) { try perform(.status, on: readers()) }
        #expect(failure?.code == "payment.terminalBusy")
    }
}
