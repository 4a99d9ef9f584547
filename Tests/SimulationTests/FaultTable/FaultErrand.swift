import Flow
import Hardware
import Model
import Simulator
import Storage
import StorageInMemory
import Stores

/// A payment, or any other transaction, through the till's own stores, with one fault at one place between the question
/// whether the terminal is ready and the last print.
struct FaultErrand: Sendable, CustomStringConvertible {
    static let order: Int64 = 1042

    let fault: Fault
    /// 0 means the whole conversation.
    let place: Int
    let errand: TransactionKind
    let profile: TerminalScenario.Profile
    let line: LineKind

    var description: String {
        "\(fault.rawValue)\(place > 0 ? " \(place)" : ""), \(errand.rawValue), \(profile.rawValue), \(line.word)"
    }

    /// Whether the terminal, once it answers, tells all that is needed; otherwise a doubt may remain.
    var canBeResolved: Bool {
        switch fault {
        case .wrongAmount, .otherResult: false
        default: TerminalScenario(profile).repeatReceipt.ability == .full
        }
    }

    /// Every fault with every errand and line, with the terminals in turn; at all places, or at those whose turn it is.
    static func cells(_ fault: Fault, allPlaces: Bool) -> [FaultErrand] {
        let profiles = TerminalScenario.Profile.allCases
        let turn = Fault.allCases.firstIndex(of: fault) ?? 0
        return TransactionKind.allCases.enumerated().flatMap { number, errand in
            LineKind.every.enumerated().flatMap { lineNumber, line in
                let profile = profiles[(turn + 7 * number + 4 * lineNumber) % profiles.count]
                let places = UsualErrand.of(errand, profile, line).places(of: fault, on: line)
                let chosen = places.enumerated().filter { allPlaces || $0.offset % 8 == (turn + number) % 8 }
                return (chosen.isEmpty ? places.prefix(1).map { $0 } : chosen.map(\.element)).map {
                    FaultErrand(fault: fault, place: $0, errand: errand, profile: profile, line: line)
                }
            }
        }
    }
}

/// How an errand goes when nothing goes wrong.
struct UsualErrand: Sendable {
    let said: [UInt16]
    let heard: [UInt16]
    let isApproved: Bool
    let deeds: [Deed]
    let took: Duration

    init(_ errand: TransactionKind, _ profile: TerminalScenario.Profile, _ line: LineKind) throws {
        let run = try ErrandRun(errand, TerminalScenario(profile), profile, line)
        deeds = run.deeds
        isApproved = run.word == "approved"
        took = run.took
        said = deeds.flatMap { deed -> [UInt16] in
            if case .receive(let bytes) = deed { bytes.zvtControls.filter(\.isControl) } else { [] }
        }
        heard = deeds.flatMap { deed -> [UInt16] in
            if case .send(let bytes) = deed { bytes.zvtControls.filter(\.isControl) } else { [] }
        }
    }

    private static let known = Shelf<String, UsualErrand>()

    static func of(_ errand: TransactionKind, _ profile: TerminalScenario.Profile, _ line: LineKind) -> UsualErrand {
        known.value("\(errand) \(profile) \(line)") {
            (try? UsualErrand(errand, profile, line))
                ?? UsualErrand(said: [], heard: [], isApproved: false, deeds: [], took: .zero)
        }
    }

    private var printsText: Bool { said.contains(0x06D1) || said.contains(0x06D3) }

    private init(said: [UInt16], heard: [UInt16], isApproved: Bool, deeds: [Deed], took: Duration) {
        (self.said, self.heard, self.isApproved, self.deeds, self.took) = (said, heard, isApproved, deeds, took)
    }

