import Model

/// A code by which a terminal says how something ended, or how it is (the error messages of ZVT 13.08).
package struct ResultCode: Hashable, Sendable {
    package let code: UInt8

    package init(_ code: UInt8) { self.code = code }

    /// A short text for a person, without a full stop. Also for a code that nobody has written down.
    package func text(in tongue: OperatorLanguage) -> String { meaning.wording.text(in: tongue) }

    /// What is to be done about it.
    package var nextStep: NextStep { meaning.nextStep }

    /// Whether the protocol, or what hosts have in common, gives it a meaning.
    package var isKnown: Bool { Self.meanings[code] != nil }

    /// Two hexadecimal digits, as terminals and their manuals write it.
    package var digits: String { (code < 16 ? "0" : "") + String(code, radix: 16, uppercase: true) }

    private struct Meaning {
        let wording: BilingualText
        let nextStep: NextStep

        init(_ english: String, _ german: String, _ nextStep: NextStep) {
            wording = BilingualText(english, german)
            self.nextStep = nextStep
        }
    }

    /// Below this the host speaks, not the terminal.
    private static let firstOfTerminal: UInt8 = 0x64

    private var meaning: Meaning {
        if let meaning = Self.meanings[code] { return meaning }
        guard code >= Self.firstOfTerminal else {
            return Meaning(
                "Refused by the host with code \(code)", "Vom Netzbetreiber abgelehnt mit Code \(code)", .otherCard)
        }
        return Meaning("Error \(digits)", "Fehler \(digits)", .callService)
    }

    private static let meanings: [UInt8: Meaning] = host.merging(card) { first, _ in first }
        .merging(request) { first, _ in first }.merging(terminal) { first, _ in first }

    /// What the host says: mostly ISO 8583 response codes as numbers.
    private static let host: [UInt8: Meaning] = [
        0x00: Meaning("Successful", "Erfolgreich", .nothing),
        0x01: Meaning("The card's bank wants to be called", "Rückfrage bei der Bank der Karte nötig", .otherCard),
        0x02: Meaning("The card's bank wants to be called", "Rückfrage bei der Bank der Karte nötig", .otherCard),
        0x03: Meaning("Merchant not known to the host", "Händler dem Netzbetreiber nicht bekannt", .callAcquirer),
        0x04: Meaning("Card is blocked", "Karte gesperrt", .otherCard),
        0x05: Meaning("Declined", "Abgelehnt", .otherCard),
        0x0C: Meaning("Transaction not valid", "Transaktion ungültig", .correctRequest),
        0x0D: Meaning("Amount not accepted", "Betrag nicht akzeptiert", .correctRequest),
        0x0E: Meaning("Card number not valid", "Kartennummer ungültig", .otherCard),
        0x1E: Meaning(
            "Message not understood by the host", "Nachricht vom Netzbetreiber nicht verstanden", .callAcquirer),
        0x21: Meaning("Card expired", "Karte abgelaufen", .otherCard),
        0x29: Meaning("Card is blocked", "Karte gesperrt", .otherCard),
        0x2B: Meaning("Card is blocked", "Karte gesperrt", .otherCard),
        0x33: Meaning("Not enough funds", "Deckung nicht ausreichend", .otherCard),
        0x36: Meaning("Card expired", "Karte abgelaufen", .otherCard),
        0x37: Meaning("Wrong PIN or password", "PIN oder Passwort falsch", .tryAgain),
        0x39: Meaning("Not allowed for this card", "Für diese Karte nicht zugelassen", .otherCard),
        0x3A: Meaning("Not allowed for this terminal", "Für dieses Terminal nicht zugelassen", .callAcquirer),
        0x3D: Meaning("Limit of the card exceeded", "Limit der Karte überschritten", .otherCard),
        0x3E: Meaning("Card is restricted", "Karte eingeschränkt", .otherCard),
        0x41: Meaning("The card was used too often", "Karte zu oft verwendet", .otherCard),
        0x4B: Meaning("PIN tries exceeded", "PIN zu oft falsch", .otherCard),
        0x51: Meaning("Initialisation needed", "Initialisierung nötig", .initialisation),
        0x5B: Meaning("The card's bank does not answer", "Bank der Karte nicht erreichbar", .tryAgain),
        0x60: Meaning("The host has a fault", "Störung beim Netzbetreiber", .tryAgain),
        0x62: Meaning("Date and time needed", "Datum und Uhrzeit fehlen", .setClock),
    ]

    /// The card and its holder.
    private static let card: [UInt8: Meaning] = [
        0x64: Meaning("Card not readable", "Karte nicht lesbar", .tryAgain),
        0x65: Meaning("No card data", "Keine Kartendaten", .tryAgain),
        0x66: Meaning("Processing error", "Verarbeitungsfehler", .tryAgain),
        0x67: Meaning("Not allowed for ec cards", "Für ec-Karten nicht zugelassen", .otherCard),
        0x68: Meaning("Not allowed for credit cards", "Für Kreditkarten nicht zugelassen", .otherCard),
        0x6C: Meaning(
            "Timed out or cancelled at the terminal", "Zeitüberschreitung oder Abbruch am Terminal", .tryAgain),
        0x6E: Meaning("Card is blocked", "Karte gesperrt", .otherCard),
        0x71: Meaning("Credit not sufficient", "Guthaben nicht ausreichend", .otherCard),
        0x72: Meaning("Chip error", "Fehler im Chip", .otherCard),
        0x73: Meaning("Card data wrong", "Kartendaten falsch", .otherCard),
        0x74: Meaning("Key exhausted", "Schlüssel aufgebraucht", .callService),
        0x75: Meaning("Text not authentic", "Text nicht authentisch", .callService),
        0x76: Meaning("Card not on the white list", "Karte nicht freigegeben", .otherCard),
        0x78: Meaning("Card expired", "Karte abgelaufen", .otherCard),
        0x79: Meaning("Card not yet valid", "Karte noch nicht gültig", .otherCard),
        0x7A: Meaning("Card unknown", "Karte unbekannt", .otherCard),
        0x7B: Meaning(
            "Fallback to the magnetic stripe not possible", "Ausweichen auf den Magnetstreifen nicht möglich",
            .otherCard),
        0x7C: Meaning(
            "Fallback to the magnetic stripe not possible", "Ausweichen auf den Magnetstreifen nicht möglich",
            .otherCard),
        0x7E: Meaning(
            "Fallback to the magnetic stripe not possible", "Ausweichen auf den Magnetstreifen nicht möglich",
            .otherCard),
        0xCD: Meaning("Cashback impossible", "Bargeldauszahlung nicht möglich", .correctRequest),
        0xD2: Meaning("Not for bank cards", "Nicht für Bankkarten", .otherCard),
        0xDC: Meaning("A card is inserted", "Karte steckt", .removeCard),
        0xDD: Meaning("Card could not be ejected", "Karte konnte nicht ausgeworfen werden", .callService),
        0xDE: Meaning("Card could not be taken in", "Karte konnte nicht eingezogen werden", .tryAgain),
        0xE1: Meaning("Card not removed", "Karte nicht entnommen", .removeCard),
        0xE7: Meaning(
            "Goods group not allowed for this card", "Warengruppe für diese Karte nicht zugelassen", .otherCard),
        0xE8: Meaning(
            "Goods group not allowed for this card", "Warengruppe für diese Karte nicht zugelassen", .otherCard),
        0xE9: Meaning("Wrong code", "Code falsch", .tryAgain),
        0xEA: Meaning("Wrong code", "Code falsch", .tryAgain),
        0xEB: Meaning("PIN error", "PIN-Fehler", .tryAgain),
        0xEC: Meaning("PIN error", "PIN-Fehler", .tryAgain),
    ]

    /// What was asked for.
    private static let request: [UInt8: Meaning] = [
        0x6F: Meaning("Wrong currency", "Falsche Währung", .correctRequest),
        0x83: Meaning("Function not possible", "Funktion nicht möglich", .callService),
        0x9D: Meaning("Goods issued in part", "Ware nur zum Teil ausgegeben", .nothing),
        0xA5: Meaning("Not allowed by PCI rules", "Nach PCI nicht zugelassen", .callService),
        0xB4: Meaning("Already reversed", "Bereits storniert", .checkTransaction),
        0xB5: Meaning("Reversal impossible", "Storno nicht möglich", .checkTransaction),
        0xB7: Meaning("Pre-authorisation amount wrong", "Betrag der Reservierung falsch", .correctRequest),
        0xB8: Meaning("Pre-authorisation error", "Fehler der Reservierung", .checkTransaction),
        0xC3: Meaning("Highest amount exceeded", "Höchstbetrag überschritten", .correctRequest),
        0xC5: Meaning("Means of payment not supported", "Zahlungsart nicht möglich", .otherCard),
        0xC6: Meaning("Currency not supported", "Währung nicht möglich", .correctRequest),
        0xC8: Meaning("Amount too small", "Betrag zu klein", .correctRequest),
        0xC9: Meaning("Amount too small", "Betrag zu klein", .correctRequest),
        0xCB: Meaning("Only euro possible", "Nur Euro möglich", .correctRequest),
        0xFD: Meaning("Baud rate not supported", "Baudrate nicht möglich", .callService),
        0xFE: Meaning("Register unknown", "Register unbekannt", .callService),
    ]

    /// The terminal and what it is connected to.
    private static let terminal: [UInt8: Meaning] = [
        0x6A: Meaning("Turnover file full", "Umsatzspeicher voll", .endOfDay),
        0x6B: Meaning(
            "Terminal deactivated or not registered", "Terminal nicht aktiv oder Kasse nicht angemeldet", .registration),
        0x77: Meaning("End of day impossible", "Kassenschnitt nicht möglich", .checkTransaction),
        0x7D: Meaning("Communication error", "Kommunikationsfehler", .checkHostLine),
        0x85: Meaning("Key missing", "Schlüssel fehlt", .initialisation),
        0x89: Meaning("PIN pad defective", "PIN-Pad defekt", .callService),
        0x9A: Meaning("Protocol error", "Protokollfehler", .callService),
        0x9B: Meaning("Dial-up error", "Fehler beim Verbindungsaufbau", .checkHostLine),
        0x9C: Meaning("Terminal busy, please wait", "Terminal beschäftigt, bitte warten", .wait),
        0xA0: Meaning("Receiver not ready", "Gegenstelle nicht bereit", .checkHostLine),
        0xA1: Meaning("No answer from the other station", "Gegenstelle antwortet nicht", .checkHostLine),
        0xA3: Meaning("No connection", "Keine Verbindung", .checkHostLine),
        0xA4: Meaning("GeldKarte error", "Fehler der GeldKarte", .otherCard),
        0xB1: Meaning("Memory full", "Speicher voll", .endOfDay),
        0xB2: Meaning("Journal full", "Journal voll", .endOfDay),
        0xBF: Meaning("Battery low", "Akku schwach", .callService),
        0xC0: Meaning("Card lock defective", "Kartenverriegelung defekt", .callService),
        0xC1: Meaning("Merchant card locked", "Händlerkarte gesperrt", .callAcquirer),
        0xC2: Meaning("Diagnosis needed", "Diagnose nötig", .diagnosis),
        0xC4: Meaning("Card profile invalid", "Kartenprofil ungültig", .diagnosis),
        0xCC: Meaning("Printer not ready", "Drucker nicht bereit", .checkPrinter),
        0xDF: Meaning("Out of order", "Außer Betrieb", .callService),
        0xE0: Meaning("Remote maintenance", "Fernwartung läuft", .wait),
        0xE2: Meaning("Card reader defective", "Kartenleser defekt", .callService),
        0xE3: Meaning("Shutter closed", "Kartenleser verschlossen", .callService),
        0xE4: Meaning("Activation needed", "Aktivierung nötig", .initialisation),
        0xED: Meaning("PIN pad error", "Fehler im PIN-Pad", .callService),
        0xF0: Meaning("End of day needed", "Kassenschnitt nötig", .endOfDay),
        0xF1: Meaning("Offline error", "Fehler im Offline-Betrieb", .tryAgain),
        0xF5: Meaning("Error of the outdoor terminal's data", "Fehler der Daten des Außenterminals", .callService),
        0xF6: Meaning("Error of the outdoor terminal's data", "Fehler der Daten des Außenterminals", .callService),
        0xFA: Meaning("Clearing error", "Fehler bei der Verrechnung", .callAcquirer),
        0xFB: Meaning("Turnover data error", "Fehler in den Umsatzdaten", .callAcquirer),
        0xFC: Meaning("Device missing", "Gerät fehlt", .callService),
        0xFF: Meaning("System error", "Systemfehler", .callService),
    ]
}
