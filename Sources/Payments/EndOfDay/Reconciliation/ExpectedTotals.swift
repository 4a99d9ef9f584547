import Flow
import Model

/// What the journal says that a terminal should have counted since its last end of day: the first of the three books.
package struct ExpectedTotals: Hashable, Sendable {
    /// A transaction that stands at the terminal.
    package struct LedgerEntry: Hashable, Codable, Sendable {
        package let payment: PaymentID
        package let receipt: Int?
        /// Under what the terminal counts it; nil where its card is one that terminals count differently.
        package let scheme: CardScheme?
        /// Below zero for what was given back.
        package let amountMinor: Int64
        package let orderNumber: String?

        package init(
            payment: PaymentID, receipt: Int?, scheme: CardScheme?, amountMinor: Int64, orderNumber: String? = nil
        ) {
            self.payment = payment
            self.receipt = receipt
            self.scheme = scheme
            self.amountMinor = amountMinor
            self.orderNumber = orderNumber
        }
    }

    /// An amount that the terminal holds on a card.
    package struct OpenReservation: Hashable, Codable, Sendable {
        package let receipt: Int
        /// Nil where this till knows nothing of it.
        package let payment: PaymentID?

        package init(receipt: Int, payment: PaymentID?) {
            self.receipt = receipt
            self.payment = payment
        }
    }

    /// A booking that the terminal told of, by its receipt number.
    struct Known: Hashable, Sendable {
        let receipt: Int
        let amountMinor: Int64

        init(receipt: Int, amountMinor: Int64) {
            self.receipt = receipt
            self.amountMinor = amountMinor
        }

        /// The terminal's last transaction from before that one; nil where it told none, or a failure.
        init?(_ intent: PaymentIntent) {
            guard let receipt = intent.watermark.receiptNumber, let amount = intent.watermarkAmount,
                !intent.watermarkFailed, !intent.remembersWatermark
            else { return nil }
            self.init(receipt: receipt, amountMinor: amount)
        }
    }

    /// One transaction that this till began.
    struct Attempt: Hashable, Sendable {
        /// The receipt numbers that the terminal told of it.
        let receipts: [Int]
        /// Whether it came to nothing and the terminal told no number of it: some count such a one all the same.
        let isUntold: Bool
    }

    package var currency: Currency
    package var bookings: [LedgerEntry] = []
    /// What ended without money moving.
    package var failed: [LedgerEntry] = []
    /// Those of the failed that the terminal did not end itself, with the last transaction from before each: they are called
    /// not charged because it told of nothing new, and it may have booked them later.
    var mayBeLate: [PaymentID: Watermark] = [:]
    /// What the terminal told of transactions before those of this till: receipt numbers with their amounts.
    var known: Set<Known> = []
    /// What is in doubt.
    package var open: [LedgerEntry] = []
    /// What stands in another currency than the terminal counts in.
    package var foreign: [PaymentID] = []
    /// What the terminal named as reserved when its day had ended, or would not end.
    package var openReservations: [OpenReservation] = []
    /// What this till began there, in order.
    var attempts: [Attempt] = []
    /// Every receipt number of this terminal that the journal has heard of.
    package var knownReceipts: Set<Int> = []

    package init(currency: Currency) { self.currency = currency }

    /// What the terminal should tell, whole minor units.
    var netMinor: Int64 { bookings.netMinor }

    /// How many the terminal may have counted: of what was given back, some count both sides, some neither.
    var counts: ClosedRange<Int> {
        let back = bookings.count { $0.amountMinor < 0 }
        let taken = bookings.count - back
        return max(0, taken - back)...taken + back
    }
}

extension Sequence<ExpectedTotals.LedgerEntry> {
    var netMinor: Int64 { map(\.amountMinor).sum }
}

extension Sequence<Int64> {
    /// Of amounts, which have twelve digits at most: a day of them never comes near the end of an `Int64`.
    var sum: Int64 { reduce(0, &+) }
}
