import Flow
import Foundation
import Model
import Simulator
import Storage
import Stores
import Testing

/// A slice of the crash table for encrypting readers: a payment is cut off at each of its durable writes, frames and
/// requests to the acquirer, then started again. The acquirer's book is the oracle: nobody is charged twice, and no
/// approval is lost.
@Suite struct AcquiringCrashTests {
    enum Cut: String, CaseIterable, CustomTestStringConvertible {
        case tillDies = "the till dies"
        case lineLost = "the reader is unplugged, and back"
        case lineGone = "the reader is gone"
        var testDescription: String { rawValue }
    }

    static let scenarios: [AcquiringScenario.Shipped] = [
        .approve, .decline, .noCard, .noise, .acquirerLate, .acquirerArrivesLate, .acquirerAnswerLost,
    ]

    @Test(arguments: scenarios, Cut.allCases)
    func noCutChargesTwiceOrLosesAnApproval(_ scenario: AcquiringScenario.Shipped, _ cut: Cut) throws {
        let uncut = TillLife()
        _ = try Self.run(scenario, uncut, cut)
        var found: [String] = []
        for place in uncut.deeds.indices {
            for isTorn in uncut.deeds[place].isWhole ? [false] : [false, true] {
                let life = TillLife(cut: CutPoint(deed: place + 1, isTorn: isTorn))
                let what = "\(place + 1)\(isTorn ? ", torn" : "") of \(uncut.deeds.count)"
                found += try Self.run(scenario, life, cut).map { "cut at \(what): \($0)" }
            }
        }
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }

    /// Returns what is wrong after the cut, a second start, and everything that arrives late.
    private static func run(
        _ scenario: AcquiringScenario.Shipped, _ life: TillLife, _ cut: Cut
    ) throws -> [String] {
        let kiosk = try VirtualAcquiringKiosk(AcquiringScenario(scenario), book: .earlierBooking)
        life.whenCut {
            switch cut {
            case .tillDies: life.end()
            case .lineLost: kiosk.reader.pullCable(backAfter: .seconds(5))
            case .lineGone: kiosk.reader.pullCable(backAfter: nil)
            }
        }
        let first = try kiosk.startTill(life)
        _ = first.pay(order: 1042)
        _ = first.printPending()
        kiosk.world.advance(by: .seconds(1))
        if cut == .lineGone, life.deedsBeforeCut != nil { kiosk.reader.plugIn() }
        let second = try kiosk.startTill()
        _ = second.pay(order: 1042)
        _ = second.printPending()
        kiosk.world.advance(by: .seconds(120))
        let open = try kiosk.storage.read { try $0.unsettledPayments() }
        let unresolved = open.map { "I12: not resolved: \(String(describing: $0.outcome))" }
        let found = try kiosk.violations() + life.violations + unresolved + blobs(in: kiosk)
        kiosk.end()
        return found
    }

    /// The journal entries that contain the card number which the reader handed out; there must be none.
    private static func blobs(in kiosk: VirtualAcquiringKiosk) throws -> [String] {
        let number = SimulatedCard.number.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let entries = try kiosk.storage.read { try $0.journalEntries(from: 1, limit: 10_000) }
        return entries.filter { String(decoding: $0.payload, as: UTF8.self).contains(number) }.map { "a number: \($0)" }
    }
}

extension Deed {
    /// Whether the deed is either done or not done, and cannot be torn.
    fileprivate var isWhole: Bool {
        switch self {
        case .commit: true
        case .send, .receive, .ask, .print: false
        }
    }
}