    /// No places on a terminal that does not serve this till. The last telegram that the terminal hears is left out: it
    /// then has all it asked for, and has closed the line.
    func places(of fault: Fault, on line: LineKind) -> [Int] {
        guard isApproved, fault.exists(on: line), fault != .latin1Text || printsText else { return [] }
        switch fault.target {
        case .all: return [0]
        case .said(let fits) where fault == .duplicateBlock:
            return said.dropLast().indices.filter { fits(said[$0]) }.map { $0 + 1 }
        case .said(let fits): return said.indices.filter { fits(said[$0]) }.map { $0 + 1 }
        case .heard:
            return heard.dropLast().indices.map { $0 + 1 }
        case .command: return heard.indices.filter { heard[$0] >> 8 != 0x80 && heard[$0] >> 8 != 0x84 }.map { $0 + 1 }
        }
    }
}

extension UInt16 {
    /// Whether this is the control field of a telegram, and not two bytes of data that look like the beginning of a
    /// block.
    fileprivate var isControl: Bool { [0x04, 0x05, 0x06, 0x80, 0x84].contains(self >> 8) }
}

/// One life in which the errand is run, and its result.
struct ErrandRun {
    let kiosk: VirtualKiosk
    private let original: PaymentID?
    private let errand: TransactionKind
    private(set) var word: String?
    private(set) var took = Duration.zero
    private(set) var deeds: [Deed] = []
    private(set) var violations: [String] = []

    /// Makes the payment or reservation that the errand refers to, with a terminal of this kind and no fault.
    init(
        _ errand: TransactionKind, _ scenario: TerminalScenario, _ profile: TerminalScenario.Profile, _ line: LineKind
    ) throws {
        self.errand = errand
        let first = errand.followsAnother ? TerminalScenario(profile) : scenario
        kiosk = try VirtualKiosk(first, on: line, journal: .earlierBooking) { world in MemoryStorage { world.now } }
        original = try errand.followsAnother ? errand.prepare(on: kiosk.startTill(), order: FaultErrand.order) : nil
        if errand.followsAnother { exchange(scenario) }
        try live()
    }

    /// Lets the cashier ask for the transaction, for the first time or again.
    mutating func live() throws {
        let life = TillLife()
        let till = try kiosk.startTill(life)
        let start = kiosk.world.uptime
        let report = errand.perform(on: till, order: FaultErrand.order, of: original)
        took = kiosk.world.uptime - start
        word = report.map { (try? $0.get())?.outcome.word ?? "refused" }
        _ = till.printPending()
        if deeds.isEmpty { deeds = life.deeds }
        violations += life.violations
        life.end()
    }

    func exchange(_ scenario: TerminalScenario) {
        kiosk.terminal.switchOff()
        kiosk.terminal.switchOn(scenario)
        kiosk.world.advance(by: .seconds(1))
    }
}

extension FaultErrand {
    /// Runs the errand, repairs what is broken, and runs it again. Returns what is wrong.
    func run() throws -> [String] {
        let usual = UsualErrand.of(errand, profile, line)
        var scenario = TerminalScenario(profile)
        fault.apply(at: place, to: &scenario)
        var run = try ErrandRun(errand, scenario, profile, line)
        var broken: [String] = []
        if run.word == nil { broken.append("it never ended") }
        let limit = usual.took + fault.delay(usual.bytes) * 2 + .seconds(310)
        if run.took > limit { broken.append("ended after \(run.took), not within \(limit)") }
        if fault != .mergedSegments, fault != .idleClose, run.deeds == usual.deeds {
            broken.append("the fault was not seen")
        }
        if fault.lasts { run.exchange(TerminalScenario(profile)) }
        // Longer than a terminal waits for anything.
        run.kiosk.world.advance(by: .seconds(240))
        try run.live()
        run.kiosk.world.advance(by: .seconds(60))
        broken += try run.violations + run.kiosk.violations()
        let open = try run.kiosk.storage.read { try $0.unsettledPayments() }.filter { !$0.waitsForAPerson }
        if !open.isEmpty, canBeResolved { broken.append("not resolved: \(open.map(\.outcome))") }
        run.kiosk.end()
        return broken
    }
}

extension UsualErrand {
    fileprivate var bytes: Int {
        deeds.reduce(0) { if case .receive(let bytes) = $1 { $0 + bytes.count } else { $0 } }
    }
}
