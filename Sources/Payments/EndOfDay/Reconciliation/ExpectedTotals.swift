import Flow
import Model

/// The totals that the terminal should have counted since its last end of day, by the journal. It is the first of the
/// three books.
package struct ExpectedTotals: Hashable, Sendable {
    /// A transaction that the terminal should have counted.
    package struct LedgerEntry: Hashable, Codable, Sendable {
        package let payment: PaymentID
        package let receipt: Int?
        /// The scheme under which the terminal counts it; nil for a card that terminals count differently.
        package let scheme: CardScheme?
        /// The amount in minor units; negative for money that was given back.
        package let amountMinor: Int64
        /// The currency of the amount; nil if it is the day's.
        package let currency: Currency?
        package let orderNumber: String?

        package init(
            payment: PaymentID, receipt: Int?, scheme: CardScheme?, amountMinor: Int64, currency: Currency? = nil,
            orderNumber: String? = nil
        ) {
            self.payment = payment
            self.receipt = receipt
            self.scheme = scheme
            self.amountMinor = amountMinor
            self.currency = currency
            self.orderNumber = orderNumber
        }
    }

    /// An amount that the terminal holds on a card.
    package struct OpenReservation: Hashable, Codable, Sendable {
        /// How a reservation has ended here that the terminal goes on naming.
        package struct End: Hashable, Codable, Sendable {
            /// What ended it.
            package let payment: PaymentID
            /// Whether that is what a person stated, and can be withdrawn.
            package let isStated: Bool
            /// The amount that is reserved.
            package let reserved: Money
            package let orderNumber: String?
        }

        package let receipt: Int
        /// The reservation's payment; nil if this till does not know it.
        package let payment: PaymentID?
        /// Nil if the reservation stands here too, or is not known.
        package let end: End?

        package init(receipt: Int, payment: PaymentID?, end: End? = nil) {
            self.receipt = receipt
            self.payment = payment
            self.end = end
        }
    }

    /// A booking that the terminal told, by receipt number and amount.
    struct ToldBooking: Hashable, Sendable {
        let receipt: Int
        let amountMinor: Int64

        init(receipt: Int, amountMinor: Int64) {
            self.receipt = receipt
            self.amountMinor = amountMinor
        }

        /// The terminal's last transaction from before that payment; nil if it told none, or a failure.
        init?(_ intent: PaymentIntent) {
            guard let receipt = intent.watermark.receiptNumber, let amount = intent.watermarkAmount,
                !intent.watermarkFailed, !intent.remembersWatermark
            else { return nil }
            self.init(receipt: receipt, amountMinor: amount)
        }
    }

    /// A transaction that this till began.
    struct Attempt: Hashable, Sendable {
        /// The receipt numbers that the terminal told for it.
        let receipts: [Int]
        /// Whether it came to nothing and the terminal told no number for it. Some terminals count such an attempt all
        /// the same.
        let isUntold: Bool
    }

    /// The currency in which the terminal is taken to count.
    package var currency: Currency
    package var bookings: [LedgerEntry] = []
    /// When the last of them was booked, by the terminal's clock; nil if it told no time.
    var lastBooked: TransactionTimestamp?
    /// Transactions that ended without moving money. One in another currency is among them only if it may be late.
    package var failed: [LedgerEntry] = []
    /// The failed transactions that the terminal did not end itself, each with the terminal's last transaction from
    /// before it. They are called not charged because the terminal told nothing new, or because a person said so, and it may
    /// have booked them all the same.
    var mayBeLate: [PaymentID: Watermark] = [:]
    /// Those of which a person said that they were not booked.
    var stated: Set<PaymentID> = []
    /// Transactions that the terminal told as its last one before those of this till: receipt numbers with amounts.
    var known: Set<ToldBooking> = []
    /// Transactions in doubt.
    package var open: [LedgerEntry] = []
    /// Transactions that stand in another currency than the terminal counts in.
    package var foreign: [PaymentID] = []
    /// The reservations that the terminal named when its day had ended, or when it would not end.
    package var openReservations: [OpenReservation] = []
    /// The days just before this one that a person called ended.
    var endedByPersons: [DayEndedByPerson] = []
    /// The backup from which the data were restored within the day; nil if they were not, or if nothing is missing.
    var backup: Backup?
    /// The transactions that this till began on the terminal, in order.
    var attempts: [Attempt] = []
    /// Every receipt number of this terminal that the journal has heard of.
    package var knownReceipts: Set<Int> = []

    package init(currency: Currency) { self.currency = currency }

    /// The sum that the terminal should tell, in minor units.
    var netMinor: Int64 { bookings.netMinor }
}

extension Sequence<ExpectedTotals.LedgerEntry> {
    var netMinor: Int64 { map(\.amountMinor).sum }
}

extension Sequence<Int64> {
    /// The sum of amounts. They have at most twelve digits each, so a day of them never comes near the limit of
    /// `Int64`.
    var sum: Int64 { reduce(0, &+) }
}
