import Model

/// The texts of the terminal's receipts.
struct TerminalReceiptText: Sendable {
    let scenario: TerminalScenario

    /// The width of the receipts; narrower than any receipt printer.
    static let columns = 32

    func receipts(_ entry: TerminalJournal.Entry) -> [TerminalReceipt] {
        let isPositive = entry.event != .declined
        let recipients: [TerminalReceipt.Recipient] = isPositive ? [.customer, .merchant] : [.customer]
        return recipients.map { recipient in
            let own = recipient == .customer ? scenario.receipt.customerLines : scenario.receipt.merchantLines
            let lines = own.isEmpty ? lines(entry, for: recipient) : own.map { TerminalReceiptLine(text: $0) }
            return TerminalReceipt(recipient: recipient, lines: lines, isPositive: isPositive)
        }
    }

    private func lines(_ entry: TerminalJournal.Entry, for recipient: TerminalReceipt.Recipient)
        -> [TerminalReceiptLine]
    {
        let words = Words.in(scenario.receipt.language)
        let time = TerminalTime(entry.at)
        let head = scenario.receipt.merchant.map { TerminalReceiptLine(attribute: 0x40, text: $0) }
        let title = TerminalReceiptLine(
            attribute: 0x50, text: recipient == .customer ? words.customerCopy : words.merchantCopy)
        let identity = [
            row(words.terminal, scenario.identity.terminalID), row(words.contract, scenario.identity.contractNumber),
            row(words.trace, Self.padded(entry.trace ?? 0, 6)), row(words.receipt, Self.padded(entry.receipt ?? 0, 4)),
            row(words.date, time.map(words.writeDate) ?? ""), row(words.time, time.map(words.writeTime) ?? ""),
        ]
        let amount = [
            .init(text: ""), TerminalReceiptLine(attribute: 0x40, text: words.title(of: entry)),
            TerminalReceiptLine(attribute: 0x40, text: scenario.card.name),
            TerminalReceiptLine(attribute: 0x40, text: words.technology(scenario.card.technology)), .init(text: ""),
            TerminalReceiptLine(attribute: 0x30, text: "\(words.amount) \(money(entry))"), .init(text: ""),
        ]
        let verdict = entry.event == .declined ? words.failed : words.succeeded
        return head + [.init(text: ""), title, .init(text: "")] + identity + amount + cardRows(words) + [
            .init(text: ""), TerminalReceiptLine(attribute: 0x40, text: verdict), .init(text: ""),
            TerminalReceiptLine(attribute: 0x40, text: recipient == .customer ? words.keep : words.thanks),
        ]
    }

    /// Prints of administration commands.
    enum Administration {
        case endOfDay(TerminalTurnover)
        case diagnosis, initialisation
    }

    func receipt(_ text: Administration) -> TerminalReceipt {
        let words = Words.in(scenario.receipt.language)
        let title: String
        var rows = [row(words.terminal, scenario.identity.terminalID)]
        switch text {
        case .endOfDay(let turnover):
            title = words.endOfDay
            rows += self.rows(turnover, words)
        case .diagnosis:
            title = words.diagnosis
            rows.append(row("Software", scenario.identity.softwareVersion))
        case .initialisation: title = words.initialisation
        }
        let head = [TerminalReceiptLine(attribute: 0x50, text: title), .init(text: "")]
        return TerminalReceipt(recipient: .administration, lines: head + rows, isPositive: true)
    }

    private func rows(_ turnover: TerminalTurnover, _ words: Words) -> [TerminalReceiptLine] {
        let receipts = [turnover.firstReceipt, turnover.lastReceipt].map { Self.padded($0 ?? 0, 4) }
        let schemes = TerminalTurnover.Scheme.allCases.filter { turnover[$0].count > 0 }.map { scheme in
            row("\(turnover[scheme].count) x \(words.schemes[scheme.rawValue])", money(turnover[scheme].sumMinor))
        }
        return [row(words.receipt, receipts.joined(separator: "-"))] + schemes
            + [row(words.total, money(turnover.totalMinor))]
    }

    private func cardRows(_ words: Words) -> [TerminalReceiptLine] {
        [
            row(words.card, "############" + scenario.card.maskedPAN.suffix(4)),
            row(words.approval, scenario.card.approvalCode), row("AID", scenario.card.applicationID),
        ]
    }

