import Flow
import Hardware
import Model
import Simulator
import Payments
import Stores
import Testing

/// `till readers diagnose` with terminals of each kind, over simulated lines.
@Suite struct DiagnoseTests {
    private static let lines: [LineKind] = [.raw, .stream(.kept), .stream(.transaction)]

    private func diagnose(_ kiosk: VirtualKiosk) throws -> Result<TerminalDiagnosis, Failure> {
        let till = try kiosk.startTill()
        return try #require(
            till.ask { TerminalServiceAction.diagnose(kiosk.terminal.address, .eur, isDeep: true, $0) })
    }

    private func kept(_ kiosk: VirtualKiosk) throws -> TerminalProfile? {
        try ProfileMemory(storage: kiosk.storage).profile(at: kiosk.terminal.address)?.profile
    }

    @Test(arguments: TerminalScenario.Profile.allCases, Self.lines)
    func eachKindOfTerminalIsFoundOutAndKept(_ kind: TerminalScenario.Profile, _ line: LineKind) throws {
        let kiosk = try VirtualKiosk(TerminalScenario(kind), on: line)
        // Some terminals take a payment only from a till that knows how to register with them.
        _ = try diagnose(kiosk).get()
        let till = try kiosk.startTill()
        #expect(till.pay(order: 1042)?.value?.outcome.isApproved == true)
        let before = kiosk.terminal.journal.charges.count
        let diagnosis = try diagnose(kiosk).get()
        #expect(diagnosis.profile == kind.expected)
        #expect(try kept(kiosk) == kind.expected)
        #expect(kiosk.terminal.journal.charges.count == before)
        #expect(kiosk.terminal.journal.reversals.isEmpty)
        #expect(diagnosis.asked.map(\.took).max() ?? .zero < .seconds(10))
    }

    /// Otherwise the payment would stay in doubt.
    @Test(arguments: [false, true]) func portalum26_afterADisturbanceATerminalIsAskedTheWayItAnswers(_ isKnown: Bool)
        throws
    {
        let kiosk = try VirtualKiosk(TerminalScenario(.lostAck).on(.repeatsWithPrint))
        if isKnown { #expect(try diagnose(kiosk).get().profile.repeatReceipt == .onlyWithPrint) }
        let outcome = try kiosk.startTill().pay(order: 1042)?.value?.outcome
        #expect(outcome?.isApproved == isKnown)
        #expect(kiosk.terminal.journal.requests.count == 1)
    }

    /// A terminal may tell of its payments only once it has taken one.
    @Test func aTerminalThatToldNothingBeforeItsFirstPaymentIsNotCalledSilent() throws {
        let kiosk = try VirtualKiosk(
            TerminalScenario(.paxA80), journal: TerminalJournal(entries: []))
        #expect(try diagnose(kiosk).get().profile.repeatReceipt == .unknown)
        #expect(try kept(kiosk)?.repeatReceipt == .unknown)
        #expect(try kiosk.startTill().pay(order: 1042)?.value?.outcome.isApproved == true)
        #expect(try diagnose(kiosk).get().profile.repeatReceipt == .tellsNothing)
    }

    @Test func whatHasNotTakenAPaymentYetLeavesTheQuestionOpen() throws {
        let kiosk = try VirtualKiosk(TerminalScenario(), journal: TerminalJournal(entries: []))
        let profile = try diagnose(kiosk).get().profile
        #expect(profile.repeatReceipt == .unknown)
        #expect(profile.prints == .unknown)
        #expect(profile.registration == .full)
    }

    enum Obstacle: CaseIterable, Sendable {
        case silence, stranger, garbage, password

        func apply(to scenario: inout TerminalScenario) {
            switch self {
            case .silence: scenario.silence = .fromStart
            case .stranger: scenario.faults.foreignBytes = [0x15, 0x03, 0x69]
            case .garbage: scenario.faults.foreignBytes = [0x55, 0xAA, 0x41, 0xF7, 0x2A]
            case .password: scenario.identity.password = "123456"
            }
        }

        var code: String {
            switch self {
            case .silence: "reader.noAnswer"
            case .stranger, .garbage: "reader.foreignProtocol"
            case .password: "reader.notReady"
            }
        }
    }

    @Test(arguments: Obstacle.allCases, Self.lines)
    func aTerminalThatCannotBeAskedLeavesNoProfile(_ obstacle: Obstacle, _ line: LineKind) throws {
        var scenario = TerminalScenario()
        obstacle.apply(to: &scenario)
        let kiosk = try VirtualKiosk(scenario, on: line)
        let failure = #expect(throws: Failure.self) { try diagnose(kiosk).get() }
        #expect(failure?.code == obstacle.code)
        #expect(failure?.remedy != nil)
        #expect(try kept(kiosk) == nil)
    }

    /// A diagnosis that was not completed is not kept: a line ends (a pulled cable, a reset), or the terminal falls
    /// silent, restarts, or sends what cannot be read.
    @Test(arguments: [TerminalScenario.TerminalFault.What.lineLost, .silence, .restart, .unreadable], Self.lines)
    func aConversationThatBreaksOffAnywhereLeavesNoProfile(
        _ what: TerminalScenario.TerminalFault.What, _ line: LineKind
    ) throws {
        let whole = try diagnose(try VirtualKiosk(TerminalScenario(), on: line, journal: .earlierBooking)).get().profile
        var broken: [Int] = []
        for telegram in stride(from: 1, through: Self.beyondTheLast, by: 2) {
            var scenario = TerminalScenario()
            scenario.faults.faults = [TerminalScenario.TerminalFault(what, at: telegram)]
            let kiosk = try VirtualKiosk(scenario, on: line, journal: .earlierBooking)
            switch try diagnose(kiosk) {
            case .failure(let failure):
                broken.append(telegram)
                #expect(failure.code.hasPrefix("reader.") || failure.code.hasPrefix("line."), "at \(telegram)")
                #expect(try kept(kiosk) == nil, "at \(telegram)")
            case .success(let diagnosis):
                #expect(diagnosis.profile == whole, "at \(telegram)")
                #expect(try kept(kiosk) == whole, "at \(telegram)")
            }
        }
        #expect(!broken.isEmpty && broken.last != Self.beyondTheLast, "\(broken)")
    }

    /// More telegrams than a terminal sends during a diagnosis, on any line.
    private static let beyondTheLast = 61

    @Test(arguments: Self.lines) func aCablePulledInTheMiddleLeavesNoProfile(_ line: LineKind) throws {
        let kiosk = try VirtualKiosk(TerminalScenario(.ignoresAbort), on: line)
        let till = try kiosk.startTill()
        let answer = Mailbox<TerminalDiagnosis>()
        till.stores.manager.dispatch(
            TerminalServiceAction.diagnose(kiosk.terminal.address, .eur, isDeep: false, Reply { answer.put($0) }))
        // The questions take less time than this; then the abort is waited for.
        kiosk.world.advance(by: .seconds(3))
        #expect(answer.value == nil)
        kiosk.terminal.pullCable(backAfter: nil)
        kiosk.world.advance(by: .seconds(60))
        #expect(throws: Failure.self) { try #require(answer.value).get() }
        #expect(try kept(kiosk) == nil)
    }
}

