import Foundation
import Model

@testable import Stores

/// Screens of a kiosk that together have each key and each word that the service can send of customers' screens.
enum KioskScreenSamples {
    static var screens: [KioskScreen] {
        let groups: [[KioskScreen]] = [
            KioskSample.names.filter { !KioskStaffSample.names.contains($0) }.compactMap(KioskSample.screen), finding,
            choosing, reviewing, paying, ends, prints, mails, pins,
        ]
        return groups.flatMap { $0 }
    }

    private static let code = "shop.timeout"

    private static func money(_ minor: Int64) -> Money { Money(minorUnits: minor, currency: .eur) }

    private static var finding: [KioskScreen] {
        let stages: [KioskOrderSearch.Stage] = [
            .typing, .looking(text: "1", round: 1), .notFound, .failed(code: code), .paid, .ended,
        ]
        var dated = KioskOrders(round: 1)
        dated.loading = .ready
        dated.rows = [
            KioskOrders.Row(
                id: OrderID(rawValue: 1), number: "1", name: "Ada", total: money(100),
                time: Date(timeIntervalSince1970: 0))
        ]
        var failed = KioskOrders(round: 1)
        failed.loading = .failed(code: code)
        let findings = stages.map { stage -> KioskScreen in
            var finding = KioskOrderSearch()
            finding.stage = stage
            return .find(finding)
        }
        return findings + [.orders(KioskOrders(round: 1)), .orders(dated), .orders(failed)]
    }

    private static var choosing: [KioskScreen] {
        var category = KioskCatalogue(round: 1)
        category.category = 7
        var failed = category
        failed.loading = .failed(code: code)
        var chosen = KioskProduct(id: 1, round: 1, catalogue: category)
        chosen.loading = .ready
        chosen.facts = KioskProduct.Facts(
            name: "Bag", description: "", price: money(100), hasPicture: true, isAvailable: true,
            choices: [KioskProduct.Choice(name: "Size", values: ["S"])])
        chosen.chosen = ["Size": "S"]
        var lost = KioskProduct(id: 1, round: 1, catalogue: category)
        lost.loading = .failed(code: code)
        let coming = KioskProduct(id: 1, round: 1, catalogue: category)
        return [.catalogue(category), .catalogue(failed), .product(chosen), .product(lost), .product(coming)]
    }

    /// An attempt to pay an order with everything that a bill can have.
    private static func attempt(_ source: KioskBill.Source) -> KioskAttempt {
        let order = Order(
            site: .embedded, id: OrderID(rawValue: 1), number: "1", status: .pending, currency: .eur,
            lines: [OrderLine(name: "Cake", quantity: 1, total: money(100))],
            adjustments: [Adjustment(kind: .discount, label: "Regular", amount: money(-10))], taxes: [],
            total: money(90))
        var bill = KioskBill(order, source: source)
        if source == .composed { bill.number = nil }
        return KioskAttempt(bill, fresh: "1")
    }

    private static var reviewing: [KioskScreen] {
        let stages: [KioskReview.Stage] = [.ready, .asking(round: 1), .failed(code: code)]
        let reviews = KioskBill.Source.allCases.flatMap { source in
            stages.map { stage -> KioskScreen in
                var review = KioskReview(attempt(source))
                review.stage = stage
                return .review(review)
            }
        }
        let changed = KioskBill.Source.allCases.map { KioskScreen.orderChanged(attempt($0), before: money(100)) }
        return reviews + changed
    }

    private static var paying: [KioskScreen] {
        let steps = ProgressStep.allCases.map(Optional.some) + [nil]
        return KioskPaying.Stage.allCases.flatMap { stage in
            steps.flatMap { step in
                [true, false].map { flag -> KioskScreen in
                    var paying = KioskPaying(attempt(.shop), due: money(90), at: KioskTime(milliseconds: 0))
                    paying.payment = flag ? PaymentID(rawValue: "pay-1") : nil
                    (paying.stage, paying.step, paying.isSlow) = (stage, step, flag)
                    paying.asksToRemoveCard = step == .removeCard
                    paying.text = flag ? "Karte" : nil
                    return .paying(paying)
                }
            }
        }
    }

    private static var ends: [KioskScreen] {
        let end = KioskEnd(attempt: attempt(.shop))
        let declined = KioskDeclineReason.allCases.map { KioskScreen.declined(end, reason: $0) }
        return declined + KioskEnd.Canceller.allCases.map { KioskScreen.cancelled(end, by: $0) }
    }

    private static var paid: KioskPaid {
        var paid = KioskPaid(
            payment: PaymentID(rawValue: "pay-1"), receipt: ReceiptID(rawValue: "rcp-1"), amount: money(100),
            tip: money(10), open: nil, at: Date(timeIntervalSince1970: 0))
        paid.unavailable = Dictionary(uniqueKeysWithValues: KioskSettings.Choice.allCases.map { ($0, code) })
        return paid
    }

    private static var prints: [KioskScreen] {
        let stages: [KioskPrinting.Stage] = [
            .printing, .printed, .unconfirmed, .waiting(code: code), .failed(code: code),
        ]
        let prints = stages.map { stage -> KioskScreen in
            var printing = KioskPrinting(paid: paid, round: 1)
            printing.stage = stage
            return .printing(printing)
        }
        return prints + [.receipt(paid)]
    }

    private static var mails: [KioskScreen] {
        let stages: [KioskEmail.Stage] = [.typing, .sending(round: 1), .sent, .queued, .problem(code: code)]
        return stages.map { stage in
            var email = KioskEmail(paid)
            email.stage = stage
            return .email(email)
        }
    }

    private static var pins: [KioskScreen] {
        let stages: [KioskPINEntry.Stage] = [
            .loading(round: 1), .typing, .checking(round: 1), .wrong, .locked(until: KioskTime(milliseconds: 60_000)),
            .none,
        ]
        return stages.map { .staff(.pin(KioskPINEntry(names: ["Ada"], chosen: "Ada", stage: $0))) }
    }
}
