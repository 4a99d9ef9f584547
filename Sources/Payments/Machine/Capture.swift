import Hardware
import Model

/// What is taken of a reservation.
package struct Capture: Hashable, Codable, Sendable {
    /// How it is said to the terminal. It comes to the same, but not every terminal knows both.
    package enum Command: String, Hashable, Codable, Sendable {
        /// By what was used (ZVT `06 24`).
        case bookTotal
        /// By what was not used (ZVT `06 23`).
        case releasePart
    }

    package let reserved: OpenPreauthorisation
    package let command: Command
    /// What its order comes to; nil without an order. What of that is not booked, the shop is told as given back.
    package let due: Money?

    package init(reserved: OpenPreauthorisation, command: Command, due: Money?) {
        self.reserved = reserved
        self.command = command
        self.due = due
    }

    func request(_ used: Money) -> TerminalRequest {
        switch command {
        case .bookTotal: .book(reserved.name, used)
        case .releasePart:
            .releasePart(reserved.name, unused: Money(minorUnits: rest(of: used), currency: used.currency))
        }
    }

    /// What is free again. Never below zero: no more is booked than is reserved.
    func rest(of used: Money) -> Int64 { reserved.amount.minorUnits - used.minorUnits }
}
