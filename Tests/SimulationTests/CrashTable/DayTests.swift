import Flow
import Foundation
import Model
import Simulator
import Storage
import Testing

/// Days of a kiosk at which everything happens at random. The seed is all there is to know of a day:
/// `TILL_SEEDS=4711 swift test --filter DayTests` plays it again, `TILL_SEEDS=1-100000` is a campaign.
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

/// One day: some orders, each tried until nobody cares, with cuts of every kind between.
struct DayOfKiosk {
    struct Tally: CustomStringConvertible {
        var payments = 0
        var cuts = 0
        var outcomes: [String: Int] = [:]
        var violations: [String] = []

        mutating func add(_ other: Tally) {
            payments += other.payments
            cuts += other.cuts
            outcomes.merge(other.outcomes, uniquingKeysWith: +)
            violations += other.violations
        }

        var description: String {
            let words = outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
            return "\(payments) payments, \(cuts) cuts, \(words), \(violations.count) violations"
        }
    }

    private static let orders: [Int64] = [1042, 1043, 1044, 1045, 1046]

    private let kiosk: VirtualKiosk
    /// One terminal, which stays what it is all day.
    private let reading: Reading
    private var chance: SeededGenerator
    private(set) var tally = Tally()

    init(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        reading = Reading.allCases.randomElement(using: &chance) ?? .resultOnly
        self.chance = chance
        kiosk = try VirtualKiosk(
            TerminalScenario(), seed: seed, journal: .earlierBooking, orders: Self.orders.map(OrderID.init(rawValue:))
        ) { world in MemoryStorage { world.now } }
    }

    mutating func live() throws {
        for order in Self.orders {
            for _ in 0..<Int.random(in: 1...3, using: &chance) { try attempt(order) }
            try settle(order)
        }
        let payments = try kiosk.storage.read { try $0.recentPayments(limit: .max) }
        tally.payments = payments.count
        for payment in payments { tally.outcomes[payment.outcome.end, default: 0] += 1 }
        tally.violations += try kiosk.violations()
    }

    /// One life, cut off or not, in front of whatever terminal there is today.
    private mutating func attempt(_ order: Int64) throws {
        let kinds: [PaymentKind] = [.approve, .decline, .customerCancels, .wrongPIN]
        let kind = kinds.randomElement(using: &chance) ?? .approve
        let cut = CutKind.allCases.randomElement(using: &chance) ?? .tillDies
        let run = CrashCase(kind: kind, reading: reading, cut: cut, aftermath: .idle)
        kiosk.exchange(run.scenario)
        let point = CutPoint(deed: Int.random(in: 1...90, using: &chance), isTorn: Bool.random(using: &chance))
        let life = TillLife(cut: point)
        life.whenCut { [kiosk] in cut.strike(life, kiosk) }
        let till = try kiosk.startTill(life)
        _ = till.pay(order: order)
        _ = till.printPending()
        tally.violations += life.violations
        if life.deedsBeforeCut != nil { tally.cuts += 1 }
        kiosk.world.advance(by: .milliseconds(Int64.random(in: 0...4000, using: &chance)))
        kiosk.terminal.plugIn()
        kiosk.terminal.switchOn()
    }

    /// The faults stop: what is open is found out about.
    private mutating func settle(_ order: Int64) throws {
        kiosk.world.advance(by: .seconds(240))
        let life = TillLife()
        let till = try kiosk.startTill(life)
        _ = till.pay(order: order)
        _ = till.printPending()
        tally.violations += life.violations
        let open = try kiosk.storage.read { try $0.unsettledPayments() }
        if !open.isEmpty { tally.violations.append("I12: \(open.map(\.outcome))") }
    }
}
