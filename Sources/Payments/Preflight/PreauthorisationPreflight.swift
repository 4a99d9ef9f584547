import Failures
import Flow
import Model
import Storage

// Reservations hold an amount on a card, which is later booked in part or as a whole, or released. Each of the three is
// a transaction with the same steps as a payment. The checks here decide, before anything is sent, which of them may
// begin.

/// Pre-flight checks (S0) for the end of a reservation: it ends once, and no more is booked than is reserved.
struct PreauthorisationPreflight: Sendable {
    let storage: any StorageManagerType

    /// Prepares the booking of a reservation. Throws if the reservation has ended or may be about to, or if the amount
    /// exceeds what is reserved or what the order comes to.
    ///
    /// - Parameter order: the order as the shop has it now; nil for a reservation without one.
    func booking(of reservation: PaymentRecord, _ used: PaymentRequest.Used, _ order: Order?) throws(Failure)
        -> PreparedRequest
    {
        let reserved = try reserved(reservation)
        let due = order?.total
        let amount = try amount(used, of: reserved.amount, due)
        if let due, amount.currency != due.currency || amount.minorUnits > due.minorUnits {
            throw .exceedsOrder(due: due)
        }
        let booking = Capture(reserved: reserved, command: used.command, due: due)
        return PreparedRequest(
            purpose: .booking(booking), amount: amount, order: reservation.order, orderNumber: order?.number)
    }

    func release(of reservation: PaymentRecord) throws(Failure) -> PreparedRequest {
        let reserved = try reserved(reservation)
        let orderNumber = try storage.reading {
            try StoredLedger.history(reservation.id, in: $0)?.intent.orderNumber
        }
        return PreparedRequest(
            purpose: .release(of: reserved), amount: reserved.amount, order: reservation.order,
            orderNumber: orderNumber)
    }

    /// Throws if the reservation cannot be ended any more.
    func checkStands(_ id: PaymentID) throws(Failure) { _ = try reserved(find(id)) }

    /// The reservation, on which the journal and the table agree.
    func find(_ id: PaymentID) throws(Failure) -> PaymentRecord {
        let found = try storage.reading { try JournalledPayments(reader: $0).paymentWithAllGivenBack(id) }
        guard let found else { throw .noPayment(id.rawValue) }
        guard found.kind == .reservation else { throw .noReservation(id) }
        return found
    }

    /// Throws if the reservation was not approved, or if another transaction ends it or may be about to.
    func checkNotEnded(_ reservation: PaymentRecord) throws(Failure) {
        let id = reservation.id
        if reservation.isOpen { throw .inDoubt(id) }
        guard reservation.isApproved else { throw .noReservation(id) }
        if let end = try storage.reading({ try $0.end(ofReservation: id) }) {
            throw end.isOpen ? .inDoubt(end.id) : .reservationEnded(id, by: end)
        }
    }

    /// The data by which the terminal knows it; throws if it cannot be ended any more.
    private func reserved(_ reservation: PaymentRecord) throws(Failure) -> OpenPreauthorisation {
        let id = reservation.id
        try checkNotEnded(reservation)
        guard let name = reservation.result.flatMap(Preauthorisation.init) else { throw .reservationWithoutReceipt(id) }
        let other = try storage.reading { reader in
            try ReceiptNumberReuse(reader: reader, transaction: reservation, receipt: name.receiptNumber)
                .newerReservation()
        }
        if let other { throw .reservationNumberReused(id, by: other) }
        return OpenPreauthorisation(
            payment: id, amount: reservation.amount, name: name, cardDigits: reservation.result?.panLastDigits)
    }

    /// Refuses to end a reservation if the terminal's last transaction shows that its receipt number is another
    /// customer's: a terminal that was set up anew restarts its numbers, and another terminal may have the same ones.
    func check(_ purpose: TransactionPurpose, told last: TransactionResult?) throws(Failure) {
        guard let reserved = purpose.reserved, let last, last.isSuccess, last.originalTrace == nil,
            last.receiptNumber == reserved.name.receiptNumber
        else { return }
        let (card, trace) = (last.panLastDigits, last.trace)
        let isAnothers = card != nil && reserved.cardDigits != nil && card != reserved.cardDigits
        let isNewer = trace != nil && reserved.name.trace != nil && trace != reserved.name.trace
        let time = try storage.reading { try $0.payment(id: reserved.payment) }?.result?.exactTimestamp
        let isOfAnotherTime = time != nil && last.exactTimestamp != nil && time != last.exactTimestamp
        guard isAnothers || isNewer || isOfAnotherTime else { return }
        throw .reservationNumberReused(reserved.payment, receipt: reserved.name.receiptNumber)
    }

