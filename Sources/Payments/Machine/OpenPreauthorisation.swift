import Hardware
import Model

/// The facts of a reservation that its terminal needs to end it.
package struct OpenPreauthorisation: Hashable, Codable, Sendable {
    package let payment: PaymentID
    package let amount: Money
    package let name: Preauthorisation
    /// The last digits of its card, if the terminal told them. Absent in older journals.
    package let cardDigits: String?

    package init(payment: PaymentID, amount: Money, name: Preauthorisation, cardDigits: String? = nil) {
        self.payment = payment
        self.amount = amount
        self.name = name
        self.cardDigits = cardDigits
    }
}
