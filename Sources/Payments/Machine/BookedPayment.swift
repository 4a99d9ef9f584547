import Hardware
import Model

/// The facts of a payment that its terminal needs to reverse or refund it.
package struct BookedPayment: Hashable, Codable, Sendable {
    package let payment: PaymentID
    package let receiptNumber: Int
    /// The trace number, by which a report of its reversal names it; nil if the terminal told none.
    package let trace: Int?
    /// The last digits of its card, if the terminal told them. Absent in older journals.
    package let cardDigits: String?
    /// The id of the terminal that booked it, if the terminal told it. Absent in older journals.
    package let terminalID: String?

    package init(
        payment: PaymentID, receiptNumber: Int, trace: Int?, cardDigits: String? = nil, terminalID: String? = nil
    ) {
        self.terminalID = terminalID
        self.payment = payment
        self.receiptNumber = receiptNumber
        self.trace = trace
        self.cardDigits = cardDigits
    }
}
