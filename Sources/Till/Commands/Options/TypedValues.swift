import ArgumentParser
import Failures
import Flow
import Foundation
import LogEvents
import Model
import Stores

extension LogLevel: ExpressibleByArgument {}

/// `1042`, or `L5` for an order that was made at this till while the shop was away.
extension OrderNumber: ExpressibleByArgument {
    package init?(argument: String) { self.init(typed: argument) }
}

extension LiveTill {
    /// The id of the order that has that number. `validate` has refused a command that lacks it; no shop has the order 0.
    func order(_ number: OrderNumber?) async throws(Failure) -> OrderID {
        guard let number else { return OrderID(rawValue: 0) }
        return try await ask { OrderAction.identifyOrder(number, $0) }
    }
}

extension Money {
    /// Reads an amount that was typed for that option.
    init(typed text: String, _ currency: Currency, as option: String) throws(Failure) {
        do throws(MoneyError) { self = try Money(parsing: text, currency: currency) } catch {
            throw Failure(
                UsageFailure.amount,
                Sentence("failure.usage.amount", ["option": option, "text": text, "currency": currency.code]),
                remedy: Sentence(
                    "remedy.usage.amount",
                    ["exponent": currency.exponent, "money": Money(minorUnits: 1250, currency: currency).formatted()]),
                recovery: .giveUp)
        }
    }
}

extension String {
    /// The path made absolute; links are not resolved.
    var absolutePath: String { Invocation.current.absolute(self) }
}
