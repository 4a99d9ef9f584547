/// Each of the staff's pages with made-up content in English, as the service would write it.
package enum KioskStaffSample {
    /// The names of the screens, from the first page on.
    package static let names = pages.map { "operator_\($0.place.name)" }

    /// Whose right the made-up pages show.
    static let operatorName = "Ada"

    /// The screen of this name; nil if there is none.
    static func screen(_ name: String) -> KioskScreen? {
        guard let found = pages.first(where: { "operator_\($0.place.name)" == name }) else { return nil }
        var page = KioskStaffPage(found.place, round: 0)
        (page.content, page.stage) = (found.content, .ready)
        return .staff(.page(page))
    }

    private static let pages: [(place: KioskStaffPage.Place, content: String)] = [
        (.home, home), (.devices, devices), (.payments, payments), (.payment("pay-SAMPLE"), payment),
        (.doubts, "{\"rows\": [\(doubted)}]}"), (.doubt("pay-SAMPLE2"), doubt),
        (.settlement("pay-SAMPLE3"), settlement), (.day, day), (.deliveries, "{\"rows\": [\(waiting)}, \(refused)}]}"),
        (.delivery("sample-2"), "\(refused), \"delivery\": \"sample-2\", \"answers\": [\"done\"], \(setAside)}"),
        (.receipts, receipts), (.figures, figures), (.settings, settings),
    ]

    private static func euros(_ minor: Int) -> String {
        "{\"minor\": \(minor), \"currency\": \"EUR\", \"exponent\": 2}"
    }

    private static let home = """
        {"figures": {"taken": [\(euros(48_230))], "payments": 42}, "tiles": [
        {"name": "devices", "count": 1, "level": "trouble"}, {"name": "payments", "count": 0, "level": "ok"},
        {"name": "doubts", "count": 1, "level": "trouble"}, {"name": "day", "count": 0, "level": "ok"},
        {"name": "deliveries", "count": 2, "level": "attention"}, {"name": "receipts", "count": 1, "level": "attention"},
        {"name": "figures", "count": 0, "level": "ok"}, {"name": "settings", "count": 0, "level": "ok"}]}
        """

    private static let devices = """
        {"devices": [
        {"id": "counter", "kind": "reader", "name": "counter", "state": "ready", "findings": []},
        {"id": "receipts", "kind": "printer", "name": "receipts", "state": "not_ready", "findings": [
        {"code": "printer.paperOut", "text": "the printer is out of paper", "remedy": "load paper and close the cover"}]}]}
        """

    private static let outcomes = [
        ("1046", "payment", 1150, "approved"), ("1045", "payment", 2820, "approved"),
        ("1044", "payment", 3850, "in_doubt"), ("1043", "refund", 390, "done"),
        ("1042", "payment", 1150, "approved"), ("1041", "payment", 640, "declined"),
        ("1040", "payment", 95, "cancelled"),
    ]

    private static let payments = """
        {"next": false, "rows": [\(
            outcomes.enumerated().map { place, row in
                """
                {"id": "pay-SAMPLE\(place)", "at": "2027-01-15T08:\(50 - place * 4):00Z", "kind": "\(row.1)",
                "amount": \(euros(row.2)), "outcome": "\(row.3)", "order": "\(row.0)", "reader": "counter"}
                """
            }.joined(separator: ", "))]}
        """

    private static let payment = """
        {"payment": {"id": "pay-SAMPLE", "at": "2027-01-15T08:34:00Z", "kind": "payment", "amount": \(euros(1150)),
        "outcome": "approved", "order": "1042", "reader": "counter", "receipt": "rcp-SAMPLE"},
        "left": \(euros(1150)), "given_back": \(euros(0)), "returns": [],
        "can": {"refund": true, "reverse": true, "reprint": true, "email": false, "withdraw": false}, "why": [
        {"at": "2027-01-15T08:34:00Z", "text": "11.50 EUR were asked for."},
        {"at": "2027-01-15T08:34:01Z", "text": "The terminal was asked for them."},
        {"at": "2027-01-15T08:34:17Z", "text": "The terminal has approved and booked them: receipt 0043, trace 118."},
        {"at": "2027-01-15T08:34:18Z", "text": "The shop was told that order 1042 is paid."}]}
        """

    private static let doubted = """
        {"id": "pay-SAMPLE2", "at": "2027-01-15T08:42:00Z", "kind": "payment", "amount": \(euros(3850)),
        "outcome": "in_doubt", "order": "1044", "reader": "counter"
        """

    private static let doubt = """
        \(doubted), "doubt": "pay-SAMPLE2", "final": false, "answers": ["ask", "paper"],
        "statements": ["booked", "not_booked", "taken_back"],
        "known": "It is not known whether the card was charged: the terminal has not answered since it was asked."}
        """

    private static let settlement = """
        {"settlement": "pay-SAMPLE3", "at": "2027-01-15T08:30:00Z", "kind": "payment", "amount": \(euros(2820)),
        "outcome": "approved", "order": "1045", "reader": "counter", "gone": false, "said_at": "2027-01-15T08:41:00Z",
        "said": "Ada read in the terminal's journal that it is booked: receipt 43, trace 118, 28.20 EUR.",
        "known": "Approved and booked: receipt 0043, read in the terminal's journal.", "answers": ["withdraw"], "why": [
        {"at": "2027-01-15T08:30:00Z", "text": "The terminal was asked for 28.20 EUR."},
        {"at": "2027-01-15T08:30:20Z", "text": "The line to the terminal broke."},
        {"at": "2027-01-15T08:41:00Z", "text": "Ada read in the terminal's journal that it is booked."}]}
        """

    private static let day = """
        {"terminals": [
        {"id": "counter", "name": "counter", "state": "open", "at": "2027-01-14T20:05:00Z", "doubt": null}], "reports": [
        {"name": "counter", "at": "2027-01-14T20:05:00Z", "outcome": "The terminal has ended its day.",
        "verdict": "differs", "headline": "The books differ.", "rows": [
        {"of": "total", "name": null, "till": \(euros(2250)), "terminal": \(euros(1550)), "shop": null, "differs": true},
        {"of": "scheme", "name": "girocard", "till": \(euros(1550)), "terminal": \(euros(1550)), "shop": null,
        "differs": false},
        {"of": "receipt", "name": "43", "till": \(euros(700)), "terminal": "missing", "shop": null, "differs": true},
        {"of": "order", "name": "1042", "till": \(euros(1150)), "terminal": null, "shop": "unpaid", "differs": true}],
        "differences": [{"text": "Receipt 0043 (7.00 EUR) stands in the journal; it is what the terminal's sum lacks.",
        "remedy": "look whether it was reversed at the terminal; then its order is not paid"}], "remarks": []}]}
        """

    private static let waiting = """
        {"id": "sample-1", "kind": "order.paid", "order": "1046", "at": "2027-01-15T08:50:00Z", "age_ms": 420000,
        "state": "waiting", "refusal": null, "why": null, "remedy": null, "choices": ["retry"]
        """

    private static let refused = """
        {"id": "sample-2", "kind": "order.refunded", "order": "1043", "at": "2027-01-15T08:38:00Z", "age_ms": 1140000,
        "state": "set_aside", "refusal": "order.changed", "choices": ["retry", "anyway"],
        "why": "The order was changed in the shop after it was paid here.",
        "remedy": "compare the order, and tell the shop anyway or see to it there"
        """

    private static let setAside = "\"message_state\": \"set_aside\", \"gone\": false"

    private static let receipts = """
        {"waiting": [{"id": "rcp-SAMPLE", "at": "2027-01-15T08:34:00Z", "order": "1042", "shop": null,
        "amount": \(euros(1150)), "state": "waiting", "why": "the printer is out of paper", "refusal": "printer.paperOut",
        "can_waive": true}]}
        """

    /// The tables say what the charts of `DayCharts.sample` show.
    private static let figures = """
        {"charts": [{"name": "takings", "path": "/kiosk/chart/takings.svg"},
        {"name": "outcomes", "path": "/kiosk/chart/outcomes.svg"}, {"name": "seconds", "path": "/kiosk/chart/seconds.svg"},
        {"name": "devices", "path": "/kiosk/chart/devices.svg"}], "tables": [
        {"name": "takings", "columns": ["Hour", "Payments", "Takings"], "rows": [
        \(DayCharts.sample.hours.filter { $0.payments > 0 }.map { hour in
            "[\"\(hour.hour):00\", \"\(hour.payments)\", \"\(hour.net.map { "\($0.formatted()) EUR" }.joined())\"]"
        }.joined(separator: ", "))]},
        {"name": "outcomes", "columns": ["Outcome", "Payments"], "rows": [
        ["approved", "42"], ["declined", "3"], ["cancelled", "1"]]}]}
        """

    private static let settings = """
        {"rows": [{"name": "release", "value": "1.0.0"}, {"name": "shop", "value": "Café Morgenrot"},
        {"name": "reader", "value": "counter"}, {"name": "printer", "value": "receipts"},
        {"name": "start", "value": "both"}]}
        """
}
