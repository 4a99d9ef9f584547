extension Words {
    static let english = Words(
        thanks: "Thank you for your visit!", customerCopy: "CUSTOMER COPY", merchantCopy: "MERCHANT COPY",
        duplicate: "DUPLICATE", printedAt: "Printed again", vatID: "VAT ID", taxNumber: "Tax no.", order: "Order",
        receipt: "Receipt", payment: "Payment", endOfDay: "End of day", time: "Date", subtotal: "Subtotal",
        discount: "Discount", fee: "Fee", shipping: "Shipping",
        difference: "Difference charged", tip: "Tip", total: "TOTAL",
        amountNotCharged: "Amount (not charged)",
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
        includes: "incl.", taxTable: TaxTable(rate: "Rate", net: "Net", tax: "Tax", gross: "Gross"),
        card: Card(
            title: "Card payment", sale: "Sale", reversal: "Reversal", means: "Card", number: "Card number",
            sequence: "Card sequence no.", entry: "Card read", chip: "chip", contactless: "contactless",
            stripe: "magnetic stripe", application: "AID", terminal: "Terminal ID", contract: "Merchant no. (VU)",
            receipt: "Receipt no.", trace: "Trace no.", turnover: "Turnover no.", original: "Reverses trace no.",
            time: "Terminal time", approval: "Approval code", verification: "Verified by",
            noVerification: "not required", signature: "signature", onlinePIN: "PIN (online)",
            offlinePIN: "PIN (offline)", and: "and", resultCode: "Result code", approved: "APPROVED",
            declined: "DECLINED", cancelled: "CANCELLED", notCharged: "Nothing was charged.",
            signHere: "Cardholder's signature"))

    static let german = Words(
        thanks: "Vielen Dank für Ihren Besuch!", customerCopy: "KUNDENBELEG", merchantCopy: "HÄNDLERBELEG",
        duplicate: "DUPLIKAT", printedAt: "Erneut gedruckt", vatID: "USt-IdNr.", taxNumber: "Steuernummer",
        order: "Bestellung", receipt: "Beleg", payment: "Zahlungs-Nr.", endOfDay: "Kassenschnitt", time: "Datum",
        subtotal: "Zwischensumme", discount: "Rabatt", fee: "Gebühr", shipping: "Versand",
        difference: "Belasteter Unterschied", tip: "Trinkgeld",
        total: "SUMME", amountNotCharged: "Betrag (nicht belastet)",
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
        includes: "inkl.", taxTable: TaxTable(rate: "Satz", net: "Netto", tax: "Steuer", gross: "Brutto"),
        card: Card(
            title: "Kartenzahlung", sale: "Zahlung", reversal: "Storno", means: "Karte", number: "Kartennummer",
            sequence: "Kartenfolge-Nr.", entry: "Karte gelesen", chip: "Chip", contactless: "kontaktlos",
            stripe: "Magnetstreifen", application: "AID", terminal: "Terminal-ID", contract: "VU-Nr.",
            receipt: "Beleg-Nr.", trace: "Trace-Nr.", turnover: "Umsatz-Nr.", original: "Storniert Trace-Nr.",
            time: "Terminalzeit", approval: "Genehmigungs-Nr.", verification: "Geprüft durch",
            noVerification: "nicht erforderlich", signature: "Unterschrift", onlinePIN: "PIN (online)",
            offlinePIN: "PIN (offline)", and: "und", resultCode: "Antwortcode", approved: "GENEHMIGT",
            declined: "ABGELEHNT", cancelled: "ABGEBROCHEN", notCharged: "Es wurde nichts belastet.",
            signHere: "Unterschrift des Karteninhabers"))

    static let dutch = Words(
        thanks: "Bedankt voor uw bezoek!", customerCopy: "KOPIE KLANT", merchantCopy: "KOPIE WINKELIER",
        duplicate: "DUPLICAAT", printedAt: "Opnieuw afgedrukt", vatID: "Btw-nr.", taxNumber: "Fiscaal nr.",
        order: "Bestelling", receipt: "Bon", payment: "Betaling", endOfDay: "Dagafsluiting", time: "Datum",
        subtotal: "Subtotaal", discount: "Korting", fee: "Toeslag", shipping: "Verzending",
        difference: "In rekening gebracht verschil", tip: "Fooi",
        total: "TOTAAL", amountNotCharged: "Bedrag (niet afgeschreven)",
        refund: Returned(
            title: "TERUGBETALING", total: "TERUGBETAALD", amountNotReturned: "Bedrag (niet terugbetaald)",
            notReturned: "Er is niets terugbetaald.", kind: "Terugbetaling"),
        reversal: Returned(
            title: "ANNULERING", total: "GEANNULEERD", amountNotReturned: "Bedrag (niet geannuleerd)",
            notReturned: "Er is niets geannuleerd.", kind: "Annulering"),
        reservation: Returned(
            title: "RESERVERING", total: "GERESERVEERD, NIET AFGESCHREVEN",
            amountNotReturned: "Bedrag (niet gereserveerd)", notReturned: "Er is niets gereserveerd.",
            kind: "Reservering"),
        release: Returned(
            title: "RESERVERING VRIJGEGEVEN", total: "VRIJGEGEVEN", amountNotReturned: "Bedrag (niet vrijgegeven)",
            notReturned: "Er is niets vrijgegeven.", kind: "Vrijgave"),
        includes: "incl.", taxTable: TaxTable(rate: "Tarief", net: "Excl.", tax: "Btw", gross: "Incl."),
        card: Card(
            title: "Kaartbetaling", sale: "Betaling", reversal: "Annulering", means: "Kaart", number: "Kaartnummer",
            sequence: "Kaartvolgnr.", entry: "Kaart gelezen", chip: "chip", contactless: "contactloos",
            stripe: "magneetstrip", application: "AID", terminal: "Terminal", contract: "Merchant-nr.",
            receipt: "Bonnummer", trace: "Trace-nr.", turnover: "Transactienr.", original: "Annuleert trace-nr.",
            time: "Terminaltijd", approval: "Autorisatiecode", verification: "Gecontroleerd door",
            noVerification: "niet vereist", signature: "handtekening", onlinePIN: "PIN (online)",
            offlinePIN: "PIN (offline)", and: "en", resultCode: "Antwoordcode", approved: "AKKOORD",
            declined: "GEWEIGERD", cancelled: "AFGEBROKEN", notCharged: "Er is niets afgeschreven.",
            signHere: "Handtekening kaarthouder"))
}
