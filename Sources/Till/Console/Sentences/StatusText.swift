import Flow
import Foundation
import Model
import Payments
import Stores

/// A till's status for people, a line for each thing.
struct StatusText {
    let status: TillStatus
    let language: OperatorLanguage
    let clock: ShopClock

    /// How many doubts are shown one by one.
    private static let mostDoubts = 10
    private static let column = 18

    var text: String {
        let lines =
            [language.text("status.since", ["time": clock.moment(status.since), "now": clock.moment(status.asOf)])]
            + takings + outcomes + times + doubts + waiting + devices + kiosk + restored
        return lines.map { $0.printable + "\n" }.joined()
    }

    private func line(_ label: String, _ value: String) -> String { label.padded(Self.column) + value }

    private var takings: [String] {
        guard !status.takings.isEmpty else {
            return [line(language.text("status.takings"), language.text("status.none"))]
        }
        return status.takings.map { sum in
            let net = Money(minorUnits: sum.net, currency: sum.currency)
            return line(
                language.text("status.takings"),
                language.text(
                    "status.takings.sum",
                    [
                        "net": net, "payments": sum.payments, "taken": sum.taken, "returns": sum.returns,
                        "back": sum.givenBack,
                    ]))
        }
    }

    private var outcomes: [String] {
        let counts = status.outcomes.map { "\($0.count) \($0.outcome.name.text(in: language))" }
        return [
            line(
                language.text("status.payments"),
                counts.isEmpty ? language.text("status.none") : counts.joined(separator: ", "))
        ]
    }

    private var times: [String] {
        status.times.map { times in
            let facts: [String: any CustomStringConvertible] = [
                "half": seconds(times.p50), "most": seconds(times.p95), "count": times.count,
            ]
            return line(times.phase.label(in: language), language.text("status.times", facts))
        }
    }

    private func seconds(_ milliseconds: Int64) -> String {
        let tenths = (milliseconds + 50) / 100
        return "\(tenths / 10)\(language.text("format.decimalSign"))\(tenths % 10)"
    }

    private var doubts: [String] {
        let shown = status.doubts.prefix(Self.mostDoubts).map { doubt in
            line(
                language.text("status.doubt"),
                language.text(
                    "status.doubt.of",
                    [
                        "payment": doubt.payment, "amount": doubt.amount, "terminal": doubt.terminal,
                        "time": clock.moment(doubt.since),
                    ]))
        }
        let rest = status.doubts.count - shown.count
        if shown.isEmpty { return [line(language.text("status.doubt"), language.text("status.none"))] }
        return shown
            + (rest > 0 ? [line(language.text("status.doubt"), language.text("status.more", ["count": rest]))] : [])
    }

    private var waiting: [String] {
        [
            line(language.text("status.prints"), words(status.waitingPrints)),
            line(language.text("status.news"), words(status.waitingNews)),
            line(language.text("status.mails"), words(status.waitingMails)),
        ]
            + (status.refusedNews > 0
                ? [
                    line(
                        language.text("status.refused"),
                        language.text("status.refused.of", ["count": status.refusedNews]))
                ] : [])
    }

    private func words(_ waiting: TillStatus.Waiting) -> String {
        guard let oldest = waiting.oldest else { return language.text("status.none") }
        return language.text("status.waiting", ["count": waiting.count, "time": clock.moment(oldest)])
    }

    private var devices: [String] {
        status.terminals.map { line(language.text("status.terminal"), words($0)) }
            + status.printers.map { line(language.text("status.printer"), words($0)) }
    }

    private func words(_ device: TillStatus.LastActivity) -> String {
        let said =
            device.trouble.map { language.text("status.device.trouble", ["why": $0.said]) }
            ?? language.text("status.device.fine")
        return "\(device.address)  \(clock.text(device.at))  \(said)"
    }

    private var kiosk: [String] {
        guard let page = status.kioskPage else { return [] }
        let time = clock.moment(page.since)
        let words =
            page.isMissing
            ? language.text("status.kiosk.missing", ["time": time])
            : language.text("status.kiosk.silent", ["time": time])
        return [line(language.text("status.kiosk"), words)]
    }

    private var restored: [String] {
        status.restoredFrom.map {
            [line(language.text("status.restored"), language.text("status.restored.of", ["time": clock.moment($0)]))]
        }
            ?? []
    }
}

extension TillStatus.Phase {
    fileprivate func label(in language: OperatorLanguage) -> String {
        switch self {
        case .preparing: language.text("status.phase.preparing")
        case .terminal: language.text("status.phase.terminal")
        case .settling: language.text("status.phase.settling")
        case .printing: language.text("status.phase.printing")
        case .whole: language.text("status.phase.whole")
        }
    }
}
