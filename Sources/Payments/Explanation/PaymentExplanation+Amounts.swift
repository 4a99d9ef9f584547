import Model

// The part of an explanation about money that was given back and about booked amounts that differ from the request.
extension PaymentExplanation {
    /// What was given back certainly, in minor units. The terminal may have taken back less than it was asked to.
    private var backCertainly: Int64 { givenBack.filter(\.stands).map(\.amount.minorUnits).reduce(0, +) }

    private var isGivenBackWhole: Bool { backCertainly >= history.amount.minorUnits }

    /// Says that a payment was reversed or refunded as a whole since; empty if it was not.
    func since(in language: OperatorLanguage) -> String {
        if kind == .reservation { return endSince(in: language) }
        guard kind.takesMoney, backCertainly > 0, isGivenBackWhole else { return "" }
        if let reversal = givenBack.first(where: { $0.stands && $0.kind == .reversal }) {
            return language.text("why.reversedSince", ["payment": reversal.id])
        }
        guard let orderPaidBy, orderPaidBy != history.intent.payment else { return language.text("why.refundedSince") }
        return language.text("why.refundedSinceBesides", ["payment": orderPaidBy])
    }

    /// Says how much of a payment was given back since; empty if nothing was, or all.
    func partSince(in language: OperatorLanguage) -> String {
        guard kind.takesMoney, backCertainly > 0, !isGivenBackWhole else { return "" }
        let back = Money(minorUnits: backCertainly, currency: history.amount.currency)
        return language.text("why.partGivenBack", ["back": back, "amount": history.amount])
    }

    /// The reversal that the terminal refused because the payment was taken back before; nil if there is none, or if the
    /// payment was given back since.
    private var reversalRefusedAsDone: GivenBack? {
        guard kind.takesMoney, !isGivenBackWhole else { return nil }
        return givenBack.last {
            guard $0.kind == .reversal, case .declined(let code, _)? = $0.outcome else { return false }
            return code.reason == .alreadyReversed
        }
    }

    /// Says that the terminal did so; empty if it did not, or if what is to be done about the order says it.
    func refusedAsDone(in language: OperatorLanguage) -> String {
        guard surplus?.refused?.payment != history.intent.payment else { return "" }
        return reversalRefusedAsDone.map { language.text("why.refusedAsDone", ["reversal": $0.id]) } ?? ""
    }

    /// Says where to look then; nil if the terminal did not do so.
    func lookForReversal(in language: OperatorLanguage) -> String? {
        guard reversalRefusedAsDone != nil, case .approved? = outcome else { return nil }
        return language.text("why.lookForReversal", ["payment": history.intent.payment])
    }

    /// Says that more than one payment stands for its order, or that one stands for a refunded order; empty if not.
    func paidTwice(in language: OperatorLanguage) -> String { surplus?.sentence(in: language) ?? "" }

    /// Says that more was given back than was taken, or may have been; empty if not. A person may have called a refund not
    /// given that the terminal had booked.
    func tooMuch(in language: OperatorLanguage) -> String {
        guard kind.takesMoney, wholeGivenBack.minorUnits > history.amount.minorUnits else { return "" }
        let isCertain = givenBack.allSatisfy { $0.stands || !$0.mayStand }
        if isCertain {
            return language.text("why.tooMuchGivenBack", ["back": wholeGivenBack, "taken": history.amount])
        }
        return language.text("why.mayBeTooMuchGivenBack", ["back": wholeGivenBack, "taken": history.amount])
    }

    /// The outcome of giving it back, in a word or two.
    func done(in language: OperatorLanguage) -> String {
        guard kind == .reservation, givenBack.contains(where: \.stands) else { return kind.happened(in: language) }
        return language.text("why.reserved")
    }

    /// Says how a reservation ended since; empty if it did not, or if that is in doubt.
    private func endSince(in language: OperatorLanguage) -> String {
        guard let end = givenBack.first(where: \.stands) else { return "" }
        if end.isSaid {
            return language.text("why.endedSince", ["payment": end.id])
        }
        return end.kind == .booking
            ? language.text("why.bookedSince", ["payment": end.id, "amount": end.amount])
            : language.text("why.releasedSince", ["payment": end.id])
    }

    /// Says which amounts the terminal may have booked for partly given goods; empty for other payments.
    func untoldPart(in language: OperatorLanguage) -> String {
        guard case .givenInPart(let part) = history.goods else { return "" }
        let whole = history.intent.amount
        return language.text("why.untoldPart", ["part": part, "whole": whole])
    }

    /// Everything that was given back, including transactions that are still in doubt.
    var wholeGivenBack: Money {
        let minorUnits = givenBack.filter(\.mayStand).map(\.amount.minorUnits).reduce(0, +)
        return Money(minorUnits: minorUnits, currency: history.amount.currency)
    }

    /// The difference between the requested and the booked amount; nil if there is none.
    var difference: AmountDifference? { AmountDifference(history) }

    /// Says how much is still to be given back of a payment that was booked with another amount; nil if nothing is.
    func owedDifference(in language: OperatorLanguage) -> String? {
        guard kind.takesMoney, let difference, case .approved? = outcome else { return nil }
        let back = wholeGivenBack.minorUnits
        let owed = difference.suffices ? history.excess.minorUnits : difference.booked.minorUnits
        guard back < owed else { return nil }
        let rest = Money(minorUnits: owed - back, currency: difference.booked.currency)
        let command = "till refund \(history.intent.payment) --amount \(rest.formatted())"
        return difference.suffices
            ? language.text("why.giveDifferenceBack", ["command": command])
            : language.text("why.paysNoOrder", ["command": command])
    }
}

extension AmountDifference {
    func sentence(in language: OperatorLanguage) -> String {
        let enough =
            suffices
            ? ""
            : language.text("why.tooLittle")
        return language.text("why.otherAmount", ["asked": asked, "booked": booked]) + enough
    }
}

extension PaymentExplanation.GivenBack {
    /// Whether the money was given back, or may have been.
    var mayStand: Bool {
        guard let outcome, outcome.isFinal else { return true }
        return stands
    }

    var stands: Bool {
        if case .approved? = outcome { return true }
        return false
    }

    /// `Refund ref-… of 5.00 EUR: approved`.
    package func text(in language: OperatorLanguage) -> String {
        let word = outcome?.name(in: language) ?? language.text("outcome.inDoubt")
        return "\(kind.name(in: language)) \(id), \(language.text(amount)): \(word)"
    }
}
