import Model

/// The question for a tip.
package struct KioskTip: Hashable, Codable, Sendable {
    package var attempt: KioskAttempt
    package let percents: [Int]
    /// An amount that is being typed, in minor units.
    package var digits = ""

    /// The tip of a percentage of the bill, rounded down to whole minor units.
    package func amount(_ percent: Int) -> Money {
        let total = attempt.bill.total
        // Divided first where the product would not fit: no bill comes near.
        let (product, isTooLarge) = total.minorUnits.multipliedReportingOverflow(by: Int64(percent))
        let minor = isTooLarge ? total.minorUnits / 100 * Int64(percent) : product / 100
        return Money(minorUnits: minor, currency: total.currency)
    }
}
