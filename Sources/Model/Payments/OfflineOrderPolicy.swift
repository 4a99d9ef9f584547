/// What is paid while the shop cannot be asked about an order.
package enum OfflineOrderPolicy: String, Hashable, Sendable, CaseIterable {
    /// No order of the shop: it may have been paid, changed or cancelled elsewhere. Orders that were made at this till while the
    /// shop was away can be paid.
    case refuse
    /// An order as it was when the shop was asked last. If it was paid or changed elsewhere meanwhile, an operator decides.
    case payKnown = "pay-known"
}
