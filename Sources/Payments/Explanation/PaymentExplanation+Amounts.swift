import Model

// What was given back of a payment since, and how the amount that was booked differs from the request.
extension PaymentExplanation {
    /// Tells that a payment was reversed or refunded as a whole since; empty where it was not.
    func since(in tongue: OperatorLanguage) -> String {
        if kind == .reservation { return endSince(in: tongue) }
        guard kind.takesMoney else { return "" }
        let back = givenBack.filter(\.stands)
        if let reversal = back.first(where: { $0.kind == .reversal }) {
            return tongue(
                "It was reversed since, by \(reversal.id): nothing is paid by it any more.",
                "Sie wurde inzwischen mit \(reversal.id) storniert: Mit ihr ist nichts mehr bezahlt.")
        }
        guard !back.isEmpty, back.map(\.amount.minorUnits).reduce(0, +) >= history.amount.minorUnits else { return "" }
        return tongue(
            "It was given back since, as a whole: its order was refunded.",
            "Sie wurde inzwischen ganz erstattet, und damit ihre Bestellung.")
    }

    /// What came of it, in a word or two.
    func done(in tongue: OperatorLanguage) -> String {
        guard kind == .reservation, givenBack.contains(where: \.stands) else { return kind.happened(in: tongue) }
        return tongue("It was reserved.", "Sie wurde vorgenommen.")
    }

    /// Tells how a reservation ended since; empty where it did not, or that is in doubt.
    private func endSince(in tongue: OperatorLanguage) -> String {
        guard let end = givenBack.first(where: \.stands) else { return "" }
        if end.isSaid {
            return tongue(
                "It has ended since, by what a person read (\(end.id)): nothing is reserved by it any more.",
                "Sie ist inzwischen beendet, wie jemand gelesen hat (\(end.id)): Mit ihr ist nichts mehr reserviert.")
        }
        return end.kind == .booking
            ? tongue(
                "It was booked since, by \(end.id), with \(end.amount): nothing is reserved by it any more.",
                "Sie wurde inzwischen mit \(end.id) gebucht, mit \(end.amount): Mit ihr ist nichts mehr reserviert.")
            : tongue(
                "It was released since, by \(end.id): nothing is reserved by it any more.",
                "Sie wurde inzwischen mit \(end.id) freigegeben: Mit ihr ist nichts mehr reserviert.")
    }

    /// Tells which amounts the terminal may have booked for goods that were given in part; empty for other payments.
    func untoldPart(in tongue: OperatorLanguage) -> String {
        guard case .givenInPart(let part) = history.goods else { return "" }
        let whole = history.intent.amount
        return tongue(
            " It was told to book a part, and may have booked \(part) or \(whole): type the amount that its journal has.",
            " Es sollte einen Teil buchen und kann \(part) oder \(whole) gebucht haben: Tippen Sie den Betrag aus seinem "
                + "Journal ab.")
    }

    /// All that was given back, or may have been as long as that is in doubt.
    var wholeGivenBack: Money {
        let minorUnits = givenBack.filter(\.mayStand).map(\.amount.minorUnits).reduce(0, +)
        return Money(minorUnits: minorUnits, currency: history.amount.currency)
    }

    /// The difference between the amounts asked for and booked; nil where there is none.
    var difference: AmountDifference? { AmountDifference(history) }

    /// What is still to be given back of a payment that was booked with another amount; nil where nothing is.
    func owedDifference(in tongue: OperatorLanguage) -> String? {
        guard kind.takesMoney, let difference, case .approved? = outcome else { return nil }
        let back = wholeGivenBack.minorUnits
        let owed = difference.suffices ? history.excess.minorUnits : difference.booked.minorUnits
        guard back < owed else { return nil }
        let rest = Money(minorUnits: owed - back, currency: difference.booked.currency)
        let command = "till refund \(history.intent.payment) --amount \(rest.formatted())"
        return difference.suffices
            ? tongue("Give the difference back: \(command).", "Geben Sie den Unterschied zurück: \(command).")
            : tongue(
                "It pays no order. Give it back: \(command).",
                "Sie bezahlt keine Bestellung. Geben Sie sie zurück: \(command).")
    }
}

extension AmountDifference {
    func sentence(in tongue: OperatorLanguage) -> String {
        let enough =
            suffices
            ? ""
            : tongue(
                " That is too little: the order is not paid by it.",
                " Das reicht nicht: Die Bestellung ist damit nicht bezahlt.")
        return tongue(
            "The terminal was asked for \(asked) and booked \(booked).",
            "Das Terminal sollte \(asked) buchen und hat \(booked) gebucht.") + enough
    }
}

extension PaymentExplanation.GivenBack {
    /// Whether the money was given back, or that is in doubt.
    var mayStand: Bool {
        guard let outcome, outcome.isFinal else { return true }
        return stands
    }

    var stands: Bool {
        if case .approved? = outcome { return true }
        return false
    }

    /// `Refund ref-… of 5.00 EUR: approved`.
    package func text(in tongue: OperatorLanguage) -> String {
        let word = outcome?.word ?? "in_doubt"
        return "\(kind.name(in: tongue)) \(id), \(amount): \(word)"
    }
}
