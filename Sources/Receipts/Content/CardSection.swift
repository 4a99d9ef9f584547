import Model

extension ReceiptPage {
    /// Adds the card block: the terminal's own text, or one made from its result.
    mutating func card() {
        switch receipt.card {
        case .terminalText(let lines, _), .terminalReport(let lines): builder.terminalText(lines)
        case .composed(let status, let result): composed(status, result)
        }
    }

    /// Adds the lines that ZVT requires of a receipt printed by the cash register, and those that the card schemes
    /// require. The card's expiry date is never among them.
    private mutating func composed(_ status: TransactionResult, _ result: Receipt.Verdict) {
        builder.centred(words.card.title, .bold)
        let sale = returned?.kind ?? words.card.sale
        let kind = status.originalTrace == nil ? sale : words.card.reversal
        let currency = status.currencyNumber.flatMap(Currency.init(number:)) ?? receipt.total.currency
        let money = status.amountMinor.map { Money(minorUnits: $0, currency: currency) } ?? receipt.total
        builder.amount(kind, money, format, .bold)
        cardFields(status)
        terminalFields(status)
        if let text = status.additionalText { for line in PrintableText.lines(text) { builder.left(line) } }
        builder.blank()
        builder.headline(word(for: result), [.bold, .doubleHeight])
        if result == .approved, receipt.copy == .merchant, status.holderVerification?.needsSignature == true {
            signatureLine()
        }
    }

    func word(for verdict: Receipt.Verdict) -> PrintableText {
        switch verdict {
        case .approved: words.card.approved
        case .declined: words.card.declined
        case .cancelled: words.card.cancelled
        }
    }

    private mutating func cardFields(_ status: TransactionResult) {
        field(words.card.means, status.cardName)
        field(words.card.number, status.panLastDigits.flatMap { Self.maskedNumber($0) })
        field(words.card.sequence, status.cardSequenceNumber.map { String($0) })
        if let technology = status.technology { builder.row(words.card.entry, entryMode(technology)) }
        field(words.card.application, status.applicationID)
        if let method = status.holderVerification, let said = verification(method) {
            builder.row(words.card.verification, said)
        }
    }

    private mutating func terminalFields(_ status: TransactionResult) {
        field(words.card.terminal, status.terminalID)
        field(words.card.contract, status.contractNumber)
        field(words.card.receipt, status.receiptNumber.map { padded($0, to: 4) })
        field(words.card.trace, status.trace.map { padded($0, to: 6) })
        field(words.card.original, status.originalTrace.map { padded($0, to: 6) })
        field(words.card.turnover, status.turnoverNumber.map { padded($0, to: 6) })
        field(words.card.time, terminalTime(status))
        field(words.card.approval, status.approvalCode)
        field(words.card.resultCode, status.isSuccess ? nil : status.resultCode.number.map { Self.hexadecimal($0) })
    }

    private mutating func field(_ label: PrintableText, _ value: String?) {
        if let value { builder.row(label, PrintableText(value)) }
    }

    /// `************1234`: four digits at most, whatever the status contains.
    private static func maskedNumber(_ digits: String) -> String? {
        let last = digits.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.suffix(4)
        return last.isEmpty ? nil : "************" + String(decoding: last, as: UTF8.self)
    }

    /// The terminal's time, without a year because the protocol has none.
    private func terminalTime(_ status: TransactionResult) -> String? {
        var text: [UInt8] = []
        if let month = status.month, let day = status.day { language.dates.write(month: month, day: day, to: &text) }
        if let hour = status.hour {
            if !text.isEmpty { text.append(UInt8(ascii: " ")) }
            text.write(hour, digits: 2)
            for part in [status.minute, status.second] {
                guard let part else { continue }
                text.append(UInt8(ascii: ":"))
                text.write(part, digits: 2)
            }
        }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    private func entryMode(_ technology: CardTechnology) -> PrintableText {
        switch technology {
        case .chip: words.card.chip
        case .contactless: words.card.contactless
        case .magneticStripe: words.card.stripe
        }
    }

    private func verification(_ method: HolderVerification) -> PrintableText? {
        switch method {
        case .none: words.card.noVerification
        case .signature: words.card.signature
        case .onlinePIN: words.card.onlinePIN
        case .offlinePIN: words.card.offlinePIN
        case .offlinePINAndSignature: withSignature(words.card.offlinePIN)
        case .onlinePINAndSignature: withSignature(words.card.onlinePIN)
        case .unknown: nil
        }
    }

    private func withSignature(_ pin: PrintableText) -> PrintableText {
        PrintableText(PrintableText(pin, gap: 1, words.card.and), gap: 1, words.card.signature)
    }

    private static func hexadecimal(_ code: UInt8) -> String {
        let digits = String(code, radix: 16, uppercase: true)
        return digits.utf8.count < 2 ? "0" + digits : digits
    }

    private mutating func signatureLine() {
        for _ in 0..<3 { builder.blank() }
        builder.place(PrintableText("x" + String(repeating: "_", count: builder.columns - 1)), [], at: 0)
        builder.centred(words.card.signHere)
    }
}