extension Result {
    fileprivate var value: Success? { try? get() }
}

extension PaymentOutcome {
    fileprivate var isApproved: Bool { if case .approved = self { true } else { false } }
}

extension TerminalScenario.Profile {
    /// The profile that a conversation without money can find out.
    fileprivate var expected: TerminalProfile {
        var profile = TerminalProfile()
        profile.terminalID = "29001234"
        profile.softwareVersion = "2.14.15"
        profile.registration = .full
        profile.characterSets = [.utf8, .latin9, .latin1]
        profile.statusEnquiry = .eitherWay
        profile.repeatReceipt = .tellsStatus
        profile.prints = .byBlock
        profile.totals = .given
        profile.abortAtRest = .given
        switch self {
        case .reverses, .keeps, .reversesOnlyLast, .closesIdle: break
        case .cardComplete: profile.statusEnquiry = .onlyWithPassword
        case .paxA80: (profile.repeatReceipt, profile.prints) = (.tellsNothing, .unknown)
        case .repeatsWithPrint: profile.repeatReceipt = .onlyWithPrint
        case .repeatsText: profile.repeatReceipt = .onlyText
        case .refusesRepeat: (profile.repeatReceipt, profile.prints) = (.refuses, .unknown)
        case .printsByLine: profile.prints = .byLine
        case .refusesAbort: profile.abortAtRest = .refused
        case .ignoresAbort: profile.abortAtRest = .ignored
        case .westernEuropean: profile.characterSets = [.latin9]
        case .refusesCharacterSets: (profile.registration, profile.characterSets) = (.withoutCharacterSet, nil)
        case .old:
            (profile.registration, profile.characterSets) = (.bare, nil)
            (profile.statusEnquiry, profile.prints, profile.totals) = (.onlyBare, .byLine, .refused)
        }
        return profile
    }
}
