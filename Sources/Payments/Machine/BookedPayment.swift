import Hardware
import Model

/// A payment as the terminal that booked it knows it.
package struct BookedPayment: Hashable, Codable, Sendable {
    package let payment: PaymentID
    package let receiptNumber: Int
    /// What the word of its reversal names it by; nil where the terminal told none.
    package let trace: Int?
    /// The last digits of its card, where the terminal told them. Absent in older journals.
    package let cardDigits: String?
    /// The terminal that booked it, where it told its id. Absent in older journals.
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
