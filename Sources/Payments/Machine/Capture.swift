import Hardware
import Model

/// The part of a reservation that is booked.
package struct Capture: Hashable, Codable, Sendable {
    /// The command by which the terminal is told. Both have the same effect, but not every terminal knows both. The raw
    /// values are stored in the journal.
    package enum Command: String, Hashable, Codable, Sendable {
        /// States the amount used (ZVT `06 24`).
        case bookTotal
        /// States the amount not used (ZVT `06 23`).
        case partialRelease = "releasePart"
    }

    package let reserved: OpenPreauthorisation
    package let command: Command
    /// The order's total; nil without an order. The shop is told that the part of it that is not booked is refunded.
    package let due: Money?

    package init(reserved: OpenPreauthorisation, command: Command, due: Money?) {
        self.reserved = reserved
        self.command = command
        self.due = due
    }

    func request(_ used: Money) -> TerminalRequest {
        switch command {
        case .bookTotal: .book(reserved.name, used)
        case .partialRelease:
            .partialRelease(reserved.name, unused: Money(minorUnits: rest(of: used), currency: used.currency))
        }
    }

    /// The amount that is freed. It is never negative, because no more is booked than is reserved.
    func rest(of used: Money) -> Int64 { reserved.amount.minorUnits - used.minorUnits }
}
