import ArgumentParser
import Foundation
import Networking

/// An amount of no certain currency, or a number of percent: `10` or `2.50`.
struct TypedAmount: ExpressibleByArgument {
    let amount: Decimal

    init?(argument: String) {
        let isPlain = argument.utf8.count <= 20 && argument.wholeMatch(of: /[0-9]+(\.[0-9]+)?/) != nil
        guard isPlain, let amount = Decimal(string: argument) else { return nil }
        self.amount = amount
    }
}

/// `2026-11-30`.
extension CalendarDay: ExpressibleByArgument {
    package init?(argument: String) {
        guard let day = CalendarDay(argument), day.text == argument else { return nil }
        self = day
    }
}
