import Testing

/// What one store does at a shop, with every action that it has.
struct StoreContract: Sendable, CustomTestStringConvertible {
    /// The type of the store's actions.
    let actions: String
    let keep: @Sendable (ContractTill) async throws -> Void

    var testDescription: String { actions }

    /// A store of the shop without a contract fails a test, and so does an action without a part in it.
    static let all: [StoreContract] = [
        .accounts, .settingsOfTheTill, .comments, .coupons, .customers, .notifications, .orders, .orderNotes,
        .orderStatuses, .paymentGateways, .products, .refunds, .settings, .shipments, .stats, .statsV4, .systemStatus,
        .taxClasses, .cardPresentPayments, .shopReceipts,
    ]
}
