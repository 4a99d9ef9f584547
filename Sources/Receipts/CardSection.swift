import Model

extension ReceiptPage {
    /// The terminal's words, or ours.
    mutating func card() {
        switch receipt.card {
        case .terminalText(let lines, _), .terminalReport(let lines): sheet.terminalText(lines)
        case .composed(let status, let result): composed(status, result)
        }
    }

    /// What ZVT asks of a receipt that the cash register writes, and the card schemes of any. Never the card's expiry.
    private mutating func composed(_ status: TransactionResult, _ result: Receipt.Verdict) {
        sheet.centred(PrintableText(words.card.title), .bold)
        let sale = returned?.kind ?? words.card.sale
        let kind = status.originalTrace == nil ? sale : words.card.reversal
        let currency = status.currencyNumber.flatMap(Currency.init(number:)) ?? receipt.total.currency
        let money = status.amountMinor.map { Money(minorUnits: $0, currency: currency) } ?? receipt.total
        sheet.amount(kind, money, separator: words.decimalSign, .bold)
        for (label, value) in cardFields(status) + terminalFields(status) {
            if let value { sheet.row(PrintableText(label), PrintableText(value)) }
        }
        for line in status.additionalText.map(PrintableText.lines) ?? [] { sheet.left(line) }
        sheet.blank()
        sheet.headline(PrintableText(word(for: result)), [.bold, .doubleHeight])
        if result == .approved, receipt.copy == .merchant, status.holderVerification?.needsSignature == true {
            signatureLine()
        }
    }

    func word(for verdict: Receipt.Verdict) -> String {
        switch verdict {
        case .approved: words.card.approved
        case .declined: words.card.declined
        case .cancelled: words.card.cancelled
        }
    }

    private func cardFields(_ status: TransactionResult) -> [(String, String?)] {
        [
            (words.card.means, status.cardName),
            (words.card.number, status.panLastDigits.flatMap(maskedNumber)),
            (words.card.sequence, status.cardSequenceNumber.map(String.init)),
            (words.card.entry, status.technology.map(entryMode)),
            (words.card.application, status.applicationID),
            (words.card.verification, status.holderVerification.flatMap(verification)),
        ]
    }

    private func terminalFields(_ status: TransactionResult) -> [(String, String?)] {
        [
            (words.card.terminal, status.terminalID),
            (words.card.contract, status.contractNumber),
            (words.card.receipt, status.receiptNumber.map { padded($0, to: 4) }),
            (words.card.trace, status.trace.map { padded($0, to: 6) }),
            (words.card.original, status.originalTrace.map { padded($0, to: 6) }),
            (words.card.turnover, status.turnoverNumber.map { padded($0, to: 6) }),
            (words.card.time, terminalTime(status)),
            (words.card.approval, status.approvalCode),
            (words.card.resultCode, status.resultCode == 0 ? nil : hexadecimal(status.resultCode)),
        ]
    }

    /// `************1234`: four digits at most, whatever the status holds.
    private func maskedNumber(_ digits: String) -> String? {
        let last = digits.filter { $0.isASCII && $0.isNumber }.suffix(4)
        return last.isEmpty ? nil : "************\(last)"
    }

    /// The terminal's clock; the protocol has no year, so none is made up.
    private func terminalTime(_ status: TransactionResult) -> String? {
        let day = status.month.flatMap { month in status.day.map { words.dayOfMonth(month, $0) } }
        let parts = [status.hour, status.minute, status.second].compactMap { $0.map(twoDigits) }
        let clock = status.hour == nil ? nil : parts.joined(separator: ":")
        return day == nil && clock == nil ? nil : [day, clock].compactMap { $0 }.joined(separator: " ")
    }

    private func entryMode(_ technology: CardTechnology) -> String {
        switch technology {
        case .chip: words.card.chip
        case .contactless: words.card.contactless
        case .magneticStripe: words.card.stripe
        }
    }

    private func verification(_ method: HolderVerification) -> String? {
        switch method {
        case .none: words.card.noVerification
        case .signature: words.card.signature
        case .onlinePIN: words.card.onlinePIN
        case .offlinePIN: words.card.offlinePIN
        case .offlinePINAndSignature: "\(words.card.offlinePIN) \(words.card.and) \(words.card.signature)"
        case .onlinePINAndSignature: "\(words.card.onlinePIN) \(words.card.and) \(words.card.signature)"
        case .unknown: nil
        }
    }

    private func hexadecimal(_ code: UInt8) -> String {
        let digits = String(code, radix: 16, uppercase: true)
        return digits.count < 2 ? "0" + digits : digits
    }

    private mutating func signatureLine() {
        for _ in 0..<3 { sheet.blank() }
        sheet.place(PrintableText("x" + String(repeating: "_", count: sheet.columns - 1)), [], at: 0)
        sheet.centred(PrintableText(words.card.signHere))
    }
}
