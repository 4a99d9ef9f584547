import Foundation
import Hardware
import Model

/// What is about to be asked of a terminal, frozen and durable before anything is sent (step S1 of docs/payment-steps.md).
package struct PaymentIntent: Hashable, Codable, Sendable {
    package let payment: PaymentID
    /// Absent in the journal for a payment, as before there was anything else.
    private let givesBack: Purpose?
    /// Whether goods are given out before the terminal books. Absent in the journal where they are not.
    private let awaitsGoods: Bool?
    /// The caller's idempotency key.
    package let key: String?
    /// What was asked for under that key, so that the same key with another request is noticed.
    package let fingerprint: String
    package let site: SiteID
    package let order: OrderID?
    package let orderNumber: String?
    /// What the card is charged, tip included, what it gets back, or what is reserved on it or free again.
    package let amount: Money
    package let tip: Money?
    package let terminal: DeviceAddress
    /// Where its receipts are printed.
    package let printer: DeviceAddress
    /// The terminal's own id as it registered; recovery on another terminal proves nothing.
    package let terminalID: String?
    /// The newest transaction the terminal had before this one.
    package let watermark: Watermark
    /// The trace of that transaction, where it told one: a reversal names what it reverses by its trace.
    package let watermarkTrace: Int?
    /// When that transaction was by the terminal's clock, where it told all of it.
    package let watermarkTime: TransactionTimestamp?
    /// What that transaction came to in minor units, where it told that. Absent in journals from before this was written.
    package let watermarkAmount: Int64?
    /// Absent in the journal where the terminal is asked for it.
    private let saidByOperator: Bool?
    /// Absent in the journal where that transaction was booked, or nothing is known of it.
    private let failed: Bool?
    private let remembered: Bool?
    /// Absent in journals from before there was any.
    private let terminalHabits: TerminalHabits?
    package let language: String
    /// What the kiosk's own program wants on the receipts; nil where it asked for nothing.
    package let supplied: SuppliedReceipt?
    /// Wall clock when the intent was written.
    package let startedAt: Date
    /// Seconds east of UTC then; terminals print and report local time.
    package let utcOffset: Int

    package init(
        payment: PaymentID, purpose: Purpose = .payment, givesGoods: Bool = false, isSaid: Bool = false, key: String?,
        fingerprint: String, site: SiteID,
        order: OrderID?, orderNumber: String?, amount: Money, tip: Money?, terminal: DeviceAddress,
        printer: DeviceAddress, terminalID: String?, watermark: Watermark, watermarkTrace: Int? = nil,
        watermarkTime: TransactionTimestamp? = nil, watermarkAmount: Int64? = nil, watermarkFailed: Bool = false,
        remembersWatermark: Bool = false,
        habits: TerminalHabits = TerminalHabits(),
        language: String, supplied: SuppliedReceipt? = nil, startedAt: Date,
        utcOffset: Int
    ) {
        self.payment = payment
        givesBack = purpose == .payment ? nil : purpose
        awaitsGoods = givesGoods ? true : nil
        saidByOperator = isSaid ? true : nil
        self.key = key
        self.fingerprint = fingerprint
        self.site = site
        self.order = order
        self.orderNumber = orderNumber
        self.amount = amount
        self.tip = tip
        self.terminal = terminal
        self.printer = printer
        self.terminalID = terminalID
        self.watermark = watermark
        self.watermarkTrace = watermarkTrace
        self.watermarkTime = watermarkTime
        self.watermarkAmount = watermarkAmount
        failed = watermarkFailed ? true : nil
        remembered = remembersWatermark ? true : nil
        terminalHabits = habits == TerminalHabits() ? nil : habits
        self.language = language
        self.supplied = supplied
        self.startedAt = startedAt
        self.utcOffset = utcOffset
    }

    package var purpose: Purpose { givesBack ?? .payment }
    /// Whether goods are given out between the approval and the booking (vending).
    package var givesGoods: Bool { awaitsGoods ?? false }
    /// Whether no terminal is asked for it: a person says that it has happened.
    package var isSaid: Bool { saidByOperator ?? false }

    /// Whether the terminal told no last transaction before this, and the watermark is what this till remembers of it.
    package var remembersWatermark: Bool { remembered ?? false }

    /// Whether the terminal told its last transaction from before as a failure.
    package var watermarkFailed: Bool { failed ?? false }

    /// What is known of this terminal, by which its answers are read.
    package var habits: TerminalHabits { terminalHabits ?? TerminalHabits() }

    /// What the terminal is asked for.
    var request: TerminalRequest { purpose.request(amount) }
}
