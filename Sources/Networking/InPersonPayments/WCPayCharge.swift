import Model

/// A charge of WooPayments. Of the card only the brand and the last four digits are kept.
package struct WCPayCharge: ShopEntity {
    package static var resource: ShopResource { .charge }

    package let json: JSONValue
    /// Stripe's id, such as `ch_3Q…`.
    package let id: String
    /// In the currency's minor units.
    package let minorUnits: Int64
    /// The ISO 4217 code in capitals.
    package let currency: String
    /// `succeeded`, `pending` or `failed`.
    package let status: String
    package let isCaptured: Bool
    package let isRefunded: Bool
    package let intent: String
    /// `card_present`, `interac_present` or `card`; empty when the shop does not say.
    package let method: String
    package let cardBrand: String
    package let cardLastDigits: String

    package init(_ object: ShopObject) throws(NetworkError) {
        id = try object.text("id")
        minorUnits = try object.integer("amount")
        currency = try object.text("currency").uppercased()
        status = object.plainText("status")
        isCaptured = object.flag("captured")
        isRefunded = object.flag("refunded")
        intent = object.optionalText("payment_intent") ?? ""
        let details = object.object("payment_method_details")
        method = details?.plainText("type") ?? ""
        let card = details?.object(method)
        cardBrand = card?.plainText("brand") ?? ""
        cardLastDigits = String((card?.plainText("last4") ?? "").suffix(4))
        // The answer also holds the expiry date and more of the card, which a till must not keep.
        json = [
            "id": .string(id), "amount": .integer(minorUnits), "currency": .string(currency), "status": .string(status),
            "captured": .bool(isCaptured), "refunded": .bool(isRefunded), "payment_intent": .string(intent),
            "payment_method_details": [
                "type": .string(method),
                method: ["brand": .string(cardBrand), "last4": .string(cardLastDigits)],
            ],
        ]
    }

    package var key: String { id }
}

extension WCPayCharge {
    /// The amount; nil in a currency that the till does not know.
    package var amount: Money? { Currency(told: currency).map { Money(minorUnits: minorUnits, currency: $0) } }
}
