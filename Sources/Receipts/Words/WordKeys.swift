extension Words {
    typealias Place = WritableKeyPath<Words, PrintableText> & Sendable

    /// How templates name the words. All but those that a receipt is composed with (`composed`).
    static let places: [(key: String, place: Place)] = [
        ("customer_copy", \.customerCopy),
        ("merchant_copy", \.merchantCopy),
        ("duplicate", \.duplicate),
        ("printed_at", \.printedAt),
        ("vat_id", \.vatID),
        ("tax_number", \.taxNumber),
        ("order", \.order),
        ("receipt", \.receipt),
        ("payment", \.payment),
        ("end_of_day", \.endOfDay),
        ("time", \.time),
        ("subtotal", \.subtotal),
        ("discount", \.discount),
        ("fee", \.fee),
        ("shipping", \.shipping),
        ("difference", \.difference),
        ("tip", \.tip),
        ("total", \.total),
        ("amount_not_charged", \.amountNotCharged),
        ("refund_title", \.refund.title),
        ("refund_total", \.refund.total),
        ("refund_amount_not_returned", \.refund.amountNotReturned),
        ("refund_not_returned", \.refund.notReturned),
        ("refund_kind", \.refund.kind),
        ("reversal_title", \.reversal.title),
        ("reversal_total", \.reversal.total),
        ("reversal_amount_not_returned", \.reversal.amountNotReturned),
        ("reversal_not_returned", \.reversal.notReturned),
        ("reversal_kind", \.reversal.kind),
        ("reservation_title", \.reservation.title),
        ("reservation_total", \.reservation.total),
        ("reservation_amount_not_returned", \.reservation.amountNotReturned),
        ("reservation_not_returned", \.reservation.notReturned),
        ("reservation_kind", \.reservation.kind),
        ("release_title", \.release.title),
        ("release_total", \.release.total),
        ("release_amount_not_returned", \.release.amountNotReturned),
        ("release_not_returned", \.release.notReturned),
        ("release_kind", \.release.kind),
        ("includes", \.includes),
        ("tax_table_rate", \.taxTable.rate),
        ("tax_table_net", \.taxTable.net),
        ("tax_table_tax", \.taxTable.tax),
        ("tax_table_gross", \.taxTable.gross),
        ("card_title", \.card.title),
        ("card_sale", \.card.sale),
        ("card_reversal", \.card.reversal),
        ("card_means", \.card.means),
        ("card_number", \.card.number),
        ("card_sequence", \.card.sequence),
        ("card_entry", \.card.entry),
        ("card_chip", \.card.chip),
        ("card_contactless", \.card.contactless),
        ("card_stripe", \.card.stripe),
        ("card_application", \.card.application),
        ("card_terminal", \.card.terminal),
        ("card_contract", \.card.contract),
        ("card_receipt", \.card.receipt),
        ("card_trace", \.card.trace),
        ("card_turnover", \.card.turnover),
        ("card_original", \.card.original),
        ("card_time", \.card.time),
        ("card_approval", \.card.approval),
        ("card_verification", \.card.verification),
        ("card_no_verification", \.card.noVerification),
        ("card_signature", \.card.signature),
        ("card_online_pin", \.card.onlinePIN),
        ("card_offline_pin", \.card.offlinePIN),
        ("card_and", \.card.and),
        ("card_result_code", \.card.resultCode),
        ("card_approved", \.card.approved),
        ("card_declined", \.card.declined),
        ("card_cancelled", \.card.cancelled),
        ("card_not_charged", \.card.notCharged),
        ("card_sign_here", \.card.signHere),
    ]

    /// The key in a language's file: `receipt.refundTitle` for `refund_title`.
    private static func sentenceKey(_ key: String) -> String {
        let parts = key.split(separator: "_")
        return "receipt." + parts[0] + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The words that are text of the receipt's document: `thanks` stands in a footer that nobody has configured, and the
    /// others are for orders that are too long for paper.
    private static let composed: [(key: String, place: Place)] = [
        ("receipt.thanks", \.thanks), ("receipt.detailsLeftOut", \.detailsLeftOut),
        ("receipt.furtherGoods", \.furtherGoods),
    ]

    private static let sentences: [(key: String, place: Place)] =
        composed + places.map { (sentenceKey($0.key), $0.place) }

    /// The keys that a language's file needs for its receipts.
    static let sentenceKeys = sentences.map(\.key)

    /// Takes every word from a language's file; `text` returns what the file has under a key.
    init(_ text: (_ key: String) -> String) {
        for (key, place) in Self.sentences { self[keyPath: place] = PrintableText(text(key)) }
    }

    /// These words, with a template's own words in the places of some.
    func saying(_ own: [String: String]) -> Words {
        var words = self
        for (key, place) in Self.places {
            if let word = own[key] { words[keyPath: place] = PrintableText(word) }
        }
        return words
    }
}

extension ReceiptTemplate {
    /// The keys of `words`.
    package static let wordKeys = Words.places.map(\.key)

    /// A word of these that says of a payment in some language what is said of another end of it, with that end's key.
    package static func contradiction(in own: [String: String]) -> (key: String, other: String)? {
        let verdicts: [(key: String, place: Words.Place)] = Words.places.filter {
            ["card_approved", "card_declined", "card_cancelled"].contains($0.key)
        }
        for language in ReceiptLanguage.tags.map(ReceiptLanguage.of) {
            let words = language.words.saying(own)
            for verdict in verdicts where own[verdict.key] != nil {
                let said = words[keyPath: verdict.place].string.lowercased()
                let other = verdicts.first {
                    $0.key != verdict.key && words[keyPath: $0.place].string.lowercased() == said
                }
                if let other { return (verdict.key, other.key) }
            }
        }
        return nil
    }
}
