import Model

/// What a receipt may say of a card. It never contains the card's number or expiry date.
package struct MaskedCard: Hashable, Codable, Sendable {
    /// The last digits of the card's number, at most four.
    package var lastDigits: String?
    package var name: String?
    /// The chip's application id in hexadecimal.
    package var applicationID: String?
    package var technology: CardTechnology?

    package init(
        lastDigits: String? = nil, name: String? = nil, applicationID: String? = nil, technology: CardTechnology? = nil
    ) {
        self.lastDigits = lastDigits.map { String($0.suffix(4)) }
        self.name = name
        self.applicationID = applicationID
        self.technology = technology
    }
}