    private func row(_ left: String, _ right: String) -> TerminalReceiptLine {
        let gap = max(1, Self.columns - left.count - right.count)
        return TerminalReceiptLine(text: left + String(repeating: " ", count: gap) + right)
    }

    private func money(_ entry: TerminalJournal.Entry) -> String { money(entry.amountMinor, entry.currency) }

    private func money(_ amount: Int64) -> String { money(amount, scenario.identity.currency) }

    private func money(_ amount: Int64, _ code: String) -> String {
        guard let currency = Currency(code: code) else { return String(amount) }
        let isGerman = scenario.receipt.language == .german
        let digits = Money(minorUnits: amount, currency: currency).formatted(separator: isGerman ? "," : ".")
        let sign = currency == .eur ? "€" : currency.code
        return isGerman ? "\(digits) \(sign)" : "\(sign) \(digits)"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension TerminalReceiptText {
    private struct Words {
        let customerCopy, merchantCopy, terminal, contract, trace, receipt, date, time, payment, amount: String
        let card, approval, succeeded, failed, keep, thanks: String
        let reversal, refund, bookTotal, release, endOfDay, diagnosis, initialisation, total: String
        let technologies: [String]
        /// The names of `TerminalTurnover.Scheme`.
        let schemes: [String]
        let writeDate: @Sendable (TerminalTime) -> String
        let writeTime: @Sendable (TerminalTime) -> String

        func title(of entry: TerminalJournal.Entry) -> String {
            switch entry.command {
            case nil, .payment, .reservation: entry.event == .reversed ? reversal : payment
            case .bookTotal: bookTotal
            case .partialRelease, .release: release
            case .reversal: reversal
            case .refund: refund
            }
        }

        func technology(_ code: UInt8) -> String { technologies[min(Int(code), technologies.count - 1)] }

        static func `in`(_ language: TerminalScenario.ReceiptText.Language) -> Words {
            switch language {
            case .german: german
            case .english: english
            }
        }

        private static let german = Words(
            customerCopy: "KUNDENBELEG", merchantCopy: "HÄNDLERBELEG", terminal: "Terminal-ID", contract: "VU-Nr.",
            trace: "TA-Nr.", receipt: "Beleg-Nr.", date: "Datum", time: "Uhrzeit", payment: "Kartenzahlung",
            amount: "Betrag", card: "Karte", approval: "Genehmigungs-Nr.", succeeded: "Zahlung erfolgt",
            failed: "Zahlung nicht durchgeführt", keep: "Bitte Beleg aufbewahren", thanks: "Vielen Dank",
            reversal: "Storno", refund: "Gutschrift", bookTotal: "Buchung der Reservierung",
            release: "Aufhebung der Reservierung", endOfDay: "KASSENSCHNITT", diagnosis: "DIAGNOSE",
            initialisation: "INITIALISIERUNG", total: "Gesamt",
            technologies: ["Magnetstreifen", "Chip", "kontaktlos"],
            schemes: ["girocard", "JCB", "Mastercard", "American Express", "Visa", "Diners", "Sonstige"],
            writeDate: { "\(two($0.day)).\(two($0.month)).\($0.year)" },
            writeTime: { "\(two($0.hour)):\(two($0.minute)):\(two($0.second))" })

        private static let english = Words(
            customerCopy: "CUSTOMER COPY", merchantCopy: "MERCHANT COPY", terminal: "Terminal ID",
            contract: "Merchant no.",
            trace: "Trace no.", receipt: "Receipt no.", date: "Date", time: "Time", payment: "Card payment",
            amount: "Total", card: "Card", approval: "Approval code", succeeded: "Payment approved",
            failed: "Payment not made", keep: "Please keep this receipt", thanks: "Thank you",
            reversal: "Reversal", refund: "Refund", bookTotal: "Reservation booked",
            release: "Reservation released", endOfDay: "END OF DAY", diagnosis: "DIAGNOSIS",
            initialisation: "INITIALISATION", total: "Total",
            technologies: ["magnetic stripe", "chip", "contactless"],
            schemes: ["girocard", "JCB", "Mastercard", "American Express", "Visa", "Diners", "Others"],
            writeDate: { "\($0.year)-\(two($0.month))-\(two($0.day))" },
            writeTime: { "\(two($0.hour)):\(two($0.minute)):\(two($0.second))" })

        private static func two(_ number: Int) -> String { TerminalTime.padded(number) }
    }
}
