import Model

extension DayCharts {
    /// A made-up day, to look at charts without a till that has taken payments.
    package static let sample = DayCharts(
        hours: [0, 0, 0, 0, 0, 0, 0, 0, 3, 5, 4, 6, 11, 9, 4].enumerated().map { hour, payments in
            let taken = Money(minorUnits: Int64(payments) * 1_148, currency: .eur)
            return Hour(hour: hour, payments: payments, net: payments == 0 ? [] : [taken])
        },
        outcomes: [
            (.approved(TransactionResult(resultCode: .success)), 42), (.declined(code: .success, text: nil), 3),
            (.cancelled(code: .success), 1),
        ].map { TillStatus.OutcomeCount(outcome: $0, count: $1) },
        spans: [2, 17, 19, 3, 1, 0].enumerated().map { place, count in
            Span(below: place < bounds.count ? bounds[place] : nil, count: count)
        },
        devices: [
            Device(address: "counter", isPrinter: false, hours: unused(8) + working(3) + [.trouble] + working(3)),
            Device(address: "receipts", isPrinter: true, hours: unused(8) + working(7)),
        ])

    private static func unused(_ hours: Int) -> [Condition] { Array(repeating: .unused, count: hours) }
    private static func working(_ hours: Int) -> [Condition] { Array(repeating: .working, count: hours) }
}
