import ArgumentParser
import Failures
import Flow
import Foundation
import LogEvents
import Model

extension LogLevel: ExpressibleByArgument {}

extension Money {
    /// Reads an amount that was typed for that option.
    init(typed text: String, _ currency: Currency, as option: String) throws(Failure) {
        do throws(MoneyError) { self = try Money(parsing: text, currency: currency) } catch {
            throw Failure(
                UsageFailure.amount, "\(option) \(text) is no amount in \(currency.code).",
                remedy:
                    "write it with at most \(currency.exponent) decimals, like \(Money(minorUnits: 1250, currency: currency).formatted())",
                recovery: .giveUp)
        }
    }
}

extension String {
    /// This path as an absolute path; links are not resolved.
    var absolutePath: String { URL(fileURLWithPath: self).standardizedFileURL.path }
}
