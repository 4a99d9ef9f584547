import Failures
import Flow
import Foundation
import Hardware
import Model
import Networking
import Payments
import Storage
import Stores

/// What is on the pages for the staff, from what the till knows. No device is asked.
struct KioskStaffPages: Sendable {
    let till: any ServedTill
    let kiosk: ServedKiosk
    let language: OperatorLanguage

    typealias Fields = [String: JSONValue]

    func page(_ place: KioskStaffPage.Place, _ limit: Int) async throws(Failure) -> Fields {
        switch place {
        case .home: try await home()
        case .devices: ["devices": .array(try await devices())]
        case .payments: try await payments(limit)
        case .payment(let id): try await payment(id)
        case .day: try await day()
        case .doubts: ["rows": .array(try await doubts())]
        case .doubt(let id): try await doubt(id)
        case .deliveries: ["rows": .array(try await deliveries())]
        case .receipts: ["waiting": .array(try receipts())]
        case .figures: try await figures()
        case .settings: settings
        }
    }

    // MARK: The first page

    /// When the day began, by the till's own clock.
    private var today: Date { Calendar.current.startOfDay(for: till.environment.now()) }

    private func home() async throws(Failure) -> Fields {
        let status = try await till.ask { JournalAction.loadStatus(since: today, $0) }
        let troubled = try await devices().filter { $0["findings"]?.list?.isEmpty == false }.count
        let doubts = try await till.ask { JournalAction.listDoubts($0) }.count
        let undelivered = try await till.ask { OutboxAction.list($0) }
        let refused = undelivered.filter { $0.refusal != nil }.count
        let waiting = try receipts().count
        let tiles = [
            tile("devices", troubled, troubled > 0 ? "trouble" : "ok"), tile("payments", 0, "ok"),
            tile("doubts", doubts, doubts > 0 ? "trouble" : "ok"), tile("day", 0, "ok"),
            tile("deliveries", undelivered.count, refused > 0 ? "trouble" : undelivered.isEmpty ? "ok" : "attention"),
            tile("receipts", waiting, waiting > 0 ? "attention" : "ok"), tile("figures", 0, "ok"),
            tile("settings", 0, "ok"),
        ]
        let taken = status.takings.map { JSONValue.amount(Money(minorUnits: $0.net, currency: $0.currency)) }
        let count = status.takings.reduce(0) { $0 + $1.payments }
        return ["tiles": .array(tiles), "figures": ["taken": .array(taken), "payments": .count(count)]]
    }

    private func tile(_ name: String, _ count: Int, _ level: String) -> JSONValue {
        ["name": .string(name), "count": .count(count), "level": .string(level)]
    }

    // MARK: Devices

    private func devices() async throws(Failure) -> [JSONValue] {
        let readers = try await till.knownReaders().map { device($0, "reader", nil) }
        let printers = try await till.knownPrinters().map {
            device($0, "printer", till.printers.current.standing(of: $0.address)?.waitsFor)
        }
        return readers + printers
    }

    private func device(_ known: KnownDevice, _ kind: String, _ waitsFor: Failure?) -> JSONValue {
        var findings: [Failure] = waitsFor.map { [$0] } ?? []
        if case .notReady(let why)? = till.watched.current.standing(of: known.address),
            !findings.contains(where: { $0.code == why.code })
        {
            findings.append(why)
        }
        let name = known.name ?? known.address.description
        return [
            "id": .string(known.name ?? "usual"), "kind": .string(kind), "name": .string(name),
            "state": .string(findings.isEmpty ? "ready" : "not_ready"),
            "findings": .array(
                findings.map { failure -> JSONValue in
                    [
                        "code": .string(failure.code), "text": .string(failure.said.text(in: language).presentable),
                        "remedy": .optional(failure.advice?.text(in: language).presentable),
                    ]
                }),
        ]
    }

    // MARK: Payments

    private func payments(_ limit: Int) async throws(Failure) -> Fields {
        let found = try await till.ask { JournalAction.listPayments(before: nil, limit: limit, $0) }
        return [
            "rows": .array(found.map(row)),
            "next": .bool(found.count == limit && limit < KioskStaffPage.mostEntries),
        ]
    }

    private func row(_ record: PaymentRecord) -> JSONValue {
        [
            "id": .string(record.id.rawValue), "at": .time(record.createdAt), "kind": .string(record.kind.rawValue),
            "amount": .amount(record.amount), "outcome": .string(record.outcome?.word ?? "in_doubt"),
            "order": .optional(record.order.map { $0.isLocal ? $0.localNumber : $0.description }),
            "reader": .string(record.terminalAddress),
        ]
    }

    private func payment(_ id: String) async throws(Failure) -> Fields {
        let payment = PaymentID(rawValue: id)
        let (record, receipt, left) = try till.storage.reading { reader in
            let record = try reader.payment(id: payment)
            let left = try record.map { try $0.kind.takesMoney && $0.isApproved ? reader.refundable($0).minorUnits : 0 }
            return (record, try reader.receipts(payment: payment).first { $0.copy == .customer }, left ?? 0)
        }
        guard let record else { throw .noPayment(id) }
        let explanation = try await till.ask { JournalAction.explainPayment(reference: id, $0) }
        var shown = row(record).members ?? [:]
        shown["receipt"] = .optional(receipt?.id.rawValue)
        return [
            "payment": .object(shown),
            "why": .array(
                explanation.facts.map { ["at": .time($0.at), "text": .string($0.text(in: language).presentable)] }),
            "can": [
                "refund": .bool(left > 0), "reverse": .bool(left > 0 && left == record.amount.minorUnits),
                "reprint": .bool(receipt != nil), "email": false,
            ],
        ]
    }

