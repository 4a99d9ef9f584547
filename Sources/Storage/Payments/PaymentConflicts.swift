import Model

extension PaymentReading {
    /// What of that payment may still be given back. What is being given back counts as given until the contrary is
    /// known; a payment that is not approved has nothing to give.
    package func refundable(_ payment: PaymentRecord) throws(StorageError) -> Money {
        guard payment.isApproved, payment.kind.takesMoney else { return .zero(payment.amount.currency) }
        var left = payment.amount
        for other in try givingBack(payment.id) where other.isOpen || other.isApproved {
            do throws(MoneyError) { left = try left.subtracting(other.amount) } catch {
                throw .corrupt(reason: "\(other.id) does not fit the payment \(payment.id)")
            }
        }
        // A terminal may have given back more than it was asked for.
        return left.minorUnits < 0 ? .zero(left.currency) : left
    }

    /// What ends that reservation: it stands, or may stand. Nil while the reservation can still be booked or released.
    package func end(ofReservation id: PaymentID) throws(StorageError) -> PaymentRecord? {
        try givingBack(id).last { $0.kind.endsReservation && ($0.isOpen || $0.isApproved) }
    }

    /// The reservation that stands for that order.
    package func reservation(for order: OrderID, site: SiteID) throws(StorageError) -> PaymentRecord? {
        for payment in try payments(order: order, site: site) where payment.kind == .reservation && payment.isApproved {
            if try end(ofReservation: payment.id) == nil { return payment }
        }
        return nil
    }
}

/// What stands in the way of a transaction. Looked up under the write lock, so it cannot change before what follows; the
/// schema's indexes and triggers stand behind it.
extension StorageReader {
    func conflict(inserting payment: PaymentRecord) throws(StorageError) -> StorageError.Conflict? {
        if try self.payment(id: payment.id) != nil { return .id(payment.id.rawValue) }
        if let key = payment.key, let other = try self.payment(key: key) { return .key(other.id) }
        if let excess = try excess(of: payment) { return excess }
        return try holder(besides: payment)
    }

    /// - Parameter payment: as it is stored, settled.
    /// - Parameter mayExceed: the terminal tells of it, whatever was given back meanwhile.
    func conflict(
        reopening payment: PaymentRecord, mayExceed: Bool
    ) throws(StorageError) -> StorageError.Conflict? {
        if payment.archive != nil { return .archived(payment.id) }
        // What is approved counts already.
        if !payment.isApproved, !mayExceed, let excess = try excess(of: payment) { return excess }
        // That its order was paid or reserved for by another one meanwhile does not make it untrue.
        return try holder(besides: payment, isStored: true)
    }

    /// That more would be given back than was paid, or more be booked or freed than is reserved.
    private func excess(of payment: PaymentRecord) throws(StorageError) -> StorageError.Conflict? {
        guard let id = payment.original else { return nil }
        guard let original = try self.payment(id: id) else { throw .missing("payment \(id)") }
        if original.archive != nil { return .archived(id) }
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

    /// What may be booked of that reservation; nothing once something ends it.
    private func reserved(_ reservation: PaymentRecord) throws(StorageError) -> Money {
        guard reservation.isApproved, reservation.kind == .reservation, try end(ofReservation: reservation.id) == nil
        else { return .zero(reservation.amount.currency) }
        return reservation.amount
    }

    /// Who has its order or its terminal.
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
        // One terminal may be reached by two names.
        guard let id = payment.terminalID else { return nil }
        return try unsettledPayments().first { $0.terminalID == id && $0.id != payment.id }.map { .terminal($0.id) }
    }

    private func holder(
        of order: OrderID, besides payment: PaymentRecord, _ isStored: Bool
    ) throws(StorageError) -> StorageError.Conflict? {
        if !isStored, let paying = try paidBy(order: order, site: payment.site) { return .orderPaid(paying) }
        if let open = try payments(order: order, site: payment.site).first(where: \.isOpen) { return .order(open.id) }
        guard !isStored, let reserving = try reservation(for: order, site: payment.site), reserving.id != payment.id,
            reserving.id != payment.original
        else { return nil }
        return .orderReserved(reserving.id)
    }
}
