import Foundation
import Model

/// The account of a shop's extension for card payments at its payment provider.
package struct PaymentGatewayAccount: ShopEntity {
    package static var resource: ShopResource { .gateway }
    package static var cachedAs: String { "paymentAccount" }

    /// The member that names the extension. No shop sends it: the till adds it, since it knows which extension it asked.
    static let gatewayMember = "till_gateway"

    package let json: JSONValue
    package let gateway: PaymentGatewayExtension
    package let status: PaymentAccountStatus
    /// Whether the account is one for real money.
    package let isLive: Bool
    /// Whether the extension is switched to test mode.
    package let isInTestMode: Bool
    package let hasPendingRequirements: Bool
    package let hasOverdueRequirements: Bool
    /// Until when the provider waits for what is pending; nil when it does not say.
    package let deadline: Date?
    package let statementDescriptor: String
    /// ISO 4217 codes in capitals.
    package let currencies: [String]
    /// The ISO 3166 code of two letters; empty when there is no account.
    package let country: String
    /// Whether the provider lets the account take cards in person. The Stripe extension does not say, and counts as yes.
    package let isCardPresentEligible: Bool

    package init(_ object: ShopObject) throws(NetworkError) {
        guard let gateway = PaymentGatewayExtension(rawValue: try object.text(Self.gatewayMember)) else {
            throw .malformed(field: Self.gatewayMember, reason: Sentence("detail.json.otherType"))
        }
        json = object.json
        self.gateway = gateway
        status = PaymentAccountStatus(word: try object.text("status"))
        isLive = object.flag("is_live")
        isInTestMode = object.flag("test_mode")
        hasPendingRequirements = object.flag("has_pending_requirements")
        hasOverdueRequirements = object.flag("has_overdue_requirements")
        let deadline = object.optionalInteger("current_deadline") ?? 0
        self.deadline = deadline > 0 ? Date(timeIntervalSince1970: TimeInterval(deadline)) : nil
        statementDescriptor = object.plainText("statement_descriptor")
        let currencies = object.object("store_currencies")
        let supported = currencies?.texts("supported") ?? []
        self.currencies = (supported.isEmpty ? [currencies?.plainText("default") ?? ""] : supported)
            .filter { !$0.isEmpty }.map { $0.uppercased() }
        country = object.plainText("country").uppercased()
        isCardPresentEligible = object.optionalFlag("card_present_eligible") ?? true
    }

    package var key: String { gateway.rawValue }
}

/// Maps an account. WooPayments answers an empty list when nobody has set up an account.
struct PaymentGatewayAccountMapper: Mapper {
    let gateway: PaymentGatewayExtension

    func map(_ response: Response) throws(NetworkError) -> PaymentGatewayAccount {
        let json = try response.json
        var members =
            json.list?.isEmpty == true
            ? ["status": .string(PaymentAccountStatus.noAccountWord)] : try ShopObject(json, at: "").members
        members[PaymentGatewayAccount.gatewayMember] = .string(gateway.rawValue)
        return try PaymentGatewayAccount(try ShopObject(.object(members), at: ""))
    }
}
