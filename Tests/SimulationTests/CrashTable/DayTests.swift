import Flow
import Foundation
import Model
import Simulator
import Storage
import StorageInMemory
import Payments
import Testing

/// Days of a kiosk on which everything happens at random: payments, refunds and reversals, reservations and what ends
/// them, and ends of day, requested or demanded; each is cut off or not. At the end, the terminal's own journal, the
/// till's journal and its orders are compared. The seed determines the whole day: `TILL_SEEDS=4711 swift test --filter
/// DayTests` plays it again, `TILL_SEEDS=1-100000` is a campaign.
@Suite struct DayTests {
    static let seeds: [ClosedRange<UInt64>] = {
        let wanted = ProcessInfo.processInfo.environment["TILL_SEEDS"] ?? "1-12"
        let ends = wanted.split(separator: "-").compactMap { UInt64($0) }
        guard let first = ends.first, let last = ends.last, first <= last else { return [1...1] }
        return stride(from: first, through: last, by: 1000).map { $0...min(last, $0 + 999) }
    }()

    @Test(arguments: seeds)
    func noDayBreaksAnInvariant(_ seeds: ClosedRange<UInt64>) throws {
        var total = DayOfKiosk.Tally()
        for seed in seeds {
            var day = try DayOfKiosk(seed: seed)
            try day.live()
            total.add(day.tally)
            #expect(day.tally.violations.isEmpty, "seed \(seed): \(day.tally.violations.joined(separator: "\n"))")
        }
        print("days \(seeds): \(total)")
    }
}

/// One day: some orders, each tried until nobody cares, some payments given back, with cuts of every kind in between;
/// and the end of the day, sometimes more than one.
struct DayOfKiosk {
    struct Tally: CustomStringConvertible {
        var payments = 0
        var cuts = 0
        /// How often a terminal ended its day.
        var ends = 0
        var outcomes: [String: Int] = [:]
        var violations: [String] = []

        mutating func add(_ other: Tally) {
            payments += other.payments
            cuts += other.cuts
            ends += other.ends
            outcomes.merge(other.outcomes, uniquingKeysWith: +)
            violations += other.violations
        }

        var description: String {
            let words = outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
            return
                "\(payments) transactions, \(cuts) cuts, \(ends) ends of day, \(words), \(violations.count) violations"
        }
    }

    private static let orders: [Int64] = [1042, 1043, 1044, 1045, 1046]

    private let kiosk: VirtualKiosk
    /// How the one terminal reads the ZVT document, which stays the same all day.
    private let reading: Reading
    /// After this many transactions the terminal demands its end of day, which the till then runs by itself.
    private let demandsAfter: Int?
    private var chance: SeededGenerator
    private(set) var tally = Tally()

    init(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        reading = Reading.allCases.randomElement(using: &chance) ?? .resultOnly
        demandsAfter = [nil, nil, 3, 5].randomElement(using: &chance) ?? nil
        self.chance = chance
        kiosk = try VirtualKiosk(
            TerminalScenario(), seed: seed, journal: .earlierBooking, orders: Self.orders.map(OrderID.init(rawValue:))
        ) { world in MemoryStorage { world.now } }
    }

    mutating func live() throws {
        try giveBackFirst()
        for order in Self.orders {
            let isReserved = Int.random(in: 1...3, using: &chance) == 1
            let subject: PaymentRequest.Subject =
                isReserved ? .reserve(.order(OrderID(rawValue: order))) : .order(OrderID(rawValue: order))
            for _ in 0..<Int.random(in: 1...3, using: &chance) {
                try disturbed([.approve, .decline, .customerCancels, .wrongPIN]) { _ = $0.take(subject) }
            }
            if isReserved { try endReservation() }
            try calm { _ = $0.pay(order: order) }
            if Bool.random(using: &chance) { try giveBack() }
            if Int.random(in: 1...3, using: &chance) == 1 { try disturbed([.approve]) { _ = $0.endDay() } }
        }
        // The next payment, refund or reversal first finds out about a payment in doubt.
        try calm { _ = $0.pay(order: Self.orders[0]) }
        // A terminal ends no day while it holds reservations. The release of a reservation that has already ended is
        // refused.
        for reserved in try approved(.reservation) { try calm { _ = $0.take(.release(reserved.id)) } }
        try calm { [kiosk] till in if try !kiosk.isEnded() { _ = till.endDay() } }
        try judge()
        kiosk.end()
    }

