import Storage

/// A reservation that is open as far as this till knows.
package struct StandingReservation: Hashable, Sendable {
    package let reservation: PaymentRecord
    /// The number of the order that it is for; nil without an order.
    package let orderNumber: String?
    /// The transaction that would end the reservation, while its outcome is in doubt.
    package let ending: PaymentRecord?

    package enum State: String, Hashable, Sendable {
        case reserved
        /// Whether the reservation was made, booked or released is not known yet.
        case inDoubt = "in_doubt"
    }

    package var state: State { reservation.isOpen || ending != nil ? .inDoubt : .reserved }
}
