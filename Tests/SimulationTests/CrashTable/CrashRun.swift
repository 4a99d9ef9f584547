import Flow
import Foundation
import Model
import Simulator
import Storage
import StorageInMemory
import Payments
import Stores

/// One run of a case: a payment, the cut, what follows, the repair, and what is wrong at the end.
struct CrashRun: CustomStringConvertible {
    static let order: Int64 = 1042

    let run: CrashCase
    let kiosk: VirtualKiosk
    /// Where the payment was when it was cut off; nil when the cut never came.
    private(set) var row: CrashRow?
    /// The earlier transaction that this one gives back, books or releases.
    private var original: PaymentID?
    /// The transaction that was begun in the life that is cut off, if there is one.
    private var cutPayment: PaymentID?
    /// How the payment that was cut off ended.
    private(set) var end = "none"
    private(set) var violations: [String] = []
    /// What the first life did.
    private(set) var deeds: [Deed] = []
    private let cut: CutPoint?

    var description: String { "\(run), cut \(cut.map { "\($0.deed)\($0.isTorn ? " torn" : "")" } ?? "nowhere")" }

    /// Runs the whole case. Each further cut kills one of the lives that follow; the last life is undisturbed.
    init(
        _ run: CrashCase, at cut: CutPoint?, then further: [CutPoint] = [], earlier: TerminalJournal = .earlierBooking
    ) throws {
        self.run = run
        self.cut = cut
        kiosk = try VirtualKiosk(run.scenario, on: run.line, journal: earlier) { world in MemoryStorage { world.now } }
        let row = try firstLife(cut)
        self.row = row
        for cut in further { try live(TillLife(cut: cut)) }
        try live(TillLife())
        if try !isResolved() {
            kiosk.repair(run.terminalState, run.scenario)
            try live(TillLife())
        }
        try judge()
        kiosk.end()
    }

    /// Makes the payment that is given back, or the reservation that is booked, in an undisturbed life before.
    private mutating func payFirst() throws {
        guard run.errand.followsAnother else { return }
        kiosk.exchange(TerminalScenario())
        let till = try kiosk.startTill()
        original = try run.errand.prepare(on: till, order: Self.order)
        _ = till.printPending()
        kiosk.exchange(run.scenario)
    }

    private mutating func firstLife(_ cut: CutPoint?) throws -> CrashRow? {
        try payFirst()
        let life = TillLife(cut: cut)
        let box = CutBox<CrashRow>()
        life.whenCut { [run, kiosk] in
            // A power cut also undoes the commits that are not synced, so what it leaves behind counts.
            let row = kiosk.row(of: life, run.errand)
            run.cut.strike(life, kiosk)
            box.set(run.cut == .powerFails ? kiosk.row(of: life, run.errand) : row)
        }
        let till = try kiosk.startTill(life)
        pay(till)
        deeds = life.deeds
        cutPayment = try payments().first?.id
        violations += life.violations
        guard life.deedsBeforeCut != nil else { return nil }
        kiosk.comes(run.terminalState, after: run.cut, run.scenario)
        return box.row
    }

    private func pay(_ till: VirtualTill) {
        guard run.kind == .cashierCancels else {
            ask(till)
            _ = till.printPending()
            return
        }
        let box = Mailbox<PaymentReport>()
        till.stores.manager.dispatch(
            CardPresentPaymentsAction.collectPayment(till.request(Self.order), Reply { box.put($0) }))
        kiosk.world.advance(by: .milliseconds(900))
        _ = till.ask { CardPresentPaymentsAction.cancelPayment(on: kiosk.terminal.address, $0) }
        let end = kiosk.world.uptime + VirtualTill.patience
        while box.value == nil, !till.life.isOver, kiosk.world.uptime < end {
            kiosk.world.advance(by: .milliseconds(100))
        }
        _ = till.printPending()
    }

    private func ask(_ till: VirtualTill) {
        _ = run.errand.perform(on: till, order: Self.order, of: original, goods: run.kind.goods)
    }

    /// Lets the cashier try again.
    private mutating func live(_ life: TillLife) throws {
        let till = try kiosk.startTill(life)
        ask(till)
        _ = till.printPending()
        violations += life.violations
        kiosk.world.advance(by: .seconds(1))
    }

    private func payments() throws -> [PaymentRecord] {
        try kiosk.storage.read { try $0.recentPayments(limit: .max) }.reversed().filter { $0.kind == run.errand }
    }

    private func isResolved() throws -> Bool {
        try kiosk.terminal.isPluggedIn && kiosk.storage.read { try $0.unsettledPayments() }.isEmpty
    }

    private mutating func judge() throws {
        kiosk.world.advance(by: .seconds(60))
        violations += try kiosk.violations()
        let cut = try payments().first { $0.id == cutPayment }
        end = cut.map { $0.outcome.end } ?? "none"
        if let row, !row.legalEnds(of: run).contains(end), cut?.waitsForAPerson != true {
            violations.append("\(row.rawValue) ends as \(end)")
        }
        let open = try kiosk.storage.read { try $0.unsettledPayments() }.filter { !$0.waitsForAPerson }
        if !open.isEmpty, run.canBeResolved { violations.append("I12: not resolved: \(open.map(\.outcome))") }
    }
}

extension VirtualKiosk {
    fileprivate func row(of life: TillLife, _ errand: TransactionKind) -> CrashRow? {
        let newest = try? storage.read { try $0.recentPayments(limit: 1).first }
        return CrashRow(newest?.kind == errand ? newest : nil, life.deeds)
    }
}