    // MARK: Doubts

    private func doubts() async throws(Failure) -> [JSONValue] {
        try await till.ask { JournalAction.listDoubts($0) }.map { record -> JSONValue in
            var shown = row(record).members ?? [:]
            shown["text"] = ""
            return .object(shown)
        }
    }

    /// What is known of a doubt. The terminal is asked again at the kiosk; what its paper says is told with `till settle`.
    private func doubt(_ id: String) async throws(Failure) -> Fields {
        let explanation = try await till.ask { JournalAction.explainPayment(reference: id, $0) }
        var fields = try await payment(id)["payment"]?.members ?? [:]
        fields["doubt"] = .string(id)
        fields["id"] = nil
        fields["step"] = explanation.isFinal ? "confirm" : "look"
        fields["text"] = .string(explanation.state(in: language).presentable)
        let again = language.text("kiosk.staff.askTerminal")
        fields["answers"] =
            explanation.isFinal ? [] : [["value": "ask", "text": .string(again), "serious": false]]
        return fields
    }

    // MARK: The shop

    private func deliveries() async throws(Failure) -> [JSONValue] {
        let now = till.environment.now()
        return try await till.ask { OutboxAction.list($0) }.map { news -> JSONValue in
            let choices: [JSONValue] = news.refusal == nil ? ["retry"] : ["retry", "anyway", "discard"]
            return [
                "id": .string(news.id), "kind": .string(news.kind),
                "order": .optional(news.order.map { $0.isLocal ? $0.localNumber : $0.description }),
                "age_ms": .integer(Int64(max(0, now.timeIntervalSince(news.createdAt)) * 1000)),
                "state": .string(news.refusal == nil ? "waiting" : "set_aside"),
                "code": .optional(news.refusal?.code),
                "text": .optional(news.refusal?.said.text(in: language).presentable), "choices": .array(choices),
            ]
        }
    }

    // MARK: Paper

    /// The prints that wait, and those that have begun and not ended: a printer may stand still in the middle of one.
    private func receipts() throws(Failure) -> [JSONValue] {
        let printers = till.printers.current
        return try till.storage.reading { reader in
            let open = try reader.interruptedPrintJobs(printer: nil) + reader.pendingPrintJobs(printer: nil)
            return try open.map { job -> JSONValue in
                let obstacle = DeviceAddress(job.printer).flatMap { printers.standing(of: $0)?.waitsFor }
                let receipt = try reader.receipt(id: job.receipt)
                let record = try receipt.flatMap { try reader.payment(id: $0.payment) }
                return [
                    "id": .string(job.receipt.rawValue), "at": .time(job.createdAt),
                    "order": .optional(record?.order?.description),
                    "amount": record.map { .amount($0.amount) } ?? .null,
                    "code": .optional(job.failureCode ?? obstacle?.code),
                    "text": .optional((job.failureSentence ?? obstacle?.said)?.text(in: language).presentable),
                ]
            }
        }
    }

    // MARK: The day

    private func day() async throws(Failure) -> Fields {
        var terminals: [JSONValue] = []
        var differences: [JSONValue] = []
        for reader in try await till.knownReaders() {
            let report = try? await till.ask { EndOfDayAction.lastReport(reader: reader.address, $0) }
            let name = reader.name ?? reader.address.description
            terminals.append([
                "id": .string(reader.name ?? "usual"), "name": .string(name), "state": "open", "code": .null,
                "at": report.map { .time($0.startedAt) } ?? .null,
            ])
            if let report { differences.append(difference(report, name)) }
        }
        return ["terminals": .array(terminals), "differences": .array(differences)]
    }

    private func difference(_ report: EndOfDayReport, _ name: String) -> JSONValue {
        let books = report.reconciliation
        let amount = { (minor: Int64) in JSONValue.amount(Money(minorUnits: minor, currency: books.currency)) }
        return [
            "name": .string(name),
            "rows": [
                [
                    "name": .string(language.text("kiosk.staff.turnover")), "till": amount(books.journalMinor),
                    "terminal": books.terminalMinor.map(amount) ?? .null, "shop": .null,
                ]
            ],
        ]
    }

    // MARK: Figures and settings

    /// The charts of today.
    func charts() async throws(Failure) -> FigureCharts {
        let charts = try await till.ask { JournalAction.loadCharts(since: today, $0) }
        let devices = try await till.knownReaders() + till.knownPrinters()
        let names = devices.map { ($0.address.description, $0.name ?? $0.address.description) }
        return FigureCharts(charts: charts, language: language, names: Dictionary(names) { first, _ in first })
    }

    private func figures() async throws(Failure) -> Fields {
        let tables = try await charts().tables.map { table -> JSONValue in
            [
                "name": .string(table.name.rawValue), "columns": .array(table.columns.map(JSONValue.string)),
                "rows": .array(table.rows.map { .array($0.map(JSONValue.string)) }),
            ]
        }
        let charts = FigureCharts.Name.allCases.map { name -> JSONValue in
            ["name": .string(name.rawValue), "path": .string("/kiosk/chart/\(name.rawValue).svg")]
        }
        return ["tables": .array(tables), "charts": .array(charts)]
    }

    private var settings: Fields {
        let rows = [
            ("Till", Release.version), ("shop", kiosk.shopName), ("reader", kiosk.reader ?? "usual"),
            ("printer", kiosk.printer ?? "usual"), ("start", kiosk.settings.start.rawValue),
        ]
        return ["rows": .array(rows.map { ["name": .string($0.0), "value": .string($0.1)] })]
    }
}

extension JSONValue {
    /// A time as ISO 8601 in UTC.
    static func time(_ time: Date) -> JSONValue { .string(time.formatted(.iso8601)) }
}