    /// Two payments that are given back before anything fails, so that the till knows that the terminal repeats refunds and
    /// reversals.
    private mutating func giveBackFirst() throws {
        let amount = PaymentRequest.Subject.amount(Money(minorUnits: 700, currency: .eur))
        try calm { _ = $0.take(amount) }
        for paid in try approved(.payment) { try calm { _ = $0.giveBack(.refund(of: paid.id, nil)) } }
        try calm { _ = $0.take(amount) }
        for paid in try approved(.payment).prefix(1) { try calm { _ = $0.giveBack(.reversal(of: paid.id)) } }
    }

    /// Ends a reservation, possibly more often than is allowed; the next request finds out about what was cut off.
    private mutating func endReservation() throws {
        for _ in 0..<Int.random(in: 0...3, using: &chance) {
            guard let reserved = try approved(.reservation).randomElement(using: &chance) else { return }
            let part = part(of: reserved)
            let ways: [PaymentRequest.Subject] = [
                .release(reserved.id), .book(reserved.id, .all), .book(reserved.id, .only(part)),
                .book(reserved.id, .allBut(part)),
            ]
            let way = ways.randomElement(using: &chance) ?? .release(reserved.id)
            try disturbed([.approve, .decline]) { _ = $0.take(way) }
        }
    }

    private func approved(_ kind: TransactionKind) throws -> [PaymentRecord] {
        try kiosk.storage.read { try $0.recentPayments(limit: .max) }.filter { $0.kind == kind && $0.isApproved }
    }

    private mutating func part(of payment: PaymentRecord) -> Money {
        Money(minorUnits: Int64.random(in: 1...payment.amount.minorUnits, using: &chance), currency: .eur)
    }

    /// Gives some payment back, in part or as a whole, as a refund or as a reversal at the terminal that booked it.
    private mutating func giveBack() throws {
        let charged = try approved(.payment) + approved(.booking)
        guard let paid = charged.randomElement(using: &chance) else { return }
        let part = part(of: paid)
        let ways: [PaymentRequest.GiveBack] = [
            .reversal(of: paid.id), .refund(of: paid.id, nil), .refund(of: paid.id, part),
        ]
        let way = ways.randomElement(using: &chance) ?? .reversal(of: paid.id)
        try disturbed([.approve, .decline]) { _ = $0.giveBack(way) }
    }

    private func startTill(_ life: TillLife) throws -> VirtualTill {
        try kiosk.startTill(life, endOfDay: demandsAfter == nil ? .manual : .whenDemanded)
    }

    /// Runs one life, cut off or not, with the terminal of the day.
    private mutating func disturbed(_ kinds: [PaymentKind], _ work: (VirtualTill) -> Void) throws {
        let cut = CutKind.allCases.randomElement(using: &chance) ?? .tillDies
        try meet(kinds.randomElement(using: &chance) ?? .approve)
        let point = CutPoint(deed: Int.random(in: 1...90, using: &chance), isTorn: Bool.random(using: &chance))
        let life = TillLife(cut: point)
        life.whenCut { [kiosk] in cut.strike(life, kiosk) }
        let till = try startTill(life)
        work(till)
        _ = till.printPending()
        try look(life)
        if life.deedsBeforeCut != nil { tally.cuts += 1 }
        kiosk.world.advance(by: .milliseconds(Int64.random(in: 0...4000, using: &chance)))
        kiosk.terminal.plugIn()
        kiosk.terminal.switchOn()
    }

    private func meet(_ kind: PaymentKind) throws {
        var scenario = CrashCase(kind: kind, reading: reading, cut: .tillDies, terminalState: .idle).scenario
        scenario.endOfDayAfter = demandsAfter
        kiosk.exchange(scenario)
    }

    /// Ends the faults, and finds out about what is open.
    private mutating func calm(_ work: (VirtualTill) throws -> Void) throws {
        kiosk.world.advance(by: .seconds(240))
        try meet(.approve)
        let life = TillLife()
        let till = try startTill(life)
        try work(till)
        _ = till.printPending()
        try look(life)
        let open = try kiosk.storage.read { try $0.unsettledPayments() }
        if !open.isEmpty { tally.violations.append("I12: \(open.map(\.outcome))") }
    }

    private mutating func look(_ life: TillLife) throws {
        tally.violations += try life.violations + kiosk.endOfDayViolations()
    }

    private mutating func judge() throws {
        let payments = try kiosk.storage.read { try $0.recentPayments(limit: .max) }
        tally.payments = payments.count
        tally.ends = kiosk.endsOfDay
        for payment in payments { tally.outcomes[payment.outcome.end, default: 0] += 1 }
        tally.violations += try kiosk.violations() + kiosk.endedDayViolations()
    }
}
