import Hardware
import Model

/// A reservation as the terminal that holds it knows it.
package struct OpenPreauthorisation: Hashable, Codable, Sendable {
    package let payment: PaymentID
    package let amount: Money
    package let name: Preauthorisation
    /// The last digits of its card, where the terminal told them. Absent in older journals.
    package let cardDigits: String?

    package init(payment: PaymentID, amount: Money, name: Preauthorisation, cardDigits: String? = nil) {
        self.payment = payment
        self.amount = amount
        self.name = name
        self.cardDigits = cardDigits
    }
}
