import Foundation
import Model
import Payments

@testable import Stores

/// A kiosk's state without anything around it: every event is said by the test.
struct KioskBench {
    private(set) var state = KioskState()
    private var now = KioskTime(milliseconds: 1_000)
    private var taps = 0
    /// How many events have happened.
    private(set) var events = 0

    static let order = KioskBill(
        Order(
            site: .embedded, id: OrderID(rawValue: 1042), number: "1042", status: .pending, currency: .eur,
            lines: [OrderLine(name: "Cake", quantity: 1, total: euros(1150))], taxes: [], total: euros(1150)),
        source: .shop)
    static let payment = PaymentID(rawValue: "pay-1")
    static let receipt = ReceiptID(rawValue: "rcp-1")

    static func euros(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: .eur) }

    /// A bill of the same order that comes to another total.
    static func order(of cents: Int64) -> KioskBill {
        KioskBill(
            Order(
                site: .embedded, id: OrderID(rawValue: 1042), number: "1042", status: .pending, currency: .eur,
                lines: [], taxes: [], total: euros(cents)), source: .shop)
    }

    static func paid(_ payment: PaymentID = payment, open: Int64? = nil) -> KioskPaid {
        KioskPaid(
            payment: payment, receipt: receipt, amount: euros(1150), tip: nil, open: open.map(euros),
            at: Date(timeIntervalSince1970: 0))
    }

    /// A kiosk whose service has begun, and has found this payment of its own in the journal.
    init(_ settings: KioskSettings = KioskSettings(), resuming look: KioskLook? = nil) {
        happen(.began(settings, boot: "boot-1"))
        answer(.resumed(look))
    }

    /// A kiosk that goes on from a state.
    init(continuing state: KioskState) {
        self.state = state
        taps = 1_000_000
        now = KioskTime(milliseconds: Int64.max / 4)
    }

    var name: String { state.screen.name }
    var tasks: [KioskTask] { state.tasks.ids }
    var paying: KioskPaying? { if case .paying(let paying) = state.screen { paying } else { nil } }

    mutating func happen(_ what: KioskEvent.What) {
        taps += 1
        events += 1
        state.reduce(KioskEvent(at: now, fresh: "fresh\(taps)", what))
    }

    mutating func pass(_ span: Duration) { now = now + span }

    /// Has the timer pass that the kiosk has set.
    mutating func letTimePass() {
        guard let timeout = state.timeout else { return }
        now = max(now, timeout.until)
        happen(.timePassed(.idle(until: timeout.until)))
    }

    @discardableResult
    mutating func act(_ act: KioskAct, on screen: Int? = nil) -> KioskTap.Verdict? {
        taps += 1
        let number = taps
        happen(.tapped(KioskTap(number: number, screen: screen ?? state.screenID, act: act)))
        return state.verdict(of: number)
    }

    /// Answers the newest task that is not about time, and the making of an order only if there is no other.
    mutating func answer(_ answer: KioskAnswer) {
        let asked = tasks.filter { task in
            switch task {
            case .idle, .slow, .page, .follow, .followGivingBack, .cancel, .withdraw, .abandon: false
            default: true
            }
        }
        let task = asked.last { if case .makeOrder = $0 { false } else { true } } ?? asked.last
        if let task { happen(.answered(task, answer)) }
    }

    mutating func look(_ verdict: KioskLook.Verdict, _ payment: PaymentID = payment, open: Int64? = nil) {
        happen(.looked(KioskLook(verdict, Self.paid(payment, open: open))))
    }
}

/// The ways to each screen of a kiosk, as a customer goes them.
enum KioskWay: String, CaseIterable {
    case attract, home, find, orders, catalogue, product, review, order_changed, printer_empty, terminal_away, tip, pay
    case goods, doubt, declined, cancelled, partial, receipt, printing, email, qr, thanks, out_of_service, operator_pin

    static let cake = KioskCatalogue.Tile(
        id: 12, name: "Cake", price: KioskBench.euros(390), isFrom: false, hasPicture: false, isAvailable: true)
    static let facts = KioskProduct.Facts(
        name: "Cake", description: "", price: KioskBench.euros(390), hasPicture: false, isAvailable: true)

    /// A kiosk on this screen.
    var bench: KioskBench {
        var settings = KioskSettings()
        if self == .tip { settings.tips = [5, 10] }
        if self == .goods { settings.givesGoods = true }
        var bench = KioskBench(settings)
        guard self != .attract else { return bench }
        if self == .out_of_service {
            bench.answer(.obstacles(fatal: "reader.noAnswer", printer: nil))
            return bench
        }
        bench.act(.begin)
        switch self {
        case .home: break
        case .operator_pin: bench.act(.staff)
        case .find: bench.act(.find)
        case .orders:
            bench.act(.find)
            bench.act(.list)
        case .catalogue, .product: goToCatalogue(&bench)
        default: goToReview(&bench)
        }
        return bench
    }

    private func goToCatalogue(_ bench: inout KioskBench) {
        bench.act(.compose)
        bench.answer(.page([], [Self.cake], pages: 1, isWhole: true))
        if self == .product {
            bench.act(.product(12))
            bench.answer(.product(Self.facts, isWhole: true))
        }
    }

    private func goToReview(_ bench: inout KioskBench) {
        bench.act(.find)
        bench.act(.digit("1"))
        bench.act(.submit)
        bench.answer(.order(KioskBench.order, isWhole: true))
        guard self != .review else { return }
        bench.act(.pay)
        switch self {
        case .order_changed: bench.answer(.prepared(KioskBench.order(of: 900)))
        case .printer_empty: bench.answer(.noPaper(KioskBench.order, code: "printer.paperOut"))
        case .terminal_away: bench.answer(.terminalAway(KioskBench.order, code: "reader.noAnswer"))
        case .tip: bench.answer(.prepared(KioskBench.order))
        default: goToPayment(&bench)
        }
    }

    private func goToPayment(_ bench: inout KioskBench) {
        bench.answer(.prepared(KioskBench.order))
        guard self != .pay else { return }
        bench.answer(.begun(KioskBench.payment))
        switch self {
        case .goods: bench.happen(.terminalShows(.goods))
        case .doubt: bench.look(.doubt)
        case .declined: bench.look(.declined(reason: .limit))
        case .cancelled: bench.look(.cancelled(by: .terminal))
        case .partial: bench.look(.approved, open: 150)
        default: goToReceipt(&bench)
        }
    }

    private func goToReceipt(_ bench: inout KioskBench) {
        bench.look(.approved)
        switch self {
        case .printing: bench.act(.print)
        case .email: bench.act(.email)
        case .qr: bench.act(.show)
        case .thanks: bench.act(.none)
        default: break
        }
    }
}
