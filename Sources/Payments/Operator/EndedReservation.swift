import Failures
import Flow
import Model
import Storage

// Ends a reservation that the terminal does not hold any more although this till did not end it: it lapsed, was
// released at the terminal, or the terminal was exchanged. Only a person can state that. The statement is stored as a
// release for which no terminal was asked, so everything that looks for the end of a reservation finds it.

extension OperatorSettlement {
    /// Whether the statement is that the terminal does not hold this approved reservation any more.
    func isEndOfReservation(_ id: PaymentID, _ statement: OperatorEvidence.Statement) throws(Failure) -> Bool {
        switch statement {
        case .ended: return true
        case .takenBack:
            guard let found = try storage.reading({ try $0.payment(id: id) }) else { return false }
            return found.kind == .reservation && found.isApproved
        case .booked, .notBooked: return false
        }
    }

    /// Ends the reservation by what a person read. Nothing is charged, and its order can be paid.
    func end(
        _ id: PaymentID, _ statement: OperatorEvidence.Statement, _ words: String?, by requester: Requester?
    ) async throws(Failure) -> PaymentReport {
        let name = try Account.signedIn(in: storage).name
        guard let words else { throw .evidenceMissing }
        let evidence = OperatorEvidence(
            statement, words: try OperatorEvidence.checked(words), operatorName: name, by: requester)
        let reservations = PreauthorisationPreflight(storage: storage)
        _ = try reservations.find(id)
        guard let made = try history(of: id)?.intent else { throw storage.absence(of: id) }
        return try await scheduler.withTerminal(made.terminal, for: .recovery(id)) { () throws(Failure) in
            // The reservation is read only now, because the terminal's former user may have ended it.
            let reservation = try reservations.find(id)
            try checkKnown(reservation, made)
            try reservations.checkNotEnded(reservation)
            var history = PaymentHistory(intent(ending: reservation, made, by: requester))
            let begun = history
            let end = PaymentEvent.operatorSettled(evidence, .approved(TransactionResult(resultCode: .success)))
            history.apply(end)
            try write([(.intended(begun.intent), begun), (end, history)])
            return PaymentReport(history, history.storedOutcome ?? .inDoubt(reason: PaymentHistory.withdrawn))
        }
    }

    /// Throws if the reservation, a transaction that may end it, or anything else on its terminal is in doubt: that is
    /// settled first.
    private func checkKnown(_ reservation: PaymentRecord, _ made: PaymentIntent) throws(Failure) {
        if reservation.isOpen { throw .settleFirst(reservation.id) }
        let open = try storage.reading { try $0.unsettledPayments() }.first {
            $0.original == reservation.id || $0.terminalAddress == made.terminal.description
                || $0.terminalID != nil && $0.terminalID == made.terminalID
        }
        if let open { throw .settleFirst(open.id) }
    }

    private func intent(
        ending reservation: PaymentRecord, _ made: PaymentIntent, by requester: Requester?
    ) -> PaymentIntent {
        let now = environment.now()
        // A reservation without a number is not looked up at the terminal.
        let name = reservation.result.flatMap(Preauthorisation.init) ?? Preauthorisation(receiptNumber: 0)
        let reserved = OpenPreauthorisation(
            payment: reservation.id, amount: reservation.amount, name: name,
            cardDigits: reservation.result?.panLastDigits)
        return PaymentIntent(
            payment: PaymentID(rawValue: environment.newID(TransactionKind.release.prefix)),
            purpose: .release(of: reserved), isSaid: true, key: nil, fingerprint: "said end of \(reservation.id)",
            site: reservation.site, order: reservation.order, orderNumber: made.orderNumber,
            amount: reservation.amount, tip: nil, terminal: made.terminal, printer: made.printer,
            terminalID: made.terminalID, watermark: .unknown, language: made.language, startedAt: now,
            utcOffset: merchantProfile.utcOffset(now), by: requester)
    }

    /// Throws if that booking or release would be in doubt again of a reservation that has ended otherwise since: it ends once.
    func checkIsNotEndedSince(_ history: PaymentHistory) throws(Failure) {
        let intent = history.intent
        guard intent.purpose.kind.endsReservation, let reservation = intent.purpose.original,
            let end = try storage.reading({ try $0.end(ofReservation: reservation) }), end.id != intent.payment
        else { return }
        throw .endedSince(reservation, by: end, besides: intent.payment)
    }

    /// The person's statement that ended that reservation; nil if there is none.
    func saidEnd(of id: PaymentID) throws(Failure) -> PaymentID? {
        guard let end = try storage.reading({ try $0.end(ofReservation: id) }), end.isSaid else { return nil }
        return end.id
    }
}

extension PaymentRecord {
    /// Whether it is the end of a reservation by a person's statement, for which no terminal was asked.
    package var isSaid: Bool {
        guard kind == .release, case .approved(let result) = outcome else { return false }
        return result.tellsNothing
    }
}

extension Failure {
    /// A statement about one end of a reservation cannot be withdrawn while another end stands.
    fileprivate static func endedSince(
        _ reservation: PaymentID, by end: PaymentRecord, besides payment: PaymentID
    ) -> Failure {
        let ended = ["reservation": reservation, "end": end.id, "payment": payment]
        guard end.isSaid else {
            return Failure(
                SettlementFailure.givenBack, Sentence("failure.settlement.givenBack.ended", ended),
                remedy: Sentence("remedy.settlement.givenBack", ["payment": end.id]), recovery: .giveUp)
        }
        return Failure(
            SettlementFailure.givenBack, Sentence("failure.settlement.givenBack.saidEnded", ended),
            remedy: Sentence(
                "remedy.settlement.givenBack.saidEnded",
                ["reservation": reservation, "payment": payment, "evidence": Sentence("word.evidence")]),
            recovery: .askOperator)
    }

    static func settleFirst(_ payment: PaymentID) -> Failure {
        Failure(
            PaymentFailure.inDoubt, Sentence("failure.payment.inDoubt.settleFirst", ["payment": payment]),
            remedy: Sentence("remedy.payment.inDoubt.settleFirst", ["payment": payment]), recovery: .retry)
    }
}
