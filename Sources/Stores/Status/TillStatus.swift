import Flow
import Foundation
import Hardware
import Model
import Payments

/// How a till is doing, by its journal and its tables. No device is asked.
package struct TillStatus: Hashable, Sendable {
    /// What was taken and given back in one currency.
    package struct Takings: Hashable, Sendable {
        package let currency: Currency
        package let payments: Int
        package let taken: Money
        package let returns: Int
        package let givenBack: Money

        /// What was taken less what was given back, in minor units.
        package var net: Int64 { taken.minorUnits - givenBack.minorUnits }
    }

    package struct OutcomeCount: Hashable, Sendable {
        package let outcome: PaymentOutcome
        package let count: Int
    }

    /// A part of a payment that somebody waits for.
    package enum Phase: String, Hashable, Sendable, CaseIterable {
        /// From the request to the command that leaves for the terminal.
        case preparing
        /// From there to the terminal's result: card, PIN and host.
        case terminal
        /// From there until the payment is settled.
        case settling
        /// From there until the first receipt is printed.
        case printing
        /// From the request until the payment is settled.
        case whole
    }

    /// How long a phase took, of undisturbed and approved payments.
    package struct PhaseTimes: Hashable, Sendable {
        package let phase: Phase
        package let count: Int
        /// The time within which half of them, and 95 of 100, were through, in milliseconds.
        package let p50: Int64
        package let p95: Int64
    }

    package struct Doubt: Hashable, Sendable {
        package let payment: PaymentID
        package let amount: Money
        package let terminal: String
        package let since: Date
    }

    /// Things that wait, and since when the first of them does.
    package struct Waiting: Hashable, Sendable {
        package let count: Int
        package let oldest: Date?

        package init(_ times: [Date]) { (count, oldest) = (times.count, times.min()) }
    }

    /// What a device did last.
    package struct LastActivity: Hashable, Sendable {
        package let address: String
        package let at: Date
        /// Nil if it did what it was asked.
        package let trouble: Failure?
        /// A printer's proof that there is paper: `confirmed`, `probably`, `failed` or `unknown`; of a terminal `answered` or
        /// `lost`.
        package let state: String
    }

    package let asOf: Date
    /// The beginning of the day.
    package let since: Date
    package let takings: [Takings]
    package let outcomes: [OutcomeCount]
    package let times: [PhaseTimes]
    package let doubts: [Doubt]
    package let waitingPrints: Waiting
    package let waitingNews: Waiting
    /// Messages that a shop refused for good.
    package let refusedNews: Int
    package let waitingMails: Waiting
    package let terminals: [LastActivity]
    package let printers: [LastActivity]
    /// When the backup was made from which the data were restored; nil if they never were.
    package let restoredFrom: Date?
    /// The kiosk's page if it does not answer; nil if it does, or there is no kiosk.
    package let kioskPage: SilentKioskPage?
}