    private func amount(_ used: PaymentRequest.Used, of reserved: Money, _ due: Money?) throws(Failure) -> Money {
        let amount: Money
        switch used {
        case .all: amount = due ?? reserved
        case .only(let used): amount = used
        case .allBut(let unused):
            guard unused.currency == reserved.currency, unused.minorUnits > 0,
                let rest = try? reserved.subtracting(unused)
            else { throw .badAmount(unused) }
            amount = rest
        }
        guard amount.currency == reserved.currency, amount.minorUnits > 0 else { throw .badAmount(amount) }
        guard amount.minorUnits <= reserved.minorUnits else { throw .exceedsReservation(amount, reserved: reserved) }
        return amount
    }
}

extension PaymentRequest.Used {
    fileprivate var command: Capture.Command {
        switch self {
        case .all, .only: .bookTotal
        case .allBut: .partialRelease
        }
    }
}

extension PaymentHistory {
    /// The outcome with the amount that is charged. A terminal that was told the unused part may report that as its
    /// amount; the rest is charged.
    func asCharged(_ end: PaymentOutcome) -> PaymentOutcome {
        guard case .booking = intent.purpose, case .approved(var result) = end, result.amountMinor.map(mayBook) ?? true
        else { return end }
        result.amountMinor = intent.amount.minorUnits
        return .approved(result)
    }
}

/// Why a reservation was not made or ended. Nothing was sent.
extension Failure {
    static func noReservation(_ id: PaymentID) -> Failure {
        Failure(
            ReservationFailure.notReserved, Sentence("failure.reservation.notReserved", ["id": id]),
            remedy: Sentence("remedy.reservation.notReserved"), recovery: .giveUp)
    }

    static func reservationEnded(_ id: PaymentID, by end: PaymentRecord) -> Failure {
        let arguments = ["reservation": id, "payment": end.id]
        let sentence =
            if end.isSaid {
                Sentence("failure.reservation.ended.said", arguments)
            } else if end.kind == .booking {
                Sentence("failure.reservation.ended.booked", arguments)
            } else {
                Sentence("failure.reservation.ended.released", arguments)
            }
        return Failure(
            ReservationFailure.ended, sentence,
            remedy: Sentence("remedy.reservation.ended", ["id": end.id]), recovery: .giveUp)
    }

    /// The command by which a person states that the terminal does not hold a reservation any more.
    static func howToSayEnded(_ id: PaymentID) -> Sentence {
        Sentence("detail.howToSayEnded", ["payment": id, "evidence": Sentence("word.evidence")])
    }

    static func exceedsReservation(_ amount: Money, reserved: Money) -> Failure {
        Failure(
            ReservationFailure.exceeded,
            Sentence("failure.reservation.exceeded", ["amount": amount, "reserved": reserved]),
            remedy: Sentence("remedy.reservation.exceeded", ["reserved": reserved]), recovery: .giveUp)
    }

    static func exceedsOrder(due: Money) -> Failure {
        Failure(
            ReservationFailure.exceedsOrder, Sentence("failure.reservation.exceedsOrder", ["due": due]),
            remedy: Sentence("remedy.reservation.exceedsOrder", ["due": due]), recovery: .giveUp)
    }

    static func reservationWithoutReceipt(_ id: PaymentID) -> Failure {
        Failure(
            ReservationFailure.noReceipt, Sentence("failure.reservation.noReceipt", ["id": id]),
            remedy: Sentence("remedy.reservation.noReceipt", ["howToSayEnded": howToSayEnded(id)]),
            recovery: .askOperator)
    }

    static func heldElsewhere(_ id: PaymentID, _ its: String, _ connected: String) -> Failure {
        Failure(
            ReservationFailure.otherTerminal,
            Sentence("failure.reservation.otherTerminal", ["connected": connected, "its": its, "id": id]),
            remedy: Sentence("remedy.reservation.otherTerminal", ["its": its, "howToSayEnded": howToSayEnded(id)]),
            recovery: .askOperator)
    }

    static func reservationOfOtherShop(_ id: PaymentID) -> Failure {
        Failure(
            ReservationFailure.otherShop, Sentence("failure.reservation.otherShop", ["id": id]),
            remedy: Sentence("remedy.reservation.otherShop"), recovery: .askOperator)
    }

    /// `order.reserved`: exit 8.
    static func orderReserved(_ number: String, by reservation: PaymentID) -> Failure {
        Failure(
            OrderFailure.reserved, Sentence("failure.order.reserved", ["number": number, "reservation": reservation]),
            remedy: Sentence(
                "remedy.order.reserved", ["reservation": reservation, "howToSayEnded": howToSayEnded(reservation)]),
            recovery: .giveUp)
    }
}
