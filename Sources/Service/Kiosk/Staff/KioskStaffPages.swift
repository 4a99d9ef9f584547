import Failures
import Flow
import Foundation
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
        case .delivery(let id): try await delivery(id)
        case .settlement(let payment): try await settlement(of: payment)
        case .receipts: ["waiting": .array(try await receipts())]
        case .figures: try await figures()
        case .settings: try await settings()
        }
    }

    // MARK: The first page

    private func home() async throws(Failure) -> Fields {
        let today = till.startOfDay
        let status = try await till.ask { JournalAction.loadStatus(since: today, $0) }
        let troubled = try await devices().filter { $0["findings"]?.list?.isEmpty == false }.count
        let doubts = try await doubts().count
        let undelivered = try await till.ask { OutboxAction.list($0) }
        let refused = undelivered.filter { $0.refusal != nil }.count
        let waiting = try await receipts().count
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
        let terminals = try await till.knownTerminals().map { device($0, "reader", nil) }
        let printers = try await till.knownPrinters().map {
            device($0, "printer", till.printers.current.standing(of: $0.address)?.waitsFor)
        }
        return terminals + printers
    }

    private func device(_ known: ListedDevice, _ kind: String, _ waitsFor: Failure?) -> JSONValue {
        var findings: [Failure] = waitsFor.map { [$0] } ?? []
        if case .notReady(let why)? = till.watched.current.standing(of: known.address),
            !findings.contains(where: { $0.code == why.code })
        {
            findings.append(why)
        }
        return [
            "id": .string(known.id), "kind": .string(kind), "name": .string(known.id),
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

    // MARK: Figures and settings

    /// The charts of today.
    func charts() async throws(Failure) -> FigureCharts {
        let today = till.startOfDay
        let charts = try await till.ask { JournalAction.loadCharts(since: today, $0) }
        let devices = try await till.knownTerminals() + till.knownPrinters()
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

    /// What this kiosk is made of, with the names of its devices.
    private func settings() async throws(Failure) -> Fields {
        var rows = [("release", Release.version), ("shop", kiosk.shopName)]
        if let terminal = try? await till.terminal(kiosk.reader) {
            rows.append(("reader", name(of: terminal, among: try await till.knownTerminals())))
        }
        if let printer = try? await till.printer(kiosk.printer) {
            rows.append(("printer", name(of: printer, among: try await till.knownPrinters())))
        }
        rows.append(("start", kiosk.settings.start.rawValue))
        return ["rows": .array(rows.map { ["name": .string($0.0), "value": .string($0.1)] })]
    }

    private func name(of device: DeviceAddress, among known: [ListedDevice]) -> String {
        known.first { $0.address == device }?.name ?? device.description
    }
}

extension JSONValue {
    /// A time as ISO 8601 in UTC.
    static func time(_ time: Date) -> JSONValue { .string(time.formatted(.iso8601)) }
}
