import Model

extension PaymentReading {
    /// The amount of a payment that may still be refunded. A refund in progress counts as refunded until the contrary is
    /// known; a payment that is not approved has nothing to refund.
    package func refundable(_ payment: PaymentRecord) throws(StorageError) -> Money {
        guard payment.isApproved, payment.kind.takesMoney else { return .zero(payment.amount.currency) }
        var left = payment.amount
        for other in try givingBack(payment.id) where other.isOpen || other.isApproved {
            do throws(MoneyError) { left = try left.subtracting(other.amount) } catch {
                throw .corrupt(
                    reason: Sentence("detail.storage.doesNotFit", ["other": other.id, "payment": payment.id]))
            }
            // The terminal may have refunded more than it was asked to.
            if left.minorUnits <= 0 { return .zero(left.currency) }
        }
        return left
    }

    /// The booking or release that ends a reservation, or may end it. Nil while the reservation can be booked or released.
    package func end(ofReservation id: PaymentID) throws(StorageError) -> PaymentRecord? {
        try givingBack(id).last { $0.kind.endsReservation && ($0.isOpen || $0.isApproved) }
    }

    /// The open reservation of an order.
    package func reservation(for order: OrderID, site: SiteID) throws(StorageError) -> PaymentRecord? {
        for payment in try payments(order: order, site: site) where payment.kind == .reservation && payment.isApproved {
            if try end(ofReservation: payment.id) == nil { return payment }
        }
        return nil
    }
}

/// Finds the stored transaction that forbids a new one. It runs under the write lock, so the answer holds until the commit;
/// the schema's indexes and triggers enforce the same rules.
extension StorageReader {
    package func conflict(inserting payment: PaymentRecord) throws(StorageError) -> StorageError.Conflict? {
        if try self.payment(id: payment.id) != nil { return .id(payment.id.rawValue) }
        if let key = payment.key, let other = try self.payment(key: key) { return .key(other.id) }
        if let excess = try excess(of: payment) { return excess }
        return try holder(besides: payment)
    }

    /// Returns what forbids reopening a settled transaction; nil if nothing does.
    ///
    /// - Parameters:
    ///   - payment: a settled transaction, as it is stored.
    ///   - mayExceed: whether its amount may exceed what is left, because the terminal reported it or may have booked it.
    package func conflict(
        reopening payment: PaymentRecord, mayExceed: Bool
    ) throws(StorageError) -> StorageError.Conflict? {
        if payment.archive != nil { return .archived(payment.id) }
        // An approved transaction is already part of the sum.
        if !payment.isApproved, !mayExceed, let excess = try excess(of: payment) { return excess }
        // A transaction stays true even if another one paid or reserved for its order meanwhile.
        return try holder(besides: payment, isStored: true)
    }

    /// The conflict when more would be refunded than was paid, or more booked or freed than is reserved.
    private func excess(of payment: PaymentRecord) throws(StorageError) -> StorageError.Conflict? {
        guard let id = payment.original else { return nil }
        guard let original = try self.payment(id: id) else { throw .missing(.payment, id: "\(id)") }
        if original.archive != nil { return .archived(id) }
        guard payment.site == original.site else { return .otherSite(id) }
        let left = try payment.kind.endsReservation ? reserved(original) : refundable(original)
        let fits =
            switch payment.kind {
            case .payment, .reservation: false
            case .refund, .booking:
                payment.amount.currency == left.currency && payment.amount.minorUnits <= left.minorUnits
            case .reversal, .release: payment.amount == original.amount && left == original.amount
            }
        return fits ? nil : .givenBack(id, left: left)
    }

    /// The amount of a reservation that may still be booked; zero once something ends it.
    private func reserved(_ reservation: PaymentRecord) throws(StorageError) -> Money {
        guard reservation.isApproved, reservation.kind == .reservation, try end(ofReservation: reservation.id) == nil
        else { return .zero(reservation.amount.currency) }
        return reservation.amount
    }

    /// The open transaction that holds the order or the terminal.
    private func holder(
        besides payment: PaymentRecord, isStored: Bool = false
    ) throws(StorageError) -> StorageError.Conflict? {
        if let order = payment.order {
            switch payment.kind {
            case .payment, .reservation, .booking:
                if let conflict = try holder(of: order, besides: payment, isStored) { return conflict }
            case .refund, .reversal, .release: break
            }
        }
        if let open = try unsettledPayment(terminalAddress: payment.terminalAddress) { return .terminal(open.id) }
        // One terminal may have two addresses, so its id is compared too.
        guard let id = payment.terminalID else { return nil }
        return try unsettledPayments().first { $0.terminalID == id }.map { .terminal($0.id) }
    }

    private func holder(
        of order: OrderID, besides payment: PaymentRecord, _ isStored: Bool
    ) throws(StorageError) -> StorageError.Conflict? {
        if !isStored, let paying = try paidBy(order: order, site: payment.site) { return .orderPaid(paying) }
        if let open = try payments(order: order, site: payment.site).first(where: \.isOpen) { return .order(open.id) }
        guard !isStored, let reserving = try reservation(for: order, site: payment.site),
            reserving.id != payment.original
        else { return nil }
        return .orderReserved(reserving.id)
    }
}
