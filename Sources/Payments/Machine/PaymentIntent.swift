import Foundation
import Hardware
import Model

/// What a terminal is about to be asked for, written to disk before anything is sent and never changed (step S1 of
/// docs/payment-steps.md).
package struct PaymentIntent: Hashable, Codable, Sendable {
    package let payment: PaymentID
    /// Absent in the journal for a payment, as in journals from before there were other kinds.
    private let givesBack: TransactionPurpose?
    /// Whether goods are given out before the terminal books. Absent in the journal if they are not.
    private let awaitsGoods: Bool?
    /// Absent in the journal if the receipts are printed at once.
    private let payerDecides: Bool?
    /// Absent in the journal if the till prints the receipts.
    private let terminalPrints: Bool?
    /// The caller's idempotency key.
    package let key: String?
    /// The request of that key in comparable form, so that another request with the same key is noticed.
    package let fingerprint: String
    package let site: SiteID
    package let order: OrderID?
    package let orderNumber: String?
    /// The amount that the card is charged (tip included) or gets back, or that is reserved on it or freed.
    package let amount: Money
    package let tip: Money?
    package let terminal: DeviceAddress
    /// The printer for its receipts.
    package let printer: DeviceAddress
    /// The terminal's own id from its registration. An answer of another terminal proves nothing.
    package let terminalID: String?
    /// The newest transaction that the terminal had before this one.
    package let watermark: Watermark
    /// The trace of the watermark's transaction, if the terminal told it: a reversal names its original by the trace.
    package let watermarkTrace: Int?
    /// The time of the watermark's transaction by the terminal's clock, if the terminal told all of it.
    package let watermarkTime: TransactionTimestamp?
    /// The amount of the watermark's transaction in minor units, if the terminal told it. Absent in older journals.
    package let watermarkAmount: Int64?
    /// Absent in the journal if the terminal is asked for it.
    private let saidByOperator: Bool?
    /// Absent in the journal if nothing is said of the original.
    private let originalStands: Bool?
    /// Absent in the journal if the watermark's transaction was booked, or if nothing is known about it.
    private let failed: Bool?
    private let remembered: Bool?
    /// Absent in older journals.
    private let terminalHabits: TerminalHabits?
    package let language: String
    /// What the kiosk's own program adds to the receipts; nil if nothing.
    package let supplied: SuppliedReceipt?
    /// The wall clock when the intent was written.
    package let startedAt: Date
    /// The till's zone at that time, in seconds east of UTC. Terminals print and report local time.
    package let utcOffset: Int
    /// The requester. Absent in older journals, and where nobody said.
    package let by: Requester?

    package init(
        payment: PaymentID, purpose: TransactionPurpose = .payment, givesGoods: Bool = false, isSaid: Bool = false,
        leavesReceiptToPayer: Bool = false, isPrintedByTerminal: Bool = false, key: String?, fingerprint: String,
        site: SiteID, order: OrderID?, orderNumber: String?, amount: Money, tip: Money?, terminal: DeviceAddress,
        printer: DeviceAddress, terminalID: String?, watermark: Watermark, watermarkTrace: Int? = nil,
        watermarkTime: TransactionTimestamp? = nil, watermarkAmount: Int64? = nil, watermarkFailed: Bool = false,
        remembersWatermark: Bool = false, habits: TerminalHabits = TerminalHabits(),
        isOriginalSaidToStand: Bool = false, language: String, supplied: SuppliedReceipt? = nil, startedAt: Date,
        utcOffset: Int, by: Requester? = nil
    ) {
        self.payment = payment
        givesBack = purpose == .payment ? nil : purpose
        awaitsGoods = givesGoods ? true : nil
        payerDecides = leavesReceiptToPayer ? true : nil
        terminalPrints = isPrintedByTerminal ? true : nil
        saidByOperator = isSaid ? true : nil
        originalStands = isOriginalSaidToStand ? true : nil
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
        self.by = by
    }

    package var purpose: TransactionPurpose { givesBack ?? .payment }
    /// Whether goods are given out between the approval and the booking (vending).
    package var givesGoods: Bool { awaitsGoods ?? false }
    /// Whether the payer decides how to have the receipt: the printer of this transaction prints nothing by itself.
    package var leavesReceiptToPayer: Bool { payerDecides ?? false }
    /// Whether the terminal prints the receipts on its own printer, so that the till prints none of them by itself.
    package var isPrintedByTerminal: Bool { terminalPrints ?? false }
    /// Whether it is a person's statement, for which no terminal is asked.
    package var isSaid: Bool { saidByOperator ?? false }
    /// Whether a person stated that the terminal's journal shows the original as standing, although the terminal had said that
    /// it was taken back.
    package var isOriginalSaidToStand: Bool { originalStands ?? false }

    /// Whether the terminal told no last transaction, so that the watermark is what this till remembers of it.
    package var remembersWatermark: Bool { remembered ?? false }

    /// Whether the terminal told its last transaction as a failure.
    package var watermarkFailed: Bool { failed ?? false }

    /// What is known about this terminal and needed to read its answers.
    package var habits: TerminalHabits { terminalHabits ?? TerminalHabits() }

    /// The request that is sent to the terminal.
    var request: TerminalRequest { purpose.request(amount) }
}
