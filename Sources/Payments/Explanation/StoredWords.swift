import Model

extension OperatorLanguage {
    /// The one of the two that is in this language.
    package func callAsFunction(_ english: @autoclosure () -> String, _ german: @autoclosure () -> String) -> String {
        switch self {
        case .en: english()
        case .de: german()
        }
    }
}

/// Sentences that are stored in English, and in German what they say. A star stands for what differs: a number, a path.
///
/// What is stored is evidence and never changes, so it is translated as it is read. A sentence that is not here, of a
/// system error say, is told as it is.
enum StoredWords {
    static func told(_ stored: String, in tongue: OperatorLanguage) -> String {
        guard tongue == .de else { return stored }
        for (english, german) in german {
            if let values = values(of: english, in: stored) { return fill(german, values) }
        }
        return stored
    }

    private static func values(of pattern: String, in text: String) -> [Substring]? {
        let fixed = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard let first = fixed.first, text.hasPrefix(first) else { return nil }
        var rest = text[...].dropFirst(first.count)
        var values: [Substring] = []
        for (place, part) in fixed.enumerated().dropFirst() {
            let isLast = place == fixed.count - 1
            guard let range = isLast ? (rest.hasSuffix(part) ? rest.suffixRange(part) : nil) : rest.firstRange(of: part)
            else { return nil }
            values.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return rest.isEmpty ? values : nil
    }

    private static func fill(_ pattern: String, _ values: [Substring]) -> String {
        var values = values[...]
        return pattern.map { $0 == "*" ? values.popFirst().map(String.init) ?? "" : String($0) }.joined()
    }

    private static let german: [(String, String)] = [
        (PaymentMachine.nothingSent, "An das Terminal wurde nichts gesendet."),
        ("The terminal still counts the same day.", "Das Terminal zählt noch denselben Tag."),
        (
            "The terminal's last end of day is the one before.",
            "Der letzte Kassenschnitt des Terminals ist der vorige."
        ),
        ("The terminal refused.", "Das Terminal hat abgelehnt."),
        (
            "The terminal may still be in the middle of its end of day.",
            "Das Terminal kann noch mitten in seinem Kassenschnitt sein."
        ),
        (
            "The terminal cannot end its day now; reservations may be open.",
            "Das Terminal kann jetzt keinen Kassenschnitt machen; vielleicht sind Reservierungen offen."
        ),
        ("The terminal does not tell what it counts.", "Das Terminal sagt nicht, was es zählt."),
        (
            "What the terminal counts is neither the old day nor the new one.",
            "Was das Terminal zählt, ist weder der alte noch der neue Tag."
        ),
        ("The terminal wants its end of day first.", "Das Terminal will zuerst einen Kassenschnitt."),
        ("The terminal refused the command.", "Das Terminal hat den Auftrag abgelehnt."),
        ("The terminal refused the command with code *.", "Das Terminal hat den Auftrag mit Code * abgelehnt."),
        ("The terminal has no such transaction.", "Das Terminal kennt diesen Vorgang nicht."),
        (PaymentMachine.mayStillRun, "Das Terminal kann noch mitten im Vorgang sein, ohne es zu sagen."),
        (
            "The terminal has stored nothing, as before; it may have cleared what it booked.",
            "Das Terminal hat nichts gespeichert, wie zuvor; es kann gelöscht haben, was es gebucht hatte."
        ),
        (
            "The terminal told of two successes; its last transaction is the one that was refused.",
            "Das Terminal hat zwei Erfolge gemeldet; sein letzter Vorgang ist der zurückgewiesene."
        ),
        (
            "The card may have been charged twice: the terminal told receipt * and then receipt *, which was refused and "
                + "stands there as booked.",
            "Die Karte kann zweimal belastet sein: Das Terminal hat Beleg * und dann Beleg * gemeldet; der zweite wurde "
                + "zurückgewiesen und steht dort als gebucht."
        ),
        (
            "Till was told to leave before the terminal had ended it.",
            "Till sollte aufhören, bevor das Terminal damit fertig war."
        ),
        (
            "The terminal was asked to cancel and did not end the command in time.",
            "Das Terminal sollte abbrechen und ist nicht rechtzeitig fertig geworden."
        ),
        (
            "The terminal sent more than * and did not end the command.",
            "Das Terminal hat zu viel gesendet (mehr als *) und den Auftrag nicht beendet."
        ),
        (
            "The terminal did not end the command within * s.",
            "Das Terminal hat den Auftrag nicht innerhalb von * s beendet."
        ),
        (
            "The terminal told result after result and did not end the payment.",
            "Das Terminal hat ein Ergebnis nach dem anderen gemeldet und die Zahlung nicht beendet."
        ),
        (
            PaymentMachine.toldOldResult,
            "Das Terminal hat seinen letzten Vorgang von davor als Ergebnis von diesem gemeldet."
        ),
        (
            PaymentHistory.bookedAfterAll,
            "Es galt als nicht belastet, und das Terminal nennt eine Buchung, die dazu passt."
        ),
        (
            "The terminal told an older transaction as the result of this one, or its clock is wrong.",
            "Das Terminal hat einen älteren Vorgang als Ergebnis gemeldet, oder seine Uhr geht falsch."
        ),
        (
            "The terminal ended the payment and did not say why.",
            "Das Terminal hat die Zahlung beendet und nicht gesagt, warum."
        ),
        (
            "The terminal had told nothing before, and tells a transaction under the number that Till remembers.",
            "Das Terminal hatte vorher nichts genannt, und nennt einen Vorgang unter der Nummer, die Till kennt."
        ),
        (
            "The terminal tells another transaction under the receipt * from before.",
            "Das Terminal nennt einen anderen Vorgang unter dem Beleg * von davor."
        ),
        (
            "The terminal shows the payment that is to be reversed as failed.",
            "Das Terminal zeigt die Zahlung, die storniert werden soll, als gescheitert."
        ),
        (
            "The terminal ended the payment and did not say which amount it booked.",
            "Das Terminal hat die Zahlung beendet und nicht gesagt, welchen Betrag es gebucht hat."
        ),
        (
            "How the payment ended was not written down: Till was stopped, or could not write.",
            "Wie der Vorgang ausging, ist nicht aufgeschrieben: Till wurde beendet oder konnte nicht schreiben."
        ),
        // Written by Till 0.1.0; its journals keep the sentence.
        ("Till was stopped during the payment.", "Till wurde mitten im Vorgang beendet."),
        ("Its outcome is not known yet.", "Der Ausgang ist noch nicht bekannt."),
        (
            "The terminal told of receipt * before, which fits as well.",
            "Das Terminal hat vorher Beleg * genannt, der ebenso passt."
        ),
        (
            "The terminal's last transaction belongs to payment *.",
            "Der letzte Vorgang des Terminals gehört zu Zahlung *."
        ),
        ("The terminal is busy.", "Das Terminal ist beschäftigt."),
        ("The terminal gave no answer.", "Das Terminal hat keine Antwort gegeben."),
        (Recovery.endlessAnswer, "Das Terminal wurde gefragt, und seine Antwort nahm kein Ende."),
        ("The terminal would not answer now.", "Das Terminal wollte jetzt nicht antworten."),
        ("Terminal * is connected, the payment was sent to *.", "Terminal * ist angeschlossen, gesendet wurde an *."),
        ("Terminal * answered, the payment was sent to *.", "Terminal * hat geantwortet, gesendet wurde an *."),
        ("The terminal does not repeat its last receipt.", "Das Terminal wiederholt seinen letzten Beleg nicht."),
        ("The terminal does not tell of its last transaction.", "Das Terminal nennt seinen letzten Vorgang nicht."),
        ("The terminal refused to repeat its last receipt.", "Das Terminal hat nichts zu wiederholen."),
        (
            "The terminal has stored nothing, and told of a success before.",
            "Das Terminal hat nichts gespeichert, und hatte vorher einen Erfolg gemeldet."
        ),
        (
            "Receipt * cannot be told from an older one: none was known before.",
            "Beleg * könnte ein älterer sein: Vorher war keiner bekannt."
        ),
        (
            "Receipt * is dated before this payment began: it is older, or the terminal's clock is wrong.",
            "Beleg * ist laut Terminal älter als dieser Vorgang: Er ist es, oder die Uhr des Terminals geht falsch."
        ),
        (
            "The terminal keeps a transaction that contradicts what was asked for.",
            "Das Terminal behält einen Vorgang, der dem Auftrag widerspricht."
        ),
        (
            "The terminal's last receipt * is older than the one known before this payment.",
            "Der letzte Beleg * des Terminals ist älter als der vor diesem Vorgang bekannte."
        ),
        (
            "The terminal's last transaction has another amount.",
            "Der letzte Vorgang des Terminals hat einen anderen Betrag."
        ),
        (
            "The terminal's last transaction is in another currency.",
            "Der letzte Vorgang des Terminals hat eine andere Währung."
        ),
        (
            "The terminal's last transaction is not the one it had told us of.",
            "Der letzte Vorgang des Terminals ist nicht der, den es gemeldet hatte."
        ),
        (
            "The terminal's last transaction does not say what it reverses.",
            "Der letzte Vorgang des Terminals sagt nicht, was er storniert."
        ),
        (
            "The terminal's last transaction has no receipt number.",
            "Der letzte Vorgang des Terminals hat keine Belegnummer."
        ),
        (
            "The terminal names no reservation that is open.", "Das Terminal nennt keine offene Reservierung."
        ),
        (
            "The terminal tells another transaction under the reservation's receipt *.",
            "Das Terminal nennt unter Beleg * der Reservierung einen anderen Vorgang."
        ),
        ("A reversal failed at the terminal.", "Am Terminal ist ein Storno gescheitert."),
        (
            "The terminal tells of the transaction before the reversal; it may not repeat reversals.",
            "Das Terminal nennt den Vorgang vor dem Storno; vielleicht wiederholt es Stornos nicht."
        ),
        (
            "The terminal tells of the transaction before, and does not name the reservation as open; it may not repeat what ends "
                + "one.",
            "Das Terminal nennt den Vorgang davor, und die Reservierung nicht als offen; vielleicht wiederholt es nicht, was eine "
                + "beendet."
        ),
        (
            "The terminal's last transaction is with another card than the reservation.",
            "Der letzte Vorgang des Terminals ist mit einer anderen Karte als die Reservierung."
        ),
        ("The terminal reversed another transaction.", "Das Terminal hat einen anderen Vorgang storniert."),
        (
            "The terminal reversed a transaction from before this payment.",
            "Das Terminal hat einen früheren Vorgang storniert."
        ),
        (
            "The terminal ended something that was not asked of it.",
            "Das Terminal hat etwas beendet, das nicht bestellt war."
        ),
        (
            "The terminal ended the payment without an approval.",
            "Das Terminal hat den Vorgang ohne Genehmigung beendet."
        ),
        (
            "The terminal did not tell whether it booked the part or the whole.",
            "Das Terminal hat nicht gesagt, ob es den Teil oder das Ganze gebucht hat."
        ),
        ("The terminal ended a payment it had approved.", "Das Terminal hat einen genehmigten Vorgang abgebrochen."),
        (
            "The terminal took the command but did not answer it in time.",
            "Das Terminal hat den Auftrag angenommen und binnen 5 Sekunden nicht beantwortet."
        ),
        (
            "The terminal took a question and did not answer it in time.",
            "Das Terminal hat eine Frage angenommen und nicht rechtzeitig beantwortet."
        ),
        ("The terminal fell silent in the middle of a command.", "Das Terminal ist mitten in einem Auftrag verstummt."),
        ("The terminal was still busy with something earlier.", "Das Terminal war noch mit etwas anderem beschäftigt."),
        ("The connection to the terminal was closed.", "Die Verbindung zum Terminal wurde geschlossen."),
        (
            "The terminal at * was unplugged or switched off.", "Das Terminal an * wurde abgezogen oder ausgeschaltet."
        ),
        ("The line to the terminal failed during *.", "Die Leitung zum Terminal ist gestört (*)."),
        ("Nothing answers on the terminal's line.", "An der Leitung des Terminals antwortet nichts."),
        (
            "The terminal acknowledged none of three transmissions.",
            "Das Terminal hat keine von drei Übertragungen bestätigt."
        ),
        (
            "Three blocks in a row came damaged from the terminal.",
            "Vom Terminal kamen drei beschädigte Blöcke hintereinander."
        ),
        ("There is no *.", "* gibt es nicht."),
        ("*, but no device answers behind it.", "*, aber dahinter antwortet kein Gerät."),
        ("Permission denied on *.", "Kein Zugriff auf *."),
        ("* is in use by *.", "* ist belegt durch *."),
        ("The disk with Till's data is full.", "Die Platte mit den Daten von Till ist voll."),
        ("* read in the terminal's journal: *", "* hat im Journal des Terminals gelesen: *"),
    ]
}

extension Substring {
    fileprivate func suffixRange(_ end: Substring) -> Range<Index> {
        index(endIndex, offsetBy: -end.count)..<endIndex
    }
}
