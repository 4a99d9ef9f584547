import Flow
import Model

/// What the journal says that a terminal should have counted since its last end of day: the first of the three books.
package struct DayBook: Hashable, Sendable {
    /// A transaction that stands at the terminal.
    package struct Booking: Hashable, Codable, Sendable {
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

    /// One transaction that this till began.
    struct Attempt: Hashable, Sendable {
        /// The receipt numbers that the terminal told of it.
        let receipts: [Int]
        /// Whether it came to nothing and the terminal told no number of it: some count such a one all the same.
        let isUntold: Bool
    }

    package var currency: Currency
    package var bookings: [Booking] = []
    /// What ended without money moving.
    package var failed: [Booking] = []
    /// What is in doubt.
    package var open: [Booking] = []
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

extension Sequence<DayBook.Booking> {
    var netMinor: Int64 { map(\.amountMinor).sum }
}

extension Sequence<Int64> {
    /// Of amounts, which have twelve digits at most: a day of them never comes near the end of an `Int64`.
    var sum: Int64 { reduce(0, &+) }
}

/// What this till and its shop say of one order that was to be paid or given back that day: the third of the books.
package struct OrderBook: Hashable, Sendable {
    package let order: OrderID
    package let number: String
    /// Its payments, on any terminal of this till.
    package var approved: [PaymentID]
    /// Those that were not given back as a whole.
    package var standing: [PaymentID]
    /// The payment that it is marked paid by.
    package var paidBy: PaymentID?
    /// The payment that stands for it and was booked with too little to pay it.
    package var underpaidBy: PaymentID?
    /// What the shop says of it; nil where it could not be asked.
    package var shopStatus: OrderStatus?
    /// Whether the shop was told all there is to tell.
    package var shopWasTold: Bool

    package init(
        order: OrderID, number: String, approved: [PaymentID] = [], standing: [PaymentID] = [], paidBy: PaymentID?,
        shopStatus: OrderStatus? = nil, shopWasTold: Bool = true
    ) {
        self.order = order
        self.number = number
        self.approved = approved
        self.standing = standing
        self.paidBy = paidBy
        self.shopStatus = shopStatus
        self.shopWasTold = shopWasTold
    }
}

/// Which receipts a terminal has counted. Numbers have four digits and wrap from 9999 to 1.
struct ReceiptRange: Hashable, Sendable {
    static let numbers = 1...9999

    let first: Int
    let count: Int

    /// Nil where the terminal told none.
    init?(_ totals: TerminalTotals) {
        guard let first = totals.firstReceipt, let last = totals.lastReceipt, Self.numbers.contains(first),
            Self.numbers.contains(last)
        else { return nil }
        self.first = first
        count = (last - first + Self.numbers.count) % Self.numbers.count + 1
    }

    func contains(_ receipt: Int) -> Bool {
        guard Self.numbers.contains(receipt) else { return false }
        return (receipt - first + Self.numbers.count) % Self.numbers.count < count
    }

    /// In the order in which they were given.
    var receipts: [Int] { (0..<count).map { (first - 1 + $0) % Self.numbers.count + 1 } }
}
