import Model

/// What Till itself writes on a receipt, in one language.
struct Words: Sendable {
    let customerCopy: String
    let merchantCopy: String
    let duplicate: String
    let printedAt: String
    let vatID: String
    let taxNumber: String
    let order: String
    let receipt: String
    let payment: String
    let endOfDay: String
    let time: String
    let subtotal: String
    let tip: String
    let total: String
    let amountNotCharged: String
    let refund: Returned
    let reversal: Returned
    let reservation: Returned
    let release: Returned
    let includes: String
    let card: Card
    /// `.` or `,`.
    let decimalSign: String
    /// Year, month, day in the language's order.
    let date: @Sendable (_ year: Int, _ month: Int, _ day: Int) -> String
    let dayOfMonth: @Sendable (_ month: Int, _ day: Int) -> String

    /// The words for a language tag such as `de` or `de-AT`; English for a language we do not speak.
    static func of(_ language: String) -> Words {
        switch language.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" }).first {
        case "de": german
        default: english
        }
    }

    /// The words of what takes no money.
    struct Returned: Sendable {
        let title: String
        let total: String
        let amountNotReturned: String
        let notReturned: String
        /// In the card block.
        let kind: String
    }

    /// What is said otherwise on the receipt of what takes no money; nil for one that does.
    func returned(_ kind: TransactionKind) -> Returned? {
        switch kind {
        case .payment, .booking: nil
        case .refund: refund
        case .reversal: reversal
        case .reservation: reservation
        case .release: release
        }
    }

    /// The words of the card block.
    struct Card: Sendable {
        let title: String
        let sale: String
        let reversal: String
        let means: String
        let number: String
        let sequence: String
        let entry: String
        let chip: String
        let contactless: String
        let stripe: String
        let application: String
        let amount: String
        let terminal: String
        let contract: String
        let receipt: String
        let trace: String
        let turnover: String
        let original: String
        let time: String
        let approval: String
        let verification: String
        let noVerification: String
        let signature: String
        let onlinePIN: String
        let offlinePIN: String
        let and: String
        let resultCode: String
        let approved: String
        let declined: String
        let cancelled: String
        let notCharged: String
        let signHere: String
    }
}

extension Words {
    static let english = Words(
        customerCopy: "CUSTOMER COPY", merchantCopy: "MERCHANT COPY", duplicate: "DUPLICATE",
        printedAt: "Printed again",
        vatID: "VAT ID", taxNumber: "Tax no.", order: "Order", receipt: "Receipt", payment: "Payment",
        endOfDay: "End of day", time: "Date",
        subtotal: "Subtotal", tip: "Tip", total: "TOTAL", amountNotCharged: "Amount (not charged)",
        refund: Returned(
            title: "REFUND", total: "REFUNDED", amountNotReturned: "Amount (not refunded)",
            notReturned: "Nothing was refunded.", kind: "Refund"),
        reversal: Returned(
            title: "REVERSAL", total: "REVERSED", amountNotReturned: "Amount (not reversed)",
            notReturned: "Nothing was reversed.", kind: "Reversal"),
        reservation: Returned(
            title: "RESERVATION", total: "RESERVED, NOT CHARGED", amountNotReturned: "Amount (not reserved)",
            notReturned: "Nothing was reserved.", kind: "Reservation"),
        release: Returned(
            title: "RESERVATION RELEASED", total: "RELEASED", amountNotReturned: "Amount (not released)",
            notReturned: "Nothing was released.", kind: "Release"),
        includes: "incl.",
        card: Card(
            title: "Card payment", sale: "Sale", reversal: "Reversal", means: "Card", number: "Card number",
            sequence: "Card sequence no.", entry: "Card read", chip: "chip", contactless: "contactless",
            stripe: "magnetic stripe", application: "AID", amount: "Amount", terminal: "Terminal ID",
            contract: "Merchant no. (VU)", receipt: "Receipt no.", trace: "Trace no.", turnover: "Turnover no.",
            original: "Reverses trace no.", time: "Terminal time", approval: "Approval code",
            verification: "Verified by",
            noVerification: "not required", signature: "signature", onlinePIN: "PIN (online)",
            offlinePIN: "PIN (offline)", and: "and", resultCode: "Result code", approved: "APPROVED",
            declined: "DECLINED", cancelled: "CANCELLED", notCharged: "Nothing was charged.",
            signHere: "Cardholder's signature"),
        decimalSign: ".",
        date: { year, month, day in "\(padded(year, to: 4))-\(twoDigits(month))-\(twoDigits(day))" },
        dayOfMonth: { month, day in "\(twoDigits(month))-\(twoDigits(day))" })

    static let german = Words(
        customerCopy: "KUNDENBELEG", merchantCopy: "HÄNDLERBELEG", duplicate: "DUPLIKAT", printedAt: "Erneut gedruckt",
        vatID: "USt-IdNr.", taxNumber: "Steuernummer", order: "Bestellung", receipt: "Beleg", payment: "Zahlungs-Nr.",
        endOfDay: "Kassenschnitt",
        time: "Datum", subtotal: "Zwischensumme", tip: "Trinkgeld", total: "SUMME",
        amountNotCharged: "Betrag (nicht belastet)",
        refund: Returned(
            title: "ERSTATTUNG", total: "ERSTATTET", amountNotReturned: "Betrag (nicht erstattet)",
            notReturned: "Es wurde nichts erstattet.", kind: "Erstattung"),
        reversal: Returned(
            title: "STORNO", total: "STORNIERT", amountNotReturned: "Betrag (nicht storniert)",
            notReturned: "Es wurde nichts storniert.", kind: "Storno"),
        reservation: Returned(
            title: "RESERVIERUNG", total: "RESERVIERT, NICHT BELASTET", amountNotReturned: "Betrag (nicht reserviert)",
            notReturned: "Es wurde nichts reserviert.", kind: "Reservierung"),
        release: Returned(
            title: "RESERVIERUNG FREIGEGEBEN", total: "FREIGEGEBEN", amountNotReturned: "Betrag (nicht freigegeben)",
            notReturned: "Es wurde nichts freigegeben.", kind: "Freigabe"),
        includes: "inkl.",
        card: Card(
            title: "Kartenzahlung", sale: "Zahlung", reversal: "Storno", means: "Karte", number: "Kartennummer",
            sequence: "Kartenfolge-Nr.", entry: "Karte gelesen", chip: "Chip", contactless: "kontaktlos",
            stripe: "Magnetstreifen", application: "AID", amount: "Betrag", terminal: "Terminal-ID", contract: "VU-Nr.",
            receipt: "Beleg-Nr.", trace: "Trace-Nr.", turnover: "Umsatz-Nr.", original: "Storniert Trace-Nr.",
            time: "Terminalzeit", approval: "Genehmigungs-Nr.", verification: "Geprüft durch",
            noVerification: "nicht erforderlich", signature: "Unterschrift", onlinePIN: "PIN (online)",
            offlinePIN: "PIN (offline)", and: "und", resultCode: "Antwortcode", approved: "GENEHMIGT",
            declined: "ABGELEHNT", cancelled: "ABGEBROCHEN", notCharged: "Es wurde nichts belastet.",
            signHere: "Unterschrift des Karteninhabers"),
        decimalSign: ",",
        date: { year, month, day in "\(twoDigits(day)).\(twoDigits(month)).\(padded(year, to: 4))" },
        dayOfMonth: { month, day in "\(twoDigits(day)).\(twoDigits(month))." })
}
