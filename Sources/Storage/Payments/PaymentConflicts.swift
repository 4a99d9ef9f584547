import Model

extension PaymentReading {
    /// What of that payment may still be given back. What is being given back counts as given until the contrary is
    /// known; a payment that is not approved has nothing to give.
    public func refundable(_ payment: PaymentRecord) throws(StorageError) -> Money {
        guard payment.isApproved, payment.kind == .payment else { return .zero(payment.amount.currency) }
        var left = payment.amount
        for other in try givingBack(payment.id) where other.isOpen || other.isApproved {
            do throws(MoneyError) { left = try left.subtracting(other.amount) } catch {
                throw .corrupt(reason: "\(other.id) does not fit the payment \(payment.id)")
            }
        }
        return left
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
    func conflict(reopening payment: PaymentRecord) throws(StorageError) -> StorageError.Conflict? {
        // What is approved counts already.
        if !payment.isApproved, let excess = try excess(of: payment) { return excess }
        return try holder(besides: payment)
    }

    /// That more would be given back than was paid.
    private func excess(of payment: PaymentRecord) throws(StorageError) -> StorageError.Conflict? {
        guard let id = payment.original else { return nil }
        guard let original = try self.payment(id: id) else { throw .missing("payment \(id)") }
        let left = try refundable(original)
        let fits =
            switch payment.kind {
            case .payment: false
            case .refund:
                payment.amount.currency == left.currency && payment.amount.minorUnits <= left.minorUnits
            case .reversal: payment.amount == original.amount && left == original.amount
            }
        return fits ? nil : .givenBack(id, left: left)
    }

    /// Who has its order or its terminal.
    private func holder(besides payment: PaymentRecord) throws(StorageError) -> StorageError.Conflict? {
        if let order = payment.order, payment.kind == .payment {
            if let paying = try paidBy(order: order, site: payment.site) { return .orderPaid(paying) }
            let open = try payments(order: order, site: payment.site).first(where: \.isOpen)
            if let open { return .order(open.id) }
        }
        return try unsettledPayment(terminalAddress: payment.terminalAddress).map { .terminal($0.id) }
    }
}
