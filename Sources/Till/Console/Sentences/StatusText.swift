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
            + takings + outcomes + times + doubts + waiting + devices + restored
        return lines.map { $0.printable + "\n" }.joined()
    }

    private func line(_ key: Sentence.Key, _ value: String) -> String {
        language.text(key).padded(Self.column) + value
    }

    private var takings: [String] {
        guard !status.takings.isEmpty else { return [line("status.takings", language.text("status.none"))] }
        return status.takings.map { sum in
            let net = Money(minorUnits: sum.net, currency: sum.currency)
            return line(
                "status.takings",
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
        return [line("status.payments", counts.isEmpty ? language.text("status.none") : counts.joined(separator: ", "))]
    }

    private var times: [String] {
        status.times.map { times in
            let facts: [String: any CustomStringConvertible] = [
                "half": seconds(times.p50), "most": seconds(times.p95), "count": times.count,
            ]
            return line(times.phase.key, language.text("status.times", facts))
        }
    }

    private func seconds(_ milliseconds: Int64) -> String {
        let tenths = (milliseconds + 50) / 100
        return "\(tenths / 10)\(language.text("format.decimalSign"))\(tenths % 10)"
    }

    private var doubts: [String] {
        let shown = status.doubts.prefix(Self.mostDoubts).map { doubt in
            line(
                "status.doubt",
                language.text(
                    "status.doubt.of",
                    [
                        "payment": doubt.payment, "amount": doubt.amount, "terminal": doubt.terminal,
                        "time": clock.moment(doubt.since),
                    ]))
        }
        let rest = status.doubts.count - shown.count
        if shown.isEmpty { return [line("status.doubt", language.text("status.none"))] }
        return shown + (rest > 0 ? [line("status.doubt", language.text("status.more", ["count": rest]))] : [])
    }

    private var waiting: [String] {
        [
            line("status.prints", words(status.waitingPrints)), line("status.news", words(status.waitingNews)),
            line("status.mails", words(status.waitingMails)),
        ]
            + (status.refusedNews > 0
                ? [line("status.refused", language.text("status.refused.of", ["count": status.refusedNews]))] : [])
    }

    private func words(_ waiting: TillStatus.Waiting) -> String {
        guard let oldest = waiting.oldest else { return language.text("status.none") }
        return language.text("status.waiting", ["count": waiting.count, "time": clock.moment(oldest)])
    }

    private var devices: [String] {
        status.terminals.map { line("status.terminal", words($0)) }
            + status.printers.map { line("status.printer", words($0)) }
    }

    private func words(_ device: TillStatus.LastKnown) -> String {
        let said =
            device.trouble.map { language.text("status.device.trouble", ["why": $0.said]) }
            ?? language.text("status.device.fine")
        return "\(device.address)  \(clock.text(device.at))  \(said)"
    }

    private var restored: [String] {
        status.restoredFrom.map {
            [line("status.restored", language.text("status.restored.of", ["time": clock.moment($0)]))]
        }
            ?? []
    }
}

extension TillStatus.Phase {
    fileprivate var key: Sentence.Key {
        switch self {
        case .preparing: "status.phase.preparing"
        case .terminal: "status.phase.terminal"
        case .settling: "status.phase.settling"
        case .printing: "status.phase.printing"
        case .whole: "status.phase.whole"
        }
    }
}
